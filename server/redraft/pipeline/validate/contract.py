"""Instructions that say of single lines what changes: all other lines stay, to the last."""

import re
from collections.abc import Callable, Sequence

from rapidfuzz import fuzz, process

from redraft.pipeline.validate import wording
from redraft.pipeline.validate.asked import Asked
from redraft.pipeline.validate.compare import Comparison
from redraft.pipeline.validate.finding import Finding, shown
from redraft.pipeline.validate.kinds import KEYWORDS, Line, has_word, subwords
from redraft.pipeline.validate.targets import numbers

_REWORDED = 3
"""Lines that may get a new wording besides those that were named."""
_ALIKE, _SPELT = 60, 80
"""Likeness, of 100, from which a line is another's new wording; or its wording, spelt rightly."""
_UNASKED = 5
"""New lines that may come of deleting something."""
_FEW, _LEFT = 8, 0.2
"""Lines from which a text should keep so much, where it is not said what is to go."""
_LONG = 300
"""Characters by which long lines are told."""
_ADDS = re.compile(
    r"\W*(?:please,? |kindly |can you |could you )?"
    r"(?:add|insert|append|prepend|put|place|include|document|note)\b"
    r"|.*\badd\b[^.]{0,20}\b(?:comment|line|remark)s?\b"
    r"|\W*make (?:this|it|the following) the (?:very )?(?:first|last|top|bottom)\b"
    r"|.*(?:追加|挿入|書き加え|付け加え|足)(?:して|し|する)?(?:ください|下さい)?[。.]?\Z",
    re.IGNORECASE | re.DOTALL,
)
_ALSO = re.compile(
    r"\b(?:and|then|but|while)\b[^“\"`「]*\b(?:remov|delet|drop|replac|renam|mov|chang|conver|turn"
    r"|rewrit|refactor|simplif|clean|updat|us|mak|fix|sort)\w*",
    re.IGNORECASE,
)
_LINES = re.compile(r"comment|remark|\blines?\b|\bprint|\blog\b|コメント|行", re.IGNORECASE)
"""What is put between lines and changes none of them."""
_SETS = re.compile(
    r"\W*(?:please,? )?(?:set|change|bump|increase|decrease|lower|raise|update)\b.*[`'\"“\d].*"
    r"\bto\b|.*\d.*を.*\d.*に(?:し|変)",
    re.IGNORECASE | re.DOTALL,
)
_QUOTED = re.compile(r"[`“\"'「]([^`”\"'」\n]+)[`”\"'」]")


