"""Base, ours and theirs -> one text with both sides' changes, or where they clash."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from redraft.pipeline.lines import split_lines
from redraft.pipeline.match import Change, changes


@frozen
class Lines:
    """Some lines of one text, 1-based; none at all where `last` is before `first`."""

    first: int
    last: int
    text: str


@frozen
class Clash:
    """One place where both sides changed the same or touching lines, and not alike."""

    base: Lines
    ours: Lines
    theirs: Lines


@frozen
class Conflict:
    """A merge that a person has to make, with all places that need one."""

    clashes: tuple[Clash, ...]


def merge(base: str, ours: str, theirs: str) -> str | Conflict:
    """The merged text, each line with the ending it has on the side it comes from.

    As `git merge-file` has it: changes that touch without being equal clash, for nobody can say
    in which order they should stand.
    """
    old, our, their = map(split_lines, (base, ours, theirs))
    result: list[str] = []
    clashes: list[Clash] = []
    done = 0
    for mine, other in _places(changes(old, our), changes(old, their)):
        result += old[done : mine.old_start]
        done = mine.old_end
        before = _lines(old, *mine[:2])
        clash = Clash(before, _lines(our, *mine[2:]), _lines(their, *other[2:]))
        if clash.ours.text in (before.text, clash.theirs.text):
            result.append(clash.theirs.text)
        elif clash.theirs.text == before.text:
            result.append(clash.ours.text)
        else:
            clashes.append(clash)
    return Conflict(tuple(clashes)) if clashes else "".join([*result, *old[done:]])


def _lines(lines: Sequence[str], start: int, end: int) -> Lines:
    return Lines(start + 1, end, "".join(lines[start:end]))


def _places(*sides: Sequence[Change]) -> Iterator[list[Change]]:
    """Where something changed: one stretch of the base, and what each side has there."""
    shifts = [0] * len(sides)
    for group in _touching(sides):
        start = group[0][1].old_start
        end = max(change.old_end for _, change in group)
        starts = [start + shift for shift in shifts]
        for side, change in group:
            shifts[side] = change.new_end - change.old_end
        pairs = zip(starts, shifts, strict=True)
        yield [Change(start, end, first, end + shift) for first, shift in pairs]


def _touching(sides: Sequence[Sequence[Change]]) -> Iterator[list[tuple[int, Change]]]:
    """The changes of all sides, each with its side's number, in groups that overlap or touch."""
    numbered = [(side, change) for side, found in enumerate(sides) for change in found]
    group: list[tuple[int, Change]] = []
    end = 0
    for side, change in sorted(numbered, key=lambda it: it[1].old_start):
        if group and change.old_start > end:
            yield group
            group = []
        end = max(end, change.old_end)
        group.append((side, change))
    if group:
        yield group
