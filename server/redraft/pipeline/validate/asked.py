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
_QUOTED = re.compile(r"“[^”\n]*”|「[^」\n]*」|\"[^\"\n]*\"|`[^`\n]*`|(?<!\w)'[^'\n]*'(?!\w)")
_SAYS = re.compile(r"\b(?:say(?:s|ing)?|reads?|reading)(?: as follows)?\s*:\s*(.+)", re.DOTALL)
_SPOKEN = 0.7
"""Quotes around this share of an instruction, or more, are around all that is asked."""
_SWAP = re.compile(
    wording.SWAP.pattern.replace("@", r"[`'\"“]?([\w$.!<>]*[\w$!>])[`'\"”]?(?:\(\))?"),
    re.IGNORECASE | re.ASCII,
)
_NAMED = re.compile(
    r"(?:(?<=[`'\"“])[\w$.]+(?=[`'\"”]))|[A-Za-z$]\w*(?:_\w+|(?<=[a-z])[A-Z]\w*|[.]\w+|\d+)+"
    r"|[A-Za-z]\w*(?=\(\))",
    re.ASCII,
)
"""Names as only code has them."""
_CODE_LIKE = re.compile(r"[_\d.!$]|[a-z][A-Z]")
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
    text: str = ""
    """What it is about, as it was said."""
    keeps: bool = False
    """What it names stays, and all else goes."""


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
    """Things change their places, those that it names or others."""
    places: bool
    """What it names is to stand elsewhere, if the source has it."""
    several: bool
    """It may be about all things of a kind."""
    opens: bool
    """It leaves open how much changes: refactor, simplify, fix."""
    translates: bool
    repeats: bool
    writes: bool
    """It is about comments or documentation."""
    style: bool
    exact: bool
    """It asks for names, spelling or comments to be changed, and not for other code."""
    in_line: bool
    """What it changes stands in one line, or close to it."""
    by_name: bool
    """Lines change that have one of the names that it has, and no others."""
    adds: bool
    """It asks for something more, and for nothing that there is to change."""
    packs: bool
    """It asks for fewer, longer lines."""
    at_edge: bool
    """It speaks of the beginning or the end."""
    swaps: tuple[tuple[str, str], ...]
    """Names that others take the place of, and nothing else is asked."""
    hides: bool
    """What it names is to become comments."""


@lru_cache(maxsize=64)
def read(instruction: str) -> Asked:
    """Reads an instruction."""
    quoteless = _spoken(instruction)
    swaps, beside = _swaps(quoteless)
    spoken, beside = _unnamed(quoteless), _unnamed(beside)
    clauses = _clauses(instruction, spoken)
    spelt = _has(wording.SPELLING, spoken)
    only_comments = _has(wording.COMMENTS_TRANSLATED, spoken)
    hides = _has(wording.COMMENTS_OUT, spoken)
    opens = _has(wording.OPEN, beside) and not (spelt or only_comments or hides)
    renames = _has(wording.RENAMED, spoken)
    in_line = _has(wording.IN_LINE, spoken) and not (opens or clauses[0])
    moves, places = _has(wording.MOVES, beside), _has(wording.PLACES, beside)
    precise = not (opens or hides or moves or clauses[0] or clauses[1])
    return Asked(
        instruction,
        deletes=clauses[0],
        replaces=clauses[1],
        renames=()
        if hides or _has(wording.BODY, spoken)
        else tuple(wording.RENAME.findall(instruction)),
        stubs=_asks(wording.STUBS, quoteless) is not None,
        bodies=bool(clauses[0] or clauses[1])
        and (_has(wording.BODY, spoken) or _has(wording.STUBBED, spoken)),
        moves=moves,
        places=places,
        several=_has(wording.SEVERAL, spoken),
        opens=opens,
        translates=_has(wording.TRANSLATES, spoken) or only_comments,
        repeats=_has(wording.REPEATS, spoken),
        writes=_has(wording.WRITES, instruction),
        style=_has(wording.STYLE, spoken),
        exact=bool(swaps) or hides or spelt or only_comments or renames or in_line,
        in_line=in_line,
        by_name=renames or bool(swaps),
        adds=precise and _has(wording.ADDS, spoken),
        packs=_has(wording.PACKS, spoken),
        at_edge=_has(wording.PLACED, spoken),
        swaps=swaps,
        hides=hides,
    )


