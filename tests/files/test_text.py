"""Bytes in, the same bytes out, or a refusal that says where and why."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.errors import DocumentError
from redraft.files import decode, encode, read
from redraft.pipeline.request import Document

MARK = b"\xef\xbb\xbf"
WIDE = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff", "utf-32-le": b"\xff\xfe\0\0"} | {
    "utf-32-be": b"\0\0\xfe\xff"
}
HINT = "left as it is. If you know what it is, say so in .editorconfig or with --encoding"
JAPANESE = "# 設定を読み込み、結果を一覧として返します。値がなければ空です。\n" * 3


@pytest.mark.parametrize("mark", [b"", MARK])
@pytest.mark.parametrize("text", ["", "a\r\nb\rc\n", "日本\u2028😀\x0c", "\ufeff second mark"])
def test_utf_8_is_read_as_it_is(text: str, mark: bytes, tmp_path: Path) -> None:
    if not mark and text.startswith("\ufeff"):
        mark, text = MARK, text[1:]
    file = tmp_path / "a.py"
    file.write_bytes(mark + text.encode())
    document = read(file)
    assert document == Document(text, str(file), "python", "utf-8", mark)
    assert encode(document, text) == file.read_bytes()


@pytest.mark.parametrize("name", WIDE)
@pytest.mark.parametrize("text", ["", "a\r\nb\rc\n", "日本\u2028😀\x0c", "\ufeff second mark"])
def test_a_mark_tells_utf_16_and_utf_32(name: str, text: str) -> None:
    data = WIDE[name] + text.encode(name)
    document = decode(data, "a.py")
    assert document == Document(text, "a.py", "python", name, WIDE[name])
    assert encode(document, text) == data


@given(data=st.binary(max_size=40), mark=st.sampled_from([b"", MARK, *WIDE.values()]))
def test_any_bytes_come_back_or_are_refused(data: bytes, mark: bytes) -> None:
    try:
        document = decode(mark + data, "a.py")
    except DocumentError:
        return
    assert encode(document, document.text) == mark + data


@pytest.mark.parametrize(
    "name",
    [
        "ascii",
        "latin-1",
        "cp1252",
        "cp932",
        "shift_jis",
        "euc_jp",
        "euc_kr",
        "gbk",
        "gb18030",
        "big5",
        "big5hkscs",
        "koi8-r",
        "cp437",
        "cp037",
        "mac-roman",
        "johab",
        "shift_jis_2004",
        "utf-16-le",
        "utf-32-be",
        "utf-8",
    ],
)
@given(data=st.data())
def test_any_bytes_come_back_from_any_encoding_or_are_refused(
    name: str, data: st.DataObject
) -> None:
    high = st.integers(0x80, 0xFF).map(lambda byte: bytes([byte]))
    given_bytes = data.draw(st.binary(max_size=8) | st.lists(high, max_size=8).map(b"".join))
    try:
        document = decode(given_bytes, "a.py", name)
    except DocumentError:
        return
    assert encode(document, document.text) == given_bytes


@pytest.mark.parametrize(
    ("data", "encoding", "said"),
    [
        (b"ab\xff", None, f"x.py: not UTF-8 (byte 2 is 0xff); {HINT}"),
        (b"\x81", None, f"x.py: not UTF-8 (byte 0 is 0x81); {HINT}"),
        (b"\xed\xa0\x80", None, f"x.py: not UTF-8 (byte 0 is 0xed); {HINT}"),
        (
            MARK + b"ab\xff",
            None,
            f"x.py: not UTF-8, which its byte-order mark names (byte 5 is 0xff); {HINT}",
        ),
        (
            b"\xff\xfea\0\0\xd8",
            None,
            f"x.py: not utf-16-le, which its byte-order mark names (byte 4 is 0x00); {HINT}",
        ),
        (b"a\xff", "ascii", f"x.py: not ascii, which --encoding names (byte 1 is 0xff); {HINT}"),
        (
            b"abcd",
            "utf-16-le",
            f"x.py: not utf-16-le, which --encoding names (byte 0 is 0x61); {HINT}",
        ),
        (
            b"ab\x87\x90",
            "cp932",
            "x.py: byte 2 would not come back the same from cp932; left as it is",
        ),
        (b"a\0b", None, "x.py: holds NUL characters, so it is no text; left as it is"),
        (b"a\0b", "latin-1", "x.py: holds NUL characters, so it is no text; left as it is"),
        (
            "a\0b".encode("utf-16"),
            None,
            "x.py: holds NUL characters, so it is no text; left as it is",
        ),
        (
            "a".encode("utf-16-le"),
            None,
            "x.py: holds NUL characters, so it is no text; left as it is",
        ),
    ],
)
def test_what_is_no_text_is_refused(
    data: bytes, encoding: str | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("redraft.files.text._guesses", lambda *_: [])
    with pytest.raises(DocumentError) as caught:
        decode(data, "x.py", encoding)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("name", "looks"),
    [("cp932", "cp949 or cp932"), ("euc_jp", "euc_jis_2004 or .*"), ("koi8-r", "koi8-r")],
)
def test_the_refusal_says_what_it_looks_like(name: str, looks: str) -> None:
    text = "# Функция возвращает список значений.\n" * 3 if name == "koi8-r" else JAPANESE
    hint = f"It looks like {looks}; if it is, say so in .editorconfig or with --encoding"
    with pytest.raises(DocumentError, match=rf"^x.py: not UTF-8 .*; left as it is\. {hint}$"):
        decode(text.encode(name), "x.py")


def test_what_looks_like_nothing_gets_no_guess() -> None:
    with pytest.raises(DocumentError, match=r"not UTF-8.*; left as it is\. If you know what it is"):
        decode(bytes(range(1, 256)) * 2000, "x.py")


@pytest.mark.parametrize(
    ("text", "encoding", "said"),
    [
        ("a\nb = '€'\n", "iso8859-1", "line 2 holds U+20AC (EURO SIGN), which a file in iso8859-1"),
        ("a\r\n\rb = '😀'", "cp932", "line 3 holds U+1F600 (GRINNING FACE), which a file in cp932"),
        ("¥", "shift_jis", "line 1 holds U+00A5 (YEN SIGN), which a file in shift_jis"),
        ("a\n\ud800", "utf-8", "line 2 holds U+D800, which a file in utf-8"),
        ("\0", "utf-8", "line 1 holds U+0000, which a file in utf-8"),
    ],
)
def test_a_character_that_cannot_be_written_is_named(text: str, encoding: str, said: str) -> None:
    with pytest.raises(DocumentError) as caught:
        encode(Document("", "a.txt", encoding=encoding), text)
    assert str(caught.value) == f"a.txt: {said} cannot hold; left as it is"


LINE = "# coding: cp932\n"


@pytest.mark.parametrize(
    ("old", "new", "written"),
    [
        (f"{LINE}s = '表'\n", f"{LINE}s = '示'\n", True),
        (f"{LINE}s = '表'\n", f"#!/bin/python\n{LINE}s = '表'\n", True),
        (f"{LINE}s = '表'\n", "# coding: sjis\ns = '表'\n", True),
        (f"{LINE}s = '表'\n", "s = 'ascii'\n", True),
        (f"{LINE}s = '表'\n", "s = '表'\n", False),
        (f"{LINE}s = '表'\n", "# coding: utf-8\ns = '表'\n", False),
        (f"{LINE}s = '表'\n", "# coding: rot13\ns = '表'\n", False),
        (f"{LINE}s = '表'\n", f"import os\nimport sys\n{LINE}s = '表'\n", False),
    ],
)
def test_a_changed_coding_line_may_not_change_what_the_bytes_mean(
    old: str, new: str, written: bool
) -> None:
    document = decode(old.encode("cp932"), "a.py")
    if written:
        assert encode(document, new) == new.encode("cp932")
        return
    with pytest.raises(DocumentError, match="its coding line would change"):
        encode(document, new)


@pytest.mark.parametrize(
    ("new", "written"),
    [
        ("s = '表'\n", True),
        ("# coding: utf8\ns = '表'\n", True),
        ("# coding: cp932\ns = 'ascii'\n", True),
        ("# coding: cp932\ns = '表'\n", False),
    ],
)
def test_a_coding_line_can_go_from_utf_8_and_come(new: str, written: bool) -> None:
    document = decode("# -*- coding: utf-8 -*-\ns = '表'\n".encode(), "a.py")
    if written:
        assert encode(document, new) == new.encode()
        return
    with pytest.raises(DocumentError, match="its coding line would change"):
        encode(document, new)


def test_a_named_encoding_needs_no_coding_line() -> None:
    document = decode("s = '表'\n".encode("cp932"), "a.py", "cp932")
    assert encode(document, "s = '示'\n") == "s = '示'\n".encode("cp932")
    assert encode(document, f"{LINE}s = '示'\n") == f"{LINE}s = '示'\n".encode("cp932")
