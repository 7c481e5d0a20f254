"""On every class of memory, a rejected draft leaves no trace: the same bits, the same text.

`pytest tests/kernels/test_rollback.py --log-cli-level=info` lists the classes with what was
crossed.
"""

import logging
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from threading import Event as Flag

import numpy as np
import pytest
from attrs import frozen
from tests.kernels.architecture import Architecture

from redraft.engine import measured
from redraft.engine.decode import CUT, Decoding
from redraft.engine.llama import NativeModel, rollback
from redraft.engine.llama.context import Context
from redraft.engine.model import Drafter, Logits, Statistics
from redraft.engine.plan import Plan
from redraft.engine.verify import greedy
from redraft.engine.widths import Widths, choose, every
from redraft.errors import ModelError
from redraft.settings import ModelSettings
from redraft.sources import ModelFiles

PROMPT = "def total(items):\n    return sum(item.price for item in items)\n"
ANSWER = 300
"""Tokens of an answer: past a window of 32, a cut at 256 and padded cells at 256 and 512."""
WIDE = 24
"""Tokens of the drafts that are spoiled at every place."""

_log = logging.getLogger(__name__)


class Spoiled:
    """Drafts the right tokens, wrong at every so manieth place."""

    def __init__(self, answer: Sequence[int], length: int, every: int) -> None:
        self._answer = answer
        self._length = length
        self._every = every
        self._at = 0

    def draft(self, limit: int, held: int = 1) -> list[int]:
        places = range(self._at, min(self._at + self._length, len(self._answer)))
        return [self._answer[i] ^ (i % self._every == 1) for i in places]

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        self._at += len(tokens)


@frozen
class Said:
    """What a model says by itself, one token a pass."""

    prompt: tuple[int, ...]
    answer: tuple[int, ...]
    rows: Logits
    """[ANSWER, vocabulary]: what each token was chosen from."""


def by_itself(model: NativeModel, text: str) -> Said:
    prompt = (*model.info.start, *model.tokenize(text))
    model.reserve(1024)
    model.feed(prompt[:-1])
    rows, token = [], prompt[-1]
    for _ in range(ANSWER):
        rows.append(model.evaluate([token], 1)[0].copy())
        token = greedy(rows[-1])
    return Said(prompt, tuple(map(greedy, rows)), np.stack(rows))


@pytest.fixture(scope="module")
def said(model: NativeModel) -> Said:
    return by_itself(model, PROMPT)


def decode(
    model: NativeModel,
    said: Said,
    drafter: Drafter | None,
    widths: Widths,
    *,
    prefix: int = 0,
    before: Decoding | None = None,
) -> Decoding:
    cut = len(said.prompt) // 2
    plan = Plan(
        said.prompt[:cut], said.prompt[cut:], None, ANSWER, 0, -1, prefix=said.answer[:prefix]
    )
    account = Statistics()
    decoding = Decoding(model, plan, drafter, greedy, widths, Flag(), account, before=before)
    list(decoding.events())
    return decoding


def rejected_at(model: NativeModel, said: Said, place: int, at: int) -> Logits:
    """Logits of the next three tokens after a draft at `place` was rejected at its token `at`."""
    model.trim(0)
    text = [*said.prompt, *said.answer]
    base = len(said.prompt) - 1 + place
    model.feed(text[:base])
    draft = text[base + 1 : base + 1 + WIDE]
    draft[at] ^= 1
    rows = model.evaluate([text[base], *draft], keep=1)
    assert np.array_equal(rows[: at + 1], said.rows[place : place + at + 1])
    reached = model.trim(base + 1 + at)
    assert 0 < reached <= base + 1 + at
    end = base + 1 + at + 3
    return model.evaluate(text[reached:end], keep=end - reached)[-3:].copy()


@pytest.mark.parametrize("place", [0, 40, 200])
def test_after_a_rejection_anywhere_the_logits_are_those_of_a_fresh_context(
    model: NativeModel, said: Said, place: int
) -> None:
    for at in range(WIDE):
        got = rejected_at(model, said, place, at)
        assert np.array_equal(got, said.rows[place + at + 1 : place + at + 4]), at


def test_a_whole_pass_can_be_taken_back_where_that_was_asked_for(
    model: NativeModel, said: Said
) -> None:
    text = [*said.prompt, *said.answer]
    model.trim(0)
    model.feed(text[:100])
    for width in (1, 2, 9):
        model.evaluate([token ^ 1 for token in text[100 : 100 + width]], keep=0)
        assert model.trim(100) == 100
    first = 100 - len(said.prompt) + 1
    assert np.array_equal(model.evaluate(text[100:102], keep=2), said.rows[first : first + 2])


