"""Is the answer whole, and is it a rewrite at all?"""

import re
from collections import Counter
from typing import Literal

from attrs import frozen

from redraft.pipeline.extract import Extracted
from redraft.pipeline.lines import filled

FindingName = Literal["cut_off", "empty", "prose"]

_WORD = re.compile(r"\w+|[^\w\s]")
_FENCED_SHARE = 0.1
_FENCED_WORDS = 12
"""In a fence, fewer words than these may all be new: one line of code rewritten for good."""
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
    if not answer.closed:
        return (Finding("cut_off", "the answer ended before its fenced block did"),)
    if not answer.text.strip() and source.strip():
        return (Finding("empty", "the answer holds no text"),)
    if source.strip() and _is_prose(answer, source):
        return (Finding("prose", "the answer shares almost nothing with its source"),)
    return ()


def _is_prose(answer: Extracted, source: str) -> bool:
    """Whether the answer talks instead of rewriting.

    The share is taken of the shorter side, so that large deletions and insertions still pass. A
    bare answer must share more than a fenced one: whole lines, or most of its own words, for talk
    about code has all the words of a short source in it.
    """
    ours, theirs = Counter(_WORD.findall(answer.text)), Counter(_WORD.findall(source))
    shorter = min(ours.total(), theirs.total())
    shared = (ours & theirs).total()
    if answer.fenced:
        return shorter >= _FENCED_WORDS and shared < _FENCED_SHARE * shorter
    return shared < _BARE_SHARE * ours.total() and _shared_lines(answer.text, source) < _BARE_SHARE


def _shared_lines(new: str, old: str) -> float:
    """How many lines both have, as a share of the shorter text's."""
    ours, theirs = Counter(filled(new)), Counter(filled(old))
    return (ours & theirs).total() / min(ours.total(), theirs.total())
