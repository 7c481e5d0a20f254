"""Faults that users of other tools have reported (notes/cases.md), each as its whole kind."""

import pytest
from tests.pipeline.answers import GO, HARD, JAVASCRIPT, PYTHON, cut_lines, names

from redraft.pipeline.extract import extract
from redraft.pipeline.guard import Guard
from redraft.pipeline.prompt import fenced
from redraft.pipeline.validate import validate

LONG = "".join(
    f"def part_{number}(value):\n    {name} = value * {number}\n    return {name} + 1\n\n\n"
    for number in range(70)
    for name in [f"scaled_{number}"]
)
"""350 lines."""


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("source", [PYTHON, LONG])
def test_the_first_part_and_a_remark_is_no_file(source: str, share: float) -> None:
    last = int(source.count("\n") * share)
    new = cut_lines(source, last, source.count("\n"), "# remaining functions unchanged")
    assert "placeholder" in names(source, new, "Rename value to amount.", "python")


@pytest.mark.parametrize("place", [1, 40, 170, 300])
def test_a_remark_in_the_middle_alone_is_seen(place: int) -> None:
    new = cut_lines(LONG, place + 1, place + 30, "# keep existing code")
    assert "placeholder" in names(LONG, new, "Rename nothing.", "python")


@pytest.mark.parametrize(
    ("source", "new", "language"),
    [
        (PYTHON, cut_lines(PYTHON, 14, 22, "# ..."), "python"),
        (JAVASCRIPT, cut_lines(JAVASCRIPT, 6, 22, "// ..."), "javascript"),
        (GO, cut_lines(GO, 10, 21, "// ..."), "go"),
    ],
)
def test_an_ellipsis_for_the_last_functions_is_no_file(
    source: str, new: str, language: str
) -> None:
    assert "placeholder" in names(source, new, "Add types.", language)


def test_a_remark_and_a_fragment_for_a_selection_is_refused() -> None:
    source = "".join(PYTHON.splitlines(keepends=True)[5:12])
    new = "# keep previous code\n    for item in items:\n        result += item.cost\n"
    assert names(source, new, "Use the cost.", "python") & HARD


@pytest.mark.parametrize("body", ["// ...", "/* ... */", "...", "// body as before"])
def test_a_documented_function_keeps_its_body(body: str) -> None:
    new = cut_lines(JAVASCRIPT, 7, 8, f"  {body}").replace(
        "export function parse", "/** Splits text into cells. */\nexport function parse"
    )
    assert "placeholder" in names(JAVASCRIPT, new, "Add a doc comment to parse.", "javascript")


@pytest.mark.parametrize("answer", ["", "\n", "```python\n```"])
def test_nothing_is_no_file(answer: str) -> None:
    found = validate(extract(answer, PYTHON), PYTHON, True, instruction="Add types.")
    assert [finding.name for finding in found] == ["empty"]


@pytest.mark.parametrize("lines", [3, 7, 22])
def test_a_file_repeated_until_the_limit_is_stopped_early(lines: int) -> None:
    guard = Guard(PYTHON, "Add types.", "python")
    block = "".join(PYTHON.splitlines(keepends=True)[-lines:])
    assert guard.feed(f"```python\n{PYTHON}") is None
    times = next(times for times in range(1, 100) if guard.feed(block) is not None)
    assert times <= 4


@pytest.mark.parametrize("mark", ["<|im_end|>", "<|eot_id|>", "<end_of_turn>", "</s>"])
def test_a_new_turn_behind_the_answer_is_cut_at_its_mark(mark: str) -> None:
    new = fenced(PYTHON.replace("items", "goods"), "python")
    answer = f"{new}\n{mark}user\nNow write tests.\n"
    trouble = Guard(PYTHON, "Rename items to goods.", "python").feed(answer)
    assert trouble is not None
    assert trouble.finding.name == "leak"
    kept = extract(answer[: trouble.keep], PYTHON)
    found = validate(kept, PYTHON, True, instruction="Rename items to goods.", language="python")
    assert not {finding.name for finding in found} & HARD


def test_a_source_that_documents_chat_marks_keeps_them() -> None:
    source = PYTHON + '\nSTART = "<|im_start|>user"\nEND = "<|im_end|>"\n'
    new = source.replace("items", "goods")
    assert not names(source, new, "Rename items to goods.", "python") & HARD
    assert Guard(source, "Rename items to goods.").feed(fenced(new, "python") + "\n") is None
