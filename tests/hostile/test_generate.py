"""The cases themselves: distinct, repeatable, varied, and wrong only where they say so."""

import ast
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
import tomli
from tests.hostile.blocks import is_code
from tests.hostile.generate import Case, case
from tests.hostile.sources import language, stored, wordings

SERVER = Path(__file__).parents[2] / "server" / "redraft"
MANY = 2_500
WHOLE = {"bare page", "fence too short"}
"""Spoiled only by what is missing around the text."""
FENCES = ("```", "~~~")


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [case(seed) for seed in range(MANY)]


def filled(text: str) -> list[str]:
    """The lines that are not blank, without a fence around them all."""
    lines = [line.rstrip() for line in text.replace("\r", "\n").split("\n") if line.strip()]
    start = lines[:1] != [] and lines[0].startswith(FENCES)
    end = len(lines) > 1 and lines[-1].startswith(FENCES)
    return lines[start : len(lines) - end]


def test_there_are_files_of_every_kind() -> None:
    files = stored()
    assert len(files) >= 40
    assert len({language(name) for name in files}) >= 20
    assert all(7 <= len(lines) <= 150 for lines in files.values())


def test_a_seed_always_gives_the_same_case() -> None:
    code = (
        "from tests.hostile.generate import case; from hashlib import sha256; "
        "text = repr([(c.answer, c.good) for c in map(case, range(200))]); "
        "print(sha256(text.encode()).hexdigest())"
    )
    root = Path(__file__).parents[2]
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": f"{root}:{root / 'server'}"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    text = repr([(one.answer, one.good) for one in map(case, range(200))])
    assert found == {sha256(text.encode()).hexdigest().encode() + b"\n"}


def test_no_two_cases_are_alike(cases: list[Case]) -> None:
    seen = {(one.source, one.instruction, one.answer, one.ended) for one in cases}
    assert len(seen) > 0.97 * MANY


def test_all_kinds_come(cases: list[Case]) -> None:
    kinds = Counter(one.kind for one in cases)
    edits = Counter(one.edit for one in cases)
    assert len(kinds) - len(edits) > 50
    assert len(edits) > 28
    assert max(edits.values()) < MANY / 4
    assert max(kinds.values()) < MANY / 10
    assert 0.5 < sum(one.hostile for one in cases) / MANY < 0.7
    assert len({one.language for one in cases}) > 25
    assert {one.encoding for one in cases} > {"utf-8", "latin-1", "shift_jis", "utf-16"}


def test_good_answers_hold_the_good_text(cases: list[Case]) -> None:
    for one in cases:
        if not one.hostile:
            assert one.ended
            said = one.answer.replace("\r\n", "\n")
            good = one.good.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
            assert good in said, one


def test_good_texts_are_right_in_their_language(cases: list[Case]) -> None:
    readers: dict[str, Callable[[str], object]] = {
        "python": ast.parse,
        "json": json.loads,
        "toml": tomli.loads,
    }
    for one in cases:
        reader = readers.get(one.language)
        if reader is not None and not one.path.startswith("broken"):
            reader(one.good.replace("\r\n", "\n").replace("\r", "\n"))


def test_good_texts_fit_their_encoding(cases: list[Case]) -> None:
    for one in cases:
        one.good.encode(one.encoding)


def test_hostile_answers_are_wrong_in_more_than_blanks(cases: list[Case]) -> None:
    for one in cases:
        if one.hostile and one.ended and one.kind not in WHOLE:
            assert filled(one.answer) != filled(one.good), one


def test_lazy_answers_lose_code_of_the_source(cases: list[Case]) -> None:
    for one in cases:
        if one.kind.startswith(("placeholder", "several", "dropped", "stub")):
            lost = Counter(filled(one.good)) - Counter(filled(one.answer))
            assert any(is_code(one.language, line) for line in lost), one


def test_answers_cut_as_if_done_lose_what_nobody_asked_to_lose(cases: list[Case]) -> None:
    for one in cases:
        if one.kind.startswith("cut") and one.ended:
            lost = Counter(filled(one.good)) - Counter(filled(one.answer))
            assert lost & Counter(filled(one.source)), one


@pytest.mark.parametrize("name", ["placeholders.txt"])
def test_the_wordings_stand_in_no_list_of_the_code(name: str) -> None:
    code = "\n".join(path.read_text("utf-8") for path in sorted(SERVER.rglob("*.py"))).lower()
    plain = [text for text in wordings(name) if "{" not in text and len(text) > 12]
    assert [text for text in plain if text.lower() in code] == []
