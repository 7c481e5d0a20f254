"""A write that is killed, interrupted or refused at each of its calls, and between them."""

import errno
import os
import signal
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from attrs import define

from redraft.errors import DocumentError
from redraft.files import read, write

OLD = b"\xef\xbb\xbfdef f():\r\n    return 'old'\r" * 50
NEW = OLD.replace(b"old", b"other")
CALLS = (
    "open write close replace fsync fstat stat access listxattr getxattr setxattr removexattr "
    "fchown fchmod unlink"
)
KILLED = 137


@define
class Faults:
    """Counts the calls to the system, and does something at one of them, once."""

    at: int
    moment: str
    """`before` the call, `after` it, or in the `half` of a write."""
    fault: Callable[[], None]
    count: int = 0

    def lay(self, patch: pytest.MonkeyPatch) -> None:
        for name in filter(lambda name: hasattr(os, name), CALLS.split()):
            patch.setattr(os, name, self._wrap(name, getattr(os, name)))

    def _wrap(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*values: Any, **options: Any) -> Any:
            self.count += 1
            here = self.count == self.at
            if here and self.moment == "half" and name == "write":
                real(values[0], values[1][: len(values[1]) // 2])
            if here and self.moment != "after":
                self.fault()
            result = real(*values, **options)
            if here and self.moment == "after":
                self.fault()
            return result

        return call


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A script with an owner, a mode and an attribute of its own, and a link to it."""
    script = tmp_path / "tool"
    script.write_bytes(OLD)
    script.chmod(0o751)
    if os.geteuid() == 0:
        os.chown(script, 1234, 5678)
    if hasattr(os, "setxattr"):
        os.setxattr(script, "user.note", b"kept")
    (tmp_path / "link").symlink_to("tool")
    return tmp_path


def attempt(folder: Path, faults: Faults | None = None) -> BaseException | None:
    """A write of the new text through the link; gives back what it raised."""
    document = read(folder / "link")
    text = document.text.replace("old", "other")
    with pytest.MonkeyPatch.context() as patch:
        if faults is not None:
            faults.lay(patch)
        try:
            write(document, text)
        except (DocumentError, KeyboardInterrupt) as error:
            return error
    return None


def check(folder: Path, *, clean: bool) -> bytes:
    """The script is the old or the new one, and else as it was; gives back its bytes."""
    script, state = folder / "tool", (folder / "tool").lstat()
    data = script.read_bytes()
    assert data in {OLD, NEW}
    assert stat.S_ISREG(state.st_mode)
    assert stat.S_IMODE(state.st_mode) == 0o751
    if os.geteuid() == 0:
        assert (state.st_uid, state.st_gid) == (1234, 5678)
    if hasattr(os, "getxattr"):
        assert os.getxattr(script, "user.note") == b"kept"
    assert (folder / "link").readlink() == Path("tool")
    left = {path.name for path in folder.iterdir()} - {"tool", "link"}
    assert len(left) <= (0 if clean else 1)
    assert all(name.startswith(".redraft-") for name in left)
    return data


def restore(folder: Path) -> None:
    for path in folder.glob(".redraft-*"):
        path.unlink()
    (folder / "tool").write_bytes(OLD)


def raising(code: int) -> Callable[[], None]:
    def fault() -> None:
        raise OSError(code, os.strerror(code))

    return fault


def interrupt() -> None:
    raise KeyboardInterrupt


def sigint() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # Background jobs ignore it.
    try:
        signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("moment", ["before", "half", "after"])
@pytest.mark.parametrize(
    "fault",
    [raising(errno.ENOSPC), raising(errno.EACCES), raising(errno.EIO), interrupt, sigint],
    ids=["ENOSPC", "EACCES", "EIO", "KeyboardInterrupt", "SIGINT"],
)
def test_whatever_fails_leaves_the_old_file_or_the_new_one_and_nothing_else(
    fault: Callable[[], None], moment: str, folder: Path
) -> None:
    found = []
    for at in range(1, 1000):
        faults = Faults(at, moment, fault)
        raised = attempt(folder, faults)
        data = check(folder, clean=True)
        if faults.count < at:
            assert (raised, data) == (None, NEW)
            break
        assert raised is not None or data == NEW
        if fault in {interrupt, sigint}:
            assert isinstance(raised, KeyboardInterrupt)
        found.append(data)
        restore(folder)
    assert len(found) > 15
    assert set(found) == {OLD, NEW}
    assert found == sorted(found, key=[OLD, NEW].index)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a copy of this process")
@pytest.mark.parametrize("moment", ["before", "half", "after"])
def test_a_kill_at_any_call_leaves_the_old_file_or_the_new_one(moment: str, folder: Path) -> None:
    found = []
    for at in range(1, 1000):
        child = os.fork()
        if not child:
            raised = attempt(folder, Faults(at, moment, lambda: os._exit(KILLED)))
            os._exit(0 if raised is None else 1)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        data = check(folder, clean=code == 0)
        if code == 0:
            assert data == NEW
            break
        assert code == KILLED
        found.append(data)
        if data == OLD:
            assert attempt(folder) is None  # What a kill left is in nobody's way.
            check(folder, clean=False)
        restore(folder)
    assert len(found) > 15
    assert found == sorted(found, key=[OLD, NEW].index)
    assert set(found) == {OLD, NEW}


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # Python closes what was just opened.
def test_an_interrupt_between_any_two_instructions_leaves_nothing_half(folder: Path) -> None:
    found = []
    for at in range(1, 100_000):
        left = at

        def trace(frame: FrameType, event: str, _: object) -> Any:
            nonlocal left
            if "/redraft/files/" not in frame.f_code.co_filename:
                return None
            frame.f_trace_opcodes = True
            if event == "opcode":
                left -= 1
                if not left:
                    raise KeyboardInterrupt
            return trace

        document, before = read(folder / "link"), sys.gettrace()
        sys.settrace(trace)
        try:
            write(document, document.text.replace("old", "other"))
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(before)
        data = check(folder, clean=True)
        if left > 0:
            break
        found.append(data)
        restore(folder)
    assert len(found) > 500
    assert set(found) == {OLD, NEW}


def test_the_bytes_are_on_the_disk_before_the_name_and_the_name_before_the_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def note(name: str) -> None:
        real = getattr(os, name)

        def call(*values: Any) -> Any:
            is_folder = name == "fsync" and stat.S_ISDIR(os.fstat(values[0]).st_mode)
            done.append("fsync the folder" if is_folder else name)
            return real(*values)

        monkeypatch.setattr(os, name, call)

    for name in ("write", "fchmod", "fsync", "replace"):
        note(name)
    assert attempt(folder) is None
    assert done == ["write", "fchmod", "fsync", "replace", "fsync the folder"]
