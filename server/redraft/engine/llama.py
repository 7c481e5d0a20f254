"""The native library behind the Model Protocol; the only module that imports llama_cpp.

Every native result is looked at, and every size checked before the call: some faults that
llama.cpp reports by a code, others by ending the process.
"""

import ctypes
import logging
import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jinja2
import llama_cpp
import numpy as np
from llama_cpp.llama_chat_format import Jinja2ChatFormatter

from redraft.engine.chat import BARE_TEMPLATE
from redraft.engine.machine import physical_cores
from redraft.engine.model import Formatter, Logits, ModelInfo, Rollback
from redraft.errors import ModelError, RollbackError, StoppedError
from redraft.settings import ModelSettings
from redraft.sources import ModelFiles

BATCH = 512
"""Most tokens in one pass over a prompt."""
WIDEST = 64
"""Most tokens in one pass whose logits are all wanted."""
_CONTEXT_STEP = 256
"""llama.cpp pads its cache to multiples of this."""

Progress = Callable[[float], bool]
"""Takes the share loaded; False ends the loading."""

_LOG_ERROR = 3
"""GGML_LOG_LEVEL_ERROR of ggml.h, which the bindings do not name."""

_log = logging.getLogger("redraft.native")
_complaints: deque[str] = deque(maxlen=4)


def _take_log(level: int, text: bytes, _: ctypes.c_void_p) -> None:
    line = text.decode("utf-8", "replace").rstrip()
    if level == _LOG_ERROR:
        _complaints.append(line)
    if line.strip(". "):
        _log.debug("%s", line)


_log_callback: Any = llama_cpp.llama_log_callback(_take_log)
llama_cpp.llama_log_set(_log_callback, ctypes.c_void_p(0))


class NativeModel:
    """A GGUF file, loaded. Use from one thread at a time, `interrupt` apart."""

    def __init__(
        self, files: ModelFiles, settings: ModelSettings, progress: Progress = lambda _: True
    ) -> None:
        """Effect: loads the weights; raises ModelError, or StoppedError if `progress` says no."""
        self._files = files
        self._threads = settings.threads or physical_cores()
        self._model = _load(files, settings, progress)
        self._vocab = llama_cpp.llama_model_get_vocab(self._model)
        self._adapter = self._load_adapter()
        self._context: Any = None
        self._batch: Any = None
        self._position = 0
        self._stop = ctypes.create_string_buffer(2)
        self._pieces: dict[int, bytes] = {}
        self.info = self._describe()
        self.formatter: Formatter = _formatter(self._model, self._vocab)
        self._lead = self.tokenize("\n") if self.info.space_prefix else []

    # Life

    def close(self) -> None:
        """Effect: gives the memory back. The model is of no use afterwards."""
        self._drop_context()
        if self._model is not None:
            llama_cpp.llama_model_free(self._model)
            self._model = None

    def _load_adapter(self) -> Any:
        if self._files.adapter is None:
            return None
        adapter = llama_cpp.llama_adapter_lora_init(self._model, os.fsencode(self._files.adapter))
        if not adapter:
            raise _failure(f"{self._files.adapter}: this adapter does not fit {self._files.path}")
        return adapter

    def _describe(self) -> ModelInfo:
        vocabulary = llama_cpp.llama_vocab_n_tokens(self._vocab)
        recurrent = llama_cpp.llama_model_is_recurrent(self._model)
        hybrid = llama_cpp.llama_model_is_hybrid(self._model)
        rollback: Rollback = "none" if recurrent or hybrid else "trim"
        start = llama_cpp.llama_vocab_bos(self._vocab)
        turn = llama_cpp.llama_vocab_eot(self._vocab)
        spm = llama_cpp.llama_vocab_type(self._vocab) == llama_cpp.LLAMA_VOCAB_TYPE_SPM
        return ModelInfo(
            name=self._files.name,
            vocabulary=vocabulary,
            trained=llama_cpp.llama_model_n_ctx_train(self._model),
            ends=frozenset(
                token
                for token in range(vocabulary)
                if llama_cpp.llama_vocab_is_eog(self._vocab, token)
            ),
            end=llama_cpp.llama_vocab_eos(self._vocab) if turn < 0 else turn,
            rollback=rollback,
            start=(start,) if llama_cpp.llama_vocab_get_add_bos(self._vocab) else (),
            space_prefix=spm and self._meta("tokenizer.ggml.add_space_prefix") != "false",
        )

    def _meta(self, key: str) -> str:
        buffer = ctypes.create_string_buffer(256)
        size = llama_cpp.llama_model_meta_val_str(self._model, key.encode(), buffer, len(buffer))
        return buffer.value.decode("utf-8", "replace") if size >= 0 else ""

    # Text

    def tokenize(self, text: str, *, special: bool = False) -> list[int]:
        """Tokens of a text in the middle of a conversation; `special`: control text counts."""
        lead = [] if special or not text else getattr(self, "_lead", [])
        data = (b"\n" if lead else b"") + text.encode("utf-8")
        room = len(data) + 8
        tokens = (llama_cpp.llama_token * room)()
        count = llama_cpp.llama_tokenize(self._vocab, data, len(data), tokens, room, False, special)
        if count < 0:
            raise ModelError(f"{self._files.path}: cannot tokenise a text of {len(data)} bytes")
        return list(tokens[len(lead) : count])

    def piece(self, token: int) -> bytes:
        """The bytes a token stands for; they may end inside a character."""
        piece = self._pieces.get(token)
        if piece is None:
            piece = self._pieces[token] = self._native_piece(token, 64)
        return piece

    def _native_piece(self, token: int, room: int) -> bytes:
        if not 0 <= token < self.info.vocabulary:
            raise ModelError(f"{self._files.path}: has no token {token}")
        buffer = ctypes.create_string_buffer(room)
        size = llama_cpp.llama_token_to_piece(self._vocab, token, buffer, room, 0, True)
        return buffer.raw[:size] if size >= 0 else self._native_piece(token, -size)

    # Evaluation

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
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self._context), True)
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
            raise _failure(
                f"{self._files.path}: no memory for a context of {size} tokens; "
                "set a smaller `context` under [model], or a smaller model"
            )
        self._context = context
        self._memory = llama_cpp.llama_get_memory(context)
        self._attach_adapter()
        _stop_on(context, self._stop)
        self._batch = llama_cpp.llama_batch_init(min(BATCH, size), 0, 1)

    def _attach_adapter(self) -> None:
        if self._adapter is None:
            return
        adapters = (llama_cpp.llama_adapter_lora_p_ctypes * 1)(self._adapter)
        scales = (ctypes.c_float * 1)(1.0)
        if llama_cpp.llama_set_adapters_lora(self._context, adapters, 1, scales) != 0:
            raise _failure(f"{self._files.adapter}: cannot be laid on {self._files.path}")

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
            raise _failure(f"{self._files.path}: gave no logits")
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
        if code == 2:
            raise StoppedError("stopped in the middle of a pass")
        if code != 0:
            raise _failure(f"{self._files.path}: a pass over {len(tokens)} tokens failed ({code})")
        self._position += len(tokens)

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


