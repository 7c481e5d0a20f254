"""What is read, and what is no file or leads out of its project."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from redraft.errors import DocumentError
from redraft.files import read


def bind(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: None, "cannot be read: No such file or directory"),
        (lambda path: path.symlink_to("nothing"), "cannot be read: No such file or directory"),
        (
            lambda path: path.symlink_to(path),
            "cannot be read: Too many levels of symbolic links",
        ),
        (lambda path: path.mkdir(), "is a folder, not a file; left as it is"),
        (lambda path: os.mkfifo(path), "is a named pipe, not a file; left as it is"),
        (lambda path: path.symlink_to("/dev/zero"), "is a device, not a file; left as it is"),
        (bind, "is a socket, not a file; left as it is"),
    ],
    ids=["none", "dangling", "circle", "folder", "pipe", "device", "socket"],
)
def test_what_is_no_file_is_named_with_the_reason(
    make: Callable[[Path], object], reason: str, tmp_path: Path
) -> None:
    file = tmp_path / "x.py"
    make(file)
    with pytest.raises(DocumentError) as caught:
        read(file)
    assert str(caught.value) == f"{file}: {reason}"


def test_a_pipe_that_takes_the_files_place_does_not_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.py"
    file.write_bytes(b"")
    opened = os.open

    def swap(path: Path, flags: int) -> int:
        file.unlink()
        os.mkfifo(file)
        return opened(path, flags)

    monkeypatch.setattr(os, "open", swap)
    with pytest.raises(DocumentError, match="is a named pipe, not a file"):
        read(file)


def test_a_path_with_a_nul_is_no_file() -> None:
    with pytest.raises(DocumentError, match="cannot be read: embedded null byte"):
        read(Path("a\0.py"))


def test_a_name_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    file = tmp_path / os.fsdecode(b"caf\xe9.py")
    file.write_bytes(b"x = 1\n")
    with pytest.raises(DocumentError) as caught:
        read(file)
    assert str(caught.value) == (
        f"{tmp_path}/caf\\xe9.py: its name is not UTF-8, so it cannot be shown; rename it"
    )


def test_a_link_may_not_lead_out_of_the_root(tmp_path: Path) -> None:
    root, outside = tmp_path / "project", tmp_path / "secret.py"
    (root / "inner").mkdir(parents=True)
    outside.write_bytes(b"key = 1\n")
    (root / "a.py").write_bytes(b"x = 1\n")
    (root / "out.py").symlink_to("../secret.py")
    (root / "up").symlink_to("..")
    (root / "inner" / "in.py").symlink_to("../a.py")
    assert read(root / "inner" / "in.py", root=root).text == "x = 1\n"
    assert read(root / "out.py").text == "key = 1\n"
    for name in ("out.py", "up/secret.py", "../secret.py"):
        with pytest.raises(DocumentError) as caught:
            read(root / name, root=root)
        assert str(caught.value) == (
            f"{root / name}: leads out of {root}, to {outside}; left as it is"
        )


def test_the_root_may_be_a_link_itself(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "a.py").write_bytes(b"x = 1\n")
    (tmp_path / "link").symlink_to("project")
    for folder in ("link", "project"):
        assert read(tmp_path / folder / "a.py", root=tmp_path / "link").text == "x = 1\n"
