"""The library itself: its weights, its log, and how a pass under way is stopped."""

import ctypes
import logging
import os
from collections import deque
from collections.abc import Callable
from typing import Any

import llama_cpp

from redraft.errors import ModelError, StoppedError
from redraft.settings import ModelSettings
from redraft.sources import ModelFiles

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


def load(files: ModelFiles, settings: ModelSettings, progress: Progress, *, alike: bool) -> Any:
    """Effect: the weights of a GGUF file, in memory; the caller frees them.

    `alike`: only with kernels that compute the same bits for one token as for many. Raises
    ModelError, or StoppedError if `progress` says no.
    """
    if alike:
        # Read once, at the first pass: matrices of K-quants in tiles, from eight tokens on.
        os.environ.setdefault("GGML_CPU_TILED_MM", "0")
    llama_cpp.llama_backend_init()
    parameters = llama_cpp.llama_model_default_params()
    parameters.n_gpu_layers = settings.gpu_layers
    # Weights laid out anew for the CPU are multiplied by four tokens at once, and the rest singly.
    parameters.use_extra_bufts = not alike
    refused = False

    def report(share: float, _: ctypes.c_void_p) -> bool:
        nonlocal refused
        refused = not progress(share)
        return not refused

    callback = llama_cpp.llama_progress_callback(report)
    parameters.progress_callback = callback
    model = llama_cpp.llama_model_load_from_file(os.fsencode(files.path), parameters)
    if refused:
        raise StoppedError("stopped while the model was loading")
    if not model:
        raise failure(f"{files.path}: cannot be loaded")
    if llama_cpp.llama_model_has_encoder(model) or llama_cpp.llama_model_is_diffusion(model):
        llama_cpp.llama_model_free(model)
        raise ModelError(f"{files.path}: does not write token by token; name another model")
    return model


def load_adapter(files: ModelFiles, model: Any) -> Any:
    """Effect: the adapter of a model, or None; freed with the model.

    Raises ModelError, and frees the model then.
    """
    if files.adapter is None:
        return None
    adapter = llama_cpp.llama_adapter_lora_init(model, os.fsencode(files.adapter))
    if not adapter:
        llama_cpp.llama_model_free(model)
        raise failure(f"{files.adapter}: this adapter does not fit {files.path}")
    return adapter


def stop_on(context: Any, flag: "ctypes.Array[ctypes.c_char]") -> None:
    """Effect: a pass under way on the CPU ends once `flag` is no longer the empty string.

    llama.cpp asks after every operation of a pass, thousands of times a second. A Python function
    would have to take the interpreter's lock each time; C's strlen answers the same question.
    """
    strlen = (ctypes.cdll.msvcrt if os.name == "nt" else ctypes.CDLL(None)).strlen
    callback = ctypes.cast(strlen, llama_cpp.ggml_abort_callback)
    llama_cpp.llama_set_abort_callback(context, callback, ctypes.cast(flag, ctypes.c_void_p))


def failure(what: str) -> ModelError:
    """An error with what llama.cpp has complained of since the last one."""
    said = "; ".join(_complaints)
    _complaints.clear()
    return ModelError(f"{what}. llama.cpp says: {said}" if said else what)
