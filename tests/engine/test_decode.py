"""Whatever a drafter proposes, the answer is the one of plain decoding."""

from collections.abc import Sequence
from threading import Event as Flag

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from tests.scripted import END, OTHER_END, START, VOCABULARY, ScriptedModel

from redraft.drafting.mixture import MixtureDrafter
from redraft.drafting.policy import Policy
from redraft.engine.decode import CUT, Decoding
from redraft.engine.model import Drafter, Logits, Reading, Rollback, Sampling, Statistics, Text
from redraft.engine.plan import Plan
from redraft.engine.verify import chooser, greedy
from redraft.engine.widths import Widths, alone, every
from redraft.errors import StoppedError

PROMPT = (START, *b"user\nmake it so", END, 10, START, *b"assistant\n")


class FixedDrafter:
    """Proposes what it was given, one draft a step, right or wrong."""

    def __init__(self, drafts: Sequence[Sequence[int]]) -> None:
        self._drafts = [list(draft) for draft in drafts]
        self.seen: list[int] = []

    def draft(self, limit: int, held: int = 1) -> list[int]:
        return self._drafts.pop(0) if self._drafts else []

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        assert 0 <= accepted <= drafted
        self.seen.extend(tokens)


class Foresight:
    """Proposes the right tokens, some of them spoiled: rejections at every place of a draft."""

    def __init__(self, answer: Sequence[int], spoiled: Sequence[bool], length: int) -> None:
        self._answer = list(answer)
        self._spoiled = list(spoiled)
        self._length = length
        self._at = 0

    def draft(self, limit: int, held: int = 1) -> list[int]:
        ahead = self._answer[self._at : self._at + self._length]
        spoiled = [*self._spoiled[self._at :], *[False] * len(ahead)]
        return [
            (token + 1) % VOCABULARY if wrong else token
            for token, wrong in zip(ahead, spoiled, strict=False)
        ]

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        self._at += len(tokens)


def decode(
    model: ScriptedModel,
    drafter: Drafter | None,
    *,
    room: int = 400,
    thinking: int = 0,
    sampling: Sampling | None = None,
    opening: str = "",
    prefix: Sequence[int] = (),
    before: Decoding | None = None,
    widths: Widths | None = None,
) -> tuple[Decoding, str]:
    plan = Plan(PROMPT[:12], PROMPT[12:], None, room, thinking, END, opening, tuple(prefix))
    choose = chooser(sampling or Sampling())
    widths = widths or every(model.widest)
    decoding = Decoding(model, plan, drafter, choose, widths, Flag(), Statistics(), before=before)
    text = "".join(event.text for event in decoding.events() if isinstance(event, Text))
    return decoding, text


tokens = st.integers(-2, VOCABULARY + 2)
drafts = st.lists(st.lists(tokens, max_size=80), max_size=40)
answers = st.lists(st.integers(0, VOCABULARY - 1), max_size=60)


@given(answers, drafts)
def test_random_drafts_never_change_the_answer(
    answer: list[int], proposed: list[list[int]]
) -> None:
    def script(_: str) -> list[int]:
        return [*answer, END]

    plain, text = decode(ScriptedModel(script), None)
    drafter = FixedDrafter(proposed)
    drafted, drafted_text = decode(ScriptedModel(script), drafter)
    assert (drafted.tokens, drafted_text) == (plain.tokens, text)
    assert drafted.reason == plain.reason == "stop"
    assert drafter.seen == plain.tokens


@given(answers, st.lists(st.booleans(), max_size=60), st.integers(1, 70), st.integers(1, 8))
def test_right_drafts_spoiled_anywhere_never_change_the_answer(
    answer: list[int], spoiled: list[bool], length: int, widest: int
) -> None:
    script = [*answer, END]
    plain, text = decode(ScriptedModel(lambda _: script), None)
    model = ScriptedModel(lambda _: script, widest=8 * widest)
    drafted, drafted_text = decode(model, Foresight([*script, END, 65], spoiled, length))
    assert (drafted.tokens, drafted_text) == (plain.tokens, text)
    assert max(model.passes) <= max(len(PROMPT), model.widest)


@given(answers, answers, st.integers(0, 2**16))
def test_the_wrong_file_never_changes_a_sampled_answer(
    answer: list[int], other: list[int], seed: int
) -> None:
    sampling = Sampling(temperature=1.2, top_p=0.95, seed=seed)
    plain, text = decode(
        ScriptedModel(lambda _: [*answer, END], noise=2.0), None, sampling=sampling
    )
    model = ScriptedModel(lambda _: [*answer, END], noise=2.0)
    source = b"".join(map(model.piece, [*other, *answer])).decode("utf-8", "replace")
    drafter = MixtureDrafter(source, model, END, Policy.of(lambda _: 1.0, 64), said=other)
    drafted, drafted_text = decode(model, drafter, sampling=sampling)
    assert (drafted.tokens, drafted_text) == (plain.tokens, text)


