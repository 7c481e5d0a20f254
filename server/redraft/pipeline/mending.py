"""Where an answer went wrong, and how its source goes on from there."""

import re
from collections.abc import Sequence

from attrs import frozen

from redraft.pipeline.extract import Span, locate
from redraft.pipeline.lines import body, split_lines
from redraft.pipeline.validate import placeholder
from redraft.pipeline.validate.asked import read
from redraft.pipeline.validate.compare import Comparison, compare
from redraft.pipeline.validate.finding import Finding
from redraft.pipeline.validate.kinds import Line
from redraft.pipeline.validate.missing import begins, end_finding, unreached

_OPENING = re.compile(r"^ {0,3}(`{3,}|~{3,})[^`\n]*\n\Z", re.MULTILINE)


@frozen
class Trouble:
    """What is wrong, and how the answer can be mended."""

    finding: Finding
    keep: int
    """Characters of the answer before the bad span: up to the start of a line, or a leak's own."""
    resume: str = ""
    """The source's next line, to be put there unasked; empty where it is not known."""


class Onward:
    """The source's text, to go on from one of its lines."""

    def __init__(self, source: str) -> None:
        self._lines = [body(line) for line in split_lines(source)]

    def at(self, line: Line | None, blanks: int) -> str:
        """A line with its \\n, and before it the blank ones above that are not there yet.

        `blanks`: how many are.
        """
        if line is None:
            return ""
        above = line.number - 1
        while above and not self._lines[above - 1].strip():
            above -= 1
        missing = max(0, line.number - 1 - above - blanks) if above else 0
        return "\n" * missing + f"{self._lines[line.number - 1]}\n"


def resume_point(
    answer: str, source: str, instruction: str, language: str = "text"
) -> Trouble | None:
    """Where an answer that was ended is to be cut, and how its source goes on from there.

    Looks for a placeholder, an end that was not reached, a block that was not closed. None where
    nothing is missing, or where it is not known what. Both texts have \\n line ends.
    """
    span, asked = locate(answer, source), read(instruction)
    text = answer[span.start : span.end]
    if not text.strip():
        return None
    comparison = compare(source, text, language, asked)
    placed = placeholder.first(comparison, asked)
    if placed is not None:
        start = _start(answer, span, placed.line.number)
        resume = Onward(source).at(placed.following, _blanks(comparison, placed.line))
        return Trouble(placeholder.finding(placed), start, resume)
    tail = unreached(comparison, asked)
    if tail:
        return _ended(answer, span, comparison, tail, source)
    return None if span.closed else _unclosed(answer, span)


def _ended(
    answer: str, span: Span, comparison: Comparison, tail: Sequence[Line], source: str
) -> Trouble:
    """Cut behind the last line that is whole; one that was only begun goes too."""
    last = comparison.new[-1]
    begun = _begun(comparison, last)
    if begun is not None:
        keep, blanks = _start(answer, span, last.number), _blanks(comparison, last)
        return Trouble(end_finding(tail), keep, Onward(source).at(begun, blanks))
    keep = _start(answer, span, last.number + 1)
    start = "" if answer[:keep].endswith("\n") else "\n"
    return Trouble(end_finding(tail), keep, start + Onward(source).at(tail[0], 0))


def _begun(comparison: Comparison, last: Line) -> Line | None:
    """The source's line that the answer's last one is the beginning of."""
    i, j = comparison.early[-1] if comparison.early else (-1, -1)
    ahead = comparison.old[i + 1 : i + 1 + len(comparison.new) - j]
    begun = (line for line in ahead if begins(last, line))
    return next(begun, None) if j < len(comparison.new) - 1 else None


def _unclosed(answer: str, span: Span) -> Trouble:
    """All is there but the closing fence."""
    fence = _OPENING.search(answer[: span.start])
    mark = fence[1] if fence else ""
    finding = Finding("cut_off", "the answer ended before its fenced block did")
    return Trouble(finding, len(answer), mark if answer.endswith("\n") else f"\n{mark}")


def _start(answer: str, span: Span, number: int) -> int:
    """Where a line of the new text starts in the answer."""
    lines = split_lines(answer[span.start : span.end])
    return span.start + sum(map(len, lines[: number - 1]))


def _blanks(comparison: Comparison, line: Line) -> int:
    """How many blank lines stand above a line of the answer."""
    above = (other.number for other in reversed(comparison.new) if other.number < line.number)
    return line.number - 1 - next(above, 0)
