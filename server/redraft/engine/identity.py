"""Drafted against plain: whether they are one text, and how near the first difference was."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from redraft.drafting.tokens import Tokenizer
from redraft.engine.model import Identity
from redraft.engine.verify import Chooser, margin


class Sureness:
    """A chooser that notes how sure the model was of each token, where anybody asks."""

    def __init__(self, choose: Chooser, *, heeded: bool) -> None:
        self.margins: list[float] = []
        """Of each token chosen so far, in order."""
        self._choose = choose
        self._heeded = heeded

    def __call__(self, row: NDArray[np.float32]) -> int:
        """The token chosen from a row of logits."""
        token = self._choose(row)
        if self._heeded:
            self.margins.append(margin(row))
        return token


Told = tuple[Sequence[int], Sureness]
"""The tokens of an answer, and how sure the model was of those it chose."""


def compare(tokenizer: Tokenizer, prefix: Sequence[int], drafted: Told, plain: Told) -> Identity:
    """Drafted against plain, token by token; `prefix` is what both begin with, unchosen."""
    (ours, _), (theirs, _) = drafted, plain
    pairs = enumerate(zip(ours, theirs, strict=False))
    shorter = min(len(ours), len(theirs))
    same = next((i for i, (one, other) in pairs if one != other), shorter)
    if list(ours) == list(theirs):
        return Identity(True, same)
    said = (_said(tokenizer, told, same, len(prefix)) for told in (drafted, plain))
    return Identity(False, same, f"token {same}: drafted {next(said)}, plain {next(said)}")


def _said(tokenizer: Tokenizer, told: Told, at: int, unchosen: int) -> str:
    tokens, sureness = told
    if at >= len(tokens):
        return "nothing"
    return f"{tokenizer.piece(tokens[at])!r} by a margin of {sureness.margins[at - unchosen]:.3g}"
