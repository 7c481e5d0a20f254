"""Answer -> the text that is to stand in the source's place.

Models answer with or without a fence, and with talk around it; and a fence in an answer may be the
source's own. What is dropped is never text that only the source can have brought.
"""

import re
from collections import Counter
from itertools import takewhile

from attrs import frozen

from redraft.pipeline.lines import filled, normalise

_FENCE = re.compile(r"^ {0,3}(?P<fence>`{3,}|~{3,})(?P<info>[^`\n]*)$", re.MULTILINE)
_BLOCK = re.compile(
    r"^ {0,3}(`{3,}|~{3,})[^`\n]*$.*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL
)

_TOLD = re.compile(
    r"remov|delet|drop|gone|took|taken|was|were|before|old|削除|消|除", re.IGNORECASE
)
"""Words by which a quotation of what is gone is announced."""
_TAIL = 3
"""Lines by which a text's end is known."""
_PART = 0.3
"""Share of the source in a block that is no quotation any more."""
_HALF = 0.45


@frozen
class Extracted:
    """What an answer holds."""

    text: str
    """The new text, with \\n line ends."""
    fenced: bool
    """It stood in a fenced block."""
    closed: bool
    """The block was closed; a bare answer counts as closed."""


@frozen
class Span:
    """Where in an answer the new text stands, in characters."""

    start: int
    end: int
    fenced: bool
    closed: bool


def extract(answer: str, source: str) -> Extracted:
    """The rewritten text in `answer`; `source` is the text it was made from, with \\n line ends."""
    answer = normalise(answer)
    span = locate(answer, source)
    return Extracted(answer[span.start : span.end], span.fenced, span.closed)


def locate(answer: str, source: str) -> Span:
    """Where the rewritten text stands; both texts have \\n line ends."""
    opening = _FENCE.search(answer)
    if opening is None or _is_own(opening, answer, source):
        return _bare(answer, source)
    start = min(opening.end() + 1, len(answer))
    closing = _closing(answer, opening, source)
    end = len(answer) if closing is None else closing.start()
    talk = answer[: opening.start()] + ("" if closing is None else answer[closing.end() :])
    if _loses(talk, answer[start:end], source):
        return _bare(answer, source)
    return Span(start, end, fenced=True, closed=closing is not None)


def _bare(answer: str, source: str) -> Span:
    text = answer if source.startswith("\n") else answer.lstrip("\n")
    return Span(len(answer) - len(text), len(answer), fenced=False, closed=True)


def _is_own(opening: re.Match[str], answer: str, source: str) -> bool:
    """Whether the answer's first fence is one of the source's, by the fences alone."""
    fence = opening.group().strip()
    if answer[: opening.start()].strip():
        if _starts_behind(opening, answer, filled(source)):
            return False
        # A block around the answer would bring two fences more than the source has.
        fewer = len(_FENCE.findall(answer)) <= len(_FENCE.findall(source))
        return fewer and fence in filled(source)
    ours, theirs = (len(list(takewhile(fence.__eq__, filled(text)))) for text in (answer, source))
    return ours <= theirs


def _starts_behind(opening: re.Match[str], answer: str, source: list[str]) -> bool:
    """Whether the source's first line stands behind a fence, and nothing of it before."""
    before, behind = filled(answer[: opening.start()]), filled(answer[opening.end() :])
    return bool(source) and behind[:1] == source[:1] and not set(before) & set(source)


def _loses(talk: str, text: str, source: str) -> bool:
    """Whether the talk around a block is the source's text rather: half of it or more.

    Only what the block itself lacks counts, and only prose: blocks in talk are quotations.
    """
    lines = Counter(filled(_BLOCK.sub("", talk)))
    missing = Counter(filled(source)) - Counter(filled(text))
    if 0 < lines.total() <= 2 * (lines & missing).total():
        return True
    quoted = Counter(filled(_FENCE.sub("", talk))) - lines
    further, theirs = quoted & missing, filled(source)
    if not _TOLD.search(talk) and theirs[-1:] and further[theirs[-1]] and further.total() > 1:
        return True
    return _goes_on(further, theirs, introduced=lines.total() > 0)


def _goes_on(lines: Counter[str], source: list[str], *, introduced: bool) -> bool:
    """Whether a further block goes on with the source, and is no quotation of it.

    It brings a good part of the source and its end, or nearly half, or nothing is said about it.
    """
    reaches = not introduced or not Counter(source[-_TAIL:]) - lines
    share = 0 if not introduced else _PART if reaches else _HALF
    return lines.total() >= max(_TAIL, share * len(source))


def _closing(answer: str, opening: re.Match[str], source: str) -> re.Match[str] | None:
    """The line that closes the block.

    Where a text has fences of its own, the one that makes it most like the source. Elsewhere the
    first, unless there is more of the source behind it than of anything else.
    """
    start, fence = opening.end() + 1, opening.group("fence")
    own = len(_fences(source, 0, fence))
    nested = own > 0 or opening.group("info").strip().lower() in ("markdown", "md")
    theirs = Counter(filled(_FENCE.sub("", source)))

    def likeness(closer: re.Match[str]) -> float:
        text = answer[start : closer.start()]
        ours = Counter(filled(_FENCE.sub("", text) if nested else text))
        shared = 2 * (ours & theirs).total()
        return shared / (1 + ours.total() + theirs.total()) if nested else shared - ours.total()

    fences = _fences(answer, start, fence)
    whole, last = _closers(fences), [line for line in fences if _is_bare(line)][-1:]
    # A lone fence in the source takes the block's own for its pair.
    return max(whole + last if own % 2 else whole or last, key=likeness, default=None)


def _closers(fences: list[re.Match[str]]) -> list[re.Match[str]]:
    """The lines that can close a block and leave the blocks before them whole."""
    whole: list[re.Match[str]] = []
    inner = ""
    for line in fences:
        if not inner:
            whole += [line] if _is_bare(line) else []
            inner = line.group("fence")
        elif _is_bare(line) and line.group("fence").startswith(inner):
            inner = ""
    return whole


def _fences(text: str, start: int, fence: str) -> list[re.Match[str]]:
    """The fences from a place on that are of one kind, and no shorter."""
    return [line for line in _FENCE.finditer(text, start) if line.group("fence").startswith(fence)]


def _is_bare(line: re.Match[str]) -> bool:
    return not line.group("info").strip()