def test_going_back_further_than_the_memory_can_forgets_all_and_says_so(
    model: NativeModel, said: Said
) -> None:
    text = [*said.prompt, *said.answer]
    model.trim(0)
    model.feed(text[:60])
    for token in text[60:90]:
        model.evaluate([token], keep=1)
    reached = model.trim(61)
    assert reached == model.position
    assert reached in ((61,) if model.info.rollback == "trim" else (0, 60))
    rest = model.evaluate(text[reached : reached + 3], keep=3).copy()
    model.trim(0)
    model.feed(text[:reached])
    assert np.array_equal(model.evaluate(text[reached : reached + 3], keep=3), rest)


@pytest.mark.parametrize("length", [1, 7, 63])
@pytest.mark.parametrize("every_other", [3, 11, 1000])
def test_drafting_does_not_change_a_token(
    architecture: Architecture, model: NativeModel, said: Said, length: int, every_other: int
) -> None:
    drafter = Spoiled(said.answer, length, every_other)
    decoding = decode(model, said, drafter, every(64))
    assert tuple(decoding.tokens) == said.answer
    account = decoding.account
    assert account.accepted > ANSWER / (length + 3) / 2
    assert account.rejections >= ANSWER // every_other // 4
    crossed = [f"256 by {len(said.prompt) + ANSWER - CUT}"]
    if architecture.window:
        crossed.append(f"a window of {architecture.window}")
    _log.info(
        "%-14s %-10s drafts of %2d: %3d rejections, %3d accepted; crossed %s",
        *(architecture.label, model.info.rollback, length, account.rejections, account.accepted),
        " and ".join(crossed),
    )


@pytest.mark.parametrize("judged", [(4, 8, 64), (2, 3)])
def test_nor_do_passes_that_are_filled_up(
    model: NativeModel, said: Said, judged: tuple[int, ...]
) -> None:
    decoding = decode(model, said, Spoiled(said.answer, 6, 4), Widths("class", judged, judged))
    assert tuple(decoding.tokens) == said.answer


def test_nor_does_a_guard(model: NativeModel, said: Said) -> None:
    guard = Widths("guard", (*range(1, 65),), (*range(1, 65),), bound=0.5)
    decoding = decode(model, said, Spoiled(said.answer, 9, 5), guard)
    assert tuple(decoding.tokens) == said.answer
    assert decoding.account.again > 0


def test_an_answer_goes_on_from_what_is_held_or_else_from_the_start(
    model: NativeModel, said: Said
) -> None:
    widths = every(64)
    first = decode(model, said, Spoiled(said.answer, 9, 5), widths)
    for prefix in (290, 150, 3):
        again = decode(model, said, Spoiled(said.answer, 9, 5), widths, prefix=prefix, before=first)
        assert tuple(again.tokens) == said.answer
        first = again


def test_two_documents_in_turn_do_not_mix(model: NativeModel, said: Said) -> None:
    other = by_itself(model, "class Item:\n    price = 0\n")
    for _ in range(2):
        for one in (said, other):
            decoding = decode(model, one, Spoiled(one.answer, 15, 6), every(64))
            assert tuple(decoding.tokens) == one.answer


def test_what_is_measured_is_true(model: NativeModel, said: Said) -> None:
    found = measured.measure(model, lambda _: None)
    widths = choose(found, "class", model.widest)
    plain = decode(model, said, None, widths.plain)
    drafted = decode(model, said, Spoiled(said.answer, 15, 6), widths)
    assert drafted.tokens == plain.tokens
    if widths.drafts:
        assert drafted.account.rejections > 10


@pytest.mark.parametrize("states", [0, 3, 15])
def test_fewer_states_than_a_pass_is_wide_change_nothing(
    architecture: Architecture,
    path: Path,
    said: Said,
    states: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if architecture.rollback != "snapshots":
        pytest.skip("keeps no states")
    if architecture.window:
        pytest.skip("a copy put back moves the window's cells; measuring finds that out")
    monkeypatch.setattr(rollback, "states_wanted", lambda _: states)
    with closing(NativeModel(ModelFiles(path), ModelSettings())) as model:
        assert model.info.states == states
        assert model.info.rollback == ("snapshots" if states else "checkpoint")
        for length in (3, 20):
            drafter = Spoiled(said.answer, length, 7)
            assert tuple(decode(model, said, drafter, every(64)).tokens) == said.answer


def test_these_tests_fail_where_nothing_is_taken_back(
    architecture: Architecture,
    model: NativeModel,
    said: Said,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What llama-lookup does: the answer of llama_memory_seq_rm is not looked at."""

    def unheeded(self: Context, position: int, *, force: bool = False) -> bool:
        self.position = position
        return True

    monkeypatch.setattr(Context, "remove", unheeded)
    monkeypatch.setattr(Context, "restore", unheeded)
    with pytest.raises((AssertionError, ModelError)):
        test_drafting_does_not_change_a_token(architecture, model, said, 7, 3)
    monkeypatch.undo()
    model.reserve(1024)
