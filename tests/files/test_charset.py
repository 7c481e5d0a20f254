"""How the encoding of some bytes is told."""

import pytest

from redraft.errors import DocumentError
from redraft.files import decode, encode
from redraft.files.charset import codec

MARK = b"\xef\xbb\xbf"


@pytest.mark.parametrize("declare", [None, "# coding: {}\n"])
@pytest.mark.parametrize(
    "name",
    [
        "rot13",
        "zlib",
        "base64",
        "hex",
        "unicode_escape",
        "raw_unicode_escape",
        "idna",
        "punycode",
        "mbcs",
        "oem",
        "undefined",
        "charmap",
        "utf-7",
        "iso2022_jp",
        "iso-2022-kr",
        "hz",
        "utf-16",
        "utf-32",
        "klingon",
        "os.path",
        ".",
    ],
)
def test_what_is_no_encoding_of_text_is_refused(name: str, declare: str | None) -> None:
    said = f"x.py: {'its coding line' if declare else '--encoding'} names '{name}', which"
    with pytest.raises(DocumentError) as caught:
        decode((declare or "x").format(name).encode(), "x.py", None if declare else name)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("name", ["", " ", "\0", "é", "\ud800", "a" * 10_000, "../x"])
def test_no_name_is_too_odd(name: str) -> None:
    assert codec(name) is None


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("UTF-8", "utf-8"),
        ("utf_8_sig", "utf-8"),
        ("utf-8-unix", "utf-8"),
        ("utf-8-bom", "utf-8"),
        ("latin1", "iso8859-1"),
        ("iso-latin-1-dos", "iso8859-1"),
        ("euc-jp-mac", "euc_jp"),
        ("Windows-31J", "cp932"),
        ("SJIS", "shift_jis"),
        ("ASCII-8BIT", "ascii"),
        ("utf-16le", "utf-16-le"),
    ],
)
def test_encodings_have_many_names(name: str, called: str) -> None:
    assert codec(name) == called


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("a.py", "# coding: cp932\n"),
        ("a.rb", "# encoding: cp932\n"),
        ("a.c", "/* -*- coding: cp932 -*- */\r\n"),
        ("tool", "#!/usr/bin/python\n# coding: cp932\n"),
    ],
)
def test_a_coding_line_is_heard(path: str, line: str) -> None:
    data = f"{line}s = '表示'\n".encode("cp932")
    document = decode(data, path)
    assert (document.encoding, document.text) == ("cp932", f"{line}s = '表示'\n")
    assert encode(document, document.text) == data


def test_the_mark_beats_the_name_and_the_name_beats_the_line() -> None:
    text = "# coding: cp932\ns = 'é'\n"
    assert decode(MARK + text.encode(), "a.py", "latin-1").encoding == "utf-8"
    assert decode(text.encode("latin-1"), "a.py", "latin-1").text == text


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be", "cp037"])
def test_a_coding_line_that_its_encoding_could_not_hold_is_refused(name: str) -> None:
    data = f"# coding: {name}\n".encode()
    with pytest.raises(DocumentError, match=f"^a.py: not {name}, which its coding line names; "):
        decode(data + b"\n" * (len(data) % 2), "a.py")
