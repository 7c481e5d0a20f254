"""Edits -> hunks, the separate changes that a person reviews; also while an answer arrives."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2s
from itertools import accumulate
from typing import NamedTuple

from attrs import evolve, frozen

from redraft.pipeline.edits import Edit, apply, edits, line_edits
from redraft.pipeline.lines import ending, normalise, split_lines

_COMMON = 8
"""A line that the source has more often than this says nothing about where the answer is."""
_TELLING = 20
"""Characters from which a line that the source has once is evidence enough by itself."""
_ENOUGH = 2
"""Evidence, in ordinary lines, that the answer has met its source again."""
_LEAP = 3
"""Source lines left out, for each of which many it takes one line of evidence more."""
_MOST = 12


@frozen
class Hunk:
    """One separate change. Hunks of one text never touch: an unchanged line lies between."""

    id: str
    """From its place and its content, line endings aside."""
    first: int
    """The first old line that changed, 1-based; of an insertion, the line it goes in front of."""
    last: int
    """The last old line that changed; of an insertion, the line before `first`."""
    old: str
    """The old lines, whole."""
    new: str
    """The lines in their place."""
    edits: tuple[Edit, ...]
    mended: bool = False
    """The source was put back there, because the answer had left it out."""


def hunks(old: str, edits: Iterable[Edit]) -> tuple[Hunk, ...]:
    """Groups edits of `old` whose lines touch."""
    return tuple(_grouped(split_lines(old), edits, 0, 1))


def accept(old: str, chosen: Iterable[Hunk]) -> str:
    """The old text with the chosen of its hunks made."""
    found = sorted(chosen, key=lambda hunk: hunk.first)
    return apply(old, (edit for hunk in found for edit in hunk.edits))


def _grouped(
    lines: Sequence[str], edits: Iterable[Edit], offset: int, first: int
) -> Iterator[Hunk]:
    """`offset` and `first`: the place and the number of the first line."""
    starts = [*accumulate(map(len, lines), initial=offset)]
    group: list[Edit] = []
    start = end = 0
    for edit in edits:
        i, j = _touched(edit, lines, starts)
        if group and i > end:
            yield _hunk(lines, starts, (start, end), group, first)
            group = []
        start, end = (start, max(end, j)) if group else (i, j)
        group.append(edit)
    if group:
        yield _hunk(lines, starts, (start, end), group, first)


def _touched(edit: Edit, lines: Sequence[str], starts: Sequence[int]) -> tuple[int, int]:
    """The lines that an edit changes, as a half-open range; empty for one that adds whole lines."""
    begins = _begins(edit.start, lines, starts)
    first = bisect_right(starts, edit.start) - 1 if begins else _line(edit.start, starts)
    closed = ending(edit.text) or (begins and not edit.text)
    if closed and _begins(edit.end, lines, starts):
        return first, bisect_left(starts, edit.end)
    return first, _line(edit.end, starts) + 1


def _begins(place: int, lines: Sequence[str], starts: Sequence[int]) -> bool:
    """Whether a line starts at a place, or would start there if there was one more."""
    if place == starts[-1]:
        return not lines or bool(ending(lines[-1]))
    return starts[bisect_left(starts, place)] == place


def _line(place: int, starts: Sequence[int]) -> int:
    """The line that holds a place; the last one for the end of the text."""
    return min(bisect_right(starts, place), len(starts) - 1) - 1


def _hunk(
    lines: Sequence[str],
    starts: Sequence[int],
    span: tuple[int, int],
    edits: Sequence[Edit],
    first: int,
) -> Hunk:
    start, end = span
    old = "".join(lines[start:end])
    base = starts[start]
    new = apply(old, [evolve(e, start=e.start - base, end=e.end - base) for e in edits])
    content = f"{normalise(old)}\0{normalise(new)}".encode(errors="surrogatepass")
    name = f"{start + first}-{blake2s(content, digest_size=3).hexdigest()}"
    return Hunk(name, start + first, end + first - 1, old, new, tuple(edits))


class _Run(NamedTuple):
    """Source lines that the last lines of the answer equal."""

    start: int
    evidence: int


class Hunks:
    """Takes an answer while it arrives and gives each hunk once, as soon as it is final.

    It is final when the answer has met its source again behind it: when a run of lines equals the
    source's and is telling enough, by `_ENOUGH` and its neighbours. A wrong guess costs a larger
    hunk, never text: what has been given and what follows always make the answer of the source.
    """

    def __init__(self, source: str, first: int = 1) -> None:
        """`source`: the text that the answer rewrites; `first`: the number of its first line.

        Edits count from the start of `source`.
        """
        self._old = split_lines(source)
        self._starts = [*accumulate(map(len, self._old), initial=0)]
        self._first = first
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, line in enumerate(self._old):
            self._places[line].append(place)
        self._settled = 0
        """Source lines before this one are done with; `_new` stands for those from there on."""
        self._new: list[str] = []
        self._expected = 0
        """The source line that would follow if nothing changed."""
        self._strayed: int | None = None
        """The size of `_new` when the answer left its source; None while it follows it."""
        self._runs: dict[int, _Run] = {}
        """Where it may have met its source again, by the source line that would follow."""
        self._unfinished: list[str] = []

    def feed(self, text: str) -> tuple[Hunk, ...]:
        """Takes the next piece of the answer's text; gives the hunks that are final now."""
        *whole, rest = text.split("\n")
        found: list[Hunk] = []
        for line in whole:
            for part in split_lines("".join([*self._unfinished, line, "\n"])):
                found += self._pass(part)
            self._unfinished = []
        self._unfinished.append(rest)
        return tuple(found)

    def finish(self) -> tuple[Hunk, ...]:
        """The remaining hunks, when the answer is over."""
        self._new += split_lines("".join(self._unfinished))
        return tuple(self._take(len(self._old), more=False))

    def _pass(self, line: str) -> Iterable[Hunk]:
        self._new.append(line)
        if self._strayed is None:
            if self._old[self._expected : self._expected + 1] == [line]:
                self._expected += 1
                return ()
            self._strayed = len(self._new) - 1
        self._runs = dict(self._continued(line))
        met = min((end for end, run in self._runs.items() if self._is_enough(run, end)), default=0)
        return self._take(met, more=True) if met else ()

    def _continued(self, line: str) -> Iterator[tuple[int, _Run]]:
        """The runs that one more line of the answer leaves, and those that it begins."""
        places = self._places.get(line, [])
        rare = len(places) <= _COMMON
        telling = len(line.strip()) >= _TELLING and len(places) == 1
        evidence = 2 if telling else int(rare and len(line.strip()) > 2)
        if not rare:
            places = [place for place in self._runs if self._old[place : place + 1] == [line]]
        for place in places[bisect_left(places, self._expected) :]:
            before = self._runs.get(place, _Run(place, 0))
            yield place + 1, _Run(before.start, before.evidence + evidence)

    def _is_enough(self, run: _Run, end: int) -> bool:
        """The more of the source an answer seems to have left out, the more it must prove."""
        added = len(self._new) - (self._strayed or 0) - (end - run.start)
        left_out = max(0, run.start - self._expected - added)
        return run.evidence >= min(_ENOUGH + left_out // _LEAP, _MOST)

    def _take(self, end: int, *, more: bool) -> list[Hunk]:
        """The hunks in all that is not settled, up to a source line that the answer has reached."""
        old, offset = self._old[self._settled : end], self._starts[self._settled]
        found = line_edits(old, self._new, more=more, offset=offset)
        result = [*_grouped(old, found, offset, self._settled + self._first)]
        if result:
            # One equal line stays behind, so that the next hunk cannot slide up to this one.
            self._settled = result[-1].last - self._first + 2
            self._new = self._new[len(self._new) - (end - self._settled) :]
        self._expected, self._strayed, self._runs = end, None, {}
        return result


def completed(old: str, new: str, found: Sequence[Hunk]) -> tuple[Hunk, ...]:
    """All hunks between two texts, those that are known already first.

    Where the known ones do not lead to the new text, because the answer turned out to be another,
    they are left out.
    """
    lines = split_lines(old)
    # The equal line behind the last known hunk keeps the next one apart.
    settled = found[-1].last + 1 if found else 0
    start = sum(map(len, lines[:settled]))
    head = accept(old[:start], found) if settled <= len(lines) else None
    if head is None or not new.startswith(head):
        return hunks(old, edits(old, new))
    rest = line_edits(lines[settled:], split_lines(new[len(head) :]), offset=start)
    return (*found, *_grouped(lines[settled:], rest, start, settled + 1))
