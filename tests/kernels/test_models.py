import ctypes
from pathlib import Path
from typing import Any

import llama_cpp
import numpy as np
import pytest
from tests.kernels.architecture import Architecture
from tests.kernels.architectures import ARCHITECTURES, label
from tests.kernels.models import write

from redraft.engine.llama import NativeModel
from redraft.engine.model import Logits

PROMPT = "def total(items):\n    return sum(item.price for item in items)\n"
ANY_TEXT = "Straße \t→ 価格 🙂\r\n\x00 return self.name"
ANSWER = 200
RECURRENT = [architecture for architecture in ARCHITECTURES if architecture.recurrent]
BACK = 10
"""How far back a token is changed, to see whether it is remembered."""


@pytest.fixture(scope="module")
def rows(model: NativeModel) -> Logits:
    """Logits over which each token of an answer was chosen, the highest."""
    return _greedy(model, _prompt(model), ANSWER)


def test_it_is_small_and_the_same_each_time(
    architecture: Architecture, path: Path, tmp_path: Path
) -> None:
    write(tmp_path / "again.gguf", architecture)
    assert (tmp_path / "again.gguf").read_bytes() == path.read_bytes()
    assert path.stat().st_size < 1 << 22


def test_it_is_known_for_what_it_is(architecture: Architecture, model: NativeModel) -> None:
    info = model.info
    assert (info.rollback, info.window) == (architecture.rollback, architecture.window)
    assert (info.states > 0) == (architecture.rollback == "snapshots")
    assert info.template == architecture.template


def test_any_text_can_be_written(model: NativeModel) -> None:
    tokens = model.tokenize(ANY_TEXT)
    assert b"".join(map(model.piece, tokens)) == ANY_TEXT.encode()


def test_an_answer_is_various_and_does_not_end(model: NativeModel, rows: Logits) -> None:
    answer = [int(token) for token in rows.argmax(axis=1)]
    assert len(set(answer)) >= 40
    assert len(set(answer[-ANSWER // 2 :])) >= 20
    assert not model.info.ends.intersection(answer)
    assert b"".join(map(model.piece, answer)).isascii()


def test_its_choices_are_clear(rows: Logits) -> None:
    second, first = np.sort(rows, axis=1)[:, -2:].T
    assert np.median(first - second) > 1
    assert np.percentile(first - second, 5) > 0.05


def test_the_past_matters(model: NativeModel, rows: Logits) -> None:
    text = _prompt(model) + [int(token) for token in rows.argmax(axis=1)]
    moved = [
        np.abs(_last(model, text[:end]) - _last(model, _changed(text[:end]))).max()
        for end in range(60, 140, 10)
    ]
    assert np.median(moved) > 0.1


@pytest.mark.parametrize("architecture", RECURRENT, ids=label, indirect=True)
def test_the_state_matters_by_itself(path: Path, model: NativeModel, rows: Logits) -> None:
    text = (_prompt(model) + [int(token) for token in rows.argmax(axis=1)])[:120]
    assert np.abs(_crossed(path, text, _changed(text)) - _last(model, text)).max() > 0.1


def _prompt(model: NativeModel) -> list[int]:
    return [*model.info.start, *model.tokenize(PROMPT)]


def _greedy(model: NativeModel, prompt: list[int], count: int) -> Logits:
    rows = [_last(model, prompt)]
    while len(rows) < count:
        token = int(rows[-1].argmax())
        rows.append(model.evaluate([token], 1)[0].copy())
    return np.stack(rows)


def _last(model: NativeModel, tokens: list[int]) -> Logits:
    """Logits after the last token."""
    model.trim(0)
    model.feed(tokens[:-1])
    logits: Logits = model.evaluate(tokens[-1:], 1)[0].copy()
    return logits


def _changed(tokens: list[int]) -> list[int]:
    other = ord("x") if tokens[-BACK] != ord("x") else ord("y")
    return [*tokens[:-BACK], other, *tokens[len(tokens) - BACK + 1 :]]


def _crossed(path: Path, tokens: list[int], others: list[int]) -> Logits:
    """Logits after the last token where attention has read `tokens`, the state `others`."""
    native = llama_cpp.llama_model_load_from_file(
        str(path).encode(), llama_cpp.llama_model_default_params()
    )
    context = llama_cpp.llama_init_from_model(native, llama_cpp.llama_context_default_params())
    try:
        _decode(context, others[:-1])
        state = _state(context)
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(context), True)
        _decode(context, tokens[:-1])
        flag = llama_cpp.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY
        read = llama_cpp.llama_state_seq_set_data_ext(context, state, len(state), 0, flag)
        assert read == len(state)
        _decode(context, tokens[-1:])
        size = llama_cpp.llama_vocab_n_tokens(llama_cpp.llama_model_get_vocab(native))
        row = llama_cpp.llama_get_logits_ith(context, -1)
        logits: Logits = np.ctypeslib.as_array(row, (size,)).copy()
        return logits
    finally:
        llama_cpp.llama_free(context)
        llama_cpp.llama_model_free(native)


def _decode(context: Any, tokens: list[int]) -> None:
    array = (llama_cpp.llama_token * len(tokens))(*tokens)
    assert llama_cpp.llama_decode(context, llama_cpp.llama_batch_get_one(array, len(tokens))) == 0


def _state(context: Any) -> Any:
    """What partial saving keeps of the sequence: the recurrent part."""
    flag = llama_cpp.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY
    size = llama_cpp.llama_state_seq_get_size_ext(context, 0, flag)
    state = (ctypes.c_uint8 * size)()
    assert llama_cpp.llama_state_seq_get_data_ext(context, state, size, 0, flag) == size
    return state
