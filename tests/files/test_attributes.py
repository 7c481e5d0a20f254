"""What a written file has besides its bytes: mode, owner, access lists, attributes."""

import errno
import os
import stat
import struct
from pathlib import Path

import pytest
from tests.files.conftest import NEW, refused

from redraft.files import read, write


@pytest.mark.parametrize("mode", [0o755, 0o644, 0o600, 0o664, 0o777])
def test_the_mode_stays(mode: int, file: Path) -> None:
    file.chmod(mode)
    write(read(file), NEW)
    assert stat.S_IMODE(file.stat().st_mode) == mode


@pytest.mark.parametrize("mode", [0o4755, 0o2755, 0o6711])
def test_a_changed_program_runs_as_nobody_else(mode: int, file: Path) -> None:
    file.chmod(mode)
    write(read(file), NEW)
    assert stat.S_IMODE(file.stat().st_mode) == mode & 0o777


@pytest.mark.skipif(os.geteuid() != 0, reason="gives a file away")
def test_owner_and_group_stay(file: Path) -> None:
    os.chown(file, 1234, 5678)
    file.chmod(0o4750)
    write(read(file), NEW)
    after = file.stat()
    assert (after.st_uid, after.st_gid, stat.S_IMODE(after.st_mode)) == (1234, 5678, 0o750)


@pytest.mark.skipif(os.geteuid() != 0, reason="gives a file away")
def test_an_owner_that_cannot_be_kept_is_a_reason(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.chown(file, 1234, -1)

    def fchown(descriptor: int, user: int, group: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "fchown", fchown)
    said = "its owner and group cannot be kept (Operation not permitted)"
    refused(read(file), f"cannot be written: {said}")


def access_list(user: int) -> bytes:
    """A POSIX access list that lets one more user read: version 2, then tag, rights, id each."""
    nobody = 0xFFFFFFFF
    entries = [(1, 6, nobody), (2, 4, user), (4, 4, nobody), (16, 4, nobody), (32, 0, nobody)]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


def set_attribute(path: Path, name: str, value: bytes) -> None:
    if not hasattr(os, "setxattr"):
        pytest.skip("the platform's Python has no extended attributes")
    try:
        os.setxattr(path, name, value)
    except OSError as error:
        pytest.skip(f"no {name} here: {error.strerror}")


@pytest.mark.parametrize(
    ("name", "value"),
    [("user.note", b"kept\0"), ("user.empty", b""), ("system.posix_acl_access", access_list(1234))],
)
def test_attributes_and_access_lists_stay(name: str, value: bytes, file: Path) -> None:
    set_attribute(file, name, value)
    mode = file.stat().st_mode
    write(read(file), NEW)
    assert os.listxattr(file) == [name]
    assert (os.getxattr(file, name), file.stat().st_mode) == (value, mode)


def test_the_folders_default_access_list_lets_nobody_in(file: Path) -> None:
    set_attribute(file.parent, "system.posix_acl_default", access_list(1234))
    write(read(file), NEW)
    assert os.listxattr(file) == []
    assert stat.S_IMODE(file.stat().st_mode) == 0o644


@pytest.mark.parametrize(
    ("name", "copied", "kept"),
    [("user.note", False, False), ("security.selinux", False, True), ("security.ima", True, True)],
)
def test_only_the_systems_own_labels_may_get_lost(
    name: str, copied: bool, kept: bool, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(os, "setxattr"):
        pytest.skip("the platform's Python has no extended attributes")

    def setxattr(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "listxattr", lambda of: [name] if of == file else [])
    monkeypatch.setattr(os, "getxattr", lambda of, name: b"value")
    monkeypatch.setattr(os, "setxattr", setxattr)
    document = read(file)
    if kept:
        write(document, NEW)
        assert file.read_bytes() == NEW.encode()
    else:
        said = f"its {name} cannot be kept (Operation not permitted)"
        refused(document, f"cannot be written: {said}")


def test_a_file_system_without_attributes_is_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def listxattr(of: object) -> list[str]:
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(os, "listxattr", listxattr, raising=False)
    write(read(file), NEW)
    assert file.read_bytes() == NEW.encode()


def test_a_platform_without_owners_modes_and_attributes_is_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("fchown", "fchmod", "listxattr", "O_DIRECTORY"):
        monkeypatch.delattr(os, name, raising=False)
    write(read(file), NEW)
    assert file.read_bytes() == NEW.encode()
