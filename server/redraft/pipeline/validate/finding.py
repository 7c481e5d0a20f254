"""What can be wrong with an answer."""

from typing import Literal

from attrs import frozen

FindingName = Literal[
    "cut_off",
    "empty",
    "prose",
    "placeholder",
    "end",
    "loop",
    "leak",
    "removed",
    "moved",
    "syntax",
    "outside",
    "encoding",
    "drift",
    "unchanged",
]


@frozen
class Finding:
    """One reason for which an answer is refused, mended or flagged."""

    name: FindingName
    sentence: str
    line: int | None = None
    """1-based line of the new text; for `end` and `removed`, of the source."""


def shown(text: str) -> str:
    """A line as sentences quote it: short, without the blanks around it."""
    text = text.strip()
    return f"`{text[:60]}...`" if len(text) > 60 else f"`{text}`"
