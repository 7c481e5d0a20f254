"""The pointer into the source: where it goes after a change, and how much it dares."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.drafting.policy import Policy
from redraft.drafting.source import SourceDrafter

SOURCE = list(range(100, 200))


def after(answer: Sequence[int], source: Sequence[int] = SOURCE) -> SourceDrafter:
    drafter = SourceDrafter(source)
    for token in answer:
        drafter.observe([token], 0, 0)
    return drafter


def test_the_source_is_drafted_from_its_start() -> None:
    draft = SourceDrafter(SOURCE).draft(63)
    assert draft
    assert draft == SOURCE[: len(draft)]


def test_long_agreement_earns_longer_drafts() -> None:
    lengths = [len(after(SOURCE[:count]).draft(63)) for count in (1, 5, 20, 70)]
    assert lengths == sorted(lengths)
    assert lengths[-1] > lengths[0] > 0


@pytest.mark.parametrize(
    ("answer", "following"),
    [
        pytest.param([*SOURCE[:10], 7, *SOURCE[11:13]], 113, id="substitution"),
        pytest.param([*SOURCE[:10], 7, 8, 9, *SOURCE[10:12]], 112, id="insertion"),
        pytest.param([*SOURCE[:10], *SOURCE[14:16]], 116, id="deletion"),
        pytest.param([*SOURCE[:50], 7, *SOURCE[20:24]], 124, id="repeated block"),
        pytest.param([7, 8, *SOURCE[:2]], 102, id="text before"),
    ],
)
def test_the_pointer_finds_its_place_again(answer: list[int], following: int) -> None:
    assert after(answer).draft(63)[:1] == [following]


def test_of_equal_matches_the_nearest_ahead_is_taken() -> None:
    source = [1, 2, 3, 50, 1, 2, 3, 60, 1, 2, 3, 70]
    answer = [1, 2, 3, 50, 9, 1, 2, 3]
    assert after(answer, source).draft(1) == [60]


def test_nothing_is_drafted_where_the_answer_is_nowhere_in_the_source() -> None:
    assert after([*SOURCE[:10], 7, 8, 9]).draft(63) == []


def test_nothing_is_drafted_past_the_end() -> None:
    assert after(SOURCE).draft(63) == []
    assert after(SOURCE[:-2]).draft(63) == SOURCE[-2:]


@given(st.lists(st.integers(0, 5)), st.lists(st.integers(0, 6)), st.integers(0, 70))
def test_a_draft_is_a_slice_of_the_source_and_keeps_its_limit(
    source: list[int], answer: list[int], limit: int
) -> None:
    draft = after(answer, source).draft(limit)
    assert len(draft) <= limit
    assert any(source[i : i + len(draft)] == draft for i in range(len(source) + 1))


def test_drafting_stops_where_too_little_is_accepted_and_comes_back() -> None:
    policy = Policy()
    assert not policy.stopped
    for _ in range(10):
        policy.observe(1, 15)
    assert policy.stopped
    assert policy.length(5) == 0
    assert policy.length(64) > 0
    for _ in range(30):
        policy.observe(31, 31)
    assert not policy.stopped
    assert policy.length(5) > 0


def test_steps_without_a_draft_say_nothing() -> None:
    policy = Policy()
    for _ in range(100):
        policy.observe(0, 0)
    assert not policy.stopped
