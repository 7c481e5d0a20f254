"""What a write keeps, and what it refuses, each time with the file as it was."""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.files.conftest import NEW, OLD, refused

from redraft.errors import DocumentError
from redraft.files import check_writable, read, write
from redraft.pipeline.request import Document


def test_the_bytes_are_the_new_texts(file: Path) -> None:
    write(read(file), NEW)
    assert file.read_bytes() == NEW.encode()
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("target", ["a.py", "../{}/a.py", "hop.py"])
def test_a_links_target_is_written_and_the_link_stays(target: str, file: Path) -> None:
    (file.parent / "hop.py").symlink_to(file)
    link = file.parent / "link.py"
    link.symlink_to(target.format(file.parent.name))
    before = link.lstat(), link.readlink()
    write(read(link), NEW, root=file.parent)
    assert (link.lstat(), link.readlink()) == before
    assert file.read_bytes() == NEW.encode()
    assert not file.is_symlink()


def test_a_temporary_file_lies_beside_the_target_not_the_link(
    file: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = tmp_path_factory.mktemp("elsewhere") / "link.py"
    link.symlink_to(file)
    seen: list[tuple[Path, int]] = []
    fsync = os.fsync

    def look(descriptor: int) -> None:
        others = [path for path in file.parent.iterdir() if path != file]
        seen.extend((path, stat.S_IMODE(path.stat().st_mode)) for path in others)
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", look)
    write(read(link), NEW)
    ((temporary, mode),) = seen
    assert temporary.name.startswith(".redraft-")
    assert mode == 0o644


def test_a_system_that_writes_a_few_bytes_at_a_time_is_asked_again_and_nobody_else_reads_them(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, modes = os.write, set()

    def write_some(descriptor: int, data: memoryview) -> int:
        modes.add(stat.S_IMODE(os.fstat(descriptor).st_mode))
        return written(descriptor, data[:3])

    monkeypatch.setattr(os, "write", write_some)
    write(read(file), NEW)
    assert file.read_bytes() == NEW.encode()
    assert modes == {0o600}


def test_a_link_to_nothing_or_itself_is_refused(file: Path) -> None:
    document, target = read(file), file.parent / "b.py"
    file.rename(target)
    file.symlink_to("b.py")
    target.unlink()
    refused(document, "cannot be written: No such file or directory")
    file.unlink()
    file.symlink_to(file)
    refused(document, "cannot be written: Too many levels of symbolic links")


def test_a_target_outside_the_root_is_refused(file: Path) -> None:
    root = file.parent / "project"
    root.mkdir()
    link = root / "a.py"
    link.symlink_to("../a.py")
    said = f"leads out of {root}, to {file}; left as it is"
    refused(read(link), said, root=root)
    assert file.read_bytes() == OLD.encode()


def test_a_hard_linked_file_is_refused(file: Path) -> None:
    document = read(file)
    os.link(file, file.parent / "b.py")
    refused(document, "has 2 hard links, which would come apart; left as it is")


@pytest.mark.parametrize("mode", [0o444, 0o555, 0o400])
def test_a_read_only_file_is_refused_to_root_too(mode: int, file: Path) -> None:
    document = read(file)
    file.chmod(mode)
    refused(document, "is read-only; left as it is")


def test_a_file_in_a_read_only_folder_is_refused_to_root_too(file: Path) -> None:
    document = read(file)
    file.parent.chmod(0o555)
    try:
        refused(document, "its folder is read-only; left as it is")
    finally:
        file.parent.chmod(0o755)


def test_what_the_system_does_not_let_us_write_is_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = read(file)
    monkeypatch.setattr(os, "access", lambda path, mode: path != file)
    refused(document, "is read-only; left as it is")
    monkeypatch.setattr(os, "access", lambda path, mode: path != file.parent)
    refused(document, "its folder is read-only; left as it is")


def piped(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


CHANGED = "changed since it was read; left as it is. Run redraft again"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda file: file.write_bytes(OLD.replace("1", "3").encode()), CHANGED),
        (lambda file: file.write_bytes(OLD.replace("\r\n", "\n").encode()), CHANGED),
        (lambda file: file.write_bytes(b""), CHANGED),
        (lambda file: file.write_bytes(b"\xef\xbb\xbf" + OLD.encode()), CHANGED),
        (lambda file: file.write_bytes(OLD.encode("latin-1")), CHANGED),
        (lambda file: file.unlink(), "cannot be written: No such file or directory"),
        (lambda file: (file.unlink(), file.mkdir()), "is a folder, not a file; left as it is"),
        (piped, "is a named pipe, not a file; left as it is"),
    ],
)
def test_a_file_that_changed_is_refused(
    change: Callable[[Path], object], said: str, file: Path
) -> None:
    document = read(file)
    change(file)
    refused(document, said)