def _stop_on(context: Any, flag: "ctypes.Array[ctypes.c_char]") -> None:
    """Effect: a pass under way ends when `flag` is no longer the empty string.

    llama.cpp asks after every operation of a pass, thousands of times a second. A Python function
    would have to take the interpreter's lock each time; C's strlen answers the same question.
    """
    strlen = (ctypes.cdll.msvcrt if os.name == "nt" else ctypes.CDLL(None)).strlen
    callback = ctypes.cast(strlen, llama_cpp.ggml_abort_callback)
    llama_cpp.llama_set_abort_callback(context, callback, ctypes.cast(flag, ctypes.c_void_p))


def _load(files: ModelFiles, settings: ModelSettings, progress: Progress) -> Any:
    llama_cpp.llama_backend_init()
    parameters = llama_cpp.llama_model_default_params()
    parameters.n_gpu_layers = settings.gpu_layers
    refused = False

    def report(share: float, _: ctypes.c_void_p) -> bool:
        nonlocal refused
        refused = not progress(share)
        return not refused

    callback = llama_cpp.llama_progress_callback(report)
    parameters.progress_callback = callback
    model = llama_cpp.llama_model_load_from_file(os.fsencode(files.path), parameters)
    if model:
        return model
    if refused:
        raise StoppedError("stopped while the model was loading")
    raise _failure(f"{files.path}: cannot be loaded")


def _formatter(model: Any, vocab: Any) -> Formatter:
    source = llama_cpp.llama_model_chat_template(model, None)
    template = source.decode("utf-8", "replace") if source else BARE_TEMPLATE

    def text(token: int) -> str:
        raw = llama_cpp.llama_vocab_get_text(vocab, token) if token >= 0 else b""
        return str(raw.decode("utf-8", "replace"))

    chat = Jinja2ChatFormatter(
        template,
        text(llama_cpp.llama_vocab_eos(vocab)),
        text(llama_cpp.llama_vocab_bos(vocab)),
    )

    def format_chat(messages: Sequence[Mapping[str, str]], variables: Mapping[str, Any]) -> str:
        try:
            return str(chat(messages=messages, **variables).prompt)  # type: ignore[arg-type]
        except jinja2.TemplateError as error:
            raise ValueError(str(error)) from error

    return format_chat


def _failure(what: str) -> ModelError:
    said = "; ".join(_complaints)
    _complaints.clear()
    return ModelError(f"{what}. llama.cpp says: {said}" if said else what)