_LESS = re.compile(
    r"\W*(?:please,? )?(?:remove|delete|drop|strip|erase|clear|get rid|take out|comment\b.*\bout"
    r"|shorten|truncate|trim|cut|reduce|keep)\b"
    r"|.*\bcan go\W*\Z|.*(?:削除|消|コメントアウト)(?:して|し)?(?:ください|下さい)?[。.]?\Z",
    re.IGNORECASE | re.DOTALL,
)
_MORE = re.compile(
    r"\b(?:add|insert|append|writ|replac|instead|us(?:e|ing)|put|creat|mak|with)\w*\b"
    r"|追加|代わり|置き換|書|使",
    re.IGNORECASE,
)
_CALLS = re.compile(
    r"\W*(?:please,? )?(?:replace|swap|change|convert|turn) (?:every |all |each |the )*"
    r"[`'\"]?([\w.$!]+)[`'\"]?(?:\(\))? calls? (?:with|by|for|to|into)\b"
    r"|\W*(?:please,? )?use .{1,40} instead of [`'\"]?([\w.$!]*[\w$!])",
    re.IGNORECASE,
)
_WRAPS = re.compile(r"\b(?:wrap|put|surround|enclose)\w*\b.*\btry\b|try.*囲", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_NUMBERS = re.compile(r"\bnumber|番号", re.IGNORECASE)
_NUMBERED = re.compile(r"\bnumber (?:all |each |every |the )*lines?\b|行番号を", re.IGNORECASE)
_QUOTES = re.compile(r"\b(?:single|double)[ -]quot|(?:シングル|ダブル)クォ|引用符", re.IGNORECASE)


def contract(comparison: Comparison, asked: Asked) -> list[Finding]:
    """The finding `removed` for lines that such an instruction cannot have meant."""
    said = asked.instruction
    if _NUMBERS.search(said):
        return _only_numbered(comparison) if _NUMBERED.search(said) else []
    strange = _strange(comparison, asked)
    if strange or asked.hides:
        return strange
    if _ADDS.match(said) and not _ALSO.search(said):
        return _unchanged(comparison, _spoken_of(comparison, asked)) if _LINES.search(said) else []
    return _by_names(comparison, asked)


def _by_names(comparison: Comparison, asked: Asked) -> list[Finding]:
    """By the names of what changes: of things, calls, whole blocks."""
    said = asked.instruction
    names = [name for pair in (*asked.swaps, *asked.renames) for name in pair]
    deletes = wording.DELETE.search(_without(said, names + comparison.titles)) is not None
    if asked.by_name and asked.swaps and not deletes:
        return _unchanged(comparison, _spoken_of(comparison, asked, names))
    called = _CALLS.match(said)
    if called:
        name = called[1] or called[2]
        return _unchanged(comparison, _spoken_of(comparison, asked, [name]))
    if _names_blocks(comparison, asked):
        return _beside_blocks(comparison)
    if deletes or asked.stubs or asked.bodies or asked.packs:
        return []
    return _by_manner(comparison, asked)


def _by_manner(comparison: Comparison, asked: Asked) -> list[Finding]:
    """By what is done to single lines, wherever they stand."""
    said = asked.instruction
    if _QUOTES.search(said):
        return _unchanged(comparison, _nothing, len(comparison.old))
    if wording.SPELLING.search(said):
        return _unchanged(comparison, _nothing, len(comparison.old), _SPELT)
    if asked.opens:
        return []
    if _WRAPS.search(said):
        return _unchanged(comparison, _nothing)
    if _SETS.match(said) or asked.in_line or (asked.adds and _LINES.search(said)):
        return _unchanged(comparison, _spoken_of(comparison, asked))
    if asked.moves or asked.places:
        return _told(comparison.gone(_gone(comparison, _nothing)), 0)
    return []


def _only_numbered(comparison: Comparison) -> list[Finding]:
    """The finding for a line that is none of the source's with something before it."""
    keys = [line.key for line in comparison.old]
    for line in comparison.added_lines:
        if _LETTER.search(line.key) and not any(line.key.endswith(key) for key in keys):
            return [Finding("prose", f"{shown(line.key)} is no line of the source", line.number)]
    return []


def _strange(comparison: Comparison, asked: Asked) -> list[Finding]:
    """The finding for a text that has much more than the source, where less was asked for."""
    said = asked.instruction
    if not _LESS.match(said) or asked.stubs or asked.bodies or _MORE.search(said):
        return []
    forms = [line.key[:_LONG] for line in comparison.old]
    new = _without_wording([line for line in comparison.added_lines if has_word(line.key)], forms)
    if _is_vague(comparison, asked) and len(comparison.kept) < _LEFT * len(comparison.old):
        what = (
            f"{len(comparison.old) - len(comparison.kept)} of {len(comparison.old)} lines are gone"
        )
        return [Finding("removed", what, comparison.old[0].number)]
    if len(new) <= _UNASKED:
        foreign = (line for line in new if _is_foreign(line, comparison))
        line = next(foreign, None)
        said = "stands where something was to go, and is not of the source"
        return [Finding("prose", f"{shown(line.key)} {said}", line.number)] if line else []
    what = f"{len(new)} lines are new, and nobody asked for any, {shown(new[0].key)} first"
    return [Finding("prose", what, new[0].number)]


def _is_vague(comparison: Comparison, asked: Asked) -> bool:
    """Whether it is not said in so many words what is to go."""
    scope = comparison.scope
    if len(comparison.old) < _FEW or scope.free or scope.held or scope.all_else or asked.hides:
        return False
    return not any(clause.kinds or clause.names or clause.everything for clause in asked.deletes)


def _is_foreign(line: Line, comparison: Comparison) -> bool:
    """Whether most words of a line are neither the source's nor any language's own."""
    words = [word for word in subwords(line.key) if word not in KEYWORDS and word.isalpha()]
    known = [word for word in words if word in comparison.vocabulary]
    return len(words) > 1 and len(known) * 2 < len(words)


def _spoken_of(
    comparison: Comparison, asked: Asked, names: Sequence[str] = ()
) -> Callable[[Line], bool]:
    """Whether the instruction has a line's number, a text of it, or one of the names in it."""
    said = asked.instruction
    numbered = numbers(said, comparison.old[-1].number) if comparison.old else frozenset()
    texts = [*names, *_QUOTED.findall(said)]
    return lambda line: line.number in numbered or _has_one(line, texts)


def _names_blocks(comparison: Comparison, asked: Asked) -> bool:
    """Whether all that an instruction speaks of are whole blocks, or what is inside of one."""
    scope = comparison.scope
    if not scope.free or scope.all_else or asked.moves:
        return False
    rest = _without(asked.instruction, sorted(scope.names))
    loose = scope.loose or scope.replaced or wording.OPEN.search(rest)
    return asked.stubs or asked.bodies or not loose


def _beside_blocks(comparison: Comparison) -> list[Finding]:
    """What an instruction about whole blocks does to all others."""
    scope = comparison.scope
    free = {comparison.old[place].number for place in scope.free}
    names = list(scope.names)
    return _unchanged(comparison, lambda line: line.number in free or _has_one(line, names))


def _nothing(_: Line) -> bool:
    return False


def _has_one(line: Line, texts: Sequence[str]) -> bool:
    return any(text in line.text for text in texts)


def _without(said: str, names: Sequence[str]) -> str:
    """An instruction without quoted text and some names, which may look like verbs."""
    rest = _QUOTED.sub(" ", said)
    for name in names:
        rest = rest.replace(name, " ") if name else rest
    return rest


def _gone(comparison: Comparison, named: Callable[[Line], bool]) -> list[Line]:
    """Lines that nobody named and that do not stand in the answer where they stood."""
    return [
        line
        for place, line in enumerate(comparison.old)
        if place not in comparison.kept and has_word(line.key) and not named(line)
    ]


def _unchanged(
    comparison: Comparison,
    named: Callable[[Line], bool],
    most: int = _REWORDED,
    alike: int = _ALIKE,
) -> list[Finding]:
    """The finding where a line is gone without a new wording, or more than `most` have one.

    A line that was named may have been matched to one that is its double.
    """
    forms = [line.key[:_LONG] for line in comparison.added_lines]
    _without_wording(_gone(comparison, lambda line: not named(line)), forms, alike)
    others = _gone(comparison, named)
    moved = [line for line in others if line.key[:_LONG] in forms]
    for place, line in enumerate(comparison.old):
        if place in comparison.kept and named(line):
            forms.append(line.key[:_LONG])
    lost = _without_wording(others, forms, alike)
    return _told(lost, 0) or _told(moved, 1) or _told(others, most)


def _without_wording(gone: Sequence[Line], forms: list[str], alike: int = _ALIKE) -> list[Line]:
    """Effect: takes each line's likest new wording out of `forms`; gives the lines without one."""
    left: list[Line] = []
    for line in gone:
        best = process.extractOne(line.key[:_LONG], forms, scorer=fuzz.ratio, score_cutoff=alike)
        if best is None:
            left.append(line)
        else:
            forms.pop(best[2])
    return left


def _told(lines: Sequence[Line], most: int) -> list[Finding]:
    if len(lines) <= most:
        return []
    count = f"{len(lines)} lines are" if len(lines) > 1 else "a line is"
    what = f"{count} not as before that nobody spoke of, {shown(lines[0].key)} first"
    return [Finding("removed", what, lines[0].number)]
