"""The native library behind the Model Protocol; the only package that imports llama_cpp.

Every native result is looked at, and every size checked before the call: some faults that
llama.cpp reports by a code, others by ending the process.
"""

import ctypes
from collections.abc import Sequence
from typing import Any

import llama_cpp
import numpy as np

from redraft.engine.llama.library import Progress, failure, load, load_adapter, stop_on
from redraft.engine.llama.vocabulary import Vocabulary
from redraft.engine.machine import physical_cores
from redraft.engine.model import Formatter, Logits, ModelInfo, Rollback
from redraft.errors import RollbackError, StoppedError
from redraft.settings import ModelSettings
from redraft.sources import ModelFiles

BATCH = 512
"""Most tokens in one pass over a prompt."""
WIDEST = 64
"""Most tokens in one pass whose logits are all wanted."""
_CONTEXT_STEP = 256
"""llama.cpp pads its cache to multiples of this."""
_ABORTED = 2
"""What llama_decode says of a pass that the abort callback ended (llama.h)."""


class NativeModel:
    """A GGUF file, loaded. Use from one thread at a time, `interrupt` apart."""

    def __init__(
        self, files: ModelFiles, settings: ModelSettings, progress: Progress = lambda _: True
    ) -> None:
        """Effect: loads the weights; raises ModelError, or StoppedError if `progress` says no."""
        self._files = files
        self._threads = settings.threads or physical_cores()
        self._model = load(files, settings, progress)
        self._adapter = load_adapter(files, self._model)
        self._vocabulary = Vocabulary(self._model)
        self._context: Any = None
        self._batch: Any = None
        self._position = 0
        self._stop = ctypes.create_string_buffer(2)
        self.info = self._describe()
        self.formatter: Formatter = self._vocabulary.formatter()
        self.tokenize = self._vocabulary.tokenize
        self.piece = self._vocabulary.piece

    def close(self) -> None:
        """Effect: gives the memory back. The model is of no use afterwards."""
        self._drop_context()
        if self._model is not None:
            llama_cpp.llama_model_free(self._model)
            self._model = None

    def _describe(self) -> ModelInfo:
        recurrent = llama_cpp.llama_model_is_recurrent(self._model)
        hybrid = llama_cpp.llama_model_is_hybrid(self._model)
        rollback: Rollback = "none" if recurrent or hybrid else "trim"
        return ModelInfo(
            name=self._files.name,
            vocabulary=self._vocabulary.size,
            trained=llama_cpp.llama_model_n_ctx_train(self._model),
            ends=self._vocabulary.ends,
            end=self._vocabulary.end,
            rollback=rollback,
            start=self._vocabulary.start,
        )

    @property
    def position(self) -> int:
        """Number of tokens held."""
        return self._position

    @property
    def room(self) -> int:
        """Most tokens it can hold, as reserved."""
        return 0 if self._context is None else int(llama_cpp.llama_n_ctx(self._context))

    @property
    def widest(self) -> int:
        """Most tokens in a pass that asks for the logits of all."""
        return WIDEST

    def reserve(self, tokens: int) -> None:
        """Effect: forgets all tokens and makes room for at least so many."""
        padded = -(-tokens // _CONTEXT_STEP) * _CONTEXT_STEP
        if self.room < padded:
            self._drop_context()
            self._open_context(padded)
        llama_cpp.llama_memory_clear(self._memory, True)
        self._position = 0

    def _open_context(self, size: int) -> None:
        parameters = llama_cpp.llama_context_default_params()
        parameters.n_ctx = size
        parameters.n_batch = parameters.n_ubatch = min(BATCH, size)
        parameters.n_outputs_max = parameters.n_outputs_max_per_seq = WIDEST
        parameters.n_threads = parameters.n_threads_batch = self._threads
        # Flash attention takes another path for one token than for two: other bits, other text.
        parameters.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_DISABLED
        context = llama_cpp.llama_init_from_model(self._model, parameters)
        if not context:
            raise failure(
                f"{self._files.path}: no memory for a context of {size} tokens; "
                "set a smaller `context` under [model], or a smaller model"
            )
        self._context = context
        self._memory = llama_cpp.llama_get_memory(context)
        self._attach_adapter()
        stop_on(context, self._stop)
        self._batch = llama_cpp.llama_batch_init(min(BATCH, size), 0, 1)

    def _attach_adapter(self) -> None:
        if self._adapter is None:
            return
        adapters = (llama_cpp.llama_adapter_lora_p_ctypes * 1)(self._adapter)
        scales = (ctypes.c_float * 1)(1.0)
        if llama_cpp.llama_set_adapters_lora(self._context, adapters, 1, scales) != 0:
            raise failure(f"{self._files.adapter}: cannot be laid on {self._files.path}")

    def _drop_context(self) -> None:
        if self._context is not None:
            llama_cpp.llama_batch_free(self._batch)
            llama_cpp.llama_free(self._context)
        self._context = self._batch = None
        self._position = 0

    def feed(self, tokens: Sequence[int]) -> None:
        """Effect: evaluates tokens of a prompt, whose logits nobody needs."""
        self._check(tokens)
        for start in range(0, len(tokens), BATCH):
            self._decode(tokens[start : start + BATCH], wanted=False)

    def evaluate(self, tokens: Sequence[int]) -> Logits:
        """Effect: evaluates at most `widest` tokens; gives [len(tokens), vocabulary]."""
        if not 1 <= len(tokens) <= WIDEST:
            raise ValueError(f"a pass takes 1 to {WIDEST} tokens, not {len(tokens)}")
        self._check(tokens)
        self._decode(tokens, wanted=True)
        logits = llama_cpp.llama_get_logits(self._context)
        if not logits:
            raise failure(f"{self._files.path}: gave no logits")
        return np.ctypeslib.as_array(logits, (len(tokens), self.info.vocabulary))

    def _check(self, tokens: Sequence[int]) -> None:
        if self._position + len(tokens) > self.room:
            raise ValueError(f"{len(tokens)} tokens more do not fit the {self.room} reserved")
        known = range(self.info.vocabulary)
        for token in tokens:
            if token not in known:
                raise ValueError(f"{token} is no token of this model")

    def _decode(self, tokens: Sequence[int], *, wanted: bool) -> None:
        code = llama_cpp.llama_decode(self._context, self._filled(tokens, wanted))
        if code == _ABORTED:
            self._drop_half_a_pass()
            raise StoppedError("stopped in the middle of a pass")
        if code != 0:
            raise failure(f"{self._files.path}: a pass over {len(tokens)} tokens failed ({code})")
        self._position += len(tokens)

    def _drop_half_a_pass(self) -> None:
        """Effect: forgets what an ended pass has already stored, or else everything."""
        if not llama_cpp.llama_memory_seq_rm(self._memory, 0, self._position, -1):
            llama_cpp.llama_memory_clear(self._memory, True)
            self._position = 0

    def _filled(self, tokens: Sequence[int], wanted: bool) -> Any:
        batch, count = self._batch, len(tokens)
        batch.n_tokens = count
        for index, token in enumerate(tokens):
            batch.token[index] = token
            batch.pos[index] = self._position + index
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = 0
            batch.logits[index] = wanted
        return batch

    def trim(self, position: int) -> None:
        """Effect: forgets the tokens from `position` on."""
        if not 0 <= position <= self._position:
            raise ValueError(f"cannot go back to {position} from {self._position}")
        if position == self._position:
            return
        removed = llama_cpp.llama_memory_seq_rm(self._memory, 0, position, -1)
        held = llama_cpp.llama_memory_seq_pos_max(self._memory, 0) + 1
        if not removed or held != position:
            raise RollbackError(
                f"{self._files.path}: would not take back tokens {position} to "
                f"{self._position - 1}; run again with --plain"
            )
        self._position = position

    def interrupt(self) -> None:
        """Effect: from any thread, makes a pass under way raise StoppedError, on the CPU."""
        self._stop.value = b"1"

    def resume(self) -> None:
        """Effect: takes an interrupt back, before new work."""
        self._stop.value = b""
