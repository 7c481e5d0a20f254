import unicodedata
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pipeline.pairs import related
from tests.pipeline.texts import ENDINGS, any_text

from redraft.pipeline.edits import Edit, apply, edits, within


def replaced(old: str, new: str) -> list[tuple[str, str]]:
    return [(old[edit.start : edit.end], edit.text) for edit in edits(old, new)]


def borders(old: str, new: str) -> list[tuple[str, int]]:
    """Where edits begin and end, in the old text and in the new."""
    found = edits(old, new)
    grown = [0, *accumulate(len(edit.text) - edit.end + edit.start for edit in found)]
    return [
        place
        for edit, by in zip(found, grown, strict=False)
        for place in (
            (old, edit.start),
            (old, edit.end),
            (new, edit.start + by),
            (new, edit.start + by + len(edit.text)),
        )
    ]


@given(related)
def test_the_edits_of_a_text_make_the_new_one(texts: tuple[str, str]) -> None:
    old, new = texts
    assert apply(old, edits(old, new)) == new


@given(related)
def test_edits_ascend_never_touch_and_change_something(texts: tuple[str, str]) -> None:
    old, new = texts
    found = edits(old, new)
    assert all(one.end < other.start for one, other in pairwise(found))
    assert all(edit.text != old[edit.start : edit.end] for edit in found)
    assert edits(old, old) == ()


@given(related)
def test_no_edit_splits_a_line_ending(texts: tuple[str, str]) -> None:
    assert all(text[place - 1 : place + 1] != "\r\n" for text, place in borders(*texts) if place)


_marked = st.lists(
    st.sampled_from(
        ["e", "e\u0301", "e\u0301\u0302", "👍", "👍🏽", "👩\u200d💻", "👩", "🇩🇪", "の"]
    ),
    max_size=5,
).map("".join)


@given(_marked, _marked)
def test_no_edit_splits_a_character_from_its_marks(old: str, new: str) -> None:
    for text, place in borders(old, new):
        behind = text[place : place + 1]
        assert not behind or unicodedata.category(behind) not in ("Mn", "Sk", "Cf")
        assert text[place - 1 : place] != "\u200d"


_numbered = st.lists(st.sampled_from(ENDINGS), min_size=1, max_size=20).map(
    lambda ends: [f"value = {number}{end}" for number, end in enumerate(ends)]
)


@given(_numbered, st.data())
def test_an_edit_leaves_the_rest_of_its_line_alone(lines: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(lines) - 1))
    new = [*lines[:place], f"new {lines[place]}", *lines[place + 1 :]]
    start = len("".join(lines[:place]))
    assert edits("".join(lines), "".join(new)) == (Edit(start, start, "new "),)


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("", "", []),
        ("", "a\nb", [("", "a\nb")]),
        ("a\r\nb", "", [("a\r\nb", "")]),
        ("a", "a\n", [("", "\n")]),
        ("a\r\n", "a", [("\r\n", "")]),
        ("a\r\n", "a\n", [("\r\n", "\n")]),
        ("a\r", "a\r\n", [("\r", "\r\n")]),
        ("a\nb", "a\nb\nc", [("", "\nc")]),
        ("print(x)\n", "logging.info(x)\n", [("print", "logging.info")]),
        ("f(a, b)\n", "f(c, d)\n", [("a", "c"), ("b", "d")]),
        ("f(a, b)\n", "f(a, c, b)\n", [("", "c, ")]),
        ("print(alpha beta)\n", "print(gamma delta)\n", [("alpha beta", "gamma delta")]),
        ("one cafe\u0301\n", "one cafe\n", [("cafe\u0301", "cafe")]),
        ("one two three\n", "four five six\n", [("one two three", "four five six")]),
        ("a\r\nb\r\n", "a\r\nb2\r\n", [("b", "b2")]),
        ("a\x0cb\u2028c\n", "a\x0cb\u2028d\n", [("c", "d")]),
        ("日本語の行です\n", "日本語の列です\n", [("行", "列")]),
        ("a 😀 b\n", "a 😁 b\n", [("😀", "😁")]),
        ("  a\n  b\n", "    a\n    b\n", [("", "  "), ("", "  ")]),
        ("a()\nb()\n", "if x:\n  a()\n  b()\n", [("", "if x:\n  "), ("", "  ")]),
        ("one\ntwo\n", "1\n2\n", [("one", "1"), ("two", "2")]),
        ("one\ntwo\n", "1\n2\n3\n", [("one\ntwo", "1\n2\n3")]),
        (
            "x = one(1)\ny = two(2)\n",
            "y = two(3)\nz = 4\n",
            [("x = one(1)\n", ""), ("2", "3"), ("", "z = 4\n")],
        ),
    ],
)
def test_edits_are_as_small_as_makes_sense(
    old: str, new: str, changes: list[tuple[str, str]]
) -> None:
    assert replaced(old, new) == changes
    assert apply(old, edits(old, new)) == new


@pytest.mark.parametrize(
    "wrong",
    [
        [Edit(2, 1, "")],
        [Edit(0, 4, "")],
        [Edit(-1, 1, "")],
        [Edit(1, 2, ""), Edit(0, 1, "")],
        [Edit(0, 2, ""), Edit(1, 3, "")],
    ],
)
def test_edits_that_are_none_of_a_text_are_not_made(wrong: list[Edit]) -> None:
    with pytest.raises(IndexError):
        apply("abc", wrong)


@given(related, st.integers(0, 20), st.integers(0, 20))
def test_a_fence_keeps_all_edits_inside_and_no_others(
    texts: tuple[str, str], start: int, size: int
) -> None:
    old, new = texts
    end = min(len(old), start + size)
    kept, dropped = within(edits(old, new), start, end)
    assert sorted([*kept, *dropped], key=lambda edit: edit.start) == [*edits(old, new)]
    assert all(start <= edit.start and edit.end <= end for edit in kept)
    assert all(edit.start < start or edit.end > end for edit in dropped)
    assert apply(old, kept).startswith(old[: min(start, end)])
    assert apply(old, kept).endswith(old[max(start, end) :])


def test_a_fence_cuts_between_lines_that_were_replaced_one_by_one() -> None:
    old, new = "one\ntwo\nthree\n", "1\n2\n3\n"
    kept, dropped = within(edits(old, new), len("one\n"), len("one\ntwo\n"))
    assert (apply(old, kept), apply(old, dropped)) == ("one\n2\nthree\n", "1\ntwo\n3\n")


@given(any_text)
def test_a_text_from_nothing_is_one_edit(text: str) -> None:
    assert edits("", text) == ((Edit(0, 0, text),) if text else ())
