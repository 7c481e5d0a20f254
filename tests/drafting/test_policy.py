"""How long a draft is: facts that hold for any cost curve."""

from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from redraft.drafting.policy import Acceptance, Policy

CHANCES = st.lists(st.floats(0.01, 1), min_size=1, max_size=40).map(
    lambda single: np.array(list(accumulate(single, float.__mul__)))
)
RISES = st.lists(st.floats(0.001, 2), min_size=41, max_size=41).map(
    lambda rises: list(accumulate(rises, initial=1.0))
)


def _powers(base: float, count: int) -> NDArray[np.float64]:
    return np.power(base, np.arange(1, count, dtype=np.float64))


@given(CHANCES, RISES)
def test_no_length_has_more_expected_tokens_a_time(
    chances: NDArray[np.float64], costs: list[float]
) -> None:
    policy = Policy.of(lambda width: costs[width - 1], 41)
    length = policy.length(chances)
    values = [(1 + chances[:k].sum()) / costs[k] for k in range(len(chances) + 1)]
    assert values[length] == pytest.approx(max(values))


@given(CHANCES)
def test_nothing_is_drafted_where_every_token_costs_a_pass(chances: NDArray[np.float64]) -> None:
    assert Policy.of(lambda width: float(width), 64).length(chances * 0.99) == 0


@given(st.floats(0.5, 0.99), st.floats(0.001, 0.009), st.floats(0.01, 0.5))
def test_higher_acceptance_is_never_drafted_shorter(low: float, more: float, r: float) -> None:
    policy = Policy.of(lambda width: 1 + r * (width - 1), 512)
    lengths = [policy.length(_powers(p, 300)) for p in (low, low + more)]
    assert lengths[0] <= lengths[1]


@given(CHANCES, st.sets(st.integers(1, 41), min_size=1), st.integers(1, 8))
def test_only_allowed_widths_are_chosen(
    chances: NDArray[np.float64], widths: set[int], held: int
) -> None:
    policy = Policy.of(lambda width: 1 + 0.01 * width, 41, widths)
    length = policy.length(chances, held)
    assert length == 0 or held + length in widths


def test_without_width_one_a_draft_is_weighed_against_the_padded_pass() -> None:
    policy = Policy.of(lambda width: float(width), 16, {4, 8})
    assert policy.length(np.full(3, 0.01)) == 3


def test_a_draft_s_price_is_in_passes_as_they_are_padded() -> None:
    policy = Policy.of(lambda width: float(width), 16, {4, 8})
    assert [policy.price(drafted) for drafted in (0, 2, 3, 7)] == [0, 0, 0, 1]


def test_what_was_seen_long_ago_is_forgotten() -> None:
    doubts = np.array([0.5, 1.0])
    spoiled, unspoiled = Acceptance(rate=1.0, weight=8.0), Acceptance(rate=1.0, weight=8.0)
    for _ in range(10):
        spoiled.observe(doubts, 0, 2)
    for _ in range(100):
        spoiled.observe(doubts, 2, 2)
        unspoiled.observe(doubts, 2, 2)
    assert spoiled.chances(doubts) == pytest.approx(unspoiled.chances(doubts), abs=0.01)


def test_the_edge_of_a_step_is_chosen() -> None:
    policy = Policy.of(lambda width: float(-(-width // 8)), 64)
    assert (1 + policy.length(_powers(0.9, 60))) % 8 == 0


def test_drafts_in_debt_must_promise_more() -> None:
    policy = Policy.of(lambda width: 1 + 0.1 * (width - 1), 64)
    chances = _powers(0.5, 20)
    assert policy.length(chances) > 0
    assert policy.length(chances, gain=20.0) == 0


def test_acceptance_follows_what_is_seen_and_goes_back_to_its_prior() -> None:
    doubts = np.array([0.5, 1.0])
    acceptance = Acceptance(rate=1.0, weight=8.0)
    before = acceptance.chances(doubts)[0]
    for _ in range(10):
        acceptance.observe(doubts, 0, 1)
    worse = acceptance.chances(doubts)[0]
    for _ in range(40):
        acceptance.observe(doubts, 2, 2)
    assert worse < before < acceptance.chances(doubts)[0]


@given(CHANCES, st.integers(1, 60), st.integers(1, 60))
def test_a_cheaper_machine_never_drafts_shorter(
    chances: NDArray[np.float64], first: int, second: int
) -> None:
    dear, cheap = max(first, second) / 100, min(first, second) / 100
    lengths = [
        Policy.of(lambda width, r=r: 1 + r * (width - 1), 64).length(chances)  # type: ignore[misc]
        for r in (dear, cheap)
    ]
    assert lengths[0] <= lengths[1]


@given(CHANCES, st.integers(0, 50))
def test_no_pass_is_wider_than_the_widest(chances: NDArray[np.float64], held: int) -> None:
    length = Policy.of(lambda _: 1.0, 24).length(chances, held)
    assert length == min(len(chances), max(0, 24 - held))
