"""Is the answer whole, and is it a rewrite at all?"""

import re
from collections import Counter
from typing import Literal

from attrs import frozen

from redraft.pipeline.extract import Extracted

FindingName = Literal["cut_off", "empty", "prose"]

_WORD = re.compile(r"\w+|[^\w\s]")
_FENCED_SHARE = 0.1
_BARE_SHARE = 0.5


@frozen
class Finding:
    """One reason for which an answer is refused."""

    name: FindingName
    sentence: str


def validate(answer: Extracted, source: str, ended: bool) -> tuple[Finding, ...]:
    """What is wrong with an answer; nothing when it may become the new text.

    `ended` tells whether the model stopped by itself.
    """
    if not ended:
        return (Finding("cut_off", "the answer ran out of room before it ended"),)
    if not answer.text.strip() and source.strip():
        return (Finding("empty", "the answer holds no text"),)
    if _is_prose(answer, source):
        return (Finding("prose", "the answer shares almost nothing with its source"),)
    return ()


def _is_prose(answer: Extracted, source: str) -> bool:
    """Whether the answer talks instead of rewriting.

    A bare answer must share more than a fenced one, for talk about code quotes some of it. The
    share is taken of the shorter side, so that large deletions and insertions still pass.
    """
    if not source.strip():
        return False
    ours, theirs = Counter(_WORD.findall(answer.text)), Counter(_WORD.findall(source))
    shorter = min(ours.total(), theirs.total())
    shared = (ours & theirs).total()
    return shared < (_FENCED_SHARE if answer.fenced else _BARE_SHARE) * shorter
