"""What this machine has to compute with."""

import os
from pathlib import Path


def physical_cores() -> int:
    """CPU cores this process may use, counting two hardware threads of one core once.

    llama.cpp's threads wait for each other after every operation, so a second thread on a core
    costs more than it brings. Where the machine does not tell, every logical CPU counts.
    """
    usable = _usable()
    siblings = {_siblings(cpu) for cpu in usable}
    return max(1, len(siblings))


def _usable() -> set[int]:
    if hasattr(os, "sched_getaffinity"):
        return os.sched_getaffinity(0)
    return set(range(os.cpu_count() or 1))


def _siblings(cpu: int) -> str:
    path = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")
    try:
        return path.read_text("ascii")
    except OSError:
        return str(cpu)


_NAMES = {
    "avx": "AVX",
    "avx2": "AVX2",
    "fma": "FMA",
    "f16c": "F16C",
    "bmi2": "BMI2",
    "avx_vnni": "AVX_VNNI",
    "avx512f": "AVX512",
    "avx512_vnni": "AVX512_VNNI",
    "avx512_bf16": "AVX512_BF16",
    "amx_int8": "AMX_INT8",
    "asimd": "NEON",
    "asimddp": "DOTPROD",
    "i8mm": "MATMUL_INT8",
    "sve": "SVE",
}
"""Linux's word for an instruction set -> llama.cpp's, of those it has kernels for."""
_CARDS = {"/proc/driver/nvidia/version": "NVIDIA", "/dev/kfd": "AMD"}
"""What a driver leaves behind -> whose card it drives."""


def instruction_sets() -> frozenset[str]:
    """Those of this CPU that llama.cpp has kernels for; empty where the system does not tell."""
    try:
        lines = Path("/proc/cpuinfo").read_text("ascii", "replace").splitlines()
    except OSError:
        return frozenset()
    flags = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return frozenset(_NAMES[word] for word in flags.split() if word in _NAMES)


def cards() -> list[str]:
    """Makers of the graphics cards that a driver is there for."""
    return [maker for path, maker in _CARDS.items() if Path(path).exists()]
