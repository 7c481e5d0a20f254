"""What the token loop relies on, held by the native model and its scripted twin alike."""

import numpy as np
import pytest
from tests.scripted import ScriptedModel

from redraft.engine.llama import NativeModel
from redraft.engine.model import Logits, Model
from redraft.errors import StoppedError

TEXT = 'def total(prices):\n    """合計 😀"""\n    return sum(prices)\n'


@pytest.fixture(params=["native", "scripted"])
def model(request: pytest.FixtureRequest, native: NativeModel) -> Model:
    chosen: Model = native if request.param == "native" else ScriptedModel("", noise=1.0)
    chosen.resume()
    chosen.reserve(512)
    return chosen


def evaluate(model: Model, tokens: list[int]) -> Logits:
    return model.evaluate(tokens, keep=min(1, len(tokens)))


def rows(model: Model, tokens: list[int], width: int) -> Logits:
    return np.concatenate(
        [evaluate(model, tokens[i : i + width]).copy() for i in range(0, len(tokens), width)]
    )


def test_pieces_joined_are_the_text(model: Model) -> None:
    tokens = model.tokenize(TEXT)
    assert b"".join(map(model.piece, tokens)).decode() == TEXT


@pytest.mark.parametrize("control", ["<|im_start|>", "<|im_end|>", "<|start|>", "<|end|>"])
def test_control_text_is_text_unless_said_otherwise(model: Model, control: str) -> None:
    plain, special = model.tokenize(control), model.tokenize(control, special=True)
    assert b"".join(map(model.piece, plain)).decode() == control
    assert not set(plain) & model.info.ends
    assert len(special) == 1 or len(special) == len(plain)


def test_the_end_token_is_one_of_the_ends(model: Model) -> None:
    assert model.info.end in model.info.ends


def test_a_row_for_every_token_and_its_position_grows(model: Model) -> None:
    tokens = model.tokenize(TEXT)
    model.feed(tokens)
    assert model.position == len(tokens)
    assert evaluate(model, tokens[:5]).shape == (5, model.info.vocabulary)
    assert model.position == len(tokens) + 5


def test_rows_are_the_same_bits_in_any_width(model: Model) -> None:
    tokens = model.tokenize(TEXT * 3)[:40]
    expected = rows(model, tokens, 1)
    for width in (2, 3, 8, 32):
        model.reserve(512)
        assert np.array_equal(rows(model, tokens, width), expected), width


def test_trimmed_tokens_leave_no_trace(model: Model) -> None:
    tokens = model.tokenize(TEXT)
    model.feed(tokens)
    expected = evaluate(model, tokens[:3]).copy()
    for wrong in (tokens[5:20], tokens[:1], tokens[::-1]):
        model.trim(len(tokens))
        evaluate(model, wrong)
        model.trim(len(tokens))
        assert model.position == len(tokens)
        assert np.array_equal(evaluate(model, tokens[:3]), expected)


def test_reserving_forgets(model: Model) -> None:
    tokens = model.tokenize(TEXT)
    expected = evaluate(model, tokens[:4]).copy()
    model.reserve(1024)
    assert model.position == 0
    assert model.room >= 1024
    assert np.array_equal(evaluate(model, tokens[:4]), expected)


def test_what_would_abort_the_library_is_an_error_before_it(model: Model) -> None:
    token = model.tokenize("x")[0]
    for tokens in ([], [token] * (model.widest + 1), [model.info.vocabulary], [-1]):
        with pytest.raises(ValueError, match="token"):
            evaluate(model, tokens)
    with pytest.raises(ValueError, match="reserved"):
        model.feed([token] * (model.room + 1))
    with pytest.raises(ValueError, match="go back"):
        model.trim(model.position + 1)
    assert np.isfinite(evaluate(model, [token])).all()


def test_an_interrupt_ends_a_pass_and_leaves_no_trace(model: Model) -> None:
    tokens = model.tokenize(TEXT)
    model.feed(tokens)
    expected = evaluate(model, tokens[:3]).copy()
    model.trim(len(tokens))
    model.interrupt()
    with pytest.raises(StoppedError):
        model.feed(tokens[::-1])
    with pytest.raises(StoppedError):
        evaluate(model, tokens[::-1])
    model.resume()
    assert model.position == len(tokens)
    assert np.array_equal(evaluate(model, tokens[:3]), expected)
