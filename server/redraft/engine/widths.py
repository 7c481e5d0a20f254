"""Which widths an answer's passes may have, so that drafting cannot change its text.

A pass over many tokens runs other kernels than a pass over one, and other kernels round otherwise:
two tokens that are nearly as likely can change places. Which widths agree bit for bit is a property
of model, build, device and flags; `measured.py` finds it out.
"""

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from redraft.settings import IdentityMode

_LONE = 0.25
"""Share of a rewrite's tokens that no draft gave, for weighing classes."""
_RIGHT = 0.85
"""Share of drafted tokens that are accepted, for the same purpose (README, Speed)."""
_WORTH = 0.95
"""Time per token, relative to plain, that is worth leaving plain decoding for."""
_CAUTION = 2.0
"""How much further than it was seen to move a margin is held to move elsewhere."""


@frozen
class Measured:
    """What passes of different widths were seen to do, for one model on one machine."""

    classes: tuple[tuple[int, ...], ...]
    """Sets of widths whose logits are bit-equal, rolled-back drafts included."""
    seconds: Mapping[int, float]
    """Time of a pass of each width."""
    drift: float
    """Most that the margin of the two best logits moved between widths."""
    close: float
    """Share of tokens whose margin is below what a guard asks for."""

    @property
    def bound(self) -> float:
        """The margin above which a token is the same at every width."""
        return _CAUTION * self.drift


@frozen
class Widths:
    """The widths that an answer's passes may have."""

    mode: IdentityMode
    judged: tuple[int, ...]
    """Ascending: widths of passes from which tokens are chosen."""
    read: tuple[int, ...]
    """Ascending: widths of passes over tokens that stand already."""
    bound: float = 0.0
    """A token chosen in a pass wider than 1 with a smaller margin is chosen again, alone."""

    @property
    def drafts(self) -> bool:
        """Whether any pass is wide enough for a draft."""
        return self.judged[-1] > 1

    @property
    def plain(self) -> "Widths":
        """The widths of the same text decoded without drafts."""
        return self if self.mode == "class" else evolve(self, judged=(1,), bound=0.0)

    def fit(self, held: int, drafted: int) -> int:
        """The width of a pass over `held` tokens and at most so many drafted ones.

        Where no width between fits, the next wider one, to be filled up. `held` is at most the
        widest.
        """
        most = held + drafted
        inside = [width for width in self.judged if held <= width <= most]
        return inside[-1] if inside else next(width for width in self.judged if width > most)

    def __str__(self) -> str:
        said = _ranges(self.judged)
        if self.mode == "guard" and self.drafts:
            return f"guarded below a margin of {self.bound:.2g}"
        return f"widths {said}" if self.mode == "class" else f"widths {said}, unguarded"


def _ranges(widths: Sequence[int]) -> str:
    return f"{widths[0]} to {widths[-1]}" if len(widths) > 1 else str(widths[0])


def every(widest: int) -> Widths:
    """All widths, which agree."""
    widths = tuple(range(1, widest + 1))
    return Widths("class", widths, widths)


def alone(widest: int) -> Widths:
    """Plain decoding, one token a pass."""
    return evolve(every(widest), judged=(1,))


def fast(widest: int) -> Widths:
    """All widths, whatever they do to near ties."""
    return evolve(every(widest), mode="fast")


def choose(measured: Measured, mode: IdentityMode, widest: int) -> Widths:
    """The widths for a rewrite: the quickest class, else a guard, else one token at a time."""
    if mode == "fast":
        return fast(widest)
    guard = evolve(every(widest), mode="guard", bound=measured.bound)
    classes = [Widths("class", widths, widths) for widths in measured.classes]
    if mode == "class" and classes:
        best = min(classes, key=lambda widths: _pace(measured, widths))
        if _pace(measured, best) < _WORTH:
            return best
    return guard if _pace(measured, guard) < _WORTH else alone(widest)


def _pace(measured: Measured, widths: Widths) -> float:
    """Expected time per token of a rewrite, relative to passes over one token."""
    seconds = measured.seconds
    known = [width for width in widths.judged if width in seconds]
    lone = seconds[known[0]]
    best = min(seconds[width] / (1 + _RIGHT * (width - 1)) for width in known)
    again = measured.close * (seconds[1] + best) if widths.bound else 0.0
    return (_LONE * lone + (1 - _LONE) * best + again) / seconds[1]
