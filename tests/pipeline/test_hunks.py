from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pipeline.pairs import apart, related
from tests.pipeline.texts import pieces

from redraft.pipeline.edits import Edit, edits
from redraft.pipeline.hunks import Hunk, Hunks, accept, completed, hunks
from redraft.pipeline.lines import normalise, split_lines


def streamed(old: str, parts: list[str]) -> tuple[list[Hunk], list[Hunk]]:
    """The hunks given while the parts arrive, and those at the end."""
    stream = Hunks(old)
    early = [hunk for part in parts for hunk in stream.feed(part)]
    return early, [*stream.finish()]


def rebuilt(old: str, chosen: list[Hunk]) -> str:
    """The text by the lines that hunks name, not by their edits."""
    lines = split_lines(old)
    for hunk in reversed(chosen):
        assert "".join(lines[hunk.first - 1 : hunk.last]) == hunk.old
        lines[hunk.first - 1 : hunk.last] = [hunk.new]
    return "".join(lines)


def separate(found: list[Hunk]) -> bool:
    return all(one.last + 1 < other.first for one, other in pairwise(found))


@given(related)
def test_all_hunks_accepted_make_the_new_text(texts: tuple[str, str]) -> None:
    old, new = texts
    found = hunks(old, edits(old, new))
    assert accept(old, found) == accept(old, reversed(found)) == new
    assert accept(old, []) == old
    assert separate([*found])
    assert len({hunk.id for hunk in found}) == len(found)


@given(related, st.data())
def test_some_hunks_accepted_change_their_lines_alone(
    texts: tuple[str, str], data: st.DataObject
) -> None:
    old, new = texts
    found = hunks(old, edits(old, new))
    chosen = [hunk for hunk in found if data.draw(st.booleans())]
    assert accept(old, chosen) == rebuilt(old, chosen)


@given(related, st.data())
def test_what_was_given_early_and_late_makes_the_new_text(
    texts: tuple[str, str], data: st.DataObject
) -> None:
    old, new = texts
    early, late = streamed(old, data.draw(pieces(new)))
    found = [*early, *late]
    assert accept(old, found) == rebuilt(old, found) == new
    assert separate(found)


@given(st.one_of(related, apart()), st.data())
def test_the_pieces_of_an_answer_make_no_difference(
    texts: tuple[str, str], data: st.DataObject
) -> None:
    old, new = texts
    assert streamed(old, data.draw(pieces(new))) == streamed(old, [new])


@given(apart())
def test_early_and_late_a_change_is_the_same_hunk(texts: tuple[str, str]) -> None:
    old, new = texts
    early, late = streamed(old, [new])
    assert (*early, *late) == hunks(old, edits(old, new))


@given(st.sets(st.integers(0, 19)))
def test_each_hunk_is_given_two_ordinary_lines_behind_it(places: set[int]) -> None:
    places = {3 * place for place in places}
    old = [f"line {number}\n" for number in range(60)]
    stream, found = Hunks("".join(old)), 0
    for place, line in enumerate(old):
        found += len(stream.feed("other\n" if place in places else line))
        assert found == len([it for it in places if it <= place - 2])


@pytest.mark.parametrize("lines", [3, 30, 300])
def test_a_lone_change_is_given_with_the_next_telling_line(lines: int) -> None:
    old = [f"total_{number} = sum(items_{number})\n" for number in range(lines)]
    stream = Hunks("".join(old))
    assert [stream.feed(line) for line in [*old[:1], "other\n"]] == [(), ()]
    assert [(hunk.first, hunk.last, hunk.new) for hunk in stream.feed(old[2])] == [
        (2, 2, "other\n")
    ]
    assert stream.feed("".join(old[3:])) == stream.finish() == ()


def test_common_lines_are_no_sign_of_the_source() -> None:
    block = "  if ready:\n    go\n  }\n\n"
    stream = Hunks(block * 20 + "the one line that is telling\n")
    assert stream.feed("new {\n" + block * 21) == ()
    assert [hunk.new for hunk in stream.feed("the one line that is telling\n")] == [
        "new {\n" + block
    ]


