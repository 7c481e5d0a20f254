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