@given(answers, st.integers(1, 70), st.integers(0, 80))
def test_room_ends_plain_and_drafted_at_the_same_token(
    answer: list[int], room: int, length: int
) -> None:
    script = [*(token for token in answer if token not in (END, OTHER_END)), END]
    plain, text = decode(ScriptedModel(lambda _: script), None, room=room)
    drafted, drafted_text = decode(
        ScriptedModel(lambda _: script), Foresight(script, [], length), room=room
    )
    assert (drafted.tokens, drafted_text) == (plain.tokens, text)
    assert len(plain.tokens) == min(room, len(script))
    assert drafted.reason == plain.reason == ("stop" if len(script) <= room else "length")


@pytest.mark.parametrize("end", [END, OTHER_END])
def test_any_end_token_ends_the_answer_inside_a_draft_too(end: int) -> None:
    script = [*b"yes", end, *b"<no more>", END]
    decoding, text = decode(ScriptedModel(lambda _: script), Foresight(script, [], 30))
    assert text == "yes"
    assert decoding.tokens[-1] == end
    assert decoding.reason == "stop"
    assert decoding.account.steps == 1


def test_an_answer_that_a_drafter_knows_takes_few_steps() -> None:
    script = [*b"0123456789" * 12, END]
    decoding, _ = decode(ScriptedModel(lambda _: script), Foresight(script, [], 30))
    account = decoding.account
    assert account.steps == 4
    assert account.answer_tokens == 121
    assert account.accepted == account.drafted == 118
    assert account.rejections == 0


def test_characters_cut_between_tokens_come_whole() -> None:
    pieces: list[str] = []
    plan = Plan(PROMPT[:12], PROMPT[12:], None, 100, 0, END)
    model = ScriptedModel("合計 😀 é")
    decoding = Decoding(model, plan, None, chooser(Sampling()), every(64), Flag(), Statistics())
    pieces = [event.text for event in decoding.events() if isinstance(event, Text)]
    assert "".join(pieces) == "合計 😀 é"
    assert all("\ufffd" not in piece for piece in pieces)


def test_a_prompt_is_cut_at_fixed_places() -> None:
    head, tail = (65,) * (2 * CUT + 30), (*(66,) * (CUT + 5), *PROMPT)
    model = ScriptedModel("ok")
    plan = Plan(head, tail, None, 20, 0, END)
    decoding = Decoding(model, plan, None, chooser(Sampling()), every(64), Flag(), Statistics())
    readings = [event for event in decoding.events() if isinstance(event, Reading)]
    rest = len(tail) - 1 - CUT
    assert model.passes[: len(readings)] == [CUT, CUT, 30, CUT, rest]
    assert readings[-1].done == len(head) + len(tail) - 1


def test_thinking_has_room_of_its_own() -> None:
    said = "<think>" + "hm " * 20 + "</think>fine"
    whole, text = decode(ScriptedModel(said), None, room=10, thinking=80)
    assert (whole.reason, text) == ("stop", said)
    cut, _ = decode(ScriptedModel(said), None, room=10, thinking=20)
    assert cut.reason == "length"


def test_a_block_that_the_template_opened_is_part_of_the_answer() -> None:
    _, text = decode(ScriptedModel("hm</think>fine"), None, opening="<think>", thinking=50)
    assert text == "<think>hm</think>fine"


Memory = tuple[Rollback, int]
MEMORIES: tuple[Memory, ...] = (
    *(("trim", 0), ("checkpoint", 0), ("none", 0)),
    *(("snapshots", 3), ("snapshots", 15), ("snapshots", 63)),
)
CLASSES = ((1, 2, 3), (1, 4, 8), (2, 3, 4, 6), (8, 16, 24), (4, 64), (1,))


@given(
    answers,
    st.lists(st.booleans(), max_size=60),
    st.integers(1, 70),
    st.sampled_from(MEMORIES),
    st.sampled_from(CLASSES),
)
def test_no_kind_of_memory_and_no_class_of_widths_changes_an_answer(
    answer: list[int],
    spoiled: list[bool],
    length: int,
    memory: Memory,
    judged: tuple[int, ...],
) -> None:
    script = [*answer, END]
    widths = Widths("class", judged, judged)
    kind, states = memory
    plain, text = decode(ScriptedModel(script), None, widths=widths)
    model = ScriptedModel(script, rollback=kind, states=states)
    drafter = Foresight([*script, END, 65], spoiled, length)
    drafted, drafted_text = decode(model, drafter, widths=widths)
    assert (drafted.tokens, drafted_text) == (plain.tokens, text)
    prompt = [12, len(PROMPT) - 12 - 1]
    assert model.passes[:2] == prompt
    if kind != "none":
        assert set(model.passes[2:]) <= set(judged)


