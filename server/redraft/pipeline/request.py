"""What a person asks for: a document, perhaps a selection, an instruction, a mode."""

import re
from typing import Literal

from attrs import frozen

from redraft.errors import UsageError
from redraft.pipeline.lines import split_lines

Mode = Literal["rewrite", "ask"]

_QUESTION = re.compile(
    r"(why|what|what's|who|where|when|which|whose|how|explain|is|are|was|were|does|did)\b"
    r"|do(?:es)? (?:this|that|it|the|we|you|i)\b"
    r"|(?:tell|show) me (?:why|what|how|where|which)\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"\b(add|insert|write|put|replace|rename|remove|change|comments?|docstrings?)\b"
    r"|コメント(を|で)|(て|で)(くれ|もらえ|くださ|下さ|いただけ|ほし|欲し)",
    re.IGNORECASE,
)
_JAPANESE_QUESTION = re.compile(r"か[?？。]?\Z|[?？]\Z|(なぜ|どうして|何故)|(説明|教え)て")
_POLITE = re.compile(r"(please|can you|could you|would you|will you)[ ,]+", re.IGNORECASE)


@frozen
class Document:
    """One text with its name; `text` is what the file holds, less its byte-order mark."""

    text: str
    path: str = "untitled"
    language: str = "text"
    """The tag of a fenced block, such as `python`."""
    encoding: str = "utf-8"
    mark: bytes = b""
    """The byte-order mark it came with."""


@frozen
class Selection:
    """Whole lines of a document, counted from 1, both ends included."""

    first: int
    last: int


@frozen
class Request:
    """What to do to a document."""

    document: Document
    instruction: str
    mode: Mode = "rewrite"
    selection: Selection | None = None
    shown: tuple[Document, ...] = ()
    """Further documents that a question may look at."""


def guess_mode(instruction: str) -> Mode:
    """`ask` for an instruction that asks something of the reader, in English or Japanese.

    "Can you rename x?" and "explain it in a comment" want a rewrite, whatever their form.
    """
    text = instruction.strip()
    polite = _POLITE.match(text)
    text = text[polite.end() :] if polite else text
    if _QUESTION.match(text):
        wanted = _REQUEST.search(text) is not None and not text.endswith(("?", "？"))
        return "rewrite" if wanted else "ask"
    if _JAPANESE_QUESTION.search(text) and not polite and not text.isascii():
        return "rewrite" if _REQUEST.search(text) else "ask"
    return "rewrite"


def cut(document: Document, selection: Selection) -> tuple[str, str, str]:
    """The text before the selected lines, the lines, and the text after them.

    Raises UsageError when the document has no such lines.
    """
    lines = split_lines(document.text)
    if not 1 <= selection.first <= selection.last <= len(lines):
        raise UsageError(
            f"{document.path}: lines {selection.first}:{selection.last} are not in it; "
            f"it has {len(lines)} lines"
        )
    start, end = selection.first - 1, selection.last
    return "".join(lines[:start]), "".join(lines[start:end]), "".join(lines[end:])
