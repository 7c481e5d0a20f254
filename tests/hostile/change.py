"""What an edit is: an instruction, and the lines that carry it out."""

from collections.abc import Callable, Sequence
from random import Random

from attrs import frozen
from tests.hostile.sources import Source


@frozen
class Change:
    """A wish and its correct outcome."""

    kind: str
    instruction: str
    lines: tuple[str, ...]
    """The new file, without endings."""
    removes: bool = False
    """It asks for lines to go, or to be said more shortly."""
    moves: bool = False
    """It asks for another order."""
    repeats: bool = False
    """It asks for many lines that are alike."""


Maker = Callable[[Random, Source], Change | None]


def one(rng: Random, choices: Sequence[str], **values: object) -> str:
    """One of the wordings, filled in."""
    return rng.choice(choices).format(**values)


def without(lines: Sequence[str], start: int, end: int) -> tuple[str, ...]:
    """The lines less some, and less the blank lines that would then stand double."""
    before, after = list(lines[:start]), list(lines[end:])
    while after and not after[0].strip() and (not before or not before[-1].strip()):
        after.pop(0)
    return tidy((*before, *after), lines)


def tidy(new: Sequence[str], old: Sequence[str]) -> tuple[str, ...]:
    """No blank lines at the ends, but for those the file began with."""
    lead = next((i for i, line in enumerate(old) if line.strip()), 0)
    kept = list(new)
    while kept and not kept[-1].strip():
        kept.pop()
    while kept and not kept[0].strip():
        kept.pop(0)
    return (*old[:lead], *kept)
