"""Hunk by hunk at a terminal."""

import shlex
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run, paths, replacing

TEXT = "print(1)\nkept = 0\nprint(2)\nsame = 0\nprint(3)\n"
LOG = replacing("print", "log")


@pytest.mark.parametrize(
    ("said", "changed"),
    [
        ("y\ny\ny\n", {1, 2, 3}),
        ("n\nn\nn\n", set()),
        ("n\ny\nn\n", {2}),
        ("n\na\n", {2, 3}),
        ("y\nq\n", {1}),
        ("q\n", set()),
        ("?\nwhat\ny\nn\nn\n", {1}),
    ],
)
def test_only_what_was_taken_is_written(
    run: Run, tmp_path: Path, said: str, changed: set[int]
) -> None:
    paths(tmp_path, [TEXT])
    done = run(
        *("rewrite", "-i", "print to log", "a.py"), script=LOG, stdin=said.encode(), terminal=True
    )
    assert (done.code, done.out) == (0, "")
    expected = TEXT
    for number in changed:
        expected = expected.replace(f"print({number})", f"log({number})")
    assert (tmp_path / "a.py").read_text() == expected
    assert "a.py, hunk 1 of 3 [y,n,a,q,e,?]" in done.err
    assert "-print(1)\n+log(1)\n" in done.err
    assert ("e - edit" in done.err) is ("?" in said)


def test_quit_goes_on_to_no_other_file(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT, TEXT])
    done = run(
        *("rewrite", "-i", "print to log", "a.py", "b.py"),
        script=LOG,
        stdin=b"y\nq\n",
        terminal=True,
    )
    assert done.code == 0
    assert (tmp_path / "a.py").read_text() == TEXT.replace("print(1)", "log(1)")
    assert (tmp_path / "b.py").read_text() == TEXT
    assert "b.py, hunk" not in done.err


def test_the_end_of_input_is_an_interruption_that_writes_nothing(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    done = run(*("rewrite", "-i", "print to log", "a.py"), script=LOG, stdin=b"y\n", terminal=True)
    assert done.code == 130
    assert "stopped at a.py; 0 of 1 files were done" in done.err
    assert (tmp_path / "a.py").read_text() == TEXT


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_hunk_can_be_edited(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    (tmp_path / "a.py").write_bytes(TEXT.replace("\n", ending).encode())
    editor = tmp_path / "editor.py"
    editor.write_text(
        "import pathlib, sys\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "text = path.read_text()\n"
        "assert text == 'log(1)\\n', text\n"
        "path.write_text('log(one)\\nmore')\n"
    )
    monkeypatch.setenv("EDITOR", f"{shlex.quote(sys.executable)} {shlex.quote(str(editor))}")
    monkeypatch.delenv("VISUAL", raising=False)
    done = run(
        *("rewrite", "-i", "print to log", "a.py"),
        script=LOG,
        stdin=b"e\nn\nn\n",
        terminal=True,
    )
    assert done.code == 0
    expected = TEXT.replace("print(1)\n", "log(one)\nmore\n").replace("\n", ending)
    assert (tmp_path / "a.py").read_bytes() == expected.encode()
