"""The whole drafter, against answers that are known."""

from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.drafting.letters import END, Letters
from tests.scripted import END as MODEL_END
from tests.scripted import VOCABULARY, ScriptedModel

from redraft.drafting.mixture import MixtureDrafter
from redraft.drafting.policy import Policy

WIDEST = 128
SOURCE = "".join(f"    value_{chr(97 + i)} = compute(offset, {i});\n" for i in range(20))
WORDS = "so we went down to the shore where nothing of it was left but some old rope and a bell "


def linear(r: float) -> Callable[[int], float]:
    return lambda width: 1 + r * (width - 1)


def replay(
    drafter: MixtureDrafter, answer: Sequence[int], cost: Callable[[int], float]
) -> tuple[int, float]:
    """Steps, and their time in passes of width 1."""
    at = steps = 0
    time = 0.0
    while at < len(answer):
        draft = drafter.draft(WIDEST - 1)
        right = 0
        while (
            right < len(draft) and draft[right : right + 1] == answer[at + right : at + right + 1]
        ):
            right += 1
        drafter.observe(answer[at : at + right + 1], right, len(draft))
        at, steps, time = at + right + 1, steps + 1, time + cost(1 + len(draft))
    return steps, time


def made(source: str, letters: Letters, r: float, instruction: str = "") -> MixtureDrafter:
    policy = Policy.of(linear(r), WIDEST)
    return MixtureDrafter(source, letters, END, policy, instruction=instruction)


@pytest.mark.parametrize("r", [0.02, 0.1, 0.3])
def test_a_copy_takes_few_steps(r: float) -> None:
    letters = Letters()
    answer = [*letters.tokenize(SOURCE), END]
    steps, time = replay(made(SOURCE, letters, r), answer, linear(r))
    assert steps < len(answer) / 8
    assert time < len(answer) / 2.5


def test_a_rename_read_from_the_instruction_costs_no_step() -> None:
    letters = Letters()
    answer = [*letters.tokenize(SOURCE.replace("offset", "origin")), END]
    asked = made(SOURCE, letters, 0.02, "Rename offset to origin")
    copied = made(SOURCE.replace("offset", "origin"), letters, 0.02)
    assert replay(asked, answer, linear(0.02)) == replay(copied, answer, linear(0.02))


def test_characters_of_several_tokens_are_drafted_as_any_text() -> None:
    source = "".join(f"# 第{number}の値を計算する\nprint({number})\n" for number in range(30))
    answer = [*MODEL.tokenize(source.replace("計算", "取得")), MODEL_END]
    drafter = MixtureDrafter(source, MODEL, MODEL_END, Policy.of(linear(0.02), WIDEST))
    steps, _ = replay(drafter, answer, linear(0.02))
    assert steps < len(answer) / 20


@pytest.mark.parametrize("r", [0.02, 0.1, 0.3, 0.6])
def test_other_text_is_hardly_slower_than_plain(r: float) -> None:
    letters = Letters()
    words = WORDS.split()
    text = " ".join(words[i * i * 7 % len(words)] for i in range(600))
    answer = [*letters.tokenize(text), END]
    _, time = replay(made(SOURCE, letters, r), answer, linear(r))
    assert time < 1.02 * len(answer)


def test_words_that_come_again_in_no_order_are_soon_left_alone() -> None:
    letters, chance = Letters(), Random(0)  # noqa: S311
    text = " ".join(chance.choice(WORDS.split()) for _ in range(600))
    answer = [*letters.tokenize(text), END]
    _, time = replay(made(SOURCE, letters, 0.1), answer, linear(0.1))
    assert time < 1.03 * len(answer)


def test_what_the_source_lacks_is_drafted_from_what_was_said() -> None:
    letters = Letters()
    said = letters.tokenize(WORDS)
    policy = Policy.of(linear(0.02), WIDEST)
    drafter = MixtureDrafter(SOURCE, letters, END, policy, said=said)
    drafter.observe(said[:6], 0, 0)
    assert drafter.draft(4) == said[6:10]


