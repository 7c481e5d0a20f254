"""What a person asks for: a document, perhaps a selection, an instruction, a mode."""

import re
from typing import Literal

from attrs import frozen

from redraft.errors import UsageError
from redraft.pipeline.lines import split_lines

Mode = Literal["rewrite", "ask"]

_POLITE = re.compile(r"(?:(?:please|kindly|(?:can|could|would|will) you)[ ,]+)+", re.IGNORECASE)
_TELL = re.compile(
    r"\A(?:explain|describe|tell me|show me (?:how|what|where|which|why))\b"
    r"|(?:説明|解説)(?:して|をお願い)|教えて",
    re.IGNORECASE,
)
_IN_COMMENTS = re.compile(
    r"\b(?:as|by|in|with)\b.*\b(?:comment|docstring)s?\b|(?:コメント|docstring)(?:で|に|として)",
    re.IGNORECASE,
)
_ASK = re.compile(
    r"(?:are|did|does|how|is|should|was|were|what|which|who|whose|why)\b"
    r"|(?:where|when) (?:are|can|could|did|do|does|is|should|was|were|will|would)\b"
    r"|do (?:i|they|we|you)\b|(?:can|could|will|would) (?:i|it|that|the|they|this|we)\b",
    re.IGNORECASE,
)
_BEG = re.compile(r"[てで](?:くれ|くださ|下さ|もらえ|いただけ|頂け|ほし|欲し)|[てで][。!！]?\Z")
_WONDER = re.compile(r"なぜ|何故|どうして|か[。]?\Z|[?？]\Z")


@frozen
class Document:
    """One text with its name; `text` is what the file holds, less its byte-order mark."""

    text: str
    path: str = "untitled"
    language: str = "text"
    """The tag of a fenced block, such as `python`."""
    encoding: str = "utf-8"
    """Of its bytes, as `codecs` spells it, such as `cp932` or `utf-16-le`; never a lossy one."""
    mark: bytes = b""
    """The byte-order mark its bytes start with, or nothing; the bytes are mark + encoded text."""


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
    if _TELL.search(text):
        return "rewrite" if _IN_COMMENTS.search(text) else "ask"
    if _ASK.match(text):
        return "ask"
    if polite or _BEG.search(text):
        return "rewrite"
    return "ask" if _WONDER.search(text) else "rewrite"


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


def parts(request: Request) -> tuple[str, str, str]:
    """What stays before the text that is rewritten, that text, and what stays after it.

    Raises UsageError when the document lacks the selected lines.
    """
    if request.selection is None:
        return "", request.document.text, ""
    return cut(request.document, request.selection)
