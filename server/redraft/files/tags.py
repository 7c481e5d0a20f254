"""File name -> the tag of a fenced block."""

from pathlib import Path

from pygments.lexers import find_lexer_class_for_filename

_TAGS = {
    ".fs": "fsharp",
    ".mod": "text",
    ".pl": "perl",
    ".r": "r",
    ".sql": "sql",
    "docker": "dockerfile",
    "make": "makefile",
    "nimrod": "nim",
    "nixos": "nix",
    "tex": "latex",
}
"""Tags that models know, where pygments takes a rarer language or name for an ending."""


def language(path: str) -> str:
    """The tag of a fenced block for a file of this name, such as `python`."""
    name = Path(path).name
    lexer = find_lexer_class_for_filename(name)
    alias = lexer.aliases[0] if lexer is not None and lexer.aliases else "text"
    return _TAGS.get(Path(name).suffix.lower()) or _TAGS.get(alias, alias)