def test_the_more_is_left_out_the_more_has_to_follow() -> None:
    old = [f"total_{number} = sum(items_{number})\n" for number in range(100)]
    near, far = Hunks("".join(old)), Hunks("".join(old))
    assert len(near.feed(old[2])) == 1
    assert far.feed(old[90]) == ()
    assert len(far.feed("".join(old[91:]))) == 1


def test_no_hunk_slides_up_to_one_that_was_given() -> None:
    rest = "    call(beta)\n    call(gamma)\n    call(delta)\n"
    stream = Hunks(f"x\nif alpha:\n{rest}")
    given = stream.feed("y\nif alpha:\n    call(beta)\n")
    given += stream.feed(f"if alpha:\n{rest}") + stream.finish()
    assert len(given) == 2
    assert separate([*given])


def test_a_hunk_counts_lines_from_where_the_source_begins() -> None:
    early = Hunks("one\ntwo\nthree\n", first=10)
    early.feed("one\n2\nthree\n")
    (found,) = early.finish()
    assert (found.first, found.last, found.id[:3]) == (11, 11, "11-")
    assert accept("one\ntwo\nthree\n", [found]) == "one\n2\nthree\n"


@given(related)
def test_line_endings_make_no_other_hunk(texts: tuple[str, str]) -> None:
    old, new = map(normalise, texts)
    windows = [text.replace("\n", "\r\n") for text in (old, new)]
    found = hunks(old, edits(old, new))
    assert [it.id for it in found] == [it.id for it in hunks(windows[0], edits(*windows))]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a\nb\nc\n", "a\nx\nc\n", [(2, 2, "b\n", "x\n")]),
        ("a\nb\nc\n", "a\nx\nb\nc\n", [(2, 1, "", "x\n")]),
        ("a\nb\nc\n", "a\nc\n", [(2, 2, "b\n", "")]),
        ("a\nb\nc\n", "a\nb\nc\nx", [(4, 3, "", "x")]),
        ("a\nb", "a\nb\nx", [(2, 2, "b", "b\nx")]),
        ("", "a\n", [(1, 0, "", "a\n")]),
        ("a\nb\nc\nd\n", "x\ny\nc\nz\n", [(1, 2, "a\nb\n", "x\ny\n"), (4, 4, "d\n", "z\n")]),
        ("a\r\nb\r\n", "a\nb\r\n", [(1, 1, "a\r\n", "a\n")]),
        ("a\n", "a", [(1, 1, "a\n", "a")]),
    ],
)
def test_a_hunk_names_its_lines(
    old: str, new: str, expected: list[tuple[int, int, str, str]]
) -> None:
    found = hunks(old, edits(old, new))
    assert [(it.first, it.last, it.old, it.new) for it in found] == expected


@given(st.lists(st.sampled_from(["a\n", "b\r\n", "c\r", "\n"]), max_size=6), st.data())
def test_any_edits_are_grouped_by_the_lines_they_touch(
    lines: list[str], data: st.DataObject
) -> None:
    old = "".join(lines)
    places = sorted(data.draw(st.sets(st.integers(0, len(old)), max_size=6)))
    texts = st.sampled_from(["", "x", "y\n", "\nz"])
    made = [Edit(i, j, data.draw(texts)) for i, j in zip(places[::2], places[1::2], strict=False)]
    found = hunks(old, made)
    assert [edit for hunk in found for edit in hunk.edits] == made
    assert rebuilt(old, [*found]) == accept(old, found)
    assert separate([*found])


@given(related, st.integers(0, 400))
def test_hunks_announced_early_stay_when_all_are_known(texts: tuple[str, str], heard: int) -> None:
    old, new = texts
    early = Hunks(old).feed(new[:heard])
    found = completed(old, new, early)
    assert accept(old, found) == new
    assert found[: len(early)] == early
    assert separate([*found])


@given(related, related)
def test_hunks_of_another_answer_are_left_out(
    texts: tuple[str, str], others: tuple[str, str]
) -> None:
    old, new = texts
    assert accept(old, completed(old, new, hunks(old, edits(old, others[1])))) == new
