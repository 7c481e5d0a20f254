"""Acceptance row by row, and sampling from the model's own distribution."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.engine.model import Logits, Sampling
from redraft.engine.verify import Verdict, chooser, greedy, sample, verify
from redraft.errors import ModelError


def logits(*choices: int, vocabulary: int = 8) -> Logits:
    result = np.zeros((len(choices), vocabulary), np.float32)
    result[range(len(choices)), choices] = 1
    return result


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        ([], Verdict(0, 3)),
        ([3], Verdict(1, 5)),
        ([4], Verdict(0, 3)),
        ([3, 5], Verdict(2, 7)),
        ([3, 4], Verdict(1, 5)),
        ([4, 5], Verdict(0, 3)),
    ],
)
def test_the_agreeing_prefix_is_accepted(draft: list[int], expected: Verdict) -> None:
    assert verify(logits(3, 5, 7)[: len(draft) + 1], draft, greedy) == expected


def test_the_first_of_equal_maxima_is_chosen() -> None:
    assert greedy(np.array([0, 2, 2, 1], np.float32)) == 1


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_logits_that_are_no_numbers_are_an_error(value: float) -> None:
    with pytest.raises(ModelError, match="not numbers"):
        greedy(np.full(4, value, np.float32))


def test_samples_follow_the_models_own_distribution() -> None:
    row = np.log(np.array([0.5, 0.3, 0.15, 0.05], np.float32))
    choose = chooser(Sampling(temperature=1.0, seed=7))
    drawn = np.bincount([choose(row) for _ in range(20_000)], minlength=4) / 20_000
    assert np.allclose(drawn, [0.5, 0.3, 0.15, 0.05], atol=0.015)


def test_top_p_leaves_the_smallest_set_that_reaches_it() -> None:
    row = np.log(np.array([0.15, 0.5, 0.05, 0.3], np.float32))
    points = np.linspace(0, 0.9999, 500)
    drawn = {sample(row, Sampling(1.0, top_p=0.75), point) for point in points}
    assert drawn == {1, 3}
    assert {sample(row, Sampling(1.0, top_p=0.01), point) for point in points} == {1}


@given(st.lists(st.floats(-50, 50, width=32), min_size=1, max_size=20), st.floats(0, 1))
def test_any_row_and_point_give_a_token(row: list[float], point: float) -> None:
    token = sample(np.array(row, np.float32), Sampling(0.7, 0.9), point)
    assert 0 <= token < len(row)


@given(st.lists(st.integers(0, 7), max_size=6), st.integers(0, 2**16))
def test_random_numbers_are_drawn_once_a_token_for_any_draft(draft: list[int], seed: int) -> None:
    """Sampled text, too, is the same with any draft: step by step the same draws are made."""
    rows = np.random.default_rng(seed).standard_normal((len(draft) + 1, 8)).astype(np.float32)
    plain = chooser(Sampling(1.0, seed=seed))
    drafted = chooser(Sampling(1.0, seed=seed))
    verdict = verify(rows, draft, drafted)
    expected = [plain(row) for row in rows[: verdict.accepted + 1]]
    assert [*draft[: verdict.accepted], verdict.next] == expected
    assert plain(rows[0]) == drafted(rows[0])
