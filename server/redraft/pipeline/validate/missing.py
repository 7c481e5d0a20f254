"""What the answer lacks of its source: the end, or far too much elsewhere."""

import re
from collections import Counter
from collections.abc import Sequence

from attrs import evolve

from redraft.pipeline.validate.asked import Asked
from redraft.pipeline.validate.compare import Comparison, Gap
from redraft.pipeline.validate.excuse import unexcused
from redraft.pipeline.validate.finding import Finding, shown
from redraft.pipeline.validate.kinds import (
    Line,
    counterpart,
    has_word,
    is_stub,
    kept_share,
    numbered,
    said,
)
from redraft.pipeline.validate.pieces import defined
from redraft.pipeline.validate.targets import numbers, tokens

_KEPT = 0.6
"""Lines whose words are kept to this share are there, if in another form."""
_KEPT_OPEN = 0.35
"""The same, where the instruction leaves open what happens to them."""
_PRECISE, _NARROW, _OPEN = 2, 3, 12
"""Lines in a row that may go for nothing, when little or much was left open."""
_SHARE, _SHARE_OPEN = 0.3, 0.6
"""How much of all lines may."""
_DENSER = 12
"""Lines that may become one, where nobody asked for a denser text."""
_AROUND = 3
"""How many lines from the one that was named others may change with it."""
_FAR = 80
"""How many lines ahead a line's old wording is looked for."""
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_END = re.compile(r"(?:end|fi|done|esac|endif|end if|endfunction|endwhile|endfor)[;,)]*")
_IDLE = re.compile(r"\W*(?:return(?: None| null| nil)?|pass|continue|break|end)?\W*")


def missing(comparison: Comparison, asked: Asked) -> list[Finding]:
    """The findings `end` and `removed`; lines are the source's."""
    tail = unreached(comparison, asked)
    ends = [end_finding(tail)] if tail else []
    return ends + _removed(comparison, asked, tail[0].number if tail else None)


def end_finding(tail: Sequence[Line]) -> Finding:
    """What it is told as that the source's last lines are not in the answer."""
    said = f"the answer stops before {numbered(tail)} of its source, {shown(tail[0].key)}"
    return Finding("end", said, tail[0].number)


def unreached(comparison: Comparison, asked: Asked) -> list[Line]:
    """The lines at the source's end which the answer should have and stopped before."""
    cut = _cut_line(comparison, asked)
    if cut is not None:
        return [cut]
    left = _left_over(comparison, asked)
    if not left or (asked.opens and all(_IDLE.fullmatch(line.key) for line in left)):
        return []
    missed = unexcused(asked, left, comparison)
    if missed and not _tells(left):
        return missed if _is_unbalanced(comparison, left) else []
    return missed if missed and (_tells(missed) or len(missed) == len(left)) else []


def _is_unbalanced(comparison: Comparison, left: Sequence[Line]) -> bool:
    """Whether closing lines alone are missing for good: braces that the answer does not close.

    Such lines are many and alike, so that any of them may count as the one left over.
    """
    if not any(char in _BRACKETS for line in left for char in line.key):
        return not _open_end(comparison).new
    return _balance(comparison.old) != _balance(comparison.new)


def _balance(lines: Sequence[Line]) -> int:
    counts = Counter("".join(line.key for line in lines))
    return sum(counts[char] * sign for char, sign in _BRACKETS.items())


def _tells(lines: Sequence[Line]) -> bool:
    return any(has_word(line.key) and not _END.fullmatch(line.key) for line in lines)


def _left_over(comparison: Comparison, asked: Asked) -> list[Line]:
    """What of the source's end has nothing in its place."""
    last = comparison.early[-1] if comparison.early else (-1, -1)
    old, new = comparison.old[last[0] + 1 :], comparison.new[last[1] + 1 :]
    if not old:
        return []
    if not new and _is_in_place(_open_end(comparison), asked):
        return []
    rest, stand_in = _behind_counterparts(old, new)
    left = comparison.gone(rest)
    if not left or (new and _is_in_place(Gap(tuple(left), tuple(stand_in)), asked, within=new)):
        return []
    return left


