"""A model's thinking aloud, at the very start of its answer, kept out of what is shown and used."""

import re

MARKS = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("[THINK]", "[/THINK]"),
    ("<|channel>thought", "<channel|>"),
)
"""What opens and closes a thinking block, in the models that have one."""


class Thinking:
    """Passes an answer on without the thinking block it may begin with.

    A block later on is text, and so is one with which the source itself begins.
    """

    def __init__(self, source: str = "") -> None:
        own = source.lstrip()
        self._marks = [(start, _end(end)) for start, end in MARKS if not own.startswith(start)]
        self._end: re.Pattern[str] | None = None
        self._held = ""
        self._closed = False
        self._over = False

    @property
    def inside(self) -> bool:
        """Whether the answer has opened its thinking block and not closed it."""
        return self._end is not None

    def feed(self, text: str) -> str:
        """Takes the next piece of the answer; gives what of it is not thinking."""
        if self._over:
            return text
        self._held += text
        if self._end is None and not self._closed:
            head = self._held.lstrip()
            self._end = next((end for start, end in self._marks if head.startswith(start)), None)
            if self._end is None:
                undecided = any(start.startswith(head) for start, _ in self._marks)
                return "" if undecided else self.flush()
        if self._end is not None:
            found = self._end.search(self._held)
            if found is None:
                return ""
            self._held, self._end, self._closed = self._held[found.end() :], None, True
        self._held = self._held.lstrip("\n")
        return self.flush() if self._held else ""

    def flush(self) -> str:
        """What is still held back when the answer is over, or known to be no thinking."""
        self._over = True
        held, self._held = ("" if self.inside else self._held), ""
        return held


def _end(mark: str) -> re.Pattern[str]:
    """Finds a closing mark that the thoughts do not merely quote."""
    mark = re.escape(mark)
    return re.compile(rf"""(?<![`'"]){mark}|{mark}(?=[^`'"]|```)""")
