"""Lines as pieces: a definition with all that is indented under it, a statement, a comment."""

import re
from collections.abc import Iterator, Sequence

from redraft.pipeline.validate.kinds import DOCUMENTS, KEYWORDS, Line, has_word

_KEYWORD_HEAD = re.compile(
    r"(?:^|\s)(?:def|class|function\*?|fn|func|fun|struct|enum|trait|interface|impl|type|module"
    r"|namespace|sub|proc|record|object|protocol|extension|mod|union|macro_rules!|defmodule|defp)"
    r"\s+(?:\([^)]*\)\s*)?(?:[\w$]+(?:\.|::?))*([\w$]+)\b(?!\s*\*)"
)
_CALL_HEAD = re.compile(r"(?:[\w$<>\[\]*&:,.?@]+\s+)*[*&]*([\w$]+)\s*\([^;]*(?:\)[^;()]*)?\{?$")
_ARROW_HEAD = re.compile(
    r"(?:export\s+)?(?:const|let|var|val)\s+([\w$]+)\b.*"
    r"(?:=>|\bfunction\b|\blambda\b|\bclass\b)"
)
_ASSIGNED = re.compile(
    r"(?:(?:export|const|let|var|val|static|public|private|final|local|mut)\s+)*"
    r"([\w$]+)\s*(?::[^=]*)?[:=](?!=)"
)
SECTIONED = {"ini", "toml", "properties", "editorconfig", "desktop"}
"""Languages in which all that follows a heading in brackets belongs to it."""
_SECTION = re.compile(r"\[+\s*([^\[\]\"'=,]+?)\s*\]+\s*(?:[#;].*)?")
_FUNCTION_VALUE = re.compile(r"([\w$.]+)\s*(?:<-|=)\s*function\b")
_BELOW = 10
_GOES_ON = re.compile(
    r"\W*(?:else|elif|elsif|except|finally|catch|rescue|ensure|end|fi|done|esac|then|do)\b"
)


def indent(line: Line) -> int:
    """How far a line is indented, a tab as four."""
    text = line.text.expandtabs(4)
    return len(text) - len(text.lstrip())


def defined(line: Line) -> str:
    """The name of what a line begins to define (a function, a class); else nothing."""
    found = _FUNCTION_VALUE.match(line.key) or _KEYWORD_HEAD.search(line.key)
    found = found or _ARROW_HEAD.match(line.key)
    if found is None and line.key.endswith(("{", "(", ")")):
        found = _CALL_HEAD.match(line.key)
    return "" if found is None or line.kind == "comment" or found[1] in KEYWORDS else found[1]


def bound(line: Line) -> str:
    """The name that a line defines or assigns; else nothing."""
    found = _ASSIGNED.match(line.key)
    return defined(line) or (found[1] if found and found[1] not in KEYWORDS else "")


def section(key: str) -> str:
    """The name of the section that a line opens, in a language that has some; else nothing."""
    found = _SECTION.fullmatch(key)
    return found[1] if found else ""


def owners(lines: Sequence[Line], language: str) -> list[int | None]:
    """For each line the place of the one that it belongs under, or to; None at the top.

    Comments and decorators belong to what they stand above, closing lines to what they close; in
    prose, text belongs to its heading.
    """
    indents = list(map(indent, lines))
    depths = indents
    if language in DOCUMENTS:
        depths = list(_outline(lines))
    elif language in SECTIONED:
        depths = [-1 if section(line.key) else indent(line) for line in lines]
    result: list[int | None] = []
    open_heads: list[int] = []
    for place, line in enumerate(lines):
        while open_heads and depths[open_heads[-1]] >= depths[place] + _closes(line):
            open_heads.pop()
        result.append(open_heads[-1] if open_heads else None)
        if not _closes(line):
            open_heads.append(place)
        elif open_heads and line.key[0] in "})]" and depths[open_heads[-1]] == depths[place]:
            open_heads.pop()
    for place in range(len(lines) - 2, -1, -1):
        following = lines[place + 1]
        stands_above = indents[place + 1] == indents[place] and not _closes(following)
        if _leads(lines[place]) and stands_above and following.number == lines[place].number + 1:
            result[place] = place + 1
    return result


def _outline(lines: Sequence[Line]) -> Iterator[int]:
    """How deep lines are in a document: headings by their level, other lines below all of them."""
    fenced = False
    for line in lines:
        fenced ^= line.key.startswith(("```", "~~~"))
        level = len(line.key) - len(line.key.lstrip("#"))
        yield level if level and not fenced else _BELOW + indent(line)


def _leads(line: Line) -> bool:
    return line.kind == "comment" or line.key.startswith(("@", "#["))


def _closes(line: Line) -> bool:
    return (
        not has_word(line.key)
        or line.key.startswith(("}", ")", "]", "</"))
        or _GOES_ON.match(line.key) is not None
    )
