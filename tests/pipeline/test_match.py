from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.pipeline.match import Change, changes

_items = st.lists(st.sampled_from("abcd}"), max_size=30)


def shown(old: str, new: str) -> list[str]:
    """The lines that changed, as a diff writes them."""
    ours, theirs = old.split("\n"), new.split("\n")
    return [
        line
        for i, i2, j, j2 in changes(ours, theirs)
        for line in (*(f"-{it}" for it in ours[i:i2]), *(f"+{it}" for it in theirs[j:j2]))
    ]


@given(_items, _items, _items, st.booleans())
def test_what_no_change_covers_is_equal(
    old: list[str], new: list[str], end: list[str], more: bool
) -> None:
    old, new = old + end, new + end
    found = changes(old, new, more=more and bool(end))
    corners = [Change(0, 0, 0, 0), *found, Change(len(old), len(old), len(new), len(new))]
    for one, other in pairwise(corners):
        assert old[one.old_end : other.old_start] == new[one.new_end : other.new_start]
    assert all(one.old_end < other.old_start for one, other in pairwise(found))
    assert all(c.old_start < c.old_end or c.new_start < c.new_end for c in found)
    if more and end and found:
        assert found[-1].old_end < len(old)


@given(_items)
def test_equal_lines_have_no_changes(items: list[str]) -> None:
    assert changes(items, items) == []


@given(st.lists(st.integers(0, 99), unique=True, max_size=30), st.data())
def test_distinct_lines_change_only_where_they_were_changed(
    numbers: list[int], data: st.DataObject
) -> None:
    old = [*map(str, numbers)]
    kept = data.draw(st.lists(st.booleans(), min_size=len(old), max_size=len(old)))
    new = [line if stays else f"new {line}" for line, stays in zip(old, kept, strict=True)]
    changed = {i for c in changes(old, new) for i in range(c.old_start, c.old_end)}
    assert changed == {i for i, stays in enumerate(kept) if not stays}


@given(st.integers(2, 40), st.sets(st.integers(0, 39)))
def test_among_equal_lines_each_replaced_one_is_found(size: int, places: set[int]) -> None:
    new = [str(place) if place in places else "pass" for place in range(size)]
    changed = {i for c in changes(["pass"] * size, new) for i in range(c.old_start, c.old_end)}
    assert changed == {place for place in places if place < size}


@pytest.mark.parametrize(
    ("old", "new", "diff"),
    [
        pytest.param(
            "def a():\n    x\n\ndef c():\n    z",
            "def a():\n    x\n\ndef b():\n    y\n\ndef c():\n    z",
            ["+def b():", "+    y", "+"],
            id="a function with the blank line behind it",
        ),
        pytest.param(
            "f() {\n  for a {\n    b\n  }\n}",
            "f() {\n  for a {\n    b\n  }\n  for c {\n    d\n  }\n}",
            ["+  for c {", "+    d", "+  }"],
            id="a block with its own brace",
        ),
        pytest.param(
            "f {\n  a\n}",
            "f {\n  a\n}\n\ng {\n  b\n}",
            ["+", "+g {", "+  b", "+}"],
            id="a function at the end",
        ),
        pytest.param(
            "g {\n  b\n}",
            "f {\n  a\n}\n\ng {\n  b\n}",
            ["+f {", "+  a", "+}", "+"],
            id="a function at the start",
        ),
        pytest.param(
            "if a:\n    x\nif c:\n    z",
            "if a:\n    x\nif b:\n    x\nif c:\n    z",
            ["+if b:", "+    x"],
            id="a statement with its own body",
        ),
        pytest.param(
            "if a:\n    x\nif b:\n    x\nif c:\n    z",
            "if a:\n    x\nif c:\n    z",
            ["-if b:", "-    x"],
            id="the same, removed",
        ),
        pytest.param(
            "one\n}\ntwo\n}\nthree",
            "one\n}\n2\n}\nthree",
            ["-two", "+2"],
            id="a line between two equal ones",
        ),
        pytest.param(
            "for c {\n  d\nother",
            "for c {\n  d\n}\nfor c {\n  d\nother",
            ["+for c {", "+  d", "+}"],
            id="not before the end of a block",
        ),
        pytest.param(
            "f\ny\nother",
            "f\ny\n\nf\ny\nother",
            ["+f", "+y", "+"],
            id="not before a blank line",
        ),
        pytest.param(
            "b\na\na",
            "a\nx\ny",
            ["-b", "-a", "+x", "+y"],
            id="what can stay stays",
        ),
        pytest.param(
            "}\n}\n}\ntelling",
            "telling\n}\n}\n}",
            ["-}", "-}", "-}", "+}", "+}", "+}"],
            id="a telling line before common ones",
        ),
        pytest.param(
            "A\nB\nC\n\nX\nY\nZ",
            "X\nY\nZ\n\nA\nB\nC\n",
            ["+X", "+Y", "+Z", "+", "-X", "-Y", "-Z"],
            id="two blocks that changed places",
        ),
    ],
)
def test_changes_are_cut_where_a_person_would(old: str, new: str, diff: list[str]) -> None:
    assert shown(old, new) == diff


def test_a_change_that_can_reach_another_joins_it() -> None:
    assert changes("baaba", "ab") == [Change(0, 2, 0, 0), Change(4, 5, 2, 2)]


def test_what_goes_on_ends_with_something_equal() -> None:
    old, new = ["f {", "}"], ["f {", "}", "g {", "}"]
    assert changes(old, new) == [Change(2, 2, 2, 4)]
    assert changes(old, new, more=True) == [Change(1, 1, 1, 3)]
