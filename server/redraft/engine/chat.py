"""Prompt -> tokens, in the model's own chat template, with the user's text kept out of its reach.

The template is rendered around stand-ins for the user's text. What the template wrote is tokenised
with control tokens, what the user wrote without: a file that contains `<|im_start|>` is just text.
"""

import re
from collections.abc import Collection, Sequence

from attrs import frozen

from redraft.drafting.tokens import Tokenizer
from redraft.engine.model import Formatter
from redraft.errors import ModelError
from redraft.pipeline.prompt import Prompt

BARE_TEMPLATE = "{% for message in messages %}{{ message['content'] }}\n\n{% endfor %}"
"""For models that come without a template: the texts, one after another."""

_VARIABLES = {"enable_thinking": False, "thinking": False}
_OPENS_THINKING = re.compile(r"<(think|thinking)>\s*\Z")


@frozen
class Rendered:
    """A prompt as tokens, in the two parts between which caches cut."""

    head: tuple[int, ...]
    """Up to and with the document."""
    tail: tuple[int, ...]
    """From the instruction on."""
    thinking: str = ""
    """The mark that opens a thinking block, where the template itself has opened one."""


def render(prompt: Prompt, formatter: Formatter, tokenizer: Tokenizer) -> Rendered:
    """The tokens of a prompt; a template that knows no system role gets it in the user's turn.

    Raises ModelError when the template cannot hold the text.
    """
    user = [prompt.document, prompt.instruction]
    pieces = _pieces(formatter, system=True)
    if pieces is None:
        pieces = _pieces(formatter, system=False)
        user[0] = f"{prompt.system}\n\n{user[0]}"
    if pieces is None:
        raise ModelError("the model's chat template leaves out the user's text; name another model")
    texts = [prompt.system, *user] if len(pieces) == 4 else user
    parts = _tokens(pieces, texts, tokenizer)
    opened = _OPENS_THINKING.search(pieces[-1])
    cut = len(parts) - 2
    return Rendered(
        tuple(token for part in parts[:cut] for token in part),
        tuple(token for part in parts[cut:] for token in part),
        f"<{opened.group(1)}>" if opened else "",
    )


def turn_end(formatter: Formatter, tokenizer: Tokenizer, ends: Collection[int]) -> int | None:
    """The token that the template puts after an answer; None where it puts none of `ends`."""
    asked, answered = "\ue000question\ue001", "\ue000answer\ue001"
    turns = [{"role": "user", "content": asked}, {"role": "assistant", "content": answered}]
    try:
        after = formatter(turns, _VARIABLES).partition(answered)[2]
    except ValueError:
        return None
    return next((token for token in tokenizer.tokenize(after, special=True) if token in ends), None)


def _tokens(pieces: Sequence[str], texts: Sequence[str], tokenizer: Tokenizer) -> list[list[int]]:
    """Template and user's text in turn."""
    parts = [tokenizer.tokenize(pieces[0], special=True)]
    for text, piece in zip(texts, pieces[1:], strict=True):
        parts.append(tokenizer.tokenize(text))
        parts.append(tokenizer.tokenize(piece, special=True))
    return parts


def _pieces(formatter: Formatter, *, system: bool) -> list[str] | None:
    """What the template writes between the user's texts; None where it drops one of them."""
    texts = ["\ue000system\ue001", "\ue000document\ue001", "\ue000instruction\ue001"]
    messages = [{"role": "user", "content": texts[1] + texts[2]}]
    if system:
        messages.insert(0, {"role": "system", "content": texts[0]})
    else:
        del texts[0]
    try:
        rendered = formatter(messages, _VARIABLES)
    except ValueError:
        return None
    pattern = "|".join(texts)
    return re.split(pattern, rendered) if re.findall(pattern, rendered) == texts else None
