"""Two lists of lines, or of words -> the changes between them that a person would have made."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import LCSseq, Levenshtein, Opcodes

_EXACT = 2**28
"""Old times new items, up to which the longest common sequence is sought too: it takes a bit for
each, 32 MiB. Levenshtein's alignment, which rapidfuzz finds in linear space, must do beyond."""
_HOPELESS = 2**34
"""The same, up to which there is any alignment: some two seconds."""
_REACH = 100
"""How many lines a change may slide."""


class Change(NamedTuple):
    """Old items and the new ones in their place: half-open ranges, one of which may be empty."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


def changes(old: Sequence[str], new: Sequence[str], *, more: bool = False) -> list[Change]:
    """What is different, in order; between two changes there is always something equal.

    Items that occur once on either side are the anchors (Bram Cohen's patience diff), what lies
    between is aligned exactly, and what was purely inserted or removed slides to where an editor's
    cursor would have stood. `more`: both go on behind their ends, so that these stay equal.
    """
    numbers: dict[str, int] = {}
    ours = [numbers.setdefault(item, len(numbers)) for item in old]
    theirs = [numbers.setdefault(item, len(numbers)) for item in new]
    return _slid(_between(_partners(ours, theirs), len(old)), old, new, more)


def _between(partners: list[int], old_size: int) -> list[Change]:
    """The changes that a new item's old partners, -1 for none, leave."""
    result: list[Change] = []
    old_end = new_end = 0
    for place, partner in enumerate([*partners, old_size]):
        if partner >= 0:
            if partner > old_end or place > new_end:
                result.append(Change(old_end, partner, new_end, place))
            old_end, new_end = partner + 1, place + 1
    return result


def _partners(old: list[int], new: list[int]) -> list[int]:
    """For each new item the old one that it is; -1 for none. They ascend."""
    partners = [-1] * len(new)
    ranges = [Change(0, len(old), 0, len(new))]
    while ranges:
        inner = _stripped(ranges.pop(), old, new, partners)
        if inner.old_start == inner.old_end or inner.new_start == inner.new_end:
            continue
        anchors = _anchors(inner, old, new)
        if anchors:
            ranges.extend(_around(anchors, inner, partners))
        else:
            _align(inner, old, new, partners)
    return partners


def _stripped(span: Change, old: list[int], new: list[int], partners: list[int]) -> Change:
    """Matches what is equal at the end and the start; gives what is left."""
    i, old_end, j, new_end = span
    while old_end > i and new_end > j and old[old_end - 1] == new[new_end - 1]:
        old_end, new_end = old_end - 1, new_end - 1
        partners[new_end] = old_end
    while i < old_end and j < new_end and old[i] == new[j]:
        partners[j] = i
        i, j = i + 1, j + 1
    return Change(i, old_end, j, new_end)


def _anchors(span: Change, old: list[int], new: list[int]) -> list[tuple[int, int]]:
    """Places, old and new, of items that are unique on both sides, as many as keep their order."""
    ours, theirs = old[span.old_start : span.old_end], new[span.new_start : span.new_end]
    counts = Counter(ours)
    places = {item: i for i, item in enumerate(ours, span.old_start) if counts[item] == 1}
    counts = Counter(theirs)
    return _ascending(
        [
            (places[item], j)
            for j, item in enumerate(theirs, span.new_start)
            if counts[item] == 1 and item in places
        ]
    )


def _ascending(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs, not only neighbours, in which the first numbers ascend too."""
    tops: list[int] = []
    chain: list[int] = []
    before = [-1] * len(pairs)
    for number, (place, _) in enumerate(pairs):
        pile = bisect_left(tops, place)
        before[number] = chain[pile - 1] if pile else -1
        tops[pile : pile + 1] = [place]
        chain[pile : pile + 1] = [number]
    result = []
    number = chain[-1] if chain else -1
    while number >= 0:
        result.append(pairs[number])
        number = before[number]
    return result[::-1]


def _around(anchors: list[tuple[int, int]], span: Change, partners: list[int]) -> list[Change]:
    """Matches the anchors; gives the ranges around them."""
    for i, j in anchors:
        partners[j] = i
    corners = [(span.old_start - 1, span.new_start - 1), *anchors, (span.old_end, span.new_end)]
    ranges = (Change(i + 1, i2, j + 1, j2) for (i, j), (i2, j2) in pairwise(corners))
    return [it for it in ranges if it.old_start < it.old_end and it.new_start < it.new_end]


def _align(span: Change, old: list[int], new: list[int], partners: list[int]) -> None:
    """Matches items that are not unique, in the way that leaves least to look at.

    The longest common sequence may put the removal of a line far from the line that replaced it;
    Levenshtein's alignment does not, but may let equal lines go.
    """
    ours, theirs = old[span.old_start : span.old_end], new[span.new_start : span.new_end]
    if len(ours) * len(theirs) > _HOPELESS or set(ours).isdisjoint(theirs):
        return
    ways = [_matched(Levenshtein.opcodes(ours, theirs))]
    if len(ours) * len(theirs) <= _EXACT:
        ways.append(_matched(LCSseq.opcodes(ours, theirs)))
    best = min(ways, key=lambda way: _burden(_between(way, len(ours))))
    for place, partner in enumerate(best, span.new_start):
        partners[place] = partner + span.old_start if partner >= 0 else -1


def _matched(opcodes: Opcodes) -> list[int]:
    partners = [-1] * opcodes.dest_len
    for code in opcodes:
        if code.tag == "equal":
            partners[code.dest_start : code.dest_end] = range(code.src_start, code.src_end)
    return partners


def _burden(found: list[Change]) -> int:
    """Lines that changed on either side, and one for each change."""
    return sum(1 + c.old_end - c.old_start + c.new_end - c.new_start for c in found)


def _slid(found: list[Change], old: Sequence[str], new: Sequence[str], more: bool) -> list[Change]:
    """Moves insertions and removals among lines that equal their own.

    Into the change above where they reach it, else to the best place to cut.
    """
    result: list[Change] = []
    end = Change(len(old), len(old), len(new), len(new))
    for change, following in pairwise([*found, end]):
        above = change.old_start - (result[-1].old_end if result else 0)
        below = following.old_start - change.old_end - (following is not end or more)
        by = _shift(change, old, new, above, below, fuses=bool(result))
        moved = Change(*(place + by for place in change))
        fused = result and by == -above
        result.append(_fused(result.pop(), moved) if fused else moved)
    return result


def _fused(one: Change, other: Change) -> Change:
    return Change(one.old_start, other.old_end, one.new_start, other.new_end)


def _shift(
    change: Change, old: Sequence[str], new: Sequence[str], above: int, below: int, *, fuses: bool
) -> int:
    """How many of the equal lines around it a change should slide down; up, if negative.

    `fuses`: above those there is another change.
    """
    inserts = change.old_start == change.old_end
    if not inserts and change.new_start < change.new_end:
        return 0
    lines = new if inserts else old
    start, end = change[2:] if inserts else change[:2]
    up = down = 0
    while up < min(above, _REACH) and lines[start - 1 - up] == lines[end - 1 - up]:
        up += 1
    while down < min(below, _REACH) and lines[start + down] == lines[end + down]:
        down += 1
    if up + down == 0 or (fuses and up == above):
        return -up
    return min(range(-up, down + 1), key=lambda by: (_cut(lines, start + by, end + by), -by))


def _cut(lines: Sequence[str], *places: int) -> tuple[int, int]:
    """How odd it would be to cut there: inside a block, before its end, not behind a blank line.

    After the indent heuristic of Michael Haggerty's diff-slider-tools, without its weights.
    """
    deep = odd = 0
    for place in places:
        indent = _indent(lines, place)
        deep += indent
        if place and lines[place - 1].strip():
            odd += -1 < indent < _indent(lines, place - 1)
        elif place:
            odd -= 1
    return deep, odd


def _indent(lines: Sequence[str], place: int) -> int:
    """Columns before the next line that is not blank; -1 behind the last."""
    for line in lines[place : place + _REACH]:
        text = line.lstrip()
        if text:
            return len(line[: len(line) - len(text)].expandtabs())
    return -1
