"""Whoever takes tokens back never lands on a state that llama.cpp would get wrong in silence."""

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.engine.llama.rollback import Attention, Memory, Recurrent, states_wanted

MIB = 1 << 20


class Fake:
    """A context that answers as llama.cpp does, and knows when its answer was wrong.

    A recurrent memory says yes to going back over a whole pass, and into the pass before, and is
    wrong then; it says no to a second time without a pass between (tests/kernels saw both).
    """

    def __init__(self, states: int = 0, copies: bool = True) -> None:
        self.position = 0
        self.first = 0
        self.states = states
        self.wrong = False
        self._copies = copies
        self._pass = 0
        self._went_back = False
        self._saved: int | None = None

    def decode(self, width: int) -> None:
        self._pass = self.position
        self.position += width
        self._went_back = False

    def remove(self, position: int) -> bool:
        back = self.position - position
        if self._went_back or not 1 <= back <= self.states:
            return False
        self.wrong = self.wrong or position <= self._pass
        self._went_back = True
        self.position = position
        return True

    def clear(self) -> None:
        self.position, self.wrong, self._saved = 0, False, None

    def save(self) -> bool:
        self._saved = self.position if self._copies else None
        return self._copies

    def restore(self, position: int) -> bool:
        if self._saved is None:
            return False
        assert position == self._saved, "the copy is of another place"
        self.position, self._went_back = position, False
        return True


passes = st.tuples(st.integers(1, 64), st.integers(0, 64), st.integers(0, 64), st.integers(0, 200))


@given(st.sampled_from([0, 1, 3, 15, 63]), st.booleans(), st.lists(passes, max_size=12))
def test_a_state_is_put_back_right_or_everything_is_forgotten(
    states: int, copies: bool, steps: list[tuple[int, int, int, int]]
) -> None:
    context = Fake(states, copies)
    memory: Memory = Recurrent(cast(Any, context))
    for width, certain, taken, further in steps:
        keep, base = min(certain, width), context.position
        memory.before(width, keep)
        context.decode(width)
        position = base + min(width, max(keep, taken))
        reached = memory.back(position)
        assert reached == context.position <= position
        assert not context.wrong
        if copies:
            assert reached >= base
        reached = memory.back(max(0, context.position - further))
        assert reached == context.position
        assert not context.wrong


class Rows:
    """Attention's rows, the older ones overwritten where a window has passed them."""

    def __init__(self, position: int, first: int) -> None:
        self.position = position
        self.first = first

    def remove(self, position: int) -> bool:
        self.position = position
        return True

    def clear(self) -> None:
        self.position = 0


@pytest.mark.parametrize(
    ("window", "first", "position", "reached"),
    [
        (0, 0, 10, 10),
        (32, 0, 10, 10),
        (32, 60, 92, 92),
        (32, 61, 92, 0),
        (32, 61, 100, 100),
        (32, 1, 20, 0),
    ],
)
def test_a_window_goes_back_only_as_far_as_it_still_sees(
    window: int, first: int, position: int, reached: int
) -> None:
    rows = Rows(100, first)
    assert Attention(cast(Any, rows), window).back(position) == reached == rows.position


@pytest.mark.parametrize(
    ("size", "states"),
    [(100, 63), (8 * MIB, 63), (9 * MIB, 31), (50 * MIB, 7), (170 * MIB, 3), (200 * MIB, 0)],
)
def test_states_are_kept_within_a_budget(size: int, states: int) -> None:
    assert states_wanted(size) == states
    assert states * size <= 512 * MIB
