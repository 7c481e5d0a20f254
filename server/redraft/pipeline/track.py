"""How far an answer has come along its source, while it is still arriving."""

from redraft.pipeline.lines import split_lines

_AHEAD = 80


class Tracker:
    """Follows an answer through its source line by line; what it says never falls."""

    def __init__(self, source: str) -> None:
        """`source`: the text as it would be answered if nothing changed, with \\n line ends."""
        self._lines = split_lines(source)
        self._reached = 0
        self._unfinished = ""

    def feed(self, text: str) -> float:
        """Takes the next piece of the answer; gives the share of the source passed, 0 to 1."""
        *whole, self._unfinished = (self._unfinished + text).split("\n")
        for line in whole:
            self._pass(line + "\n")
        return self._reached / len(self._lines) if self._lines else 0.0

    def _pass(self, line: str) -> None:
        window = self._lines[self._reached : self._reached + _AHEAD]
        if line in window:
            step = window.index(line)
            # A blank or a lone brace stands everywhere: only its next place says anything.
            if step == 0 or len(line.strip()) > 2:
                self._reached += step + 1
