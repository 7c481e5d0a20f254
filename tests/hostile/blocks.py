"""Where the functions, sections and comments of a file are; good for tidy files such as ours."""

import re
from functools import lru_cache

from attrs import frozen
from pygments.lexers import get_lexer_by_name

_BRACES = r"(?!\s*(?:if|for|while|switch|catch|return|else|do|try)\b)"
_HEADS = {
    "python": r"(\s*)(?:async )?def (\w+)\(",
    "javascript": r"(\s*)(?:export )?(?:async )?function (\w+)\(.*\{$",
    "typescript": r"(\s*)(?:export function |(?:private |async )*(?!constructor))(\w+)\(.*\{$",
    "tsx": r"(\s*)export function (\w+)\(.*\{$",
    "java": r"(\s+)public (?:static )?(?!class)[\w<>\[\]]+ (\w+)\(.*\{$",
    "go": r"(\s*)func (?:\([^)]*\) )?(\w+)\(",
    "rust": r"(\s*)(?:pub )?fn (\w+)\(.*\{$",
    "c": _BRACES + r"()(?:\w[\w *]*?)\b(\w+)\([^;]*\)$",
    "cpp": _BRACES + r"(\s*)(?:[\w:<>, ]+ )(\w+)\([^;]*\)(?: const)? \{$",
    "csharp": r"(\s+)public (?:\w+) (\w+)\(.*\)$",
    "ruby": r"(\s*)def (\w+)",
    "php": r"(\s*)(?:public|private) function (?!__)(\w+)\(",
    "bash": r"(\s*)(\w+)\(\) \{$",
    "perl": r"(\s*)sub (\w+) \{$",
    "lua": r"(\s*)function ([\w.]+)\(",
    "kotlin": r"(\s*)fun (\w+)\(.*\{$",
    "scala": r"(\s*)def (\w+).*\{$",
    "swift": r"(\s*)(?:mutating )?func (\w+)\(.*\{$",
    "r": r"(\s*)(\w+) <- function",
    "css": r"()([.:@\w][^{]*?) \{$",
    "yaml": r"(  )([\w-]+):$",
    "toml": r"()\[+([\w. ]+)\]+$",
    "ini": r"()\[(\w+)\]$",
    "sql": r"()CREATE TABLE (\w+) \($",
    "html": r'(\s*)<section id="(\w+)">$',
    "markdown": r"()##+ (.+)$",
}
_PREFIX = {
    "//": "javascript typescript tsx java go rust c cpp csharp php kotlin scala swift",
    "#": "python ruby bash perl yaml toml r dockerfile makefile",
    "--": "lua sql",
    ";": "ini",
}
LINE_COMMENT = {name: prefix for prefix, all_of in _PREFIX.items() for name in all_of.split()}
BLOCK_COMMENT = {
    **dict.fromkeys(
        (name for name, prefix in LINE_COMMENT.items() if prefix == "//"), ("/*", "*/")
    ),
    **dict.fromkeys(("css", "sql"), ("/*", "*/")),
    **dict.fromkeys(("html", "markdown", "vue"), ("<!--", "-->")),
    "lua": ("--[[", "]]"),
}
_INDENTED = {"python", "yaml"}
_HEADED = {"toml", "ini", "markdown"}


@frozen
class Block:
    """A function, a section, or what its language has in their place; lines count from 0."""

    name: str
    indent: str
    start: int
    """Its first line, with the comments and decorators above it."""
    head: int
    """The line with its name."""
    first: int
    """The first line of its body."""
    last: int
    """The line behind its body: what closes it, if it is closed by a line."""
    end: int
    """The line behind it."""


def comment(language: str, text: str, indent: str = "") -> str | None:
    """A text as a comment line."""
    if language in LINE_COMMENT:
        return f"{indent}{LINE_COMMENT[language]} {text}"
    if language in BLOCK_COMMENT:
        opening, closing = BLOCK_COMMENT[language]
        return f"{indent}{opening} {text} {closing}"
    return None


def is_comment(language: str, line: str) -> bool:
    """Whether the line is a comment and nothing else."""
    text = line.strip()
    if text.startswith("#!") or "coding:" in text:
        return False
    if language in BLOCK_COMMENT and language != "markdown":
        opening, closing = BLOCK_COMMENT[language]
        if text.startswith(opening) and text.endswith(closing):
            return True
    prefix = LINE_COMMENT.get(language)
    return prefix is not None and text.startswith(prefix)


