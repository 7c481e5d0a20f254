"""Is the answer whole, and is it a rewrite at all?"""

import re
from collections import Counter

from redraft.pipeline.extract import Extracted
from redraft.pipeline.lines import filled
from redraft.pipeline.validate.asked import Asked
from redraft.pipeline.validate.finding import Finding
from redraft.pipeline.validate.kinds import DOCUMENTS, KEYWORDS, subwords

_WORD = re.compile(r"\w+|[^\w\s]")
_FENCED_SHARE = 0.1
_FENCED_WORDS = 12
"""In a fence, fewer words than these may all be new: one line of code rewritten for good."""
_BARE_SHARE = 0.5
_OTHER_WORDS = 6, 12
"""Different words that the shorter and the longer text must have to be told for unlike."""
_OTHER_SHARE = 0.3
_OTHER_LINES = 0.1


def whole(
    answer: Extracted, source: str, ended: bool, asked: Asked, language: str
) -> list[Finding]:
    """The findings `cut_off`, `empty`, `prose` and `unchanged`."""
    result: list[Finding] = []
    if not ended:
        result.append(Finding("cut_off", "the answer ran out of room before it ended"))
    elif not answer.closed:
        result.append(Finding("cut_off", "the answer ended before its fenced block did"))
    if not source.strip():
        return result
    if not answer.text.strip():
        result.append(Finding("empty", "the answer holds no text"))
    elif _is_prose(answer, source) or _is_another(answer, source, asked, language):
        result.append(Finding("prose", "the answer shares almost nothing with its source"))
    elif answer.text.rstrip("\n") == source.rstrip("\n"):
        result.append(Finding("unchanged", "the answer is its source, with nothing changed"))
    return result


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


def _is_another(answer: Extracted, source: str, asked: Asked, language: str) -> bool:
    """Whether a block holds another text: next to none of the source's own words and lines.

    Keywords do not count, and names count by their parts, so that code put into another language
    or another spelling keeps its words. Prose keeps none when it is translated.
    """
    spoken = asked.translates and language in DOCUMENTS
    if spoken or any(clause.everything for clause in asked.deletes):
        return False
    ours, theirs = _own_words(answer.text), _own_words(source)
    fewer, more = sorted((len(ours), len(theirs)))
    if fewer < _OTHER_WORDS[0] or more < _OTHER_WORDS[1]:
        return False
    if len(ours & theirs) >= _OTHER_SHARE * fewer:
        return False
    long, new = (
        {line for line in filled(text) if len(line) > 20} for text in (source, answer.text)
    )
    return len(long & new) <= _OTHER_LINES * min(len(long), len(new))


def _own_words(text: str) -> set[str]:
    return {word for word in subwords(text) if len(word) > 2} - KEYWORDS
