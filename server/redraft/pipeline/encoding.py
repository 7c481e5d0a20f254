"""What a text says about its own encoding, and what of it an encoding cannot hold."""

import re
from collections.abc import Sequence

from redraft.pipeline.lines import body, split_lines

_HEAD = 4096
"""Characters of a text in which its first two lines are looked for."""
_COMMENT = re.compile(r"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
_NOTHING = re.compile(r"[ \t\f]*(?:#.*)?\Z", re.DOTALL)
_EMACS = re.compile(r"-\*-(.*?)-\*-")
_VARIABLE = re.compile(r"(?:\A|[\s;])coding:[ \t]*([-\w.]+)", re.ASCII | re.IGNORECASE)


def declared(text: str, language: str) -> str | None:
    """The encoding that the first or second line names, as it is spelled there.

    Python (PEP 263) and Ruby take it from any comment in which `coding:` or `coding=` stands;
    elsewhere it has to be in Emacs's form, `-*- coding: NAME -*-`, as comments talk of codings too.
    """
    first, second = map(body, [*split_lines(text[:_HEAD]), "", ""][:2])
    if language in {"python", "ruby"} or re.match(r"#!.*(?:python|ruby)", first):
        found = _COMMENT.match(first)
        if not found and _NOTHING.match(first):
            found = _COMMENT.match(second)
        return found.group(1) if found else None
    return _variable(first) or (_variable(second) if first.startswith("#!") else None)


def _variable(line: str) -> str | None:
    variables = _EMACS.search(line)
    found = _VARIABLE.search(variables.group(1)) if variables else None
    return found.group(1) if found else None


def unencodable(text: str, encoding: str) -> tuple[int, str] | None:
    """The line, from 1, and the first character that a text file of this encoding cannot hold.

    That is one that the codec refuses, one that it would quietly make another (Python's Shift-JIS
    writes a yen sign as a backslash), or a NUL, which makes a file binary.
    """
    places = [place for place in (text.find("\0"), _lost(text, encoding)) if place >= 0]
    if not places:
        return None
    place = min(places)
    return len(split_lines(text[: place + 1])), text[place]


def _lost(text: str, encoding: str) -> int:
    """Where the first character is that does not come back from the encoding; -1 if all do."""
    try:
        data = text.encode(encoding)
        back = data.decode(encoding)
    except UnicodeEncodeError as error:
        refused = error.start
    except UnicodeDecodeError as error:  # EUC-KR writes U+3164, and cannot read it
        refused = len(data[: error.start].decode(encoding))
    else:
        return -1 if back == text else parting(text, back)
    earlier = _lost(text[:refused], encoding)
    return refused if earlier < 0 else earlier


def parting(one: Sequence[object], other: Sequence[object]) -> int:
    """Where two texts, or two strings of bytes, first differ; at their shorter end if nowhere."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
