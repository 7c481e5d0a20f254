"""Pure text, in the order of the flow: request, prompt, extract, validate."""
