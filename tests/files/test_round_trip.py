"""10,000 files in twelve encodings: what does not change comes back byte for byte."""

import functools
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from redraft.files import encode, language, read, write
from redraft.pipeline.outcome import Rewrite, Rules, judge
from redraft.pipeline.prompt import fenced
from redraft.pipeline.request import Document, Request

FILES = 834
"""For each encoding; 10,008 in all."""
REPLACED = 0.3
"""The share that is also written anew, over other bytes."""
ALPHABETS = {
    "utf-8": "é日本한😀\u0301\u200b\ufeff",
    "utf-16-le": "é日本한😀\u0301\u200b\ufeff",
    "utf-16-be": "é日本한😀\u0301\u200b\ufeff",
    "latin-1": "éßÆ÷¥\xa0\xad",
    "cp1252": "éß€“”…™",
    "cp932": "表示ソ能①髙ｱ～",
    "euc_jp": "表示ソ能ｱ〜丂",
    "gbk": "编码测试〇·",
    "big5": "許功蓋檔案",
    "koi8-r": "Функция─■",
    "euc_kr": "함수값漢字",
    "cp1251": "Функция№Ђ",
}
MARKS = {"utf-8": b"\xef\xbb\xbf", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
ODD = "\x0c\x0b\x1c\x85\u2028\u2029\t \\`'\"{}#"
ENDINGS = [["\n"], ["\r\n"], ["\r"], ["\n", "\r\n"], ["\n", "\r\n", "\r", "\n\n"]]


def generated(chance: random.Random, encoding: str) -> str:
    """A text of a few lines, with every mix of endings, that the encoding has."""
    characters = [*"abcxyz =()", *ALPHABETS[encoding]]
    for character in ODD:
        if character.encode(encoding, "ignore"):
            characters.append(character)
    endings = chance.choice(ENDINGS)
    lines = [
        "".join(chance.choices(characters, k=chance.randrange(12))) + chance.choice(endings)
        for _ in range(chance.randrange(8))
    ]
    last = "".join(chance.choices(characters, k=3)) if chance.random() < 0.4 else ""
    return "".join(lines) + last


Place = Callable[[Path, str, str], tuple[Path, str, bytes, str | None]]
"""(folder, encoding, text) -> a path, the text, a mark, an encoding to name."""


def by_mark(folder: Path, encoding: str, text: str) -> tuple[Path, str, bytes, str | None]:
    return folder / "a.txt", text, MARKS[encoding], None


def by_line(folder: Path, encoding: str, text: str) -> tuple[Path, str, bytes, str | None]:
    return folder / "a.py", f"# -*- coding: {encoding} -*-\r{text}", b"", None


def by_name(folder: Path, encoding: str, text: str) -> tuple[Path, str, bytes, str | None]:
    return folder / "a.txt", text, b"", encoding


def by_editorconfig(folder: Path, encoding: str, text: str) -> tuple[Path, str, bytes, str | None]:
    return folder.parent / "configured" / folder.name / "a.txt", text, b"", None


@pytest.mark.parametrize("encoding", ALPHABETS)
def test_ten_thousand_files_come_back(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # Power cuts are tested elsewhere.
    monkeypatch.setattr("redraft.files.text.language", functools.cache(language))
    (tmp_path / ".editorconfig").write_text("root = true\n")
    configured = tmp_path / "configured"
    configured.mkdir()
    (configured / ".editorconfig").write_text(f"[*]\ncharset = {encoding}\n")
    ways: list[Place] = [by_name, by_editorconfig]
    ways += [by_mark] if encoding in MARKS else []
    ways += [] if encoding.startswith("utf-16") else [by_line]
    chance = random.Random(encoding)  # noqa: S311
    for number in range(FILES):
        text = generated(chance, encoding)
        path, text, mark, named = ways[number % len(ways)](tmp_path / str(number), encoding, text)
        if not mark:
            text = text.lstrip("\ufeff") + "x" * encoding.startswith("utf-16")
        data = mark + text.encode(encoding)
        document = comes_back(path, text, mark, data, named)
        if chance.random() < REPLACED:
            path.write_bytes(encode(document, f"{text}x"))
            write(read(path, named), text)
            assert path.read_bytes() == data


def comes_back(path: Path, text: str, mark: bytes, data: bytes, named: str | None) -> Document:
    """The document of these bytes, which a rewrite that changes nothing leaves alone."""
    path.parent.mkdir()
    path.write_bytes(data)
    document = read(path, named)
    assert (document.text, document.mark) == (text, mark)
    request = Request(document, "leave everything as it is")
    outcome = judge(fenced(document.text, document.language), request, Rules(), ended=True)
    assert isinstance(outcome, Rewrite), outcome
    assert not outcome.changed
    same = outcome.text
    assert encode(document, same) == data
    before = path.stat()
    write(document, same)
    assert path.stat() == before
    assert path.read_bytes() == data
    return document
