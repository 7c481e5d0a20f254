"""Text that stands for code which the model did not care to write out."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from attrs import evolve, frozen

from redraft.pipeline.validate.asked import Asked
from redraft.pipeline.validate.compare import Comparison, Gap, squeezed
from redraft.pipeline.validate.excuse import unexcused
from redraft.pipeline.validate.finding import Finding, shown
from redraft.pipeline.validate.kinds import (
    DOCUMENTS,
    Line,
    counterpart,
    has_word,
    is_comment,
    is_filler,
    is_stub,
    is_wordy,
    kept_share,
    numbered,
    said,
)
from redraft.pipeline.validate.omission import says_omitted

_NEAR = 8
"""How many lines around a gap a line's new wording may stand."""
_MANY = 3
"""How many lines a line of words has to stand for, where words may be code."""
_MANY_OPEN = 5
_KEPT = 0.25
"""The share of their words that a new form of some lines would keep."""
_LONGEST = 400
"""Characters of a line that may have a stub behind it."""
_FAR = 60
"""How many lines ahead a line's old wording is looked for."""
_IDLE = re.compile(r"(?:pass|return|;|:|true|\{\s*\}|None|nil|null)[;,]?")
"""What may be needed where nothing is left."""
_TAIL = re.compile(
    r"^(?P<code>.*?\S)\s*(?:(?P<stub>\.\.\.|…|pass|\{\s*(?:\.\.\.|…|/\*.*?\*/)?\s*\})[;,]?"
    r"|\s(?P<note>(?:#|//|--|/\*|;|%).*))$"
)


@frozen
class Placed:
    """A placeholder, and where the source goes on that it stands for."""

    line: Line
    gone: tuple[Line, ...]
    """The source's lines that it stands for; empty when none is missing yet."""
    following: Line | None = None
    """The first of the source's lines that belong in its place."""


def placeholders(comparison: Comparison, asked: Asked) -> list[Finding]:
    """The finding for the first placeholder, if there is one."""
    placed = first(comparison, asked)
    return [] if placed is None else [finding(placed)]


def first(comparison: Comparison, asked: Asked) -> Placed | None:
    """The first placeholder by its place, else by its words."""
    for gaps in (comparison.gaps, comparison.late_gaps):
        for gap in gaps:
            placed = in_gap(gap, comparison, asked)
            if placed is not None:
                return placed
    return _worded(comparison, asked) or _in_hole(comparison, asked)


def finding(placed: Placed) -> Finding:
    """What a placeholder is told as."""
    text = shown(placed.line.key)
    if placed.gone:
        what = f"{text} stands for {numbered(placed.gone)} of the source"
    else:
        what = f"{text} says that something was left out"
    return Finding("placeholder", what, placed.line.number)


def in_gap(gap: Gap, comparison: Comparison, asked: Asked) -> Placed | None:
    """What stands in a gap for code that the source has there, by its place alone.

    Lines that were merely reworded are matched first; between them, a stand-in is a run of
    comments, dots, `pass` or sentences and nothing else.
    """
    if not gap.old or not gap.new:
        return None
    if not any(_is_suspect(line, comparison) for line in gap.new):
        return None
    for part in _parts(gap):
        stand_in = _stand_in(part, comparison, asked)
        gone = _gone(part, gap, comparison, asked) if stand_in else []
        if stand_in and gone:
            return Placed(stand_in[0], tuple(gone), _following(stand_in[0], part, gap))
    return None


def _following(stub: Line, part: Gap, gap: Gap) -> Line:
    """The source's line to go on with; where the stub shares a line, the one that it is behind."""
    place = gap.old.index(part.old[0])
    shares = place > 0 and stub.key != stub.text.strip()
    return gap.old[place - 1] if shares else part.old[0]


def omits(line: Line, known: frozenset[str], asked: Asked, language: str) -> bool:
    """Whether a line that the source lacks says that something is left out."""
    if line.kind == "string" or line.key in known:
        return False
    comment = line.kind == "comment" and is_comment(line.key, language)
    if not comment and not is_filler(line.key, language):
        return language in DOCUMENTS and _says_document(line.key)
    text = said(line.key) if comment else line.key
    return text.lower() not in asked.instruction.lower() and says_omitted(text, alone=comment)


def _says_document(key: str) -> bool:
    """In prose, only what is set apart by brackets or dots is taken for a placeholder."""
    inner = key.strip("*_ ")
    set_apart = inner[:1] in "[(<{" and inner[-1:] in "])>}"
    text = said(inner).strip("[]()<>{}*_ ")
    return (set_apart or "..." in key or "…" in key) and says_omitted(text, alone=False)


def _in_hole(comparison: Comparison, asked: Asked) -> Placed | None:
    """A remark left where lines went as asked: whoever deletes has nothing to put there."""
    if not asked.deletes or asked.replaces or asked.opens or asked.adds:
        return None
    if asked.hides or asked.stubs or asked.bodies or asked.translates:
        return None
    for gap in comparison.gaps:
        told = [line for line in gap.old if has_word(line.key)]
        keys = [line.key for line in told]
        for line in gap.new:
            remarks = (
                line.kind == "comment" or is_wordy(line.key) or is_stub(line, comparison.language)
            )
            if not remarks or line.key in comparison.known or _IDLE.fullmatch(line.key):
                continue
            if len(told) > 1 and counterpart(line.key, keys) is None:
                return Placed(line, tuple(told), gap.old[0])
    return None


