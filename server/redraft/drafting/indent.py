"""How the lines of an answer stand deeper or less deep than in the source."""

import math
import re
from collections.abc import Iterator
from itertools import islice

from attrs import frozen

_BLANKS = re.compile(rb"^[ \t]*(?=\S)", re.MULTILINE)
_FEW = 6
"""Lines: as many may have changed without showing it, being short."""


@frozen
class Indent:
    """Lines at another depth: those of a block, by so much; or all, by another unit."""

    old: bytes
    """What is taken from the front of a line's blanks, once or as often as it is there."""
    new: bytes
    """What is put in its place, as often."""
    start: int = 0
    """Byte of the source at which the first line begins."""
    depth: int = 0
    """Blanks of a line with which the block goes on."""
    unit: bool = False
    """Whether it is a unit."""

    def edits(self, source: bytes) -> Iterator[tuple[int, int, bytes]]:
        """(start, stop, new bytes) of every change."""
        for match in _BLANKS.finditer(source, self.start):
            if len(match[0]) < self.depth:
                return
            if count := self.times(match[0]):
                start = match.start()
                yield start, start + len(self.old) * count, self.new * count

    def times(self, blanks: bytes) -> int:
        """How often a line's blanks have it in front."""
        if not blanks.startswith(self.old):
            return 0
        count = 1
        while self.unit and blanks.startswith(self.old * (count + 1)):
            count += 1
        return count

    def explains(self, line: "Line") -> bool:
        """Whether it turns the line's old blanks into the new ones."""
        count = self.times(line.old)
        return self.new * count + line.old[len(self.old) * count :] == line.new


@frozen
class Line:
    """A line that the answer has at another depth."""

    start: int
    """Byte of the source at which it begins."""
    old: bytes
    """Its blanks in the source."""
    new: bytes
    """Its blanks in the answer."""


def line_of(source: bytes, start: int, new: bytes) -> Line:
    """The line of the source that begins at `start`, and its blanks in the answer."""
    match = _BLANKS.match(source, start)
    return Line(start, match[0] if match else b"", new)


class Indents:
    """What the lines that changed their depth have shown so far."""

    def __init__(self, source: bytes) -> None:
        self.current: Indent | None = None
        self._source = source
        self._first: Line | None = None
        self._last: Line | None = None
        self._unit: Indent | None = None

    def show(self, line: Line) -> None:
        """Effect: explains one more line, by a change of unit if one does, else of its block."""
        first, last = self._first or line, self._last or line
        units = (self._unit, _unit(line, line), _unit(last, line), _unit(line, last))
        fitting = (it for it in units if it and line.old and it.explains(line))
        unit = next((it for it in fitting if not self._is_kept(it, first.start)), None)
        self.current = unit or _block(line)
        self._first, self._last, self._unit = first, line, unit or self._unit

    def _is_kept(self, unit: Indent, stop: int) -> bool:
        """Whether too many lines came before that a change of unit would have changed."""
        lines = _BLANKS.finditer(self._source, 0, stop)
        return len(list(islice((it for it in lines if unit.times(it[0])), _FEW))) == _FEW


def _block(line: Line) -> Indent | None:
    """The change of a block that begins with a line; None: the line is as in the source."""
    old, new = line.old, line.new
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return Indent(old, new, line.start, len(line.old)) if old or new else None


def _unit(line: Line, other: Line) -> Indent | None:
    """The change of unit that two lines have in common; None: there is none.

    One line is enough where tabs become spaces or spaces tabs.
    """
    old, new = line.old, line.new
    is_other_kind = old[:1] != new[:1]
    if not old or not new or not (is_other_kind or len(old) != len(other.old)):
        return None
    if line is other:
        count = math.gcd(len(old), len(new))
    else:
        count = len(old) // math.gcd(len(old), len(other.old))
    if not count or len(new) % count:
        return None
    found = Indent(old[: len(old) // count], new[: len(new) // count], unit=True)
    return found if found.explains(other) else None
