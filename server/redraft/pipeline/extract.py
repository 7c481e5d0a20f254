"""Answer -> the text that is to stand in the source's place.

Models answer with or without a fence, and with prose around it. What is dropped is never text that
the source itself contains.
"""

import re

from attrs import frozen

_FENCE = re.compile(r"^ {0,3}(?P<fence>`{3,}|~{3,})(?P<info>[^`\n]*)$", re.MULTILINE)


@frozen
class Extracted:
    """What an answer holds."""

    text: str
    """The new text, with \\n line ends."""
    fenced: bool
    """It stood in a fenced block."""
    closed: bool
    """The block was closed; a bare answer counts as closed."""


def extract(answer: str, source: str) -> Extracted:
    """The rewritten text in `answer`; `source` is the text it was made from, with \\n line ends."""
    opening = _opening(answer, source)
    if opening is None:
        return Extracted(answer.removeprefix("\n"), fenced=False, closed=True)
    start = opening.end() + 1
    closing = _closing(answer, start, opening.group("fence"), source)
    if closing is None:
        return Extracted(answer[start:], fenced=True, closed=False)
    return Extracted(answer[start : closing.start()], fenced=True, closed=True)


def _opening(answer: str, source: str) -> re.Match[str] | None:
    """The line that opens the block around the answer, if there is such a block."""
    opening = _FENCE.search(answer)
    if opening is None:
        return None
    before = {line.strip() for line in answer[: opening.start()].splitlines()} - {""}
    if before & {line.strip() for line in source.splitlines()}:
        return None  # the source's own text stands before the fence, so the fence is the source's
    if not before and source.lstrip("\n").startswith(opening.group()):
        # A source that begins with a fence itself: is this that fence, or one around it?
        rest = answer[opening.end() + 1 :].lstrip("\n")
        return opening if rest.startswith(opening.group()) else None
    return opening


def _closing(answer: str, start: int, fence: str, source: str) -> re.Match[str] | None:
    """The line that closes the block: the first that can, or the last if the source has such."""
    closers = [
        line
        for line in _FENCE.finditer(answer, start)
        if line.group("fence").startswith(fence) and not line.group("info").strip()
    ]
    if not closers:
        return None
    inner = any(line.group("fence").startswith(fence) for line in _FENCE.finditer(source))
    return closers[-1] if inner else closers[0]
