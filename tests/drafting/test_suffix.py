"""What was said before goes on as it did."""

from hypothesis import given
from hypothesis import strategies as st

from redraft.drafting.suffix import Said

SMALL = st.lists(st.integers(0, 3), max_size=120)


def after(tokens: list[int]) -> list[int]:
    """The tokens of the weightiest continuation."""
    return list(max(Said(tokens).continuations(), key=lambda it: it.evidence).tokens)


def test_it_goes_on_as_after_the_longest_match() -> None:
    assert after([1, 2, 3, 50, 9, 2, 3, 60, 1, 2, 3])[0] == 50


def test_of_equal_matches_more_agree_or_the_latest_stands_last() -> None:
    found = Said([1, 2, 50, 1, 2, 60, 1, 2]).continuations()
    assert [it.tokens[0] for it in found] == [50, 60]
    assert found[0].evidence == found[1].evidence


def test_a_longer_match_outweighs_several_shorter() -> None:
    tokens = [5, 1, 2, 3, 50, *([7, 2, 3, 60] * 3), 5, 1, 2, 3]
    weights = {50: 0.0, 60: 0.0}
    for it in Said(tokens).continuations():
        weights[it.tokens[0]] += it.evidence
    assert weights[50] > 3 * weights[60] > 0


def test_among_many_short_matches_a_long_one_is_kept() -> None:
    assert after([9, 1, 2, 3, 50, *([7, 2, 3, 60] * 40), 9, 1, 2, 3])[0] == 50


def test_a_longer_match_is_more_evidence() -> None:
    evidence = [
        sum(it.evidence for it in Said([*range(30), 99, *range(length)]).continuations())
        for length in (1, 2, 5, 20)
    ]
    assert evidence == sorted(set(evidence))


def test_what_was_never_said_is_not_continued() -> None:
    assert Said().continuations() == []
    assert Said([1, 2, 3]).continuations() == []


def test_a_row_repeats_itself() -> None:
    assert after([1] * 9)[0] == 1


@given(SMALL, SMALL)
def test_tokens_may_come_at_once_or_one_by_one(first: list[int], second: list[int]) -> None:
    grown = Said(first)
    for token in second:
        grown.extend([token])
    assert grown.continuations() == Said([*first, *second]).continuations()


@given(SMALL)
def test_continuations_are_what_stood_behind_an_equal_suffix(tokens: list[int]) -> None:
    found = Said(tokens).continuations()
    assert bool(found) == (tokens[-1:] != [] and tokens[-1] in tokens[:-1])
    for it in found:
        behind = [
            place
            for place in range(1, len(tokens))
            if tokens[place : place + len(it.tokens)] == it.tokens
            and tokens[place - 1] == tokens[-1]
        ]
        assert it.tokens
        assert behind
        assert it.evidence > 0
