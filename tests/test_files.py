from pathlib import Path

import pytest

from redraft.errors import DocumentError
from redraft.files import decode, language, read
from redraft.pipeline.request import Document

MARK = b"\xef\xbb\xbf"


@pytest.mark.parametrize("mark", [b"", MARK])
@pytest.mark.parametrize("text", ["", "a\r\nb\rc\n", "日本\u2028😀\x0c", "\ufeff second mark"])
def test_text_is_read_as_it_is(text: str, mark: bytes, tmp_path: Path) -> None:
    if not mark and text.startswith("\ufeff"):
        mark, text = MARK, text[1:]
    file = tmp_path / "a.py"
    file.write_bytes(mark + text.encode())
    document = read(file)
    assert document == Document(text, str(file), "python", "utf-8", mark)
    assert document.mark + document.text.encode(document.encoding) == file.read_bytes()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"ab\xff", "x.py: not UTF-8 (byte 2 is 0xff); left as it is"),
        (b"caf\xe9\n", "x.py: not UTF-8 (byte 3 is 0xe9); left as it is"),
        (MARK + b"ab\xff", "x.py: not UTF-8 (byte 5 is 0xff); left as it is"),
        (b"a\xe6\x97", "x.py: not UTF-8 (byte 1 is 0xe6); left as it is"),
        (b"\xed\xa0\x80", "x.py: not UTF-8 (byte 0 is 0xed); left as it is"),
        ("a".encode("utf-16"), "x.py: not UTF-8 (byte 0 is 0xff); left as it is"),
        (b"a\0b", "x.py: holds NUL characters, so it is no text; left as it is"),
        ("a".encode("utf-16-le"), "x.py: holds NUL characters, so it is no text; left as it is"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(DocumentError) as caught:
        decode(data, "x.py")
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("name", "reason"), [("none.py", "No such file or directory"), (".", "Is a directory")]
)
def test_what_cannot_be_read_is_named_with_the_reason(
    name: str, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(DocumentError) as caught:
        read(tmp_path / name)
    assert str(caught.value) == f"{tmp_path / name}: cannot be read: {reason}"


@pytest.mark.parametrize(
    ("path", "tag"),
    [
        ("a.py", "python"),
        ("a.pyi", "python"),
        ("a.js", "javascript"),
        ("a.mjs", "javascript"),
        ("a.jsx", "jsx"),
        ("a.ts", "typescript"),
        ("a.tsx", "tsx"),
        ("a.go", "go"),
        ("a.rs", "rust"),
        ("a.md", "markdown"),
        ("a.toml", "toml"),
        ("a.yaml", "yaml"),
        ("a.yml", "yaml"),
        ("a.json", "json"),
        ("a.c", "c"),
        ("a.h", "c"),
        ("a.cpp", "cpp"),
        ("a.sh", "bash"),
        ("a.sql", "sql"),
        ("a.pl", "perl"),
        ("a.r", "r"),
        ("a.R", "r"),
        ("a.fs", "fsharp"),
        ("a.nix", "nix"),
        ("a.nim", "nim"),
        ("a.tex", "latex"),
        ("a.rb", "ruby"),
        ("a.cs", "csharp"),
        ("a.m", "objective-c"),
        ("go.mod", "text"),
        ("Makefile", "makefile"),
        ("rules.mk", "makefile"),
        ("Dockerfile", "dockerfile"),
        ("some/folder.py/Makefile", "makefile"),
        ("a.unheard-of", "text"),
        ("README", "text"),
        ("<stdin>", "text"),
        ("", "text"),
    ],
)
def test_languages_are_called_as_models_call_them(path: str, tag: str) -> None:
    assert language(path) == tag
