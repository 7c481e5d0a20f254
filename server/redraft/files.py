"""Bytes on disk <-> documents."""

import codecs
from pathlib import Path

from pygments.lexers import find_lexer_class_for_filename

from redraft.errors import DocumentError
from redraft.pipeline.request import Document

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


def read(path: Path) -> Document:
    """The document in a file; raises DocumentError, which names the file and the reason."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DocumentError(f"{path}: cannot be read: {error.strerror or error}") from error
    return decode(data, str(path))


def decode(data: bytes, path: str) -> Document:
    """The document in some bytes: UTF-8, with or without a byte-order mark."""
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        text = data[len(mark) :].decode("utf-8")
    except UnicodeDecodeError as error:
        place = error.start + len(mark)
        raise DocumentError(
            f"{path}: not UTF-8 (byte {place} is {data[place]:#04x}); left as it is"
        ) from error
    if "\0" in text:
        raise DocumentError(f"{path}: holds NUL characters, so it is no text; left as it is")
    return Document(text, path, language(path), "utf-8", mark)


def language(path: str) -> str:
    """The tag of a fenced block for a file of this name, such as `python`."""
    name = Path(path).name
    lexer = find_lexer_class_for_filename(name)
    alias = lexer.aliases[0] if lexer is not None and lexer.aliases else "text"
    return _TAGS.get(Path(name).suffix.lower()) or _TAGS.get(alias, alias)
