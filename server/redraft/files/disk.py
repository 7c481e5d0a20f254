"""Paths -> real paths -> bytes, and nothing that is no plain file."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redraft.errors import DocumentError

# A pipe must not block the open, a terminal must not become ours; Windows has none of these flags.
_READ = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


@contextmanager
def told(path: str, deed: str) -> Iterator[None]:
    """Turns what the system says into a DocumentError: PATH: cannot be DEED: reason."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or error
        raise DocumentError(f"{path}: cannot be {deed}: {reason}") from error


def resolve(path: str, root: Path | None) -> Path:
    """The file behind the path, links followed.

    Raises OSError for a link to nothing or in a circle, DocumentError for a file outside `root`.
    """
    real = Path(os.path.realpath(path, strict=True))
    if root is not None and not real.is_relative_to(os.path.realpath(root)):
        raise DocumentError(f"{path}: leads out of {root}, to {real}; left as it is")
    return real


def contents(real: Path, path: str) -> tuple[bytes, os.stat_result]:
    """The bytes of a plain file, and its state just before they were read.

    Raises OSError, or DocumentError when it is a folder, a pipe, a socket or a device.
    """
    _plain(real.stat(), path)  # Opening a device can already do something.
    with os.fdopen(os.open(real, _READ), "rb") as file:
        state = os.fstat(file.fileno())
        _plain(state, path)
        return file.read(), state


def _plain(state: os.stat_result, path: str) -> None:
    if not stat.S_ISREG(state.st_mode):
        kind = _KINDS.get(stat.S_IFMT(state.st_mode), "something else")
        raise DocumentError(f"{path}: is {kind}, not a file; left as it is")
