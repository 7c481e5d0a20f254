"""What the native library was built for, and the devices it sees."""

import ctypes
from typing import Any

import llama_cpp
from attrs import frozen

_KINDS = ("CPU", "GPU", "integrated GPU", "accelerator")
"""enum ggml_backend_dev_type of ggml-backend.h, in order."""


@frozen
class Device:
    """Something that computes."""

    name: str
    description: str
    kind: str
    memory: int
    """Bytes in all."""


@frozen
class Build:
    """The library as it was compiled."""

    version: str
    """Of llama-cpp-python."""
    features: frozenset[str]
    """Instruction sets and kernels that are compiled in, as llama.cpp names them."""
    devices: tuple[Device, ...]
    """Empty where the bindings do not reach ggml's device list."""
    offload: bool
    """Whether layers can be given to a GPU."""


def build() -> Build:
    """The build in this process."""
    llama_cpp.llama_backend_init()
    return Build(
        version=llama_cpp.__version__,
        features=_features(llama_cpp.llama_print_system_info().decode("ascii", "replace")),
        devices=_devices(),
        offload=bool(llama_cpp.llama_supports_gpu_offload()),
    )


def _features(info: str) -> frozenset[str]:
    """Those that are on, of `CPU : AVX2 = 1 | AMX_INT8 = 0 | ...`."""
    pairs = (part.split(":")[-1].split("=") for part in info.split("|"))
    return frozenset(pair[0].strip() for pair in pairs if len(pair) == 2 and pair[1].strip() != "0")


def _devices() -> tuple[Device, ...]:
    # The bindings stop at llama.h; ggml's functions are in the libraries that it pulls in.
    library: Any = llama_cpp.llama_cpp._lib
    try:
        count = _typed(library.ggml_backend_dev_count, ctypes.c_size_t)
        get = _typed(library.ggml_backend_dev_get, ctypes.c_void_p, ctypes.c_size_t)
        return tuple(_device(library, get(index)) for index in range(count()))
    except AttributeError:
        return ()


def _device(library: Any, device: int) -> Device:
    def text(function: Any) -> str:
        said = _typed(function, ctypes.c_char_p, ctypes.c_void_p)(device)
        return str((said or b"").decode("utf-8", "replace"))

    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    size = ctypes.POINTER(ctypes.c_size_t)
    memory = _typed(library.ggml_backend_dev_memory, None, ctypes.c_void_p, size, size)
    memory(device, ctypes.byref(free), ctypes.byref(total))
    kind = _typed(library.ggml_backend_dev_type, ctypes.c_int, ctypes.c_void_p)(device)
    return Device(
        name=text(library.ggml_backend_dev_name),
        description=text(library.ggml_backend_dev_description),
        kind=_KINDS[kind] if kind in range(len(_KINDS)) else f"kind {kind}",
        memory=total.value,
    )


def _typed(function: Any, result: Any, *arguments: Any) -> Any:
    function.restype, function.argtypes = result, arguments
    return function
