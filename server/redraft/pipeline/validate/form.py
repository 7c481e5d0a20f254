"""The file in another form: listed, quoted, escaped, as a patch; and one that can be put right."""

import html
import re
from collections.abc import Callable
from itertools import takewhile
from operator import eq

from redraft.pipeline.lines import filled
from redraft.pipeline.validate.asked import Asked
from redraft.pipeline.validate.finding import Finding

_LONG = 4
"""Characters from which a line says which text it is from."""
_MOST = 0.5
"""Share of the lines of the shorter text that both have; with fewer it is another."""
_GAIN = 0.25
"""Share of the lines of the shorter text that another reading must bring to light."""
_MARKUP = {"html", "xml", "vue", "jsx", "tsx", "svelte", "php"}
"""Languages in which a text may well be put into one more element, of any name."""
_PAGE = {"details", "div", "section", "article", "main", "center", "blockquote", "table", "p"}
"""Elements that Markdown is put into."""
_ABOUT_INDENT = re.compile(
    r"indent|\btabs?\b|\bspaces?\b|字下げ|インデント|スペース", re.IGNORECASE
)
_HUNK = re.compile(r"^@@ .*", re.MULTILINE)
_RANGE = re.compile(r"^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@", re.MULTILINE)
_PATCH = re.compile(r"^(?:--- |\+\+\+ |\*\*\* (?:Begin|Update)|diff --git |Index: )", re.MULTILINE)
_FENCED_TURN = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[ \t]*<[|｜]", re.MULTILINE)
_CONFLICT = re.compile(r"^(?:<{7} |>{7} |={7}$)", re.MULTILINE)
_FENCE = re.compile(r"^(?:`{3,}|~{3,})[\w+#.-]*[ \t]*$", re.MULTILINE)
_OPENS = re.compile(r"<([A-Za-z][\w-]*)(?:\s[^<>]*)?>|\[([A-Za-z][\w-]*)\]")
_BLANKS = str.maketrans(dict.fromkeys("\u00a0\u2007\u2009\u202f\u3000", " "))
_TYPOGRAPHY = str.maketrans(
    {
        **dict.fromkeys("“”„‟″＂«»", '"'),
        **dict.fromkeys("‘’‚‛′＇", "'"),
        **dict.fromkeys("‐‑–—−", "-"),
    }
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\n", '"': '"', "'": "'", "/": "/", "\\": "\\"}


def _without(pattern: str) -> Callable[[str], str]:
    start = re.compile(pattern, re.MULTILINE)
    return lambda text: start.sub("", text)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[0]), text)


def _plain(text: str) -> str:
    """The text with ASCII quotes and dashes."""
    return text.translate(_TYPOGRAPHY)


def _plain_blanks(text: str) -> str:
    return text.translate(_BLANKS)


def _undecorated(text: str) -> str:
    """The text without what most of its lines begin and end with."""
    lines = filled(text)
    start, end = (_shared([line[::way] for line in lines])[::way] for way in (1, -1))
    return "\n".join(line.removeprefix(start).removesuffix(end) for line in lines)


