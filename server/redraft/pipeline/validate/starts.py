"""A text that begins once more behind its own end."""

from collections.abc import Sequence

from redraft.pipeline.validate.asked import Asked
from redraft.pipeline.validate.kinds import Line, has_word
from redraft.pipeline.validate.wanted import wanted

_START = 3
"""Lines of a text's beginning by which it is known again."""
LETTERS = 8
"""Fewer letters in them tell nothing."""


class Starts:
    """Says where an answer that has begun begins once more, and its source does not."""

    def __init__(self, source: Sequence[str], asked: Asked) -> None:
        """`source`: its lines that are not blank, without the blanks around them."""
        self._source = tuple(source)
        self._copies = wanted(asked).copies
        self._lines: list[Line] = []
        self._left: dict[tuple[str, ...], int] = {}
        self._expect(self._source[:_START])

    def feed(self, line: Line) -> Line | None:
        """Takes the next line that is not blank; gives the first of a second beginning."""
        self._lines.append(line)
        last = tuple(line.key for line in self._lines[-_START:])
        if len(self._lines) == _START:
            self._expect(last)
        if last not in self._left or self._copies:
            return None
        self._left[last] -= 1
        return self._lines[-_START] if self._left[last] < 0 else None

    def _expect(self, start: tuple[str, ...]) -> None:
        """Counts down how often a beginning may be met: as often as in the source."""
        if len(start) < _START or not _tells(start) or start in self._left:
            return
        size = len(self._source) - _START + 1
        has = sum(self._source[i : i + _START] == start for i in range(size))
        # Where its lines were renamed, the source's own beginning tells how often it is said.
        self._left[start] = max(1, has, *self._left.values())


def _tells(start: tuple[str, ...]) -> bool:
    """Whether some lines are more than braces, and not all the same."""
    told = {key for key in start if has_word(key)}
    return len(told) > 1 and sum(map(str.isalpha, "".join(told))) >= LETTERS