@given(
    st.lists(st.integers(0, VOCABULARY - 1), min_size=30, max_size=60),
    st.integers(2, 40),
    st.sampled_from([memory for memory in MEMORIES if memory[0] != "none"]),
    st.integers(0, 1000),
)
def test_a_guard_undoes_what_widths_do_to_near_ties(
    answer: list[int], length: int, memory: Memory, salt: int
) -> None:
    """Every width shakes the logits otherwise, by far less than the guard's bound."""
    script = [*answer, END]

    def shaken(rollback: Rollback, states: int = 0) -> ScriptedModel:
        return ScriptedModel(
            script, rollback=rollback, states=states, noise=2.0, jitter=lambda width: width + salt
        )

    plain, _ = decode(shaken("trim"), None, widths=alone(64), room=40)
    guard = evolve(every(64), mode="guard", bound=0.3)
    drafter = Foresight([*plain.tokens, END], [i % 7 == 3 for i in range(60)], length)
    guarded, _ = decode(shaken(*memory), drafter, widths=guard, room=40)
    assert guarded.tokens == plain.tokens
    assert guarded.account.answer_tokens == len(plain.tokens)


def test_what_a_guard_decides_alone_is_counted() -> None:
    script = [*b"0123456789" * 4, END]
    guard = evolve(every(64), mode="guard", bound=1000.0)
    decoding, _ = decode(ScriptedModel(script), Foresight(script, [], 8), widths=guard)
    assert decoding.tokens == script
    assert decoding.account.again == len(script)
    assert decoding.account.accepted == 0


def test_accepted_tokens_are_evaluated_again_but_not_chosen_again() -> None:
    chosen: list[int] = []

    def choose(row: Logits) -> int:
        chosen.append(greedy(row))
        return chosen[-1]

    script = [*b"0123456789" * 4, END]
    model = ScriptedModel(script, rollback="checkpoint")
    drafter = Foresight(script, [i % 5 == 4 for i in range(50)], 9)
    plan = Plan(PROMPT[:12], PROMPT[12:], None, 400, 0, END)
    decoding = Decoding(model, plan, drafter, choose, every(64), Flag(), Statistics())
    list(decoding.events())
    assert decoding.tokens == script
    assert chosen[: len(script)] == script
    assert decoding.account.rejections > 5
    assert sum(model.passes) > len(PROMPT) + len(script) + decoding.account.drafted


def test_a_memory_that_breaks_its_word_costs_time_and_no_token() -> None:
    class Liar(ScriptedModel):
        def trim(self, position: int) -> int:
            self.held.clear()
            return 0

    script = [*b"0123456789" * 4, END]
    drafter = Foresight(script, [i % 5 == 4 for i in range(50)], 9)
    decoding, _ = decode(Liar(script), drafter)
    assert decoding.tokens == script
    assert decoding.account.rejections == 1


def test_a_lone_token_fills_its_pass_up_where_its_class_has_no_narrower_one() -> None:
    script = [*b"0123456789", END]
    model = ScriptedModel(script)
    decoding, _ = decode(model, None, widths=Widths("class", (4, 8), (4, 8)))
    assert decoding.tokens == script
    assert set(model.passes[2:]) == {4}


@pytest.mark.parametrize("at", range(6))
def test_cancelling_takes_effect_before_the_next_pass(at: int) -> None:
    cancel = Flag()
    passes = 0

    def on_pass() -> None:
        nonlocal passes
        passes += 1
        if passes == at:
            cancel.set()

    model = ScriptedModel("a longer answer", on_pass=on_pass)
    plan = Plan(PROMPT[:12], PROMPT[12:], None, 100, 0, END)
    decoding = Decoding(model, plan, None, chooser(Sampling()), every(64), cancel, Statistics())
    if at == 0:
        cancel.set()
    with pytest.raises(StoppedError):
        list(decoding.events())
    assert passes == at


texts = st.text(st.sampled_from("ab \n`é漢print"), max_size=60)


@given(texts, texts, st.integers(0, 60), st.sampled_from(MEMORIES), st.booleans())
def test_an_answer_goes_on_from_any_prefix(
    said: str, meant: str, cut: int, memory: Memory, cold: bool
) -> None:
    """What was said first, and whether the model still holds it, changes nothing."""
    rollback, states = memory
    model = ScriptedModel((said, meant), rollback=rollback, states=states)
    first, _ = decode(model, None)
    prefix = meant[:cut]
    tokens = model.tokenize(prefix)
    passes = len(model.passes)
    second, text = decode(model, None, prefix=tokens, before=None if cold else first)
    expected = said if said.startswith(prefix) else meant
    assert prefix + text == expected
    assert b"".join(map(model.piece, second.tokens[:-1])).decode() == expected
    if not cold and prefix and rollback == "trim":
        assert model.passes[passes] <= max(len(tokens), 1)


@given(texts, st.integers(0, 60), st.integers(1, 40), st.integers(1, 5))
def test_a_drafted_answer_goes_on_as_a_plain_one_does(
    meant: str, cut: int, room: int, length: int
) -> None:
    tokens = ScriptedModel("").tokenize(meant[:cut])
    plain, text = decode(ScriptedModel(meant), None, prefix=tokens, room=room)
    drafter = Foresight([*ScriptedModel("").tokenize(meant), END], [], length)
    drafted, drafted_text = decode(ScriptedModel(meant), drafter, prefix=tokens, room=room)
    assert (drafted.tokens, drafted.reason) == (plain.tokens, plain.reason)
    assert drafted_text == text
    assert drafted.account.answer_tokens == max(0, len(drafted.tokens) - len(tokens))
