"""Cases without end: a request, an answer that a model could give to it, what may come of it."""

from random import Random

from attrs import field, frozen
from tests.hostile.additions import ADDITIONS
from tests.hostile.change import Change, Maker
from tests.hostile.cuts import CUTS
from tests.hostile.edits import EDITS
from tests.hostile.lazy import LAZY
from tests.hostile.leaks import LEAKS
from tests.hostile.loops import LOOPS
from tests.hostile.mangled import MANGLED
from tests.hostile.removals import REMOVALS
from tests.hostile.scene import Scene, Spoiled, Spoiler
from tests.hostile.sources import Source, any_source
from tests.hostile.strangers import STRANGERS
from tests.hostile.styles import STYLES
from tests.hostile.wrapping import dress

_MAKERS: tuple[tuple[Maker, ...], ...] = (
    *(EDITS, EDITS, ADDITIONS, ADDITIONS),
    *(REMOVALS, REMOVALS, STYLES),
)
_SPOILERS: tuple[tuple[Spoiler, ...], ...] = (CUTS, LAZY, LAZY, LOOPS, LEAKS, STRANGERS, MANGLED)


@frozen
class Case:
    """One answer to one request."""

    seed: int
    kind: str
    """`good: …` with the edit's name, or what was spoiled."""
    edit: str
    """The kind of edit that was asked for."""
    path: str
    language: str
    encoding: str
    source: str = field(repr=False)
    instruction: str
    answer: str = field(repr=False)
    ended: bool
    good: str = field(repr=False)
    """The right outcome. A spoiled answer may lead to it as well, when all of it is still there."""
    uniform: bool
    """All lines of the source end alike, so that endings are to be right, too."""

    @property
    def hostile(self) -> bool:
        """Something is wrong with the answer."""
        return not self.kind.startswith("good: ")

    def allows(self, text: str) -> bool:
        """Whether the text may become the file's: the source or the right outcome, nothing else."""
        if self.uniform:
            return text in {self.source, self.good}
        return _plain(text) in {_plain(self.source), _plain(self.good)}

    def right(self, text: str) -> bool:
        """Whether the text is the right outcome."""
        return text == self.good if self.uniform else _plain(text) == _plain(self.good)


def case(seed: int) -> Case:
    """The case of a seed, always the same one."""
    rng = Random(seed)  # noqa: S311 - nothing secret is drawn
    hostile = rng.random() < 0.6
    while True:
        source = any_source(rng)
        change = _change(rng, source)
        scene = Scene(source, change)
        made = _spoiled(rng, scene) if hostile else _good(rng, scene)
        if made is not None:
            return _case(seed, scene, made)


def _change(rng: Random, source: Source) -> Change:
    while True:
        change = rng.choice(rng.choice(_MAKERS))(rng, source)
        if change is None or not any(line.strip() for line in change.lines):
            continue
        if change.lines == source.lines and change.kind != "nothing":
            continue
        if _encodable(source.render(change.lines), source.encoding):
            return change


def _good(rng: Random, scene: Scene) -> Spoiled:
    source = scene.source
    answer = dress(rng, scene.new, source.language, source.name)
    return Spoiled(f"good: {scene.change.kind}", answer)


def _spoiled(rng: Random, scene: Scene) -> Spoiled | None:
    family = rng.choice(_SPOILERS)
    if (family is LOOPS and scene.change.repeats) or len(scene.new) < 3:
        return None
    return rng.choice(family)(rng, scene)


def _case(seed: int, scene: Scene, made: Spoiled) -> Case:
    source = scene.source
    return Case(
        seed=seed,
        kind=made.kind,
        edit=scene.change.kind,
        path=source.name,
        language=source.language,
        encoding=source.encoding,
        source=source.text,
        instruction=scene.change.instruction,
        answer=made.answer,
        ended=made.ended,
        good=source.render(scene.new),
        uniform=source.uniform,
    )


def _encodable(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
