"""The hunks of an answer that is still arriving."""

import re

from redraft.pipeline.hunks import Hunk, Hunks
from redraft.pipeline.lines import ending, split_lines

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[^`]*\Z")


class Early:
    """Finds hunks in an answer that begins with its fence, as answers to redraft's prompts do.

    Of any other, and where the source mixes line endings, the hunks are known at the end only.
    """

    def __init__(self, source: str) -> None:
        """`source`: the text that is rewritten, as it stands in the file."""
        ends = {ending(line) for line in split_lines(source)} - {""}
        self._end = next(iter(ends), "\n")
        self._hunks = Hunks(source)
        self._fence = ""
        self._unfinished = ""
        self._over = len(ends) > 1

    def feed(self, text: str) -> tuple[Hunk, ...]:
        """Takes the next piece of the answer; gives the hunks that are final now."""
        if self._over:
            return ()
        *whole, self._unfinished = (self._unfinished + text).split("\n")
        return tuple(hunk for line in whole for hunk in self._pass(line))

    def _pass(self, line: str) -> tuple[Hunk, ...]:
        if self._over:
            return ()
        if not self._fence:
            opening = _FENCE.match(line)
            self._fence = opening[1] if opening else ""
            self._over = not opening
            return ()
        self._over = line.strip() == self._fence
        return () if self._over else self._hunks.feed(line + self._end)
