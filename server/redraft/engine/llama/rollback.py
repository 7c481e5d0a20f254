"""How rejected tokens are taken back, by the kind of memory a model has.

Attention keeps one row per token, which can be dropped. A recurrent state has all tokens folded
into it: it can only be put back to what it was, from one of the states that some architectures
keep of the last pass (`n_rs_seq` of llama.h), or from a copy made before that pass. What llama.cpp
answers is believed only where it says no.
"""

from collections.abc import Callable
from contextlib import closing
from typing import Protocol

from attrs import frozen

from redraft.engine.llama.context import Context
from redraft.engine.model import Rollback

_BUDGET = 1 << 29
"""Most bytes for the states of the last pass (notes: 50 to 63 MB each in models of 4B to 35B)."""


class Memory(Protocol):
    """What a pass must be told before, and who goes back after it."""

    def before(self, width: int, keep: int) -> None:
        """Effect: makes ready to go back to `keep` tokens or more of the pass to come."""
        ...

    def back(self, position: int) -> int:
        """Effect: forgets the tokens from `position` on; gives the position reached, at most that.

        0 where there is nothing to go back to: all is forgotten then.
        """
        ...


class Attention:
    """Rows dropped one by one, as far back as the sliding window still holds what they look at."""

    def __init__(self, context: Context, window: int) -> None:
        """`window`: tokens that a sliding window looks back at; 0 without one."""
        self._context = context
        self._window = window

    def before(self, width: int, keep: int) -> None:
        """Nothing: rows are there until they are dropped."""

    def back(self, position: int) -> int:
        """Drops rows; all of them, where the window's are gone already."""
        gone = self._window and self._context.first > max(0, position - self._window)
        if gone or not self._context.remove(position):
            self._context.clear()
        return self._context.position


class Recurrent:
    """A state put back: to one kept of the last pass, else to the copy made before it."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._pass: range | None = None
        """Positions of the last pass from which its states lead back, until one is used."""
        self._copied: int | None = None
        """The position of the copy."""

    def before(self, width: int, keep: int) -> None:
        """Copies the state where the states kept of the pass will not do."""
        position, states = self._context.position, self._context.states
        # The state before the first token of a pass is not among those kept of it.
        kept = max(1, width - states)
        self._pass = range(position + kept, position + width) if states else None
        if keep < width and not (states and keep >= kept):
            self._copied = position if self._context.save() else None

    def back(self, position: int) -> int:
        """Puts a state back; forgets everything where none is old enough."""
        context = self._context
        if position == context.position:
            return position
        kept, self._pass = self._pass, None
        if kept is not None and position in kept and context.remove(position):
            return position
        copied = self._copied
        if copied is None or copied > position or not context.restore(copied):
            context.clear()
            self._copied = None
        return context.position


def memory(context: Context, rollback: Rollback, window: int) -> Memory:
    """Who takes tokens back in a context; for `none` too: it has to start anew."""
    return Attention(context, window) if rollback == "trim" else Recurrent(context)


def states_wanted(size: int) -> int:
    """Number of states to keep of a pass, for a state of `size` bytes; with the last token they
    fill a pass of a width that kernels like."""
    affordable = _BUDGET // max(1, size)
    widths = (width for width in (64, 32, 16, 8, 4) if width - 1 <= affordable)
    return next(widths, 1) - 1


@frozen
class Probed:
    """How a model goes back."""

    rollback: Rollback
    states: int = 0
    """States kept of the last pass."""


def probe(open_context: Callable[[int], Context]) -> Probed:
    """Effect: finds out over a few tokens, in contexts that keep so many states, how one goes back.

    `open_context` is called once or twice, and the contexts closed.
    """
    with closing(open_context(0)) as context:
        if _drops_rows(context):
            return Probed("trim")
        copies = _copies(context)
        wanted = states_wanted(context.state_size())
    with closing(open_context(wanted)) as context:
        if context.states:
            return Probed("snapshots", context.states)
    return Probed("checkpoint" if copies else "none")


def _drops_rows(context: Context) -> bool:
    context.decode([0, 0], wanted=False)
    return context.remove(1)


def _copies(context: Context) -> bool:
    context.clear()
    context.decode([0], wanted=False)
    copied = context.save()
    context.decode([0], wanted=False)
    return copied and context.restore(1)
