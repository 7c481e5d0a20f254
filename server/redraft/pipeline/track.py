"""How far an answer has come along its source, while it is still arriving."""

from bisect import bisect_left
from collections import defaultdict

from redraft.pipeline.lines import body, split_lines

_NEAR = 80
"""How many lines ahead one agreeing line is evidence enough; farther, it takes two in a row."""


class Tracker:
    """Follows an answer through its source line by line; what it says never falls."""

    def __init__(self, source: str) -> None:
        """`source`: the text as it would be answered if nothing changed, with \\n line ends."""
        self._lines = [body(line) for line in split_lines(source)]
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, line in enumerate(self._lines):
            self._places[line].append(place)
        self._last = self._lines[-1] if self._lines else ""
        self._unlike = not any(line.startswith(self._last) for line in self._lines[1:-1])
        self._reached = 0
        self._before = ""
        self._unfinished = ""

    def feed(self, text: str) -> float:
        """Takes the next piece of the answer; gives the share of the source passed, 0 to 1."""
        *whole, self._unfinished = (self._unfinished + text).split("\n")
        for line in whole:
            self._pass(line)
        self._end(self._unfinished)
        return self._reached / len(self._lines) if self._lines else 0.0

    def _pass(self, line: str) -> None:
        places = self._places.get(line, [])
        following = bisect_left(places, self._reached)
        if following < len(places) and self._is_there(places[following], line):
            self._reached = places[following] + 1
        else:
            self._end(line)
        self._before = line

    def _is_there(self, place: int, line: str) -> bool:
        """Whether a line of the answer is the source's line at a place ahead."""
        if place == self._reached:
            return True
        # A blank or a lone brace stands everywhere: only its next place says anything.
        near = place - self._reached < _NEAR or self._lines[place - 1] == self._before
        return near and len(line.strip()) > 2

    def _end(self, line: str) -> None:
        """The last line has no line end to wait for: it is passed with its last character.

        A closing fence is like no line before it but the first, so that it may be jumped to.
        """
        left = len(self._lines) - self._reached
        near = self._reached > 0 and left <= _NEAR and len(self._last) > 2 and self._unlike
        if left and (near or left == 1) and line.startswith(self._last):
            self._reached = len(self._lines)
