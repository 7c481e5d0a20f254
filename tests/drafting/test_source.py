"""Where the pointer goes after a change, and what it has learned from it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.drafting.letters import END, Letters

from redraft.drafting.projection import Rule
from redraft.drafting.source import SourcePointer

SOURCE = """def area(width, height):
    result = width * height
    print("area", result)
    return result


def edge(width, height):
    total = width + height
    print("edge", total)
    return total
"""


def next_text(answer: str, source: str = SOURCE, asked: tuple[Rule, ...] = ()) -> str:
    """What is expected to follow an answer, as far as twelve tokens reach."""
    letters = Letters()
    pointer = SourcePointer(source.encode(), letters, END, asked)
    for token in letters.tokenize(answer):
        pointer.follow([token])
    places = pointer.continuations(12)
    return letters.text(list(places[0].tokens)) if places else ""


@pytest.mark.parametrize(
    ("answer", "following"),
    [
        pytest.param("", "def area(", id="start"),
        pytest.param("def area(width, depth):\n    result =", " width * depth", id="other word"),
        pytest.param(
            "def area(width, height):\n    assert width\n    result =", " width", id="line added"
        ),
        pytest.param("def area(width, height):\n    print(", '"area"', id="line gone"),
        pytest.param("def edge(width, height):\n    total", " = width +", id="first half gone"),
        pytest.param("Here it is:\n\ndef area(width", ", height", id="text before"),
    ],
)
def test_the_pointer_finds_its_place_again(answer: str, following: str) -> None:
    assert next_text(answer).startswith(following)


def test_a_place_ahead_is_likelier_than_a_nearer_one_behind() -> None:
    source = "a foo one. mid. " + "gone " * 8 + "foo two."
    assert next_text("a foo one. mid. other foo", source).startswith(" two")


def test_the_end_is_drafted_too() -> None:
    letters = Letters()
    pointer = SourcePointer(b"a b", letters, END)
    assert pointer.continuations(9)[0].tokens == [*letters.tokenize("a b"), END]


def test_a_name_changed_once_is_changed_in_what_follows() -> None:
    answer = SOURCE[: SOURCE.index("result =")] + "surface = width * height\n"
    assert next_text(answer).startswith('    print("area", surface)')


def test_a_rule_that_was_asked_for_holds_from_the_first_occurrence() -> None:
    assert next_text("def area(", asked=(Rule(b"width", b"breadth"),)).startswith("breadth")


def test_a_rule_that_does_not_hold_is_given_up() -> None:
    answer = SOURCE[: SOURCE.index("def edge(") + 9] + "width, height):\n    total = "
    assert next_text(answer, asked=(Rule(b"width", b"breadth"),)).startswith("width")


def test_a_sign_taken_away_again_and_again_is_taken_away_in_what_follows() -> None:
    source = "".join(f"{name} = {name};\n" for name in ("ab", "cd", "ef", "gh", "ij", "kl"))
    answer = source[: source.index("gh")].replace(";", "") + "gh = "
    assert next_text(answer, source).startswith("gh\nij = ij\n")


def test_a_block_at_another_depth_is_drafted_there() -> None:
    answer = "def area(width, height):\n    if width:\n        result = width * height\n"
    assert next_text(answer).startswith('        print("area", result)\n')


def test_what_stands_below_a_block_keeps_its_depth() -> None:
    answer = (
        "def area(width, height):\n    if width:\n        result = width * height\n"
        '        print("area", result)\n        return result\n\n\n'
    )
    assert next_text(answer).startswith("def edge(")


def test_tabs_for_spaces_hold_for_every_depth() -> None:
    source = "a:\n    bcd\n    efg\n        hij\n    klm\n        nop\n"
    answer = "a:\n\tbcd\n\tefg\n"
    assert next_text(answer, source).startswith("\t\thij\n\tklm\n")


def test_a_name_given_an_owner_once_is_given_it_in_what_follows() -> None:
    source = "start = offset * 2\nprint(offset)\n"
    assert next_text("start = self.offset * 2\n", source).startswith("print(self.offset)")


@given(st.text(max_size=60), st.lists(st.integers(1, 256), max_size=80))
def test_any_tokens_can_be_followed(source: str, tokens: list[int]) -> None:
    letters = Letters()
    pointer = SourcePointer(source.encode(), letters, END)
    for token in tokens:
        pointer.follow([token])
        for place in pointer.continuations(5):
            assert place.evidence > 0
            assert all(0 <= token < letters.known() for token in place.tokens)