def _open_end(comparison: Comparison) -> Gap:
    """What follows the last line that cannot have been matched elsewhere, less what is in both.

    Empty on the answer's side, the answer just stops: no line of it is new there.
    """
    sure = [
        pair for pair, other in zip(comparison.early, comparison.late, strict=True) if pair == other
    ]
    i, j = sure[-1] if sure else (-1, -1)
    ours = {a for a, _ in comparison.early}
    theirs = {b for _, b in comparison.early}
    old = tuple(line for a, line in enumerate(comparison.old) if a > i and a not in ours)
    new = tuple(line for b, line in enumerate(comparison.new) if b > j and b not in theirs)
    return Gap(old, new)


def _is_in_place(gap: Gap, asked: Asked, *, within: Sequence[Line] = ()) -> bool:
    """Whether what stands in a gap of the answer is as much as what stood in the source."""
    stand_in = [line for line in gap.new if has_word(line.key)]
    stood = [line for line in gap.old if has_word(line.key)]
    if not gap.new and not within:
        return False
    part = 6 if asked.opens else 2
    if stand_in and len(stand_in) * part >= len(stood):
        return True
    kept = _KEPT_OPEN if asked.opens else _KEPT
    if len(stood) > _DENSER * len(within or gap.new) and not asked.packs:
        return False
    return bool(stood) and kept_share(gap.old, within or gap.new) >= kept


def _behind_counterparts(
    old: Sequence[Line], new: Sequence[Line]
) -> tuple[Sequence[Line], Sequence[Line]]:
    """What is left on both sides behind the last line that is another's new wording."""
    keys = [line.key for line in old]
    place = after = 0
    for j, line in enumerate(new):
        ahead = keys[place : place + _FAR]
        found = counterpart(line.key, ahead)
        if found is None:
            found = next((i for i, key in enumerate(ahead) if key.startswith(line.key)), None)
        if found is not None:
            place, after = place + found + 1, j + 1
    return old[place:], new[after:]


def _cut_line(comparison: Comparison, asked: Asked) -> Line | None:
    """The source's line that the answer's last line is the beginning of."""
    i, j = comparison.early[-1] if comparison.early else (-1, -1)
    new = comparison.new[j + 1 :]
    if not new:
        return None
    for line in comparison.old[i + 1 : i + 2 + len(new)]:
        if begins(new[-1], line):
            return None if _may_stop(line, len(new[-1].key), comparison, asked) else line
    return None


def begins(new: Line, old: Line) -> bool:
    """Whether a line is the beginning of the source's, in its old names or the new ones."""
    return old.key.startswith(new.key) or old.text.strip().startswith(new.key)


def _may_stop(line: Line, place: int, comparison: Comparison, asked: Asked) -> bool:
    """Whether the end that a line lost is one that was to go: a semicolon, a comment."""
    rest = line.key[place:]
    if line.key[place - 1 : place + 1].isalnum():
        begun = re.findall(r"\w+", line.key[:place])[-1:]
        return any(begun == [new] for _, new in asked.renames)
    others = [old for old in comparison.old if old is not line and old.key.endswith(rest)]
    if others and not any(new.key.endswith(rest) for new in comparison.new):
        return True
    lost = evolve(line, key=rest.strip(), kind="comment" if said(rest) != rest else "code")
    if not has_word(rest) and asked.deletes:
        return True
    return not unexcused(asked, [lost], comparison)


def _removed(comparison: Comparison, asked: Asked, first: int | None) -> list[Finding]:
    """Whole definitions or many lines gone, with nothing in their place."""
    runs = [
        run
        for gap in comparison.gaps
        if (run := _lost(gap, comparison, asked)) and (first is None or run[0].number < first)
    ]
    for run in runs:
        name = next((name for line in run if (name := _lost_name(line, comparison))), "")
        if name and (len(run) > 1 or is_precise(comparison)):
            what = f"{shown(name)} is gone, and nobody asked for that ({numbered(run)})"
            return [Finding("removed", what, run[0].number)]
    limit, share = (_OPEN, _SHARE_OPEN) if asked.opens else (_NARROW, _SHARE)
    if is_precise(comparison):
        limit, share = _PRECISE, 1.0
    changed = _changed(comparison)
    if changed is not None:
        return [changed]
    longest = max(runs, key=len, default=[])
    total = sum(map(len, runs))
    if len(longest) >= limit:
        said = f"{numbered(longest)} of the source are gone, and nobody asked for that"
        return [Finding("removed", said, longest[0].number)]
    if total >= max(_NARROW, share * len(comparison.old)):
        said = f"{total} of the source's {len(comparison.old)} lines are gone without a reason"
        return [Finding("removed", said, longest[0].number)]
    return []


