"""A model's thinking aloud, at the very start of its answer, kept out of what is shown and used."""

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
        self._end: str | None = None
        self._held = ""
        own = {start for start, _ in MARKS if source.lstrip().startswith(start)}
        self._marks = [(start, end) for start, end in MARKS if start not in own]
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
        if self._end is None:
            head = self._held.lstrip()
            self._end = next((end for start, end in self._marks if head.startswith(start)), None)
            if self._end is None:
                undecided = any(start.startswith(head) for start, _ in self._marks)
                return "" if undecided else self.flush()
        _, found, rest = self._held.partition(self._end)
        if not found:
            return ""
        self._held, self._end = rest.lstrip("\n"), None
        return self.flush() if self._held else ""

    def flush(self) -> str:
        """What is still held back when the answer is over, or known to be no thinking."""
        self._over = True
        held, self._held = ("" if self.inside else self._held), ""
        return held
