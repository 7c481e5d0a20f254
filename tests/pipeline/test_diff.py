import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.pipeline.texts import any_text, code

from redraft.pipeline.diff import unified

GIT = ("git", "apply", "--whitespace=nowarn")
PATCH = ("patch", "-p1", "--silent")

Change = tuple[str, str, str]
"""Path, old text, new text."""

_changes = st.one_of(
    st.tuples(any_text, any_text),
    st.tuples(code, code),
    st.tuples(any_text, any_text, any_text, any_text).map(
        lambda parts: (parts[0] + parts[1] + parts[3], parts[0] + parts[2] + parts[3])
    ),
)


def applied(tool: Sequence[str], changes: Sequence[Change]) -> list[bytes]:
    """What the tool makes of the old files."""
    with TemporaryDirectory() as folder:
        for path, old, _ in changes:
            file = Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(old.encode())
        diff = "".join(line for path, old, new in changes for line in unified(old, new, path))
        if diff:
            subprocess.run(tool, cwd=folder, input=diff.encode(), check=True, capture_output=True)
        return [Path(folder, path).read_bytes() for path, _, _ in changes]


@settings(max_examples=30)
@given(st.lists(_changes, min_size=1, max_size=10), st.sampled_from([GIT, PATCH]))
def test_applied_it_gives_the_new_text_to_the_byte(
    texts: list[tuple[str, str]], tool: Sequence[str]
) -> None:
    changes = [(f"file{number}.txt", old, new) for number, (old, new) in enumerate(texts)]
    assert applied(tool, changes) == [new.encode() for _, _, new in changes]


@pytest.mark.parametrize("tool", [GIT, PATCH], ids=["git", "patch"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\r\nb\r\n", "a\r\nc\r\n"),
        ("a\r\n", "a\n"),
        ("a\rb\r", "a\rc\r"),
        ("a", "a\n"),
        ("a\n", "a"),
        ("a\nb", "a\nc"),
        ("", "a\n"),
        ("a\n", ""),
        ("\n", "\n\n"),
        ("\x0ca\u2028b\n", "\x0ca\u2028c\n"),
        ("--- a\n+++ b\n", "-- a\n+++ c\n"),
    ],
)
def test_some_diffs_are_applied(tool: Sequence[str], old: str, new: str) -> None:
    assert applied(tool, [("x.txt", old, new)]) == [new.encode()]


@pytest.mark.parametrize("tool", [GIT, PATCH], ids=["git", "patch"])
@pytest.mark.parametrize(
    "path",
    [
        "x.py",
        "./x.py",
        "a/../x.py",
        "two words/x y.py",
        "日本.py",
        'a"b.py',
        'a b"c d/e.py',
        "a'b.py",
        "a\\b.py",
        "a\tb.py",
        "a\nb.py",
        "a\x07\x08\x0b\x0c\r\x1b\x7f.py",
        "日\n本.py",
        "\udcff\udc80.py",
    ],
)
def test_every_name_is_found(tool: Sequence[str], path: str) -> None:
    assert applied(tool, [(path, "a\n", "b\n")]) == [b"b\n"]


_name = st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1)


@settings(max_examples=50)
@given(_name.filter(lambda name: name.strip(".") != "" and len(name.encode()) < 200))
def test_git_finds_any_name(name: str) -> None:
    assert applied(GIT, [(name, "a\n", "b\n")]) == [b"b\n"]


def test_names_are_quoted_as_git_quotes_them() -> None:
    assert unified("a", "b", 'x\t"\\\x1b.py')[0] == '--- "a/x\\t\\"\\\\\\033.py"\n'


def test_an_absolute_path_is_one_below_the_root() -> None:
    assert unified("a\n", "b\n", "/x/y.py")[:2] == ["--- a/x/y.py\n", "+++ b/x/y.py\n"]


def test_an_empty_side_is_line_0() -> None:
    assert unified("", "a\n", "f")[2] == "@@ -0,0 +1 @@\n"
    assert unified("a\nb\n", "", "f")[2] == "@@ -1,2 +0,0 @@\n"


def test_changes_near_each_other_share_their_context() -> None:
    old = [f"{number}\n" for number in range(30)]
    new = [*old[:2], *old[3:9], "x\n", *old[10:17], "y\n", *old[17:]]
    assert unified("".join(old), "".join(new), "f")[2:] == [
        "@@ -1,13 +1,12 @@\n",
        *(f" {line}" for line in old[:2]),
        "-2\n",
        *(f" {line}" for line in old[3:9]),
        "-9\n",
        "+x\n",
        *(f" {line}" for line in old[10:13]),
        "@@ -15,6 +14,7 @@\n",
        *(f" {line}" for line in old[14:17]),
        "+y\n",
        *(f" {line}" for line in old[17:20]),
    ]


@given(any_text, any_text)
def test_only_equal_texts_have_no_diff(old: str, new: str) -> None:
    assert (unified(old, new, "x") == []) == (old == new)
    assert unified(new, new, "x") == []


@given(any_text, any_text)
def test_every_line_has_its_newline(old: str, new: str) -> None:
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in unified(old, new, "x"))