def is_code(language: str, line: str) -> bool:
    """Whether something would be lost with the line."""
    return len(line.strip()) > 3 and not is_comment(language, line)


@lru_cache(512)
def blocks(language: str, lines: tuple[str, ...]) -> tuple[Block, ...]:
    """The blocks of a file, from top to bottom; inner ones after the ones around them."""
    pattern = _HEADS.get(language)
    if pattern is None:
        return ()
    found = []
    inside = _fenced(lines) if language == "markdown" else set()
    for number, line in enumerate(lines):
        match = re.match(pattern, line)
        if match and number not in inside:
            block = _block(language, lines, number, match.group(2), match.group(1))
            if block is not None and block.last > block.first:
                found.append(block)
    names = [block.name for block in found]
    return tuple(block for block in found if names.count(block.name) == 1)


def _block(
    language: str, lines: tuple[str, ...], head: int, name: str, indent: str
) -> Block | None:
    first = head + 1
    if first < len(lines) and lines[first].strip() == "{":
        first += 1
    end = _end(language, lines, first, indent)
    if end is None:
        return None
    closed = language not in _INDENTED | _HEADED
    while not closed and end > first and not lines[end - 1].strip():
        end -= 1
    start = head
    while start and _belongs(language, lines[start - 1], indent):
        start -= 1
    return Block(name, indent, start, head, first, end - 1 if closed else end, end)


def _belongs(language: str, line: str, indent: str) -> bool:
    """Whether a line above a block is its comment or decorator."""
    at = line.startswith(indent) and not line[len(indent) :].startswith((" ", "\t"))
    return at and (is_comment(language, line) or line.strip().startswith(("@", "#[")))


def _end(language: str, lines: tuple[str, ...], first: int, indent: str) -> int | None:
    for number in range(first, len(lines)):
        line = lines[number]
        if language == "markdown":
            depth = len(lines[first - 1]) - len(lines[first - 1].lstrip("#"))
            if re.match(f"#{{1,{depth}}} ", line) and number not in _fenced(lines):
                return number
        elif language in _HEADED:
            if line.startswith("["):
                return number
        elif language in _INDENTED:
            if line.strip() and not line.startswith(indent + " "):
                return number
        elif line.startswith(indent) and re.match(r"\}|\)|end\b|</", line[len(indent) :]):
            return number + 1
    return len(lines) if language in _INDENTED | _HEADED else None


@lru_cache(256)
def _fenced(lines: tuple[str, ...]) -> frozenset[int]:
    """The lines inside fences."""
    inside, fence = set(), ""
    for number, line in enumerate(lines):
        run = re.match(r"(`{3,}|~{3,})(.*)", line)
        if fence:
            inside.add(number)
            if run and run.group(1).startswith(fence) and not run.group(2).strip():
                fence = ""
        elif run:
            inside.add(number)
            fence = run.group(1)
    return frozenset(inside)


@lru_cache(512)
def _tokens(language: str, text: str) -> tuple[tuple[int, str, str], ...]:
    """Where each token starts, the name of its kind, and its text."""
    lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    found = lexer.get_tokens_unprocessed(text)
    return tuple((start, str(kind).removeprefix("Token."), value) for start, kind, value in found)


def identifiers(language: str, lines: tuple[str, ...]) -> list[str]:
    """Names that stand more than once, longer than three letters, in order of appearance."""
    tokens = _tokens(language, "\n".join(lines))
    counts: dict[str, int] = {}
    for _, kind, value in tokens:
        own = kind.startswith("Name") and not kind.startswith("Name.Builtin")
        if own and re.fullmatch(r"[A-Za-z_]\w{3,}", value):
            counts[value] = counts.get(value, 0) + 1
    words = {value for _, kind, value in tokens if kind.startswith("Keyword")}
    return [name for name, count in counts.items() if count > 1 and name not in words]


def brackets(language: str, lines: tuple[str, ...]) -> list[int]:
    """Offsets of the brackets of the code, which stand in no text and in no comment."""
    found = []
    for start, kind, value in _tokens(language, "\n".join(lines)):
        if kind.startswith(("Comment", "Literal.String")):
            continue
        if kind.startswith("Punctuation") or len(value) == 1:
            found += [start + i for i, char in enumerate(value) if char in "()[]{}"]
    return found