def _shared(lines: list[str]) -> str:
    """What two lines in the middle begin with, where most others do too."""
    middle = lines[len(lines) // 3 : len(lines) // 3 + 2]
    if len(middle) < 2:
        return ""
    count = sum(1 for _ in takewhile(bool, map(eq, *middle)))
    start = middle[0][:count]
    while start and sum(line.startswith(start) for line in lines) < 0.8 * len(lines):
        start = start[:-1]
    return start


_READINGS: tuple[tuple[str, Callable[[str], str], str], ...] = (
    (
        "with numbered lines",
        _without(r"^[ \t]*[L(\[]?\d+[)\]]?[ \t]*[:.|)>│┃-]?[ \t]?"),
        "number(?:ed|s)? (?:the |all |each |every )*line|line number|番号",
    ),
    ("as a quotation", _without(r"^[ \t]*(?:>|[|│┃])[ \t]?"), "quot|引用"),
    ("as a patch", _without(r"^[-+ ]"), "patch|diff|list|リスト"),
    ("as an escaped string", _unescaped, "json|escap|string|文字列|エスケープ"),
    ("with escaped characters", html.unescape, "html|entit|escap|xss|エスケープ"),
    ("with blanks that are none to code", _plain_blanks, "space|blank|空白|スペース"),
    ("with a word processor's characters", _plain, "typogra|quot|dash|hyphen|punct|引用|全角|約物"),
    (
        "with something at every line",
        _undecorated,
        "fix|pend|comment|quot|indent|nest|wrap|semicolon|comma|each|every|all|行|コメント|引用|囲|各",
    ),
)
"""Each with the words by which it may have been asked for."""
_EXACT = {html.unescape, _plain, _plain_blanks}
"""Readings that give one line of the source back by no accident."""


def form(text: str, source: str, asked: Asked, language: str) -> list[Finding]:
    """A finding for a text that is the source's only when it is read in another way."""
    about = asked.instruction.lower()
    if _is_patch(text) and not _is_patch(source):
        return [Finding("prose", "the answer is a patch of the file", 1)]
    turn = _FENCED_TURN.search(text)
    if turn and not _FENCED_TURN.search(source):
        row = text.count("\n", 0, turn.start()) + 1
        return [Finding("leak", "another turn follows the fence of the answer", row)]
    fence = None if language == "markdown" or _FENCE.search(source) else _FENCE.search(text)
    if fence and "fence" not in about:
        row = text.count("\n", 0, fence.start()) + 1
        return [Finding("leak", f"{fence[0].strip()} of the answer stands in the text", row)]
    tag = _wrapping(text, source, language)
    if tag and not re.search("wrap|element|root|囲|タグ", about) and tag not in about:
        return [Finding("prose", f"the file is wrapped in {tag}, which it does not have", 1)]
    return _read_otherwise(text, source, about)


def _is_patch(text: str) -> bool:
    conflict = len(set(_CONFLICT.findall(text))) > 1
    headed = _HUNK.search(text) and _PATCH.search(text)
    return bool(conflict or headed or _RANGE.search(text))


def _read_otherwise(text: str, source: str, about: str) -> list[Finding]:
    if _is_quoted(text) and not _is_quoted(source) and not re.search("quot|引用", about):
        return [Finding("prose", "the answer shows the file as a quotation", 1)]
    wanted = _telling(source)
    plain = _known(text, wanted)
    for name, read, words in _READINGS:
        if not wanted or re.search(words, about):
            continue
        other = _known(read(text), wanted) - plain
        if read in _EXACT and other:
            return [Finding("prose", f"the answer shows the file {name}", 1)]
        few = min(len(wanted), len(_telling(text)))
        if len(plain) < _MOST * few and len(other) >= _GAIN * few:
            return [Finding("prose", f"the answer shows the file {name}", 1)]
    return []


def _is_quoted(text: str) -> bool:
    return all(line.startswith(">") for line in text.rstrip("\n").split("\n"))


def _telling(text: str) -> set[str]:
    return {line for line in filled(text) if len(line) >= _LONG}


def _known(text: str, wanted: set[str]) -> set[str]:
    return wanted & set(filled(text))


def _wrapping(text: str, source: str, language: str) -> str:
    """The tag that stands around all of the text, and not in the source."""
    lines, theirs = filled(text), filled(source)
    found = _OPENS.fullmatch(lines[0]) if len(lines) > 2 and theirs else None
    if found is None or lines[0] in theirs:
        return ""
    name = found[1] or found[2]
    if lines[-1] not in (f"</{name}>", f"[/{name}]"):
        return ""
    same = (lines[1], lines[-2]) == (theirs[0], theirs[-1])
    own = f"<{name}" in source and language in _MARKUP
    plausible = own or (language == "markdown" and name.lower() in _PAGE)
    return lines[0] if same or not plausible else ""


def unindented(text: str, source: str, instruction: str) -> str:
    """The text without the blanks that all of its lines have more than the source's lines.

    Models indent a whole block when they indent their answer; nobody asks for that by accident.
    """
    margin, own = _margin(text), _margin(source)
    extra = margin.removeprefix(own) if margin.startswith(own) else ""
    if not extra or not source.strip() or _ABOUT_INDENT.search(instruction):
        return text
    return re.sub(rf"^{extra}", "", re.sub(r"^[ \t]+$", "", text, flags=re.MULTILINE), flags=re.M)


def _margin(text: str) -> str:
    """The blanks that all lines but blank ones begin with."""
    starts = [re.match(r"[ \t]*", line)[0] for line in text.split("\n") if line.strip()]  # type: ignore[index]
    if not starts:
        return ""
    low, high = min(starts), max(starts)
    return low[: sum(1 for _ in takewhile(bool, map(eq, low, high)))]
