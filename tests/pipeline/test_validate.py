import pytest
from tests.pipeline.answers import HARD, PYTHON

from redraft.pipeline.extract import Extracted, extract
from redraft.pipeline.prompt import fenced
from redraft.pipeline.validate import Finding, validate

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


def judge(
    answer: str, source: str, instruction: str = "", *, ended: bool = True, language: str = "text"
) -> set[str]:
    extracted = extract(answer, source)
    found = validate(extracted, source, ended, instruction=instruction, language=language)
    return {finding.name for finding in found}


GOOD = [
    pytest.param(
        SOURCE, SOURCE.replace("print(", "logging.info("), "Log it instead.", id="one call replaced"
    ),
    pytest.param(SOURCE, "import os\n", "Keep only the imports.", id="almost all deleted"),
    pytest.param(
        SOURCE,
        SOURCE + SOURCE.replace("total", "mean").replace('"""Totals."""\n\nimport os\n', ""),
        "Add a mean.",
        id="much inserted",
    ),
    pytest.param(SOURCE, TRANSLATED, "コメントを日本語に", id="comments translated"),
    pytest.param(
        f"{COMMENTS}x = 1\ny = 2\n", "x = 1\ny = 2\n", "Remove the remarks.", id="comments removed"
    ),
    pytest.param("x = 1\n", "total = 1\n", "Rename x to total.", id="one line renamed"),
    pytest.param(
        "foo(x)\n",
        "try:\n    foo(x)\nexcept OSError:\n    pass\n",
        "Ignore errors.",
        id="one line wrapped",
    ),
    pytest.param("", "print('hello')\n", "Say hello.", id="empty source, filled"),
    pytest.param("\n \n", "\n", "Tidy up.", id="blank source"),
]


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize(("source", "new", "instruction"), GOOD)
def test_rewrites_pass(source: str, new: str, instruction: str, bare: bool) -> None:
    answer = new if bare else fenced(new, "python")
    assert not judge(answer, source, instruction, language="python") & HARD


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
    assert "prose" not in judge(fenced(new, "text"), source, "Rewrite it.")


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
        pytest.param(
            "```python\nimport socket\n\n\ndef connect(host, port):\n    client = socket.socket()\n"
            "    client.settimeout(5)\n    client.connect((host, port))\n    return client\n```",
            PYTHON,
            id="another file of the language",
        ),
    ],
)
def test_prose_is_no_rewrite(answer: str, source: str) -> None:
    assert "prose" in judge(answer, source, "Rename total to amount.", language="python")


def test_code_put_into_another_language_keeps_its_words() -> None:
    source = "def load_rows(file_path, limit):\n    rows = read_file(file_path)\n    "
    source += "filtered = [row for row in rows if row.price > limit]\n    return filtered\n"
    new = (
        "export function loadRows(filePath: string, limit: number) {\n"
        "  const rows = readFile(filePath);\n"
        "  const filtered = rows.filter((row) => row.price > limit);\n  return filtered;\n}\n"
    )
    found = judge(fenced(new, "typescript"), source, "Convert this to TypeScript.", language="text")
    assert not found & HARD


@pytest.mark.parametrize("answer", ["", "\n\n", " \t\n", "```python\n```", "```python\n \n```\n"])
def test_no_text_is_no_rewrite(answer: str) -> None:
    assert judge(answer, SOURCE) == {"empty"}


@pytest.mark.parametrize("source", [SOURCE, ""])
@pytest.mark.parametrize("answer", [fenced(SOURCE, "python"), SOURCE, "", "I cannot."])
def test_what_ran_out_of_room_is_cut_off(answer: str, source: str) -> None:
    assert "cut_off" in judge(answer, source, ended=False)


def test_a_block_that_its_answer_left_open_is_cut_off() -> None:
    answer = fenced(SOURCE, "python").removesuffix("```")
    assert "cut_off" in judge(answer, SOURCE)


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_an_answer_that_changes_nothing_says_so(end: str) -> None:
    assert judge(fenced(SOURCE.rstrip("\n") + end, "python"), SOURCE) == {"unchanged"}


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
    finding: Finding = validate(answer, SOURCE, ended, instruction="Log it.")[0]
    assert said in finding.sentence
