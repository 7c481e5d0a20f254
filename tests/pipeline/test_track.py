import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pipeline.texts import code, pieces

from redraft.pipeline.prompt import fenced
from redraft.pipeline.track import Tracker

LINES = [f"line {number}\n" for number in range(300)]
SOURCE = fenced("".join(LINES), "text")


def shares(source: str, parts: list[str]) -> list[float]:
    tracker = Tracker(source)
    return [tracker.feed(part) for part in parts]


@given(code, st.sampled_from(["", "\n", "\n\nDone."]))
def test_an_unchanged_answer_reaches_the_end(text: str, after: str) -> None:
    source = fenced(text, "python")
    assert shares(source, [source + after]) == [1.0]


@given(code, st.data())
def test_the_end_is_reached_with_the_last_character_and_not_before(
    text: str, data: st.DataObject
) -> None:
    source = fenced(text, "python")
    cut = data.draw(st.integers(0, len(source) - 1))
    before, after = shares(source, [source[:cut], source[cut:]])
    assert before < after == 1.0


@given(code, code, st.data())
def test_the_share_never_falls_and_no_split_changes_its_end(
    text: str, new: str, data: st.DataObject
) -> None:
    source, answer = fenced(text, "python"), fenced(new, "python")
    heard = shares(source, data.draw(pieces(answer)))
    assert heard == sorted(heard)
    assert 0 <= heard[0] <= heard[-1] <= 1
    assert heard[-1:] == shares(source, [answer])


def test_the_share_is_that_of_the_lines() -> None:
    assert shares("a\nb\nc\nd\n", ["a", "\n", "b\nc", "\n"]) == [0.0, 0.25, 0.5, 0.75]


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(["new\n"] * 200 + LINES, id="inserted at the top"),
        pytest.param(LINES[:150] + ["new\n", "\n"] * 100 + LINES[150:], id="inserted"),
        pytest.param(LINES[:100] + LINES[150:], id="deleted"),
        pytest.param(LINES[:50] + LINES[250:], id="much deleted"),
        pytest.param(LINES[:50] + ["new\n"] * 9 + LINES[250:], id="much replaced"),
        pytest.param([*LINES[:-1], "new\n"], id="the last line replaced"),
        pytest.param([*LINES[:250], *["new\n"] * 50], id="the end replaced"),
        pytest.param(LINES[:250], id="the end deleted"),
        pytest.param(LINES[200:], id="the start deleted"),
    ],
)
def test_after_a_change_it_comes_near_the_end_again(changed: list[str]) -> None:
    assert shares(SOURCE, [fenced("".join(changed), "text")])[-1] > 0.99


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(["}\n"], id="a lone brace"),
        pytest.param(["\n"], id="a blank line"),
        pytest.param(["talk\n", "far ahead\n"], id="one line far ahead"),
        pytest.param(["``", "`"], id="the last line at the start"),
    ],
)
def test_what_stands_everywhere_says_nothing(answer: list[str]) -> None:
    source = "".join(["first\n", "second\n", "}\n", "\n", *LINES, "far ahead\n", "```"])
    assert shares(source, answer)[-1] == 0.0


@pytest.mark.parametrize("answer", [["a\n```x\n"], ["a\n```", "x\n"], ["a\n```x", "\n"]])
def test_text_behind_the_last_line_does_not_take_the_end_back(answer: list[str]) -> None:
    assert shares("a\n```", answer)[-1] == 1.0


def test_a_last_line_like_others_is_waited_for() -> None:
    assert shares("a\nlast one\nb\nlast", ["a\nlast one", "\nb\n", "last"]) == [0.25, 0.75, 1.0]


def test_an_empty_source_has_no_way_to_come_along() -> None:
    assert shares("", ["text\n", "more"]) == [0.0, 0.0]
