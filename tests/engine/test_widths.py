"""Which widths are chosen for what was measured, and what a pass of them is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.engine.widths import Measured, Widths, alone, choose, every, fast

FLAT = {width: 1 + 0.02 * (width - 1) for width in (1, 2, 4, 8, 16, 32, 64)}
STEEP = {width: 0.5 + 0.5 * width for width in FLAT}
ALL = tuple(FLAT)


def measured(
    *classes: tuple[int, ...],
    seconds: dict[int, float] = FLAT,
    drift: float = 0.2,
    close: float = 0.02,
) -> Measured:
    return Measured(classes, seconds, drift, close)


def test_where_all_widths_agree_all_may_be_used() -> None:
    widths = choose(measured(ALL), "class", 64)
    assert (widths.mode, widths.judged, widths.bound) == ("class", ALL, 0.0)
    assert widths.plain == widths


@pytest.mark.parametrize(
    ("classes", "seconds", "judged"),
    [
        (((1, 2, 4), (8, 16, 32, 64)), FLAT, (8, 16, 32, 64)),
        (((1, 2, 4), (8, 16, 32, 64)), STEEP, (1, 2, 4)),
        (((1,), (2, 4, 8, 16, 32, 64)), FLAT, (2, 4, 8, 16, 32, 64)),
    ],
)
def test_the_quickest_class_is_taken(
    classes: tuple[tuple[int, ...], ...], seconds: dict[int, float], judged: tuple[int, ...]
) -> None:
    assert choose(measured(*classes, seconds=seconds), "class", 64).judged == judged


def test_without_a_useful_class_near_ties_are_guarded() -> None:
    widths = choose(measured(*((width,) for width in ALL[:1])), "class", 64)
    assert (widths.mode, widths.judged, widths.bound) == ("guard", tuple(range(1, 65)), 0.4)
    assert widths.plain.judged == (1,)
    assert widths.plain.bound == 0


def test_where_nothing_is_quicker_than_one_by_one_nothing_is_drafted() -> None:
    classes = tuple((width,) for width in ALL)
    widths = choose(measured(*classes, seconds=STEEP, close=0.6), "class", 64)
    assert widths == alone(64)
    assert not widths.drafts


def test_guard_and_fast_are_had_for_the_asking() -> None:
    assert choose(measured(ALL), "guard", 64).mode == "guard"
    assert choose(measured((1,)), "fast", 64) == fast(64)
    assert fast(64).plain.judged == (1,)


@given(
    st.sets(st.integers(1, 64), min_size=1).map(lambda widths: tuple(sorted(widths))),
    st.data(),
)
def test_a_pass_has_room_for_what_is_held_and_a_width_of_the_class(
    judged: tuple[int, ...], data: st.DataObject
) -> None:
    held = data.draw(st.integers(1, judged[-1]))
    drafted = data.draw(st.integers(0, 80))
    width = Widths("class", judged, judged).fit(held, drafted)
    assert width in judged
    assert width >= held
    wider = [other for other in judged if width < other <= held + drafted]
    assert not wider


@pytest.mark.parametrize(
    ("widths", "said"),
    [
        (every(64), "widths 1 to 64"),
        (alone(64), "widths 1"),
        (fast(8), "widths 1 to 8, unguarded"),
        (choose(measured((1,)), "guard", 64), "guarded below a margin of 0.4"),
    ],
)
def test_widths_are_named_in_the_account(widths: Widths, said: str) -> None:
    assert str(widths) == said