def _changed(comparison: Comparison) -> Finding | None:
    """The finding where most lines that were to stay are not as they were, though only some go."""
    asked = comparison.asked
    if not comparison.scope.is_exact or asked.opens or asked.translates or asked.adds:
        return None
    if asked.stubs or asked.bodies or asked.hides or asked.style:
        return None
    old = [line for place, line in enumerate(comparison.old) if place not in comparison.kept]
    new = [line for line in comparison.added_lines if has_word(line.key)]
    stays = unexcused(asked, [line for line in old if has_word(line.key)], comparison)
    if min(len(new), len(stays)) <= max(_NARROW, len(comparison.kept)):
        return None
    what = f"{numbered(stays)} of the source are not as they were, and nobody asked for that"
    return Finding("removed", what, stays[0].number)


def is_precise(comparison: Comparison) -> bool:
    """Whether an instruction says line by line what changes, so that all else is to stay."""
    asked, scope = comparison.asked, comparison.scope
    if asked.opens or scope.loose or scope.replaced or (asked.translates and not asked.exact):
        return False
    return asked.exact or asked.adds or asked.moves or asked.places or scope.is_exact


def _lost(gap: Gap, comparison: Comparison, asked: Asked) -> list[Line]:
    """The lines that a gap lacks and nobody asked to go."""
    gone = [line for line in comparison.gone(gap.old) if has_word(line.key)]
    if not gone:
        return []
    if is_precise(comparison):
        return _without_form(unexcused(asked, gone, comparison), gap, comparison)
    if _is_in_place(Gap(tuple(gone), gap.new), asked, within=comparison.added_lines):
        return []
    return [line for line in unexcused(asked, gone, comparison) if has_word(line.key)]


def _without_form(gone: Sequence[Line], gap: Gap, comparison: Comparison) -> list[Line]:
    """The lines that have no new wording in a gap, unless as much other code stands there."""
    forms = [line for line in gap.new if has_word(line.key) and line.key not in comparison.known]
    left: list[Line] = []
    for line in gone:
        if not has_word(line.key):
            continue
        found = counterpart(line.key, [form.key for form in forms])
        if found is not None and _may_change(line, comparison):
            forms.pop(found)
        else:
            left.append(line)
    return left if len(_stand_ins(forms, left, comparison)) < len(left) else []


def _may_change(line: Line, comparison: Comparison) -> bool:
    """Whether a line may have got a new wording."""
    asked = comparison.asked
    if comparison.scope.all_else:
        return False
    named = numbers(asked.instruction, comparison.old[-1].number) if asked.in_line else ()
    if named:
        return any(abs(line.number - number) <= _AROUND for number in named)
    if not asked.by_name or asked.adds:
        return True
    text = line.text.lower()
    return any(len(name) > 1 and name in text for name in tokens(asked.instruction.lower()))


def _stand_ins(forms: Sequence[Line], gone: Sequence[Line], comparison: Comparison) -> list[Line]:
    """New lines that may have taken the place of others, of which they keep nothing."""
    asked = comparison.asked
    if comparison.scope.all_else:
        return []
    comments = [line for line in forms if line.kind == "comment" and asked.translates]
    if asked.exact or asked.moves or asked.places or (asked.adds and asked.at_edge):
        return comments
    if asked.adds and len(gone) > _NARROW:
        return comments
    return comments + [line for line in forms if not is_stub(line, comparison.language)]


def _lost_name(line: Line, comparison: Comparison) -> str:
    """The name of a definition that is nowhere in the answer."""
    name = defined(line)
    return "" if name in comparison.names else name
