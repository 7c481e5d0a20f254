"""Settings files on disk, read with suspicion: small, plain files, and nothing that waits."""

import os
import stat
from pathlib import Path

from redraft.errors import SettingsError

LIMIT = 128 * 1024
"""Bytes; TOML's parser takes seconds for a text this long that is made to be slow."""

# Neither flag exists on Windows, which has no FIFO in a folder and no link without privilege.
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)


def read(path: Path, within: Path | None = None) -> bytes | None:
    """The bytes of a settings file, or None where there is none.

    Links are followed, but not out of the folder `within`. Raises SettingsError for a file that
    cannot be used.
    """
    if within is not None and not resolved(path).is_relative_to(within):
        raise SettingsError(
            f"{path}: a link out of its folder, which is not followed; put the settings there"
        )
    try:
        data = start_of(path)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not path.is_symlink():
            return None
        raise SettingsError(f"{path}: cannot be read: {error.strerror or error}") from error
    if len(data) > LIMIT:
        raise SettingsError(f"{path}: longer than the {LIMIT // 1024} KiB a settings file may have")
    return data


def start_of(path: Path) -> bytes:
    """The first LIMIT + 1 bytes of a plain file. Raises SettingsError for others, OSError."""
    target = resolved(path)
    # Before it is opened, because opening a device can do things, and after, because names move.
    _must_be_plain(path, target.lstat().st_mode)
    with os.fdopen(os.open(target, _FLAGS), "rb") as file:
        _must_be_plain(path, os.fstat(file.fileno()).st_mode)
        return file.read(LIMIT + 1)


def text(data: bytes, name: str) -> str:
    """The text of a file. Raises SettingsError where it is no UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SettingsError(f"{name}: not UTF-8 (byte {error.start})") from error


def resolved(path: Path) -> Path:
    """The path without links, whether it exists or not. Raises SettingsError."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise SettingsError(f"{path}: leads nowhere: {error}") from error


def _must_be_plain(path: Path, mode: int) -> None:
    # Somebody who names the null device as his settings asks for none.
    if not stat.S_ISREG(mode) and str(path) != os.devnull:
        raise SettingsError(f"{path}: not a plain file, and settings are read from no other")