def test_a_file_that_was_touched_alone_is_written(file: Path) -> None:
    document = read(file)
    file.write_bytes(OLD.encode())
    os.utime(file, (1, 1))
    write(document, NEW)
    assert file.read_bytes() == NEW.encode()
    assert file.stat().st_mtime > 1


def rewritten(file: Path) -> None:
    state = file.stat()
    file.write_bytes(OLD.replace("1", "3").encode())
    os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))


def replaced(file: Path) -> None:
    other = file.with_name("other")
    other.write_bytes(OLD.replace("1", "3").encode())
    other.rename(file)


def relinked(file: Path) -> None:
    file.unlink()
    other = file.with_name("other")
    other.write_bytes(OLD.encode())
    file.symlink_to(other)


@pytest.mark.parametrize(
    "change", [rewritten, replaced, relinked, lambda file: file.chmod(0o600), Path.unlink]
)
def test_a_file_that_changes_while_it_is_written_is_refused(
    change: Callable[[Path], object], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, fsync = read(file), os.fsync
    after: list[object] = []

    def meanwhile(descriptor: int) -> None:
        fsync(descriptor)
        change(file)
        after.append(
            sorted(
                (path.name, path.read_bytes())
                for path in file.parent.iterdir()
                if not path.name.startswith(".redraft-")
            )
        )

    monkeypatch.setattr(os, "fsync", meanwhile)
    with pytest.raises(DocumentError, match=r"changed since|No such file"):
        write(document, NEW)
    assert [sorted((path.name, path.read_bytes()) for path in file.parent.iterdir())] == after


def test_a_text_that_changes_nothing_is_not_written(file: Path) -> None:
    document, before = read(file), file.stat()
    write(document, document.text)
    assert file.stat() == before
    file.write_bytes(b"")
    with pytest.raises(DocumentError, match="changed since it was read"):
        write(document, document.text)


def test_a_text_that_the_encoding_does_not_have_is_refused(file: Path) -> None:
    file.write_bytes(b"x\n")
    document = read(file, "latin-1")
    with pytest.raises(DocumentError, match=r"line 1 holds U\+20AC \(EURO SIGN\)"):
        write(document, "€\n")
    assert file.read_bytes() == b"x\n"


@pytest.mark.parametrize("name", ["a" * 250 + ".py", "é 日本\n.py", "-rf", os.fsdecode(b"\xff.py")])
def test_any_name_can_be_written(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(b"x\n")
    write(Document("x\n", str(file)), "y\n")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"y\n"]
    assert list(tmp_path.iterdir()) == [file]


def test_relative_paths_are_written(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    write(read(Path("a.py")), NEW)
    assert file.read_bytes() == NEW.encode()


def test_the_questions_can_be_asked_before_the_work(file: Path) -> None:
    document = read(file)
    check_writable(document)
    file.chmod(0o444)
    with pytest.raises(DocumentError, match="is read-only; left as it is"):
        check_writable(document)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (errno.EINVAL, None),
        (errno.EIO, "written, but its folder cannot be synced (Input/output error); "),
    ],
)
def test_a_folder_that_cannot_be_synced_is_told_of_where_it_means_something(
    code: int, said: str | None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, fsync = read(file), os.fsync

    def fail(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(code, os.strerror(code))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", fail)
    if said is None:
        write(document, NEW)
    else:
        with pytest.raises(DocumentError) as caught:
            write(document, NEW)
        assert str(caught.value).startswith(f"{file}: {said}")
    assert file.read_bytes() == NEW.encode()
