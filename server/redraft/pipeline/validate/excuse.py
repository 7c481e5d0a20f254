"""Were these lines of the source to go? The instruction, held against what is gone."""

import re
from collections.abc import Sequence
from functools import lru_cache

from redraft.pipeline.validate.asked import Asked, Clause
from redraft.pipeline.validate.compare import Comparison
from redraft.pipeline.validate.kinds import DOCUMENTS, Line, names_in, subwords
from redraft.pipeline.validate.pieces import SECTIONED, bound
from redraft.pipeline.validate.scope import Scope
from redraft.pipeline.validate.targets import tokens

_OF_KIND = {
    "print": re.compile(
        r"print|\blog|logger|logging|debug|console|\becho\b|\bputs\b|trac(?:e|ing)|std(?:out|err)"
        r"|\bdump|dbg!|\bcout\b|\bcerr\b|\bpp?\b|Write-|NSLog",
        re.IGNORECASE,
    ),
    "import": re.compile(
        r"(?:import|from|#\s*include|use|using|require|export .* from|@import|open|load|source)\b"
        r"|.*\brequire\s*\("
    ),
}


def unexcused(asked: Asked, gone: Sequence[Line], comparison: Comparison) -> list[Line]:
    """Those of the source's lines that are gone and were not asked to."""
    if not asked.deletes and not asked.replaces:
        return list(gone)
    allowed = comparison.scope
    places = comparison.places
    if allowed.all_else:
        return [line for line in gone if places[line.number] in allowed.held]
    vague = not any(clause.names | clause.words for clause in asked.deletes)
    if asked.bodies and vague and not allowed.free:
        return []
    left = [line for line in gone if not _is_excused(line, asked, allowed, comparison)]
    return [line for line in left if not _is_emptied(line, gone, left, comparison)]


def _is_excused(line: Line, asked: Asked, allowed: Scope, comparison: Comparison) -> bool:
    """Whether a line was to go, or what it belongs to was and is gone."""
    place: int | None = comparison.places[line.number]
    if place in allowed.free:
        return True
    mentions = comparison.language not in DOCUMENTS | SECTIONED
    if mentions and allowed.names & tokens(line.key):
        return True
    while place is not None:
        owner = comparison.old[place]
        is_gone = asked.bodies or place not in comparison.kept
        if is_gone and _is_named(owner, allowed, comparison):
            return True
        place = comparison.owners[place]
    return _is_named(line, allowed, comparison)


def _is_emptied(
    line: Line, gone: Sequence[Line], left: Sequence[Line], comparison: Comparison
) -> bool:
    """Whether all that stood under a line was to go."""
    place = comparison.places[line.number]
    after = (other for other in gone if other.number > line.number)
    inner = [
        other for other in after if comparison.owners[comparison.places[other.number]] == place
    ]
    return bool(inner) and not any(other in left for other in inner)


def _is_named(line: Line, allowed: Scope, comparison: Comparison) -> bool:
    if any(_relates(clause, line) for clause in (*allowed.loose, *allowed.replaced)):
        return True
    name = bound(line)
    return bool(name) and any(
        not clause.kinds
        and _is_vague(clause, comparison.vocabulary)
        and (clause.placed or name not in comparison.names)
        for clause in allowed.loose
    )


@lru_cache(maxsize=64)
def _is_vague(clause: Clause, vocabulary: frozenset[str]) -> bool:
    """Whether a clause says what goes in words that no line of the source has."""
    if clause.names:
        return not clause.names & vocabulary
    return not any(_alike(word, other) for word in clause.words for other in vocabulary)


def _relates(clause: Clause, line: Line) -> bool:
    """Whether one line is what a clause names."""
    if any(is_of_kind(line, kind) for kind in clause.kinds):
        return True
    if clause.names:
        return bool(clause.names & names_in(line.key))
    return _shares(clause.words, line.key)


def is_of_kind(line: Line, kind: str) -> bool:
    """Whether a line is a comment, prints, imports."""
    if kind in _OF_KIND:
        return (line.kind == "code" and _OF_KIND[kind].match(line.key) is not None) or (
            kind == "print" and _OF_KIND[kind].search(line.key) is not None
        )
    return kind == line.kind


@lru_cache(maxsize=1 << 14)
def _shares(words: frozenset[str], key: str) -> bool:
    theirs = subwords(key)
    return any(_alike(word, other) for word in words for other in theirs)


def _alike(word: str, other: str) -> bool:
    """Whether two words are forms of one: print and prints, cache and caching."""
    if word == other or not word.isascii():
        return word in other
    short, long = sorted((word, other), key=len)
    if len(short) < 3:
        return False
    common = next((i for i, char in enumerate(short) if char != long[i]), len(short))
    return common == len(short) or common >= max(4, len(short) - 1)
