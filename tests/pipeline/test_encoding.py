"""What a text says about its encoding, and what an encoding cannot hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.pipeline.encoding import declared, unencodable


@pytest.mark.parametrize("language", ["python", "ruby"])
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("# -*- coding: cp932 -*-\nx = 1\n", "cp932"),
        ("#!/usr/bin/env tool\n# vim: set fileencoding=euc_jp :\n", "euc_jp"),
        ("# coding: latin-1", "latin-1"),
        ("# encoding: Shift_JIS\n", "Shift_JIS"),
        ("\f  \t# coding=utf-8-unix\r\n", "utf-8-unix"),
        ("\n# coding: gbk\n", "gbk"),
        ("\r\n# coding: gbk\n", "gbk"),
        ("\r# coding: gbk\r", "gbk"),
        ("# one\x0c\u2028two\n# coding: gbk\n", "gbk"),
        ("\n\n# coding: gbk\n", None),
        ("x = 1\n# coding: gbk\n", None),
        ("x = 1  # coding: gbk\n", None),
        ("coding: gbk\n", None),
        ("# coding : gbk\n", None),
        ("# no codings here\n", None),
        ("", None),
    ],
)
def test_any_comment_of_the_first_two_lines_names_an_encoding_in_python_and_ruby(
    text: str, name: str | None, language: str
) -> None:
    assert declared(text, language) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("/* -*- coding: shift_jis -*- */\nint x;\n", "shift_jis"),
        (";; -*- mode: lisp; coding: euc-jp-unix; -*-\n", "euc-jp-unix"),
        ("% -*- Coding:latin-1 -*-\n", "latin-1"),
        ("#!/bin/sh\n# -*- coding: koi8-r -*-\n", "koi8-r"),
        ("#!/usr/bin/python3\n# coding: gbk\n", "gbk"),
        ("int x;\n/* -*- coding: shift_jis -*- */\n", None),
        ("// decoding: see below\n", None),
        ("# coding: gbk\n", None),
        ("// -*- mode: c; xcoding: gbk -*-\n", None),
        ("// -*- coding: gbk\n", None),
        ("-*-" * 1000 + "coding: gbk", None),
    ],
)
def test_elsewhere_the_line_has_emacs_form(text: str, name: str | None) -> None:
    assert declared(text, "text") == name


@pytest.mark.parametrize(
    ("text", "encoding", "found"),
    [
        ("a\nb€\n", "latin-1", (2, "€")),
        ("a\r\nb\rc€", "latin-1", (3, "€")),
        ("a\x0c\u2028b", "ascii", (1, "\u2028")),
        ("日本\n한", "cp932", (2, "한")),
        ("price = '¥'", "shift_jis", (1, "¥")),
        ("\n¥\n", "euc_jp", (2, "¥")),
        ("a − b", "cp932", (1, "−")),
        ("가\nㅤ", "euc_kr", (2, "ㅤ")),
        ("a\ud800", "utf-8", (1, "\ud800")),
        ("\udce9", "utf-16-le", (1, "\udce9")),
        ("€\n\0", "utf-8", (2, "\0")),
        ("\0€", "latin-1", (1, "\0")),
        ("é\0", "ascii", (1, "é")),
        ("é\n", "latin-1", None),
        ("日本😀\n", "utf-8", None),
        ("か゚", "euc_jis_2004", None),
        ("", "ascii", None),
    ],
)
def test_the_first_character_that_cannot_be_kept_is_found(
    text: str, encoding: str, found: tuple[int, str] | None
) -> None:
    assert unencodable(text, encoding) == found


@pytest.mark.parametrize(
    "encoding",
    [
        "utf-8",
        "utf-16-le",
        "latin-1",
        "cp1252",
        "cp932",
        "shift_jis",
        "euc_jp",
        "gbk",
        "big5",
        "koi8-r",
        "euc_kr",
        "cp950",
        "cp437",
    ],
)
@given(text=st.text(st.characters(codec=None, exclude_categories=())))
def test_a_text_without_such_a_character_comes_back_and_one_with_it_does_not(
    encoding: str, text: str
) -> None:
    found = unencodable(text, encoding)
    if found is None:
        assert text.encode(encoding).decode(encoding) == text
        return
    line, character = found
    start, _, _ = text.partition(character)
    assert character == "\0" or unencodable(start, encoding) is None
    assert line == 1 + start.count("\n") + start.count("\r") - start.count("\r\n")
    assert unencodable(character, encoding) == (1, character)