def _worded(comparison: Comparison, asked: Asked) -> Placed | None:
    matched = {j: i for i, j in comparison.early}
    place = 0
    for j, line in enumerate(comparison.new):
        if j in matched:
            place = matched[j] + 1
        elif omits(line, comparison.known, asked, comparison.language):
            following = comparison.old[place] if place < len(comparison.old) else None
            return Placed(line, (), following)
    return None


def _is_suspect(line: Line, comparison: Comparison) -> bool:
    if line.key in comparison.known:
        return False
    stub = is_stub(line, comparison.language) or is_wordy(line.key)
    return stub or (len(line.key) <= _LONGEST and _TAIL.match(line.key) is not None)


def _parts(gap: Gap) -> list[Gap]:
    """A gap, cut at the lines that were only reworded; a stub behind one begins the next part."""
    result: list[Gap] = []
    new: list[Line] = []
    start = 0
    for line in gap.new:
        place, stub = _reworded(gap.old[start : start + _FAR], line)
        if place is None:
            new.append(line)
            continue
        result.append(Gap(gap.old[start : start + place], tuple(new)))
        new, start = [] if stub is None else [stub], start + place + 1
    result.append(Gap(gap.old[start:], tuple(new)))
    return result


def _reworded(old: Sequence[Line], new: Line) -> tuple[int | None, Line | None]:
    """Which line another has become, and the stub that was put behind it."""
    if new.kind == "comment":
        return None, None
    tail = _TAIL.match(new.key) if len(new.key) <= _LONGEST else None
    if tail is not None:
        head = squeezed(tail["code"]).rstrip("{")
        same = (i for i, line in enumerate(old) if squeezed(line.key).rstrip("{") == head)
        place = next(same, None) if head else None
        if place is not None:
            key = tail["stub"] or tail["note"].strip()
            return place, evolve(new, key=key, kind="comment")
    return counterpart(new.key, [line.key for line in old]), None


def _stand_in(part: Gap, comparison: Comparison, asked: Asked) -> list[Line]:
    """The lines of a part, if none of them is code that could be the source's new form."""
    is_stubs = [is_stub(line, comparison.language) for line in part.new]
    stubs = [line for line, stub in zip(part.new, is_stubs, strict=True) if stub]
    others = [
        line
        for line, stub in zip(part.new, is_stubs, strict=True)
        if not stub and has_word(line.key)
    ]
    stubs = [line for line in stubs if not (asked.stubs and _is_plain(line))]
    if not others:
        return [line for line in stubs if line.key not in comparison.known]
    # Words alone, which some languages take for code, for many lines of which they keep none.
    wordy = all(is_wordy(line.key) for line in others)
    many = len(part.old) >= (_MANY_OPEN if asked.opens else _MANY) * len(part.new)
    return others if wordy and many and kept_share(part.old, part.new) < _KEPT else []


def _is_plain(line: Line) -> bool:
    """Whether a line is a stub as it may be asked for, and does not say that text is left out."""
    return not says_omitted(said(line.key), alone=False)


def _gone(part: Gap, gap: Gap, comparison: Comparison, asked: Asked) -> list[Line]:
    """The code of a part that is nowhere else in the answer, nor reworded nearby."""
    lines = [line for line in part.old if line.kind != "comment" and has_word(line.key)]
    lines = [line for line in comparison.gone(lines) if not _is_out_commented(line, part.new)]
    if not lines:
        lines = _gone_comments(part, comparison, asked)
    if not lines or not _tells(lines, comparison, gap):
        return []
    return unexcused(asked, lines, comparison)


def _gone_comments(part: Gap, comparison: Comparison, asked: Asked) -> list[Line]:
    """Comments of which a shorter one keeps no word, though nobody asked about comments."""
    if asked.opens or asked.translates or len(part.old) < 2 * len(part.new):
        return []
    gone = comparison.gone([line for line in part.old if has_word(line.key)])
    return gone if kept_share(part.old, part.new) < _KEPT else []


def _is_out_commented(line: Line, new: Sequence[Line]) -> bool:
    key = squeezed(line.key)
    return any(squeezed(other.key).rstrip("*/->").endswith(key) for other in new)


def _tells(lines: Sequence[Line], comparison: Comparison, gap: Gap) -> bool:
    """Whether the lines are really gone, and not reworded a few lines further."""
    first = gap.new[0].number
    start = bisect_left(comparison.new, first - _NEAR, key=_number)
    end = bisect_left(comparison.new, first + _NEAR, key=_number)
    near = [
        line.key
        for line in comparison.new[start:end]
        if line.kind == "code" and line.key not in comparison.known
    ]
    return any(counterpart(line.key, near) is None for line in lines)


def _number(line: Line) -> int:
    return line.number
