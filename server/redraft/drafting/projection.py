"""The source as it will look with an edit carried on: rules applied to the text, not to tokens.

Tokens of ` x`, `.x` and `(x` have nothing in common; the text has, and is tokenised again.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from attrs import field, frozen
from attrs.validators import min_len

from redraft.drafting.indent import Indent


@frozen
class Rule:
    """One text becomes another wherever it is not part of a longer word."""

    old: bytes = field(validator=min_len(1))
    new: bytes


def whole(text: bytes) -> re.Pattern[bytes]:
    """Matches a text where it is not part of a longer word."""
    literal = re.escape(text)
    # It stands first, so that the engine looks for it as for any text.
    before = rb"(?<!\w" + literal + rb")" if text[:1].isalnum() or text[:1] == b"_" else b""
    after = rb"(?!\w)" if text[-1:].isalnum() or text[-1:] == b"_" else b""
    return re.compile(literal + before + after)


class Projection:
    """The projected text, and which byte of it is which of the source."""

    def __init__(
        self, source: bytes, rules: Sequence[Rule] = (), indent: Indent | None = None
    ) -> None:
        """Of rules that overlap, the one that begins first is applied."""
        self._source = [0]
        self._ours = [0]
        parts: list[bytes] = []
        at = length = 0
        indents = indent.edits(source) if indent else ()
        for start, stop, new in sorted([*_words(source, rules), *indents]):
            if start < at:
                continue
            parts += (source[at:start], new)
            length += start - at
            self._source += (start, stop)
            self._ours += (length, length + len(new))
            at, length = stop, length + len(new)
        self.text = b"".join([*parts, source[at:]])

    def to_source(self, place: int) -> int:
        """The byte of the source; from inside of a change, its end."""
        return _carry(place, self._ours, self._source)

    def from_source(self, place: int) -> int:
        """The byte of the projected text; from inside of a change, its end."""
        return _carry(place, self._source, self._ours)


def _carry(place: int, here: Sequence[int], there: Sequence[int]) -> int:
    """The bounds of changes stand in pairs, behind a first one at 0."""
    index = bisect_right(here, place) - 1
    if index % 2:
        return there[index + 1]
    return there[index] + place - here[index]


def _words(source: bytes, rules: Sequence[Rule]) -> Iterator[tuple[int, int, bytes]]:
    for rule in rules:
        for match in whole(rule.old).finditer(source):
            yield match.start(), match.end(), rule.new
