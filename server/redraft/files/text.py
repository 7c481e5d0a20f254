"""Bytes <-> documents, never with a loss."""

import os
import unicodedata
from pathlib import Path

from redraft.errors import DocumentError
from redraft.files.charset import Charset, charset, codec
from redraft.files.disk import contents, resolve, told
from redraft.files.tags import language
from redraft.pipeline.encoding import declared, parting, unencodable
from redraft.pipeline.request import Document

_GUESSED = 1 << 16
"""Bytes that are looked at for a guess."""


def read(path: Path, encoding: str | None = None, root: Path | None = None) -> Document:
    """The document in a file; `encoding` is one the user named, and beats what the file says.

    Raises DocumentError, which names the file and the reason: what `decode` refuses, a folder,
    pipe, socket or device, a name that is not UTF-8 itself, and a file whose real path lies
    outside `root`.
    """
    try:
        str(path).encode("utf-8")
    except UnicodeEncodeError as error:
        name = os.fsencode(path).decode("utf-8", "backslashreplace")
        raise DocumentError(
            f"{name}: its name is not UTF-8, so it cannot be shown; rename it"
        ) from error
    with told(str(path), "read"):
        data, _ = contents(resolve(str(path), root), str(path))
    return decode(data, str(path), encoding)


def decode(data: bytes, path: str, encoding: str | None = None) -> Document:
    """The document in some bytes, from which `encode` makes the same bytes again.

    The encoding is told by a byte-order mark, `encoding`, a coding line (PEP 263), the charset of
    an .editorconfig above the path, and is else UTF-8. Raises DocumentError for what is in none.
    """
    tag = language(path)
    chosen = charset(data, path, tag, encoding)
    text = _text(data, path, chosen)
    if "\0" in text:
        raise DocumentError(f"{path}: holds NUL characters, so it is no text; left as it is")
    return Document(text, path, tag, chosen.codec, chosen.mark)


def _text(data: bytes, path: str, chosen: Charset) -> str:
    body = data[len(chosen.mark) :]
    try:
        text = body.decode(chosen.codec)
    except UnicodeDecodeError as error:
        raise _undecodable(data, path, chosen, len(chosen.mark) + error.start) from error
    if chosen.codec.startswith(("utf-16", "utf-32")) and body and not chosen.mark and 0 not in body:
        raise _undecodable(data, path, chosen, 0)  # Its pairs would pass as Chinese.
    back = text.encode(chosen.codec, "replace")
    if back != body:
        place = len(chosen.mark) + parting(back, body)
        raise DocumentError(
            f"{path}: byte {place} would not come back the same from {chosen.codec}; left as it is"
        )
    return text


def _undecodable(data: bytes, path: str, chosen: Charset, place: int) -> DocumentError:
    name = "UTF-8" if chosen.codec == "utf-8" else chosen.codec
    named = f", which {chosen.source} names" if chosen.source else ""
    guesses = " or ".join(_guesses(data, chosen.codec))
    looks = f"It looks like {guesses}; if it is" if guesses else "If you know what it is"
    return DocumentError(
        f"{path}: not {name}{named} (byte {place} is {data[place]:#04x}); left as it is. "
        f"{looks}, say so in .editorconfig or with --encoding"
    )


def _guesses(data: bytes, tried: str) -> list[str]:
    """What else the bytes may be, the likeliest first, for a message alone."""
    from charset_normalizer import from_bytes  # A twentieth of a second that few runs need.

    found = (codec(match.encoding) for match in from_bytes(data[:_GUESSED]))
    return [name for name in found if name and name not in {"utf-8", tried}][:3]


def encode(document: Document, text: str) -> bytes:
    """The bytes of another text in the document's encoding, under its byte-order mark.

    Raises DocumentError, which names the first character that the encoding does not have, or when
    the text's own coding line would have its bytes read as another text.
    """
    found = unencodable(text, document.encoding)
    if found:
        line, character = found
        raise DocumentError(
            f"{document.path}: line {line} holds {_called(character)}, which a file in "
            f"{document.encoding} cannot hold; left as it is"
        )
    data = document.mark + text.encode(document.encoding)
    if declared(text, document.language) != declared(document.text, document.language):
        _check_declaration(document, data, text)
    return data


def _called(character: str) -> str:
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}" + (f" ({name})" if name else "")


def _check_declaration(document: Document, data: bytes, text: str) -> None:
    try:
        again = decode(data, document.path).text
    except DocumentError:
        again = None
    if again != text:
        raise DocumentError(
            f"{document.path}: its coding line would change, and with it what its bytes in "
            f"{document.encoding} mean; left as it is. Change its encoding first"
        )
