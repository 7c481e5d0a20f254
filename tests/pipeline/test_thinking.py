from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pipeline.texts import pieces

from redraft.pipeline.thinking import MARKS, Thinking

ANSWER = "```python\nprint(1)\n```"

_answers = st.lists(
    st.sampled_from(
        [*(mark for pair in MARKS for mark in pair), "<thi", "</th", "[", "`", "\n", " ", "text"]
    ),
    max_size=8,
).map("".join)


def visible(parts: Iterable[str], source: str = "") -> str:
    thinking = Thinking(source)
    shown = "".join(thinking.feed(part) for part in parts)
    return shown + thinking.flush()


@given(st.data(), _answers, st.sampled_from(["", "<think>\n"]))
def test_pieces_make_no_difference(data: st.DataObject, answer: str, source: str) -> None:
    parts = data.draw(pieces(answer))
    assert visible(parts, source) == visible([answer], source)


@pytest.mark.parametrize(("start", "end"), MARKS)
@pytest.mark.parametrize("between", ["", "\n", "\n\n"])
def test_a_leading_block_is_dropped(start: str, end: str, between: str) -> None:
    assert visible(f"\n {start}\nFirst, I look.\n{end}{between}{ANSWER}") == ANSWER


@pytest.mark.parametrize(("start", "end"), MARKS)
def test_an_unclosed_block_leaves_nothing(start: str, end: str) -> None:
    thinking = Thinking()
    assert thinking.feed(f"{start}I wonder{end[:-1]}") == ""
    assert thinking.inside
    assert thinking.flush() == ""


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "\n",
        "<thin",
        "<|channel>th",
        " [THINK",
        "<thinker>",
        "text <think>a</think>",
        "a\n<think>\n",
        "</think>a",
        "\n\nx",
    ],
)
def test_what_is_no_leading_block_is_kept(answer: str) -> None:
    assert visible([answer]) == visible(answer) == answer


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("<think>a</think><think>b</think>c", "<think>b</think>c"),
        ("<think>a</think>\n\n<think>b</think>c", "<think>b</think>c"),
        ("<think></think>", ""),
        ("<think>a</think>\n\n", ""),
        ("<think>a</think>\n  indented", "  indented"),
        ("<think>a</thinking></think>b", "b"),
        ("<think>ends with `</think>`, then</think>b", "b"),
        ("<think>it says '</think>' and \"</think>\"\n</think>\nb", "b"),
        ("<think>about `x`</think>```\nx\n```", "```\nx\n```"),
    ],
)
def test_the_block_ends_where_it_is_closed(answer: str, shown: str) -> None:
    assert visible([answer]) == visible(answer) == shown


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("<think>\nx\n</think>\ny\n", "<think>\nx\n</think>\ny\n"),
        ("\n  <think>", "<think>\nx\n</think>\ny\n"),
        ("<thinking>", "y\n"),
        ("text <think>", "y\n"),
    ],
)
def test_a_block_with_which_the_source_begins_is_kept(source: str, shown: str) -> None:
    assert visible("<think>\nx\n</think>\ny\n", source) == shown


def test_inside_is_between_the_marks() -> None:
    thinking = Thinking()
    inside = [thinking.inside]
    for piece in ("<thi", "nk>", "hm", "</think", ">", "x"):
        thinking.feed(piece)
        inside.append(thinking.inside)
    assert inside == [False, False, True, True, True, False, False]
