"""A new text -> the file, whole or not at all."""

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path

from redraft.errors import DocumentError
from redraft.files.attributes import copy_attributes
from redraft.files.disk import contents, resolve, told
from redraft.files.text import encode
from redraft.pipeline.request import Document

_CREATE = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
)
_NO_SYNC = {errno.EACCES, errno.EBADF, errno.EINVAL, errno.ENOTSUP}
"""What systems answer that cannot sync a folder."""


def write(document: Document, text: str, root: Path | None = None) -> None:
    """Effect: the document's file holds the text. The only function that changes a user's file.

    What happens: the text goes to `.redraft-*` beside the file, is synced, is renamed over the
    file, and the folder is synced; so whatever ends the process, the file is the old or the new
    one. A failure takes `.redraft-*` away; a kill can leave it, for nobody but its owner to read:
    it may be deleted, and nothing reads it. A text that changes nothing is not written.

    What stays: permissions, owner, group, access lists and extended attributes, or nothing is
    written; set-user-ID and set-group-ID go, as at any write by another than the owner, and the
    times are those of the write. Of a symbolic link the target is written, and the link stays.

    Raises DocumentError, and nothing has changed, for: a text that `encode` refuses; a file
    outside `root`, hard-linked, read-only (root heeds this too), in a read-only folder, or not as
    it was read; what the system refuses. One error alone comes after the change, and says so.
    """
    data = encode(document, text)
    with told(document.path, "written"):
        target, before = _ready(document, root)
        if text != document.text:
            _replace(document.path, target, data, before)


def check_writable(document: Document, root: Path | None = None) -> None:
    """Raises the DocumentError that `write` would for the file alone: to ask before the work."""
    with told(document.path, "written"):
        _ready(document, root)


def _ready(document: Document, root: Path | None) -> tuple[Path, os.stat_result]:
    """The real file and its state, if it may be written and is as it was read."""
    path = document.path
    target = resolve(path, root)
    current, state = contents(target, path)
    if state.st_nlink > 1:
        raise DocumentError(
            f"{path}: has {state.st_nlink} hard links, which would come apart; left as it is"
        )
    if not _may_write(target, state):
        raise DocumentError(f"{path}: is read-only; left as it is")
    if not _may_write(target.parent, target.parent.stat()):
        raise DocumentError(f"{path}: its folder is read-only; left as it is")
    if current != document.mark + document.text.encode(document.encoding):
        raise _changed(path)
    return target, state


def _may_write(path: Path, state: os.stat_result) -> bool:
    return bool(state.st_mode & 0o222) and os.access(path, os.W_OK)


def _changed(path: str) -> DocumentError:
    return DocumentError(f"{path}: changed since it was read; left as it is. Run redraft again")


def _replace(path: str, target: Path, data: bytes, before: os.stat_result) -> None:
    temporary = target.with_name(f".redraft-{secrets.token_hex(8)}")
    try:
        _fill(temporary, target, data, before)
        if _state(Path(path).stat()) != _state(before):
            raise _changed(path)
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(path, target.parent)


def _fill(temporary: Path, target: Path, data: bytes, before: os.stat_result) -> None:
    descriptor = os.open(temporary, _CREATE, 0o600)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(descriptor, left) :]
        copy_attributes(target, before, descriptor)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _state(state: os.stat_result) -> tuple[int, ...]:
    """What differs once somebody has written, replaced or relinked the file."""
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns


def _sync_folder(path: str, folder: Path) -> None:
    if not hasattr(os, "O_DIRECTORY"):
        return  # Windows opens no folders.
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise DocumentError(
                f"{path}: written, but its folder cannot be synced ({error.strerror}); "
                "the old text may be back after a power cut"
            ) from error
