"""Answers that a model could give to a rewrite, good and hostile, made without end from a seed."""
