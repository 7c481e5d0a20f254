"""Several continuations become one draft, with its doubts."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from redraft.drafting.ballot import Continuation, along, elect

VOTERS = st.lists(
    st.builds(Continuation, st.floats(0.01, 100), st.lists(st.integers(0, 3), max_size=30)),
    max_size=6,
)


def test_long_agreement_is_doubted_less() -> None:
    tokens = list(range(64))
    assert (along(100.0, tokens).doubts < along(10.0, tokens).doubts).all()


def test_after_n_tokens_in_agreement_n_more_come_with_a_chance_of_a_half() -> None:
    assert np.exp(-along(20.0, list(range(20))).doubts[-1]) == 0.5


def test_the_majority_is_followed_and_dissent_is_doubt() -> None:
    alone = elect([Continuation(2.0, [1, 2, 3])])
    disputed = elect([Continuation(2.0, [1, 2, 3]), Continuation(1.0, [4, 5])])
    assert alone.tokens == disputed.tokens == [1, 2, 3]
    assert disputed.doubts[0] > alone.doubts[0]


def test_two_weak_voices_outvote_a_stronger_one() -> None:
    voters = [Continuation(3.0, [1]), Continuation(2.0, [2, 5]), Continuation(2.0, [2, 6])]
    assert elect(voters).tokens[0] == 2


def test_who_voted_otherwise_has_no_say_in_what_follows() -> None:
    voters = [Continuation(9.0, [1, 2]), Continuation(8.0, [3, 4]), Continuation(5.0, [1, 2])]
    assert elect(voters).tokens == [1, 2]
    assert elect([*voters, Continuation(7.0, [3, 5])]).tokens[0] == 3


def test_agreeing_voices_are_believed_more() -> None:
    one, two = Continuation(1.0, [7, 8]), Continuation(1.0, [7, 9])
    assert elect([one, two]).doubts[0] < elect([one]).doubts[0]


def test_a_path_ends_where_hardly_anything_speaks_for_it() -> None:
    assert elect([Continuation(0.01, [1, 2, 3])]).tokens == []
    assert len(elect([Continuation(50.0, [1] * 999)]).tokens) == 999


@given(VOTERS)
def test_a_draft_is_the_beginning_of_what_someone_proposed(voters: list[Continuation]) -> None:
    proposal = elect(voters)
    assert any(voter.tokens[: len(proposal.tokens)] == proposal.tokens for voter in voters) or (
        not voters and not proposal.tokens
    )
    assert len(proposal.doubts) == len(proposal.tokens)


@given(VOTERS)
def test_doubt_begins_above_nothing_and_rises(voters: list[Continuation]) -> None:
    doubts = [0.0, *elect(voters).doubts]
    assert all(low < high for low, high in pairwise(doubts))
