"""What a file has besides its bytes, given to the one that takes its place."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_OF_THE_BYTES = {"security.capability", "security.evm", "security.ima"}
"""Attributes that the kernel takes away, or that are wrong, once the bytes are others."""
_LABEL = "security."
"""The system's own labels: where it will not have them copied, it has set its own."""


def copy_attributes(old: Path, state: os.stat_result, new: int) -> None:
    """Effect: gives the open file `new` the owner, attributes and mode of `old`.

    Raises OSError, which says what cannot be kept. The platforms differ: Windows has none of these
    but a mode of one bit, and access lists and extended attributes are copied on Linux alone.
    """
    if hasattr(os, "fchown"):
        with _kept("owner and group"):
            _copy_owner(state, new)
    if hasattr(os, "listxattr"):
        _copy_extended(old, new)
    if hasattr(os, "fchmod"):  # Last: the mask of an access list is a part of the mode.
        os.fchmod(new, stat.S_IMODE(state.st_mode) & ~(stat.S_ISUID | stat.S_ISGID))


def _copy_owner(state: os.stat_result, new: int) -> None:
    made = os.fstat(new)
    if (made.st_uid, made.st_gid) != (state.st_uid, state.st_gid):
        os.fchown(new, state.st_uid, state.st_gid)


def _copy_extended(old: Path, new: int) -> None:
    wanted = _extended(old)
    for name in sorted(_extended(new) - wanted):  # such as the folder's default access list
        with _kept(name):
            os.removexattr(new, name)
    for name in sorted(wanted):
        with _kept(name):
            os.setxattr(new, name, os.getxattr(old, name))


def _extended(file: Path | int) -> set[str]:
    try:
        return set(os.listxattr(file)) - _OF_THE_BYTES
    except OSError as error:
        if error.errno == errno.ENOTSUP:
            return set()
        raise


@contextmanager
def _kept(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if not name.startswith(_LABEL):
            raise OSError(error.errno, f"its {name} cannot be kept ({error.strerror})") from error
