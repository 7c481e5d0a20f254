"""One context of the native library: one sequence of tokens, its passes, and what takes them back.

Nothing here decides; every size is checked before a call that would end the process, and every
native result is handed on.
"""

import ctypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llama_cpp
import numpy as np
from attrs import frozen

from redraft.engine.llama.library import failure, stop_on
from redraft.engine.model import Logits
from redraft.errors import StoppedError

BATCH = 512
"""Most tokens in one pass over a prompt."""
_WIDEST = (256, 128, 64)
"""Most tokens in one pass whose logits are all wanted: the first for which there is memory."""
_LOGITS = 1 << 26
"""Most bytes of logits in a pass, unless the narrowest of those needs more."""
_CONTEXT_STEP = 256
"""llama.cpp pads its cache to multiples of this."""
_ABORTED = 2
"""What llama_decode says of a pass that the abort callback ended (llama.h)."""
_FLAGS = llama_cpp.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY | llama_cpp.LLAMA_STATE_SEQ_FLAGS_ON_DEVICE


@frozen
class Weights:
    """What a context computes with."""

    path: Path
    model: Any
    adapter: Any
    vocabulary: int
    threads: int

    @property
    def widest(self) -> int:
        """Most tokens in a pass whose logits are all wanted."""
        fitting = (width for width in _WIDEST if 4 * width * self.vocabulary <= _LOGITS)
        return next(fitting, _WIDEST[-1])


class Context:
    """Memory for one sequence, whose tokens lie at positions 0 to `position` - 1."""

    def __init__(
        self, weights: Weights, size: int, states: int, stop: "ctypes.Array[ctypes.c_char]"
    ) -> None:
        """Effect: makes room for `size` tokens, and for so many states of a pass.

        `stop`: no longer the empty string, it ends the pass under way. Raises ModelError.
        """
        padded = -(-size // _CONTEXT_STEP) * _CONTEXT_STEP
        self.position = 0
        self._weights = weights
        self._saved = b""
        self._native = _open(weights, padded, states)
        self._memory = llama_cpp.llama_get_memory(self._native)
        self._batch = llama_cpp.llama_batch_init(min(BATCH, padded), 0, 1)
        self.size = int(llama_cpp.llama_n_ctx(self._native))
        self.states = int(llama_cpp.llama_n_rs_seq(self._native))
        """States kept of the last pass, as granted; llama.cpp cuts a wish down in silence."""
        if weights.adapter is not None:
            self._attach_adapter()
        stop_on(self._native, stop)

    def close(self) -> None:
        """Effect: gives the memory back."""
        llama_cpp.llama_batch_free(self._batch)
        llama_cpp.llama_free(self._native)

    def _attach_adapter(self) -> None:
        adapters = (llama_cpp.llama_adapter_lora_p_ctypes * 1)(self._weights.adapter)
        scales = (ctypes.c_float * 1)(1.0)
        if llama_cpp.llama_set_adapters_lora(self._native, adapters, 1, scales) != 0:
            raise failure(f"{self._weights.path}: the adapter cannot be laid on it")

    @property
    def first(self) -> int:
        """The earliest position that attention can still look at everywhere; 0 if none is held."""
        return max(0, int(llama_cpp.llama_memory_seq_pos_min(self._memory, 0)))

    def decode(self, tokens: Sequence[int], *, wanted: bool) -> None:
        """Effect: one pass over at most BATCH tokens, at most `widest` if their logits are wanted.

        Raises StoppedError, with none of the tokens held and perhaps nothing at all, ModelError.
        """
        self._check(tokens, self._weights.widest if wanted else BATCH)
        code = llama_cpp.llama_decode(self._native, self._filled(tokens, wanted))
        if code == _ABORTED:
            if not self.remove(self.position, force=True):
                self.clear()
            raise StoppedError("stopped in the middle of a pass")
        if code != 0:
            width = f"a pass over {len(tokens)} tokens"
            raise failure(f"{self._weights.path}: {width} failed ({code})")
        self.position += len(tokens)

    def logits(self, rows: int) -> Logits:
        """[rows, vocabulary] of the last pass, whose logits were wanted; dies with the next."""
        logits = llama_cpp.llama_get_logits(self._native)
        if not logits:
            raise failure(f"{self._weights.path}: gave no logits")
        return np.ctypeslib.as_array(logits, (rows, self._weights.vocabulary))

    def remove(self, position: int, *, force: bool = False) -> bool:
        """Effect: forgets the tokens from `position` on; whether the library did so.

        `force`: also where no more are known to be held.
        """
        if position == self.position and not force:
            return True
        removed = llama_cpp.llama_memory_seq_rm(self._memory, 0, position, -1)
        held = llama_cpp.llama_memory_seq_pos_max(self._memory, 0) + 1
        if not removed or held != position:
            return False
        self.position = position
        return True

    def clear(self) -> None:
        """Effect: forgets all tokens, and what was kept of them."""
        llama_cpp.llama_memory_clear(self._memory, True)
        self.position = 0
        self._saved = b""

    def save(self) -> bool:
        """Effect: keeps what `remove` cannot bring back, on the device; replaces what was kept."""
        size = llama_cpp.llama_state_seq_get_size_ext(self._native, 0, _FLAGS)
        buffer = (ctypes.c_uint8 * size)()
        kept = llama_cpp.llama_state_seq_get_data_ext(self._native, buffer, size, 0, _FLAGS)
        self._saved = bytes(buffer) if kept == size > 0 else b""
        return bool(self._saved)

    def restore(self, position: int) -> bool:
        """Effect: brings back what was kept at `position`; whether the library did so."""
        size = len(self._saved)
        if not size:
            return False
        buffer = (ctypes.c_uint8 * size).from_buffer_copy(self._saved)
        read = llama_cpp.llama_state_seq_set_data_ext(self._native, buffer, size, 0, _FLAGS)
        return read == size and self.remove(position, force=True)

    def state_size(self) -> int:
        """Bytes of what `save` would keep."""
        partial = llama_cpp.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY
        return int(llama_cpp.llama_state_seq_get_size_ext(self._native, 0, partial))

    def _check(self, tokens: Sequence[int], most: int) -> None:
        if not 1 <= len(tokens) <= most:
            raise ValueError(f"a pass takes 1 to {most} tokens, not {len(tokens)}")
        if self.position + len(tokens) > self.size:
            raise ValueError(f"{len(tokens)} tokens more do not fit the {self.size} reserved")
        known = range(self._weights.vocabulary)
        for token in tokens:
            if token not in known:
                raise ValueError(f"{token} is no token of this model")

    def _filled(self, tokens: Sequence[int], wanted: bool) -> Any:
        batch, count = self._batch, len(tokens)
        batch.n_tokens = count
        for index, token in enumerate(tokens):
            batch.token[index] = token
            batch.pos[index] = self.position + index
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = 0
            batch.logits[index] = wanted
        return batch


def _open(weights: Weights, size: int, states: int) -> Any:
    parameters = llama_cpp.llama_context_default_params()
    parameters.n_ctx = size
    parameters.n_batch = parameters.n_ubatch = min(BATCH, size)
    parameters.n_outputs_max = parameters.n_outputs_max_per_seq = weights.widest
    parameters.n_threads = parameters.n_threads_batch = weights.threads
    parameters.n_rs_seq = states
    # Flash attention takes another path for one token than for two: other bits, other text.
    parameters.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_DISABLED
    context = llama_cpp.llama_init_from_model(weights.model, parameters)
    if not context:
        raise failure(
            f"{weights.path}: no memory for a context of {size} tokens; "
            "set a smaller `context` under [model], or a smaller model"
        )
    return context
