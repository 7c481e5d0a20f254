import pytest

from redraft.pipeline.extract import Extracted, extract
from redraft.pipeline.prompt import fenced
from redraft.pipeline.validate import validate

SOURCE = '''\
"""Totals."""

import os


def total(items):
    # Add up the prices of all items that are in stock.
    result = 0
    for item in items:
        # Items without a price are free.
        result += item.price or 0
    print("total", result)
    return result


def main():
    print(total([]), os.name)
'''
TRANSLATED = (
    SOURCE.replace("Totals.", "合計。")
    .replace("Add up the prices of all items that are in stock.", "在庫にある全商品の価格を足す。")
    .replace("Items without a price are free.", "価格のない商品は無料。")
)
COMMENTS = "".join(f"# Remark number {number} is about something else.\n" for number in range(9))
README = (
    "# Tool\n\nIt counts words in files.\n\n```sh\npip install tool\n```\n\nThen run `tool FILE`.\n"
)


def names(answer: str, source: str, *, ended: bool = True) -> list[str]:
    return [finding.name for finding in validate(extract(answer, source), source, ended)]


GOOD = [
    pytest.param(SOURCE, SOURCE, id="unchanged"),
    pytest.param(SOURCE, SOURCE.replace("print(", "logging.info("), id="one call replaced"),
    pytest.param(SOURCE, "import os\n", id="almost all deleted"),
    pytest.param(SOURCE, SOURCE + SOURCE.replace("total", "mean") * 5, id="much inserted"),
    pytest.param(SOURCE, TRANSLATED, id="comments translated"),
    pytest.param(f"{COMMENTS}x = 1\ny = 2\n", "x = 1\ny = 2\n", id="comments removed"),
    pytest.param("x = 1\n", "total = 1\n", id="one line renamed"),
    pytest.param(
        "foo(x)\n", "try:\n    foo(x)\nexcept OSError:\n    pass\n", id="one line wrapped"
    ),
    pytest.param("", "print('hello')\n", id="empty source, filled"),
    pytest.param("", "", id="empty source"),
    pytest.param("\n \n", "\n", id="blank source"),
]


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize(("source", "new"), GOOD)
def test_rewrites_pass(source: str, new: str, bare: bool) -> None:
    assert names(new if bare else fenced(new, "python"), source) == []


@pytest.mark.parametrize(
    ("source", "new"),
    [
        pytest.param("pass\n", "raise NotImplementedError\n", id="one line"),
        pytest.param(
            "print('a')\nprint('b')\n",
            "import sys\n\nsys.stdout.writelines(['a', 'b'])\n",
            id="two lines",
        ),
        pytest.param("Install it first.\n", "最初にインストールします。\n", id="translated"),
        pytest.param(
            README,
            README.replace("It counts words in files.", "ファイルの単語を数える。").replace(
                "Then run", "実行は"
            ),
            id="document translated",
        ),
    ],
)
def test_a_fence_lets_little_text_be_all_new(source: str, new: str) -> None:
    assert names(fenced(new, "text"), source) == []


@pytest.mark.parametrize(
    ("answer", "source"),
    [
        pytest.param("I am sorry, but I cannot do that.", SOURCE, id="refusal"),
        pytest.param("I am sorry, but I cannot do that.", "pass\n", id="refusal, one line"),
        pytest.param("Nothing needs to change here.", "x = 1\n", id="remark"),
        pytest.param(
            "The function `total` adds the price of each item to `result` and prints it. "
            "It returns 0 for an empty list. You may want to use `sum` with a generator.",
            SOURCE,
            id="explanation",
        ),
        pytest.param(
            "This function f takes a number (x) and returns x + 1: that is, the number after it. "
            "To use it, call f with any number, as in f(2), which will return the number 3.",
            "def f(x):\n    return x + 1\n",
            id="explanation that has all the words of a short source",
        ),
        pytest.param(
            "```\nThank you! Unfortunately my instructions forbid answering such requests; "
            "perhaps somebody else helps\n```",
            SOURCE,
            id="talk in a fence",
        ),
        pytest.param("この関数は合計を計算して返します。", SOURCE, id="Japanese"),
    ],
)
def test_prose_is_no_rewrite(answer: str, source: str) -> None:
    assert names(answer, source) == ["prose"]


@pytest.mark.parametrize("answer", ["", "\n\n", " \t\n", "```python\n```", "```python\n \n```\n"])
def test_no_text_is_no_rewrite(answer: str) -> None:
    assert names(answer, SOURCE) == ["empty"]


@pytest.mark.parametrize("source", [SOURCE, ""])
@pytest.mark.parametrize("answer", [fenced(SOURCE, "python"), SOURCE, "", "I cannot."])
def test_what_ran_out_of_room_is_cut_off(answer: str, source: str) -> None:
    assert names(answer, source, ended=False) == ["cut_off"]


def test_a_block_that_its_answer_left_open_is_cut_off() -> None:
    answer = fenced(SOURCE, "python").removesuffix("```")
    assert names(answer, SOURCE) == ["cut_off"]


@pytest.mark.parametrize(
    ("answer", "ended", "said"),
    [
        (Extracted("x", fenced=True, closed=True), False, "ran out of room"),
        (Extracted("x", fenced=True, closed=False), True, "fenced block"),
        (Extracted("", fenced=True, closed=True), True, "no text"),
        (Extracted("I cannot do it", fenced=False, closed=True), True, "almost nothing"),
    ],
)
def test_a_finding_says_why(answer: Extracted, ended: bool, said: str) -> None:
    (finding,) = validate(answer, SOURCE, ended)
    assert said in finding.sentence
