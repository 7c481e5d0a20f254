"""What an instruction asks for, as far as it excuses what would else be a finding.

English and Japanese are read; of other languages the names of things in the code still count.
"""

import re
from functools import lru_cache

from attrs import frozen

from redraft.pipeline.validate import wording
from redraft.pipeline.validate.kinds import KEYWORDS, subwords

_NAME = re.compile(
    r"[`\"]([^`\"\n]+)[`\"]"
    r"|(\b(?:function|method|class|variable|constant|module|type|struct|field|helper)\s+)?"
    r"([A-Za-z_$][\w$]*(?:[._][\w$]+)*)(\(\))?",
    re.ASCII,
)
_CJK_RUN = re.compile(r"[\u30a0-\u30ff]{2,}|[\u3400-\u9fff]{2,}")


@frozen
class Clause:
    """One thing that is to go."""

    names: frozenset[str]
    """Names of things in code, which the lines that go have to mention."""
    words: frozenset[str]
    """Otherwise words, in small letters."""
    kinds: frozenset[str]
    """Kinds of lines: comment, print, import, blank."""
    everything: bool = False
    """It names a place, and all that is there goes."""
    placed: bool = False
    """It names a place at which one thing stands."""


@frozen
class Asked:
    """An instruction, read."""

    instruction: str
    deletes: tuple[Clause, ...]
    replaces: tuple[Clause, ...]
    """What goes because something else takes its place."""
    renames: tuple[tuple[str, str], ...]
    """Names that others may stand for."""
    stubs: bool
    """Stubs are wanted in the place of code."""
    bodies: bool
    """What is inside of something goes, and the thing itself stays."""
    moves: bool
    opens: bool
    """It leaves open how much changes: refactor, simplify, fix."""
    translates: bool
    repeats: bool
    writes: bool
    """It is about comments or documentation."""
    style: bool


@lru_cache(maxsize=64)
def read(instruction: str) -> Asked:
    """Reads an instruction."""
    clauses = _clauses(instruction)
    return Asked(
        instruction,
        deletes=clauses[0],
        replaces=clauses[1],
        renames=tuple(wording.RENAME.findall(instruction)),
        stubs=_asks(wording.STUBS, instruction) is not None,
        bodies=_has(wording.BODY, instruction) and bool(clauses[0] or clauses[1]),
        moves=_has(wording.MOVES, instruction),
        opens=_has(wording.OPEN, instruction),
        translates=_has(wording.TRANSLATES, instruction),
        repeats=_has(wording.REPEATS, instruction),
        writes=_has(wording.WRITES, instruction),
        style=_has(wording.STYLE, instruction),
    )


def renamed(key: str, asked: Asked) -> str:
    """A line, with the names that were asked for."""
    for old, new in asked.renames:
        if old in key:
            key = re.sub(rf"(?<![\w$]){re.escape(old)}(?![\w$])", new, key)
    return key


def _has(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text) is not None


def _clauses(instruction: str) -> tuple[tuple[Clause, ...], tuple[Clause, ...]]:
    """What is deleted, and what is replaced."""
    deletes: list[Clause] = []
    replaces: list[Clause] = []
    current: list[Clause] | None = None
    for segment in wording.PARTS.split(instruction):
        kept = wording.KEEP.search(segment)
        if kept:
            current = deletes
            deletes.append(_clause(segment, everything=True))
            continue
        found = _asks(wording.DELETE, segment)
        target = deletes if found else replaces
        found = found or _asks(wording.REPLACE, segment)
        if found:
            current = target
            clause = _clause(_object(segment, found))
            target.append(clause if _says_what(clause) else _clause(instruction))
        elif current is not None and segment.strip() and not wording.VERB.match(segment):
            current.append(_clause(segment))
        else:
            current = None
    return tuple(deletes), tuple(replaces)


def _says_what(clause: Clause) -> bool:
    """Whether a clause names what it is about, and not merely "it"."""
    return bool(clause.names or clause.words or clause.kinds or clause.everything or clause.placed)


def _asks(verb: re.Pattern[str], segment: str) -> re.Match[str] | None:
    for found in verb.finditer(segment):
        before, after = segment[: found.start()], segment[found.end() :]
        if not wording.NEGATED.search(before) and not wording.NEGATED_AFTER.match(after):
            return found
    return None


def _object(segment: str, verb: re.Match[str]) -> str:
    """What a verb is said of: what follows it in English, what precedes it in Japanese."""
    is_latin = verb.group().isascii() and len(segment[verb.end() :].split()) > 0
    return segment[verb.end() :] if is_latin else segment


def _clause(text: str, *, everything: bool = False) -> Clause:
    kinds = frozenset(kind for kind, pattern in wording.KINDS.items() if _has(pattern, text))
    every = everything or (_has(wording.EVERYTHING, text) and not kinds)
    what = wording.SCOPE.split(text)[0] or text
    for kind in kinds:
        what = wording.KINDS[kind].sub(" ", what)
    found = {word for word in subwords(what) if len(word) > 2 and word.isascii()}
    found |= set(_CJK_RUN.findall(what))
    return Clause(
        frozenset(_names(what)),
        frozenset(found - wording.EMPTY_WORDS),
        kinds,
        every,
        placed=_has(wording.PLACED, text),
    )


def _names(text: str) -> set[str]:
    """Names by their look: quoted, called, spelt as only code is, or after `function`."""
    result: set[str] = set()
    for quoted, noun, name, called in _NAME.findall(text):
        if quoted:
            result |= set(re.findall(r"[\w$]+", quoted))
        elif called or "_" in name or re.search(r"[a-z][A-Z]", name):
            result.add(name.split(".")[-1])
        elif noun and name.lower() not in wording.EMPTY_WORDS | KEYWORDS:
            result.add(name)
    return result