def _spoken(instruction: str) -> str:
    """An instruction with its quoted text blanked out, which asks for nothing by itself."""

    def blank(found: re.Match[str]) -> str:
        text = found.group()
        quotes_all = len(text) > _SPOKEN * len(instruction)
        return text if quotes_all or len(text.split()) < 2 else "_" * len(text)

    text = _QUOTED.sub(blank, instruction)
    said = _SAYS.search(text)
    return text if said is None else text[: said.start(1)] + "_" * (len(text) - said.start(1))


def _unnamed(text: str) -> str:
    """An instruction with the names in it blanked out, which may look like verbs."""
    return _NAMED.sub(lambda found: "_" * len(found.group()), text)


def _swaps(spoken: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """Names to be swapped for others that only code has, and the instruction without them."""
    found: list[tuple[str, str]] = []
    rest = spoken
    for match in _SWAP.finditer(spoken):
        old, new = (group for group in match.groups() if group)
        if "instead" in match.group().lower():
            old, new = new, old
        if old.lower() in wording.PRONOUNS:
            continue
        calls = re.search(r"\bcalls?\b", match.group())
        if calls or _CODE_LIKE.search(new) or _CODE_LIKE.search(old):
            found.append((old, new))
            rest = rest.replace(match.group(), " ")
    return tuple(found), rest


def renamed(key: str, asked: Asked) -> str:
    """A line, with the names that were asked for."""
    for old, new in asked.renames:
        if old in key:
            key = re.sub(rf"(?<![\w$]){re.escape(old)}(?![\w$])", new, key)
    return key


def _has(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text) is not None


def _clauses(instruction: str, spoken: str) -> tuple[tuple[Clause, ...], tuple[Clause, ...]]:
    """What is deleted, and what is replaced."""
    deletes: list[Clause] = []
    replaces: list[Clause] = []
    current: list[Clause] | None = None
    for start, end in _segments(spoken):
        segment, said = instruction[start:end], spoken[start:end]
        if wording.KEEP.search(said):
            current = deletes
            names = _says_what(_clause(segment)) or re.search(r"\d", segment)
            said, segment = (said, segment) if names else (spoken, instruction)
            deletes.append(_clause(segment, everything=not _has(wording.BODY, said)))
            continue
        found = _asks(wording.DELETE, said) or _asks(wording.STUBBED, said)
        found = found or _asks(wording.COMMENTS_OUT, said)
        target = deletes if found else replaces
        found = found or _asks(wording.REPLACE, said)
        if found and target is replaces and wording.WITHIN.search(said):
            current = None
        elif found:
            current = target
            clause = _clause(_object(segment, found))
            if _says_what(clause):
                target.append(clause)
            elif not (deletes or replaces):
                target.append(_clause(instruction))
        elif current is not None and said.strip() and not _is_aside(said):
            current.append(_clause(segment))
        else:
            current = None
    return tuple(deletes), tuple(replaces)


def _segments(text: str) -> list[tuple[int, int]]:
    """Where the parts of an instruction start and end."""
    breaks = [found.span() for found in wording.PARTS.finditer(text)]
    starts = [0, *(end for _, end in breaks)]
    ends = [*(start for start, _ in breaks), len(text)]
    return list(zip(starts, ends, strict=True))


def _is_aside(segment: str) -> bool:
    """Whether a part does not go on listing what the one before named."""
    return bool(wording.VERB.match(segment) or wording.REASON.search(segment))


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
    if wording.COMMENTS_OUT.fullmatch(verb.group()):
        return segment
    is_latin = verb.group().isascii() and re.search(r"\w", segment[verb.end() :])
    return segment[verb.end() :] if is_latin else segment


def _clause(text: str, *, everything: bool = False) -> Clause:
    kinds = frozenset(kind for kind, pattern in wording.KINDS.items() if _has(pattern, text))
    every = everything or (_has(wording.EVERYTHING, text) and not kinds)
    about = what = wording.SCOPE.split(text)[0] or text
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
        text=about,
        keeps=everything or _has(wording.BUT, text),
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
