"""The sets of pairs: the edits of a file, and the renames made from their sources."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.bench.replay.case import Pair

_WORD = re.compile(r"[A-Za-z_]\w{3,}")
_NOT_CODE = re.compile(r"^\s*(?:import|package|//|\*|/\*).*$", re.MULTILINE)
_KEYWORDS = (
    "abstract assert boolean break byte case catch char class companion const continue default "
    "double else enum export extends false final finally float from function import implements "
    "instanceof interface internal lateinit long native null object open override package "
    "private protected public return short static super switch synchronized this throw throws "
    "true typeof undefined void volatile when while"
)
"""Of Java, Kotlin and JavaScript, those long enough to be met."""
_NEW = ("ledger entry", "harbour", "quota window", "lantern", "parcel index", "meadow", "tally")
"""New names, one pair after another."""


def edits(path: Path) -> list[Pair]:
    """The pairs of a file with one JSON object a line. Raises OSError, ValueError, KeyError."""
    return list(map(_pair, path.read_text("utf-8").splitlines()))


def _pair(line: str) -> Pair:
    row = json.loads(line)
    language = row["language"].lower().replace(" ", "")
    return Pair(row["id"], language, row["instruction"], row["before"], row["after"])


def renames(pairs: list[Pair]) -> list[Pair]:
    """The same sources with one frequent identifier renamed everywhere.

    It is the most frequent word of four characters or more that is no keyword, counted outside
    imports and comments; of equally frequent ones, the first.
    """
    return list(_renames(pairs))


def _renames(pairs: list[Pair]) -> Iterator[Pair]:
    for number, pair in enumerate(pairs):
        words = Counter(_WORD.findall(_NOT_CODE.sub("", pair.before)))
        for keyword in _KEYWORDS.split():
            del words[keyword]
        old = words.most_common(1)[0][0]
        new = _styled(_NEW[number % len(_NEW)], old)
        after = re.sub(rf"\b{old}\b", new, pair.before)
        wish = f"Rename {old} to {new}"
        yield Pair(f"rename of {pair.name}", pair.language, wish, pair.before, after)


def _styled(words: str, like: str) -> str:
    """A name in the style of another: CONSTANT, snake_case, Pascal or camel."""
    if like.isupper():
        return words.replace(" ", "_").upper()
    if "_" in like.strip("_"):
        return words.replace(" ", "_")
    name = words.title().replace(" ", "")
    return name if like[0].isupper() else name[0].lower() + name[1:]
