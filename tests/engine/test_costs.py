"""What passes cost: busy machines are seen through, and every step teaches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.engine.costs import Curve, prior, tidy

WIDTHS = (1, 2, 4, 8, 16, 32, 64)
times = st.dictionaries(
    st.sampled_from(WIDTHS), st.floats(1e-4, 10), min_size=1, max_size=len(WIDTHS)
).map(lambda known: known | {1: known.get(1, 0.01)})


@given(times)
def test_no_pass_takes_longer_than_a_wider_one_or_its_halves(
    seconds: dict[int, float],
) -> None:
    tidied = tidy(seconds)
    assert tidied.keys() == seconds.keys()
    for width, time in tidied.items():
        assert time <= seconds[width]
        assert all(time <= tidied[other] for other in tidied if other > width)
    assert tidy(tidied) == pytest.approx(tidied)


def test_a_pass_that_another_process_held_up_does_not_count() -> None:
    straight = {width: 0.01 * (1 + 0.4 * (width - 1)) for width in WIDTHS}
    assert tidy(straight) == pytest.approx(straight)
    assert tidy(straight | {16: 5.0})[16] <= 2 * straight[8]


def test_costs_are_relative_and_go_in_proportion_between_known_widths() -> None:
    curve = Curve({1: 0.01, 4: 0.02, 8: 0.03})
    assert [curve.cost(width) for width in (1, 4, 6, 8)] == pytest.approx([1, 2, 2.5, 3])
    assert curve.cost(16) == pytest.approx(6)


def test_steps_correct_a_curve_that_was_taken_on_a_busy_machine() -> None:
    curve = Curve({1: 0.01, 8: 0.08})
    for _ in range(60):
        curve.observe(1, 0.01)
        curve.observe(8, 0.02)
    assert curve.cost(8) == pytest.approx(2, rel=0.05)
    curve.observe(8, 100.0)
    assert curve.cost(8) < 2.5


def test_a_guess_takes_its_scale_from_the_first_pass() -> None:
    curve = prior(gpu=False)
    assert curve.guessed
    proportions = [curve.cost(width) for width in WIDTHS]
    curve.observe(1, 0.013)
    assert not curve.guessed
    assert curve.seconds[1] == pytest.approx(0.013)
    assert [curve.cost(width) for width in WIDTHS] == pytest.approx(proportions)


def test_more_tokens_cost_less_on_a_graphics_card() -> None:
    assert prior(gpu=True).cost(32) < 2 < 10 < prior(gpu=False).cost(32)
