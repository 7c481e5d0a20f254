"""The charset of an .editorconfig, and what a hostile one comes to."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from redraft.errors import DocumentError
from redraft.files import decode, encode, read
from redraft.files.editorconfig import charset


@pytest.mark.parametrize(
    ("name", "data", "encoding", "text"),
    [
        ("latin1", b"caf\xe9\n", "iso8859-1", "café\n"),
        ("latin1", "é".encode(), "iso8859-1", "Ã©"),
        ("utf-8", "é".encode(), "utf-8", "é"),
        ("utf-8-bom", "é".encode(), "utf-8", "é"),
        ("utf-8-bom", b"\xef\xbb\xbfa", "utf-8", "a"),
        ("utf-16le", "é\n".encode("utf-16-le"), "utf-16-le", "é\n"),
        ("utf-16be", "é\n".encode("utf-16-be"), "utf-16-be", "é\n"),
        ("utf-16be", b"\xff\xfe" + "é\n".encode("utf-16-le"), "utf-16-le", "é\n"),
        ("utf-16le", b"", "utf-16-le", ""),
        ("latin1", b"\xef\xbb\xbfa", "utf-8", "a"),
        ("SHIFT_JIS", "表\n".encode("cp932"), "shift_jis", "表\n"),
        ("unset", b"a\n", "utf-8", "a\n"),
        ('""', b"a\n", "utf-8", "a\n"),
    ],
)
def test_its_charset_is_heard(
    name: str, data: bytes, encoding: str, text: str, tmp_path: Path
) -> None:
    (tmp_path / ".editorconfig").write_text(f"root = true\n[*]\ncharset = {name}\n")
    file = tmp_path / "inner" / "a.txt"
    file.parent.mkdir()
    file.write_bytes(data)
    document = read(file)
    assert (document.encoding, document.text) == (encoding, text)
    assert encode(document, document.text) == data


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a\xff", "not UTF-8, which {0} names (byte 1 is 0xff)"),
        (b"\xff\xfea", "not utf-16-le, which its byte-order mark names (byte 2 is 0x61)"),
    ],
)
def test_what_is_not_in_it_is_refused(data: bytes, said: str, tmp_path: Path) -> None:
    config = tmp_path / ".editorconfig"
    config.write_text("[*]\ncharset = utf-8\n")
    with pytest.raises(DocumentError) as caught:
        decode(data, str(tmp_path / "a.txt"))
    assert str(caught.value).startswith(f"{tmp_path}/a.txt: {said.format(config)}; left as it is")


def test_a_charset_that_is_none_is_refused(tmp_path: Path) -> None:
    config = tmp_path / ".editorconfig"
    config.write_text("[*]\ncharset = rot13\n")
    with pytest.raises(DocumentError) as caught:
        decode(b"a", str(tmp_path / "a.txt"))
    assert str(caught.value) == (
        f"{tmp_path}/a.txt: {config} names 'rot13', which is no encoding that can be kept exactly; "
        "left as it is. Name another with --encoding"
    )
    assert decode(b"a", str(tmp_path / "a.txt"), "utf-8").text == "a"


@pytest.mark.parametrize(
    ("outer", "inner", "found"),
    [
        ("[*]\ncharset = latin1", "[*]\ncharset = utf-8", "utf-8"),
        ("[*]\ncharset = latin1", "[*.c]\ncharset = utf-8", "latin1"),
        ("[*]\ncharset = latin1", "[*]\nindent_size = 2", "latin1"),
        ("[*]\ncharset = latin1", "root = true\n[*]\nindent_size = 2", None),
        ("[*]\ncharset = latin1", "[*]\ncharset = unset", None),
        ("[inner/*.{c,py}]\ncharset = LATIN1", "", "latin1"),
        ("[*]\ncharset = utf-8\n[*.py]\ncharset = latin1", "", "latin1"),
        ("[*]\nno line of it\ncharset = latin1", "", "latin1"),
        ("", "\ufeff[*]\ncharset = latin1", "latin1"),
        ("charset = latin1", "", None),
        ("[{1..3}.py]\ncharset = latin1", "", None),
        ("[{a,{1..3}}.py]\ncharset = latin1", "", None),
        ("[[z-a].py]\ncharset = latin1", "", None),
        ("[*.py]\ncharset = latin1\n[\\]\ncharset = utf-8\n[}{]\ncharset = utf-8", "", "latin1"),
    ],
)
def test_the_nearest_wins_and_broken_lines_are_passed_over(
    outer: str, inner: str, found: str | None, tmp_path: Path
) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / ".editorconfig").write_text(f"root = true\n{outer}\n", "utf-8")
    (tmp_path / "inner" / ".editorconfig").write_text(f"{inner}\n", "utf-8")
    given = charset(str(tmp_path / "inner" / "a.py"))
    assert (given and given[0]) == found


def test_relative_paths_are_those_of_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / ".editorconfig").write_text("root = true\n[a.py]\ncharset = latin1\n")
    (tmp_path / "inner" / ".editorconfig").write_text("[*]\ncharset = utf-8\n")
    monkeypatch.chdir(tmp_path)
    for path in ("a.py", "./a.py", "inner/../a.py"):
        assert charset(path) == ("latin1", tmp_path / ".editorconfig")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: os.mkfifo(path), "is a named pipe, not a file"),
        (lambda path: path.symlink_to("/dev/zero"), "is a device, not a file"),
        (lambda path: path.mkdir(), "is a folder, not a file"),
        (lambda path: path.write_text("[*]\n" * 100_000), "too long to be an .editorconfig"),
        (lambda path: path.write_text(f"x = {'a;' * 4000}\n"), "too long to be an .editorconfig"),
    ],
    ids=["pipe", "device", "folder", "huge", "line"],
)
def test_one_that_would_hang_its_reader_is_refused(
    make: Callable[[Path], object], said: str, tmp_path: Path
) -> None:
    config = tmp_path / ".editorconfig"
    make(config)
    with pytest.raises(DocumentError, match=f"^{config}: {said}"):
        decode(b"a", str(tmp_path / "a.txt"))


@pytest.mark.parametrize(
    "glob",
    [
        "*a" * 30 + "b",
        "**a" * 20 + "b",
        "{a,a,}" * 60 + "b",
        "{" * 2000 + "}" * 2000,
        "{1..9}" * 40 + "b",
    ],
)
def test_a_pattern_that_would_hang_its_matcher_is_refused(glob: str, tmp_path: Path) -> None:
    config = tmp_path / ".editorconfig"
    config.write_text(f"[{glob}]\ncharset = latin1\n")
    with pytest.raises(DocumentError, match=r"takes too long to match; simplify it$"):
        decode(b"a", str(tmp_path / ("a" * 250)))
    config.write_text(f"[{glob}]\nindent_size = 2\n")
    assert decode(b"a", str(tmp_path / ("a" * 250))).encoding == "utf-8"


def test_patterns_as_projects_have_them_are_all_matched(tmp_path: Path) -> None:
    globs = ["*", "*.{c,h,cc,cpp,hpp,cs,vb,py,pyi,js,ts}", "**/test/**/*_test.{py,js}", "a/**.py"]
    (tmp_path / ".editorconfig").write_text(
        "".join(f"[{glob}]\ncharset = latin1\n" for glob in globs * 5)
    )
    name = "source/package/another_package/test/data/the_long_name_test.py"
    assert charset(str(tmp_path / name)) == ("latin1", tmp_path / ".editorconfig")


def test_a_link_to_nothing_is_as_none(tmp_path: Path) -> None:
    (tmp_path / ".editorconfig").symlink_to("nothing")
    assert decode(b"a", str(tmp_path / "a.txt")).encoding == "utf-8"
