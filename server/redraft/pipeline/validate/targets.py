"""Which of the source's lines an instruction names: blocks by their heads, lines by number."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from redraft.pipeline.validate.kinds import DOCUMENTS, KEYWORDS, MARKUP, Line
from redraft.pipeline.validate.pieces import SECTIONED, bound, section

_TOKEN = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::?)[A-Za-z_$][\w$]*)*", re.ASCII)
_CALLED = re.compile(r"[\w$.:]+\(.*\);?")
_ID = re.compile(r"<[\w-]+\b[^>]*?\b(?:id|name)=[\"']([\w-]+)[\"']")
_KEY = re.compile(r"[\"']?([\w.-]+)[\"']?\s*:")
_TABLE = re.compile(r"CREATE\s+(?:\w+\s+)*?(?:TABLE|VIEW|INDEX|FUNCTION)\s+(\w+)", re.IGNORECASE)
_RECEIVER = re.compile(r"\bfunction\s+([\w$]+(?:[.:][\w$]+)+)")
_RANGE = re.compile(
    r"\blines?\s*(\d+)(?:\s*(?:to|through|until|till|-|–|〜|~|and)\s*(?:line\s*)?(\d+))?"
    r"|(\d+)\s*(?:行目)?\s*(?:から|〜|~|-)\s*(\d+)\s*行目|(\d+)\s*行目",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"\b(?:first|top|initial|opening)\s+(\d+)\s+lines?|(?:最初|先頭|冒頭|頭)の?(\d+)行"
    r"|\b(?:nothing|everything|anything|all|the rest|whatever)\b[^.;]*?"
    r"\b(?:after|below|beyond|past|behind|following) line (\d+)"
    r"|(\d+)行目?(?:より(?:後|下|あと)|まで)|\b(?:up|down) to line (\d+)",
    re.IGNORECASE,
)
_LAST = re.compile(
    r"\b(?:last|bottom|final)\s+(\d+)\s+lines?|(?:最後|末尾)の?(\d+)行", re.IGNORECASE
)


@lru_cache(maxsize=64)
def tokens(text: str) -> frozenset[str]:
    """The names in a text: `ring.All` gives itself and `All`."""
    found = set(_TOKEN.findall(text))
    return frozenset(found | {re.split(r"[.:]+", name)[-1] for name in found})


def title(line: Line, language: str) -> str:
    """The name by which people call what begins at a line; empty where nothing does."""
    if line.kind != "code" or _CALLED.fullmatch(line.key):
        return ""
    if language in DOCUMENTS:
        return line.key.lstrip("#").strip() if line.key.startswith("#") else ""
    if language in SECTIONED:
        return section(line.key) or bound(line)
    if language in MARKUP:
        found = _ID.match(line.key)
        if found:
            return found[1]
    if language in ("css", "scss", "less"):
        return line.key.rstrip("{ ") if line.key.endswith("{") else ""
    found = (
        (_KEY.match(line.key) if language == "yaml" else None)
        or (_TABLE.match(line.key) if language == "sql" else None)
        or _RECEIVER.search(line.key)
    )
    return found[1] if found else bound(line)


def heads(text: str, titles: Sequence[str]) -> list[int]:
    """The places of the heads that a text names, a longer title before one that it holds."""
    names = tokens(text)
    found = [
        place
        for place, name in enumerate(titles)
        if name and name.lower() not in KEYWORDS and (name in names or _stands(name, text))
    ]
    most = [titles[place] for place in found]
    return [
        place
        for place in found
        if not any(titles[place] != other and _within(titles[place], other) for other in most)
    ]


def _within(name: str, other: str) -> bool:
    return (
        len(name) < len(other)
        and name.isidentifier() is not other.isidentifier()
        and (name in other)
    )


def _stands(name: str, text: str) -> bool:
    """Whether a title that is no plain name stands in a text, set apart."""
    if name.isascii() and name.isidentifier():
        return False
    if name not in text:
        return False
    found = re.search(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", text)
    return found is not None


def under(places: Iterable[int], owners: Sequence[int | None]) -> frozenset[int]:
    """Some lines with all that belongs to them."""
    result = set(places)
    children: dict[int, list[int]] = {}
    for place, owner in enumerate(owners):
        if owner is not None:
            children.setdefault(owner, []).append(place)
    left = list(result)
    while left:
        for child in children.get(left.pop(), ()):
            if child not in result:
                result.add(child)
                left.append(child)
    return frozenset(result)


@lru_cache(maxsize=64)
def numbers(text: str, last: int) -> frozenset[int]:
    """The line numbers that a text names; the text has `last` lines."""
    result: set[int] = set()
    for found in _FIRST.finditer(text):
        result.update(range(1, int(next(filter(None, found.groups()))) + 1))
    for found in _LAST.finditer(text):
        result.update(range(last - int(next(filter(None, found.groups()))) + 1, last + 1))
    if result:
        return frozenset(result)
    for found in _RANGE.finditer(text):
        first, *more = filter(None, found.groups())
        result.update(range(int(first), min(int(more[0] if more else first), last) + 1))
    return frozenset(result)
