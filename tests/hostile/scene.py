"""What a spoiler works on, and what it gives."""

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from random import Random

from attrs import field, frozen
from tests.hostile.blocks import Block, blocks, is_code
from tests.hostile.change import Change
from tests.hostile.sources import Source
from tests.hostile.wrapping import fenced, tag


@frozen
class Scene:
    """A file, a wish, and the outcome that would be right."""

    source: Source
    change: Change
    kept: frozenset[int] = field(init=False)
    """The lines of the right outcome that are the source's, and not blank."""

    @kept.default
    def _kept(self) -> frozenset[int]:
        matcher = SequenceMatcher(None, self.source.lines, self.new, autojunk=False)
        spans = [range(at, at + size) for _, at, size in matcher.get_matching_blocks()]
        return frozenset(n for span in spans for n in span if self.new[n].strip())

    @property
    def new(self) -> tuple[str, ...]:
        """The lines of the right outcome."""
        return self.change.lines

    @property
    def language(self) -> str:
        return self.source.language

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of the right outcome."""
        return blocks(self.language, self.new)

    def code(self, start: int, end: int) -> int:
        """How many lines of code, all of them the source's, would be lost between two places."""
        return sum(
            n in self.kept and is_code(self.language, self.new[n]) for n in range(start, end)
        )


@frozen
class Spoiled:
    """An answer with something wrong in it."""

    kind: str
    answer: str
    ended: bool = True


Spoiler = Callable[[Random, Scene], Spoiled | None]


def wrap(rng: Random, scene: Scene, lines: Sequence[str], *, close: bool = True) -> str:
    """Spoiled lines as an answer: mostly in a fence, sometimes bare."""
    text = "\n".join(lines)
    if rng.random() < 0.2 and not text.startswith("\n"):
        return text
    return fenced(lines, tag(rng, scene.language, scene.source.name), close=close)


def span(rng: Random, scene: Scene, least: int) -> tuple[int, int] | None:
    """A run of lines with at least so many lines of code that the source has, too."""
    count = len(scene.new)
    for _ in range(12):
        start = rng.randrange(count)
        end = start + rng.randint(least, max(least, count // 2))
        if end <= count and scene.code(start, end) >= least:
            return start, end
    return None
