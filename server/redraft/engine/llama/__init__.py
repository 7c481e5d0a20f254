"""The native library behind the Model Protocol; the only package that imports llama_cpp.

Every native result is looked at, and every size checked before the call: some faults that
llama.cpp reports by a code, others by ending the process.
"""

import ctypes
from collections.abc import Sequence

import llama_cpp
from attrs import evolve

from redraft.engine.llama.build import build
from redraft.engine.llama.context import BATCH, Context, Weights
from redraft.engine.llama.key import description, key
from redraft.engine.llama.library import Progress, load, load_adapter
from redraft.engine.llama.rollback import Memory, memory, probe
from redraft.engine.llama.vocabulary import Vocabulary
from redraft.engine.machine import physical_cores
from redraft.engine.model import Formatter, Logits, ModelInfo
from redraft.settings import ModelSettings
from redraft.sources import ModelFiles

_FEW = 256
"""Tokens of the context in which a model is probed."""


class NativeModel:
    """A GGUF file, loaded. Use from one thread at a time, `interrupt` apart."""

    def __init__(
        self,
        files: ModelFiles,
        settings: ModelSettings,
        progress: Progress = lambda _: True,
        *,
        alike: bool = True,
    ) -> None:
        """Effect: loads the weights; `alike`: for kernels that treat passes of all widths alike.

        Raises ModelError, or StoppedError if `progress` says no.
        """
        threads = settings.threads or physical_cores()
        model = load(files, settings, progress, alike=alike)
        adapter = load_adapter(files, model)
        self._vocabulary = Vocabulary(model)
        self._weights = Weights(files.path, model, adapter, self._vocabulary.size, threads)
        self._stop = ctypes.create_string_buffer(2)
        self._context: Context | None = None
        self._memory: Memory
        self.info = self._describe(files, settings, threads, alike=alike)
        self.formatter: Formatter = self._vocabulary.formatter()
        self.tokenize = self._vocabulary.tokenize
        self.piece = self._vocabulary.piece

    def close(self) -> None:
        """Effect: gives the memory back. The model is of no use afterwards."""
        self._drop_context()
        if self._weights.model is not None:
            llama_cpp.llama_model_free(self._weights.model)
            self._weights = evolve(self._weights, model=None)

    def _describe(
        self, files: ModelFiles, settings: ModelSettings, threads: int, *, alike: bool
    ) -> ModelInfo:
        model = self._weights.model
        probed = probe(lambda states: self._new_context(_FEW, states))
        return ModelInfo(
            name=files.name,
            vocabulary=self._vocabulary.size,
            trained=llama_cpp.llama_model_n_ctx_train(model),
            ends=self._vocabulary.ends,
            end=self._vocabulary.end,
            rollback=probed.rollback,
            states=probed.states,
            window=llama_cpp.llama_model_n_swa(model),
            start=self._vocabulary.start,
            gpu=llama_cpp.llama_supports_gpu_offload() and settings.gpu_layers != 0,
            lone="LLAMAFILE" in build().features,
            template=bool(self._vocabulary.template),
            kind=description(model),
            key=key(files, settings, threads, probed.states, alike=alike),
        )

    def _new_context(self, size: int, states: int) -> Context:
        return Context(self._weights, size, states, self._stop)

    @property
    def position(self) -> int:
        """Number of tokens held."""
        return 0 if self._context is None else self._context.position

    @property
    def room(self) -> int:
        """Most tokens it can hold, as reserved."""
        return 0 if self._context is None else self._context.size

    @property
    def widest(self) -> int:
        """Most tokens in a pass that asks for the logits of all."""
        return self._weights.widest

    def reserve(self, tokens: int) -> None:
        """Effect: forgets all tokens and makes room for at least so many."""
        if self._context is not None and self._context.size >= tokens:
            self._context.clear()
            return
        self._drop_context()
        self._context = self._new_context(tokens, self.info.states)
        self._memory = memory(self._context, self.info.rollback, self.info.window)

    def _drop_context(self) -> None:
        if self._context is not None:
            self._context.close()
        self._context = None

    def feed(self, tokens: Sequence[int]) -> None:
        """Effect: evaluates tokens of a prompt, whose logits nobody needs."""
        if self.position + len(tokens) > self.room:
            raise ValueError(f"{len(tokens)} tokens more do not fit the {self.room} reserved")
        for start in range(0, len(tokens), BATCH):
            self._pass(tokens[start : start + BATCH], keep=BATCH, wanted=False)

    def evaluate(self, tokens: Sequence[int], keep: int) -> Logits:
        """Effect: evaluates at most `widest` tokens; gives [len(tokens), vocabulary]."""
        return self._pass(tokens, keep, wanted=True).logits(len(tokens))

    def _pass(self, tokens: Sequence[int], keep: int, *, wanted: bool) -> Context:
        if self._context is None:
            raise ValueError("no room was reserved")
        self._memory.before(len(tokens), keep)
        self._context.decode(tokens, wanted=wanted)
        return self._context

    def trim(self, position: int) -> int:
        """Effect: forgets the tokens from `position` on; gives the position reached."""
        if not 0 <= position <= self.position:
            raise ValueError(f"cannot go back to {position} from {self.position}")
        return self._memory.back(position) if position else self._clear()

    def _clear(self) -> int:
        if self._context is not None:
            self._context.clear()
        return 0

    def interrupt(self) -> None:
        """Effect: from any thread, makes a pass under way raise StoppedError, on the CPU."""
        self._stop.value = b"1"

    def resume(self) -> None:
        """Effect: takes an interrupt back, before new work."""
        self._stop.value = b""
