import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.pipeline.pairs import related
from tests.pipeline.texts import ENDINGS, any_text

from redraft.pipeline.lines import split_lines
from redraft.pipeline.merge import Clash, Conflict, Lines, merge


@st.composite
def sides(draw: st.DrawFn) -> tuple[str, str, str]:
    """Base, ours and theirs of distinct lines; both sides may have made the same change."""
    size = draw(st.integers(0, 7))
    base = [f"line {number}\n" for number in range(size)]
    texts = ["".join(base)]
    for _ in range(2):
        lines: list[str] = []
        for place in range(size + 1):
            lines += draw(st.sampled_from([[], [], [], [f"new {place}\n"], [f"newer {place}\n"]]))
            here = base[place : place + 1]
            if draw(st.integers(0, 3)) == 0:
                here = draw(st.sampled_from([[], [f"other {place}\n"]]))
            lines += here
        texts.append("".join(lines))
    cut = draw(st.tuples(*[st.booleans()] * 3))
    base_text, ours, theirs = (
        text.removesuffix("\n") if shorter else text
        for text, shorter in zip(texts, cut, strict=True)
    )
    return base_text, ours, theirs


def by_git(base: str, ours: str, theirs: str) -> str | None:
    """What `git merge-file` makes of it; None for a conflict."""
    with TemporaryDirectory() as folder:
        for name, text in zip(("base", "ours", "theirs"), (base, ours, theirs), strict=True):
            Path(folder, name).write_bytes(text.encode())
        command = ("git", "merge-file", "-p", "ours", "base", "theirs")
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        assert done.returncode < 128, done.stderr
        return None if done.returncode else done.stdout.decode()


@settings(max_examples=200)
@given(sides())
def test_git_merges_alike(texts: tuple[str, str, str]) -> None:
    merged = merge(*texts)
    assert (None if isinstance(merged, Conflict) else merged) == by_git(*texts)


@given(related)
def test_one_sided_and_equal_changes_are_taken(texts: tuple[str, str]) -> None:
    base, new = texts
    assert merge(base, new, base) == merge(base, base, new) == merge(base, new, new) == new


@given(related, any_text)
def test_the_sides_may_be_swapped(texts: tuple[str, str], other: str) -> None:
    merged, swapped = merge(*texts, other), merge(texts[0], other, texts[1])
    if isinstance(merged, Conflict):
        turned = tuple(Clash(it.base, it.theirs, it.ours) for it in merged.clashes)
        assert swapped == Conflict(turned)
    else:
        assert swapped == merged


def _is_there(lines: Lines, text: str) -> bool:
    return "".join(split_lines(text)[lines.first - 1 : lines.last]) == lines.text


@given(st.one_of(sides(), st.tuples(any_text, any_text, any_text)))
def test_a_conflict_names_the_lines_of_all_three(texts: tuple[str, str, str]) -> None:
    merged = merge(*texts)
    for clash in merged.clashes if isinstance(merged, Conflict) else ():
        found = (clash.base, clash.ours, clash.theirs)
        assert all(map(_is_there, found, texts))
        assert len({lines.text for lines in found}) == 3


@pytest.mark.parametrize("end", ENDINGS)
def test_changes_apart_are_merged_with_their_endings(end: str) -> None:
    base = ["a\n", "b\r\n", "c\r", "d\n", "e"]
    ours, theirs = ["a\n", f"x{end}", *base[2:]], [*base[:3], f"y{end}", "e"]
    merged = merge(*("".join(text) for text in (base, ours, theirs)))
    assert merged == f"a\nx{end}c\ry{end}e"


def test_changes_that_touch_clash() -> None:
    assert merge("a\nb\nc\n", "x\nb\nc\n", "a\ny\nc\n") == Conflict(
        (Clash(Lines(1, 2, "a\nb\n"), Lines(1, 2, "x\nb\n"), Lines(1, 2, "a\ny\n")),)
    )
    assert merge("a\nb\n", "a\nx\nb\n", "a\ny\nb\n") == Conflict(
        (Clash(Lines(2, 1, ""), Lines(2, 2, "x\n"), Lines(2, 2, "y\n")),)
    )
