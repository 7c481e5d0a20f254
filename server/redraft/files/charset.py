"""Which encoding the bytes of a file are in."""

import codecs
import re

from attrs import frozen

from redraft.errors import DocumentError
from redraft.files import editorconfig
from redraft.pipeline.encoding import declared

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it starts with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_OTHER_NAMES = {
    "utf-8-bom": "utf-8",
    "utf-8-sig": "utf-8",
    "ascii-8bit": "ascii",
    "binary": "ascii",
    "windows-31j": "cp932",
    "iso-latin-1": "latin-1",
}
"""Names of EditorConfig, Ruby and Emacs. A mark is kept or left out as the file has it."""
_NO_TEXT = re.compile(
    r"charmap|hz|idna|iso2022.*|mbcs|oem|punycode|raw-unicode-escape|undefined"
    r"|unicode-escape|utf-7|utf-(?:16|32)"
)
"""Codecs that keep a state, escape plain ASCII, differ by machine or need a mark to be told."""
_HEAD = 8192
"""Bytes of a file in which a coding line is looked for."""


@frozen
class Charset:
    """An encoding, and how it came to be chosen."""

    codec: str
    """As `codecs` spells it."""
    mark: bytes = b""
    """The byte-order mark the data starts with."""
    source: str = ""
    """What names it, as a part of a sentence; empty where nothing does and UTF-8 is taken."""


def charset(data: bytes, path: str, language: str, encoding: str | None) -> Charset:
    """The encoding of some bytes; the first that speaks is heard.

    A byte-order mark, `encoding`, a coding line, `.editorconfig`; UTF-8 when none does.
    Raises DocumentError when it names no encoding that can be kept exactly.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return Charset(name, mark, "its byte-order mark")
    if encoding is not None:
        return _named(encoding, path, "--encoding")
    if line := declared(data[:_HEAD].decode("latin-1"), language):
        return _coding_line(line, data, path, language)
    if given := editorconfig.charset(path):
        name, file = given
        return _named(name, path, str(file))
    return Charset("utf-8")


def _coding_line(name: str, data: bytes, path: str, language: str) -> Charset:
    found = _named(name, path, "its coding line")
    # The line was read as ASCII; in UTF-16 or EBCDIC it would say something else.
    if declared(data[:_HEAD].decode(found.codec, "replace"), language) != name:
        raise DocumentError(
            f"{path}: not {found.codec}, which its coding line names; left as it is"
        )
    return found


def _named(name: str, path: str, source: str) -> Charset:
    found = codec(name)
    if found is None:
        raise DocumentError(
            f"{path}: {source} names {name!r}, which is no encoding that can be kept exactly; "
            "left as it is. Name another with --encoding"
        )
    return Charset(found, source=source)


def codec(name: str) -> str | None:
    """What `codecs` calls an encoding; None for one that is unknown or cannot be kept exactly."""
    plain = re.sub(r"-(?:unix|dos|mac)\Z", "", name.lower().replace("_", "-"))
    plain = _OTHER_NAMES.get(plain, plain)
    try:
        "".encode(plain)  # LookupError for rot13, zlib and their like, which lookup() takes
        found = codecs.lookup(plain).name
    except (LookupError, ValueError):
        return None
    return None if _NO_TEXT.fullmatch(found) else found
