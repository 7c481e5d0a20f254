"""What a model's measurements hold for: its file, this build, this machine, how it is run."""

import ctypes
import hashlib
import os
from pathlib import Path
from typing import Any

import llama_cpp

from redraft.engine.llama.build import build
from redraft.engine.llama.context import BATCH
from redraft.settings import ModelSettings
from redraft.sources import ModelFiles

_BEGINNING = 1 << 20
"""Bytes of a GGUF that say which it is: its metadata and where each tensor lies."""
_SWITCHES = ("GGML_CPU_TILED_MM", "GGML_CPU_TILED_MM_FORCE")
"""Variables by which llama.cpp's CPU kernels are chosen."""
_LAYOUT = 4
"""Counts up when a change of redraft's own makes old measurements wrong."""


def key(
    files: ModelFiles, settings: ModelSettings, threads: int, states: int, *, alike: bool
) -> str:
    """A name for all that the bits of a pass, and its time, depend on."""
    native = build()
    parts = [
        *(_LAYOUT, threads, settings.gpu_layers, states, alike, BATCH, native.version),
        *(os.environ.get(name) for name in _SWITCHES),
        *sorted(native.features),
        *(f"{device.name} {device.description}" for device in native.devices),
        *(_identity(path) for path in (files.path, files.adapter) if path is not None),
    ]
    return hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()


def description(model: Any) -> str:
    """Architecture, size and quantisation of a model, as llama.cpp words them."""
    buffer = ctypes.create_string_buffer(128)
    llama_cpp.llama_model_desc(model, buffer, len(buffer))
    return buffer.value.decode("utf-8", "replace")


def _identity(path: Path) -> str:
    with path.open("rb") as file:
        beginning = hashlib.blake2b(file.read(_BEGINNING)).hexdigest()
        return f"{file.seek(0, 2)} {beginning}"
