"""Does the new text parse no worse than the old?"""

import ast
import re
import warnings
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module

from attrs import frozen
from tree_sitter import Language, Node, Parser

from redraft.pipeline.validate.finding import Finding, shown

_GRAMMARS = {
    "bash": "tree_sitter_bash",
    "c": "tree_sitter_c",
    "cpp": "tree_sitter_cpp",
    "csharp": "tree_sitter_c_sharp",
    "css": "tree_sitter_css",
    "go": "tree_sitter_go",
    "html": "tree_sitter_html",
    "java": "tree_sitter_java",
    "javascript": "tree_sitter_javascript",
    "json": "tree_sitter_json",
    "jsx": "tree_sitter_javascript",
    "kotlin": "tree_sitter_kotlin",
    "lua": "tree_sitter_lua",
    "php": "tree_sitter_php:language_php",
    "python": "tree_sitter_python",
    "ruby": "tree_sitter_ruby",
    "rust": "tree_sitter_rust",
    "scala": "tree_sitter_scala",
    "swift": "tree_sitter_swift",
    "toml": "tree_sitter_toml",
    "tsx": "tree_sitter_typescript:language_tsx",
    "typescript": "tree_sitter_typescript:language_typescript",
    "yaml": "tree_sitter_yaml",
}
_LONG_STRINGS = {"bash", "ruby"}
"""Languages whose strings go over lines: one that is left open takes the next one's start for its
end, and so on through the file, which may well parse."""
_MOST = 1 << 20
"""Longest text that is parsed, in bytes: recovery takes seconds where all is in error."""
_COUNTED = 1000
"""Faults that are counted before a text is given up as one that does not parse."""


@frozen
class Fault:
    """A place that a grammar does not know."""

    row: int
    """From 0."""
    what: str


def syntax(before: str, old: str, new: str, after: str, language: str) -> list[Finding]:
    """The finding for a document that parses worse with `new` than with `old` in it.

    A document that parsed has to parse; one that had faults (a macro, a template, a dialect) may
    have as many, and one in two more, since a fault more often than not is counted several times.
    """
    parser = _parser(language)
    if parser is None or old == new:
        return []
    if language == "python":
        depth = _wrong_depth(before + new + after)
        if depth is not None and _wrong_depth(before + old + after) is None:
            said = f"{shown(depth.text or '')} is indented wrongly: {depth.msg}"
            return [_found(said, (depth.lineno or 1) - 1, before, new)]
    if language in _LONG_STRINGS and _open_quotes(old) < _open_quotes(new):
        return [Finding("syntax", "a quotation mark has lost its other half")]
    theirs = _faults(parser, before + old + after)
    ours = _faults(parser, before + new + after)
    if theirs is None or ours is None or len(ours) <= len(theirs) + len(theirs) // 2:
        return []
    known = {fault.what for fault in theirs}
    fault = next((fault for fault in ours if fault.what not in known), ours[0])
    count = f"{len(theirs) or 'no'} syntax error{'' if len(theirs) == 1 else 's'}"
    said = f"{fault.what} is not valid {language}; the source has {count}, this {len(ours)}"
    return [_found(said, fault.row, before, new)]


def _open_quotes(text: str) -> bool:
    return len(re.findall(r"(?<!\\)\"", re.sub(r"'[^'\n]*'|#.*", "", text))) % 2 == 1


def _found(said: str, row: int, before: str, new: str) -> Finding:
    """`row`: of the whole document, from 0."""
    line = row - before.count("\n") + 1
    if 1 <= line <= new.count("\n") + 1:
        return Finding("syntax", said, line)
    return Finding("syntax", f"{said} (line {row + 1} of the whole)")


def _wrong_depth(text: str) -> IndentationError | None:
    """What Python says of a line's depth, which its grammar has no rule for."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            ast.parse(text)
    except IndentationError as error:
        return error
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return None


@lru_cache(maxsize=32)
def _parser(language: str) -> Parser | None:
    """The language's parser, its grammar imported now; None where there is none."""
    module, _, function = _GRAMMARS.get(language, "").partition(":")
    if not module:
        return None
    grammar = getattr(import_module(module), function or "language")()
    with warnings.catch_warnings():
        # tree-sitter-swift hands its grammar over as a number, which is on its way out.
        warnings.simplefilter("ignore", DeprecationWarning)
        return Parser(Language(grammar))


def _faults(parser: Parser, text: str) -> list[Fault] | None:
    """The faults of a text; None when it is too long to be parsed."""
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > _MOST:
        return None
    result: list[Fault] = []
    for node in _bad(parser.parse(data).root_node):
        result.append(Fault(node.start_point.row, _what(node, data)))
        if len(result) >= _COUNTED:
            break
    return result


def _bad(root: Node) -> Iterator[Node]:
    """Nodes in error; the walk does not call itself, for texts nest as deep as they like."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            yield node
        if node.has_error:
            waiting.extend(reversed([child for child in node.children if child.has_error]))


def _what(node: Node, data: bytes) -> str:
    if node.is_missing:
        return f"`{node.type}` is missing: it"
    text = data[node.start_byte : node.end_byte].decode("utf-8", "replace").strip()
    return shown(text.split("\n")[0]) if text else "the text"