def test_rules_go_on_to_the_next_file() -> None:
    letters = Letters()
    first = made(SOURCE, letters, 0.02)
    for token in letters.tokenize(SOURCE.replace("offset", "origin")):
        first.observe([token], 0, 0)
    policy = Policy.of(linear(0.02), WIDEST)
    second = MixtureDrafter("go(offset)", letters, END, policy, rules=first.rules)
    assert letters.text(second.draft(3)) == "go(origin"


def test_only_allowed_widths_are_drafted() -> None:
    letters = Letters()
    policy = Policy.of(linear(0.1), WIDEST, {4, 8, 16})
    drafter = MixtureDrafter(SOURCE, letters, END, policy)
    answer = letters.tokenize(SOURCE.replace("compute", "calculate"))
    while answer:
        draft = drafter.draft(WIDEST - 1)
        assert not draft or 1 + len(draft) in {4, 8, 16}
        drafter.observe(answer[:3], 0, len(draft))
        answer = answer[3:]


MODEL = ScriptedModel("")
SPELLINGS = st.lists(st.sampled_from(["    ", "print", "(", ")", "\n", "日本", "é", "x = "]))
STEPS = st.lists(
    st.tuples(st.lists(st.integers(0, VOCABULARY - 1), max_size=6), st.integers(0, 40))
)


@given(SPELLINGS.map("".join), st.text(max_size=40), STEPS)
def test_nothing_that_is_observed_makes_it_fail(
    source: str, instruction: str, steps: list[tuple[list[int], int]]
) -> None:
    policy = Policy.of(linear(0.05), WIDEST)
    drafter = MixtureDrafter(source, MODEL, MODEL_END, policy, instruction=instruction)
    for tokens, limit in steps:
        draft = drafter.draft(limit)
        assert len(draft) <= limit
        assert all(0 <= token < VOCABULARY for token in draft)
        drafter.observe(tokens, min(len(draft), max(0, len(tokens) - 1)), len(draft))


@given(st.lists(st.integers(1, 256), max_size=30))
def test_it_finds_back_after_any_spoiled_text(spoiled: list[int]) -> None:
    letters = Letters()
    drafter = made(SOURCE, letters, 0.02)
    for token in [*spoiled, *letters.tokenize(SOURCE[:200])]:
        drafter.observe([token], 0, 0)
    rest = letters.tokenize(SOURCE)[len(letters.tokenize(SOURCE[:200])) :]
    draft = drafter.draft(8)
    assert draft
    assert draft == rest[: len(draft)]


@given(st.lists(st.integers(1, 256), max_size=60))
def test_nothing_is_drafted_where_every_token_costs_a_pass(tokens: list[int]) -> None:
    drafter = made(SOURCE, Letters(), 1.0)
    for token in tokens:
        assert drafter.draft(WIDEST - 1) == []
        drafter.observe([token], 0, 0)


def test_a_pass_that_is_padded_anyway_is_filled() -> None:
    policy = Policy.of(lambda width: float(width), 8, {8})
    assert len(MixtureDrafter(SOURCE, Letters(), END, policy).draft(WIDEST)) == 7


def test_what_a_pass_must_carry_leaves_less_room() -> None:
    letters = Letters()
    drafter = MixtureDrafter(SOURCE, letters, END, Policy.of(linear(0.02), 12))
    assert [len(drafter.draft(WIDEST, held)) for held in (1, 7, 12, 13)] == [11, 5, 0, 0]


def test_drafts_grow_with_agreement_up_to_the_widest_pass() -> None:
    letters = Letters()
    drafter = made(SOURCE * 3, letters, 0.001)
    rest, lengths = letters.tokenize(SOURCE * 3), []
    for count in (4, 8, 16, 32, 64, 128):
        lengths.append(len(drafter.draft(WIDEST - 1)))
        drafter.observe(rest[:count], 0, 0)
        rest = rest[count:]
    assert lengths == sorted(lengths)
    assert lengths[-1] == WIDEST - 1
