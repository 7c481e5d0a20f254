"""Blocks of the source that the answer has elsewhere."""

from collections import defaultdict
from collections.abc import Iterator

from redraft.pipeline.validate.asked import Asked
from redraft.pipeline.validate.compare import Comparison
from redraft.pipeline.validate.excuse import is_of_kind
from redraft.pipeline.validate.finding import Finding, shown
from redraft.pipeline.validate.kinds import KEYWORDS, Line, has_word
from redraft.pipeline.validate.pieces import defined, indent
from redraft.pipeline.validate.targets import heads, title, under

_LINES = 2
"""Lines, not counting lone braces, that make a block; a definition's first line does alone."""
_LETTERS = 25
_DECLARE = {"static", "const", "let", "var", "val", "export", "type"}


def moved(comparison: Comparison, asked: Asked) -> list[Finding]:
    """The finding for the first block that was moved unasked."""
    fixed = _fixed(comparison, asked)
    block = (
        next((block for block in _blocks(fixed) if _counts(block, fixed)), None) if fixed else None
    )
    if block is None:
        return []
    (old, new), *_ = block
    what = f"{shown(new.key)} and what follows it were moved here from line {old.number}"
    return [Finding("moved", what, new.number)]


def _fixed(comparison: Comparison, asked: Asked) -> Comparison | None:
    """The lines that have to stay in their order; None where all may change places."""
    if not asked.moves and not asked.places:
        return comparison
    named = heads(asked.instruction, comparison.titles)
    if not named:
        return None if asked.moves else comparison
    if asked.several:
        return None
    free = {comparison.old[place].key for place in under(named, comparison.owners)}
    free = {key for key in free if has_word(key)}
    return comparison.without(free)


def _blocks(comparison: Comparison) -> Iterator[list[tuple[Line, Line]]]:
    """Runs of the answer's new lines that are runs of the source's missing ones."""
    left, added = _unmatched(comparison)
    places: dict[tuple[int, str], list[int]] = defaultdict(list)
    for i in left:
        places[_form(comparison.old[i])].append(i)
    used: set[int] = set()
    for j in added:
        if j in used:
            continue
        runs = [_run(comparison, i, j, left, added) for i in places[_form(comparison.new[j])]]
        longest = max(runs, default=0)
        if longest:
            i = places[_form(comparison.new[j])][runs.index(longest)]
            used.update(range(j, j + longest))
            yield [(comparison.old[i + k], comparison.new[j + k]) for k in range(longest)]


def _form(line: Line) -> tuple[int, str]:
    """What has to be the same in both places; names are those that were asked for."""
    return indent(line), line.key


def _unmatched(comparison: Comparison) -> tuple[dict[int, None], dict[int, None]]:
    ours = {i for i, _ in comparison.early}
    theirs = {j for _, j in comparison.early}
    left = {i: None for i in range(len(comparison.old)) if i not in ours}
    return left, {j: None for j in range(len(comparison.new)) if j not in theirs}


def _run(
    comparison: Comparison, i: int, j: int, left: dict[int, None], added: dict[int, None]
) -> int:
    length = 0
    while (
        i + length in left
        and j + length in added
        and _form(comparison.old[i + length]) == _form(comparison.new[j + length])
    ):
        length += 1
    return length


def _counts(block: list[tuple[Line, Line]], comparison: Comparison) -> bool:
    lines = [
        line
        for line, _ in block
        if has_word(line.key) and line.key[0] not in "})]" and not is_of_kind(line, "import")
    ]
    if any(map(defined, lines)) or _is_headed(block):
        return True
    if comparison.asked.opens:
        return False
    titled = any(
        title(line, comparison.language) and line.key.startswith(("[", "#", ".")) for line in lines
    )
    return titled or (len(lines) >= _LINES and sum(len(line.key) for line in lines) >= _LETTERS)


def _is_headed(block: list[tuple[Line, Line]]) -> bool:
    """Whether a block is one thing with all that is under it: a table, a section of settings."""
    (first, _), *rest = block
    plain = first.kind == "code" and first.key.split()[0] not in KEYWORDS - _DECLARE
    return (
        plain
        and bool(rest)
        and all(indent(line) > indent(first) or not has_word(line.key) for line, _ in rest)
        and len(rest) > 1
    )
