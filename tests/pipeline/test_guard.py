"""What is seen while an answer arrives, where it is cut, and how it goes on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pipeline.answers import GO, JAVASCRIPT, MARKDOWN, PYTHON, SOURCES, cut_lines
from tests.pipeline.texts import code, pieces

from redraft.pipeline.guard import Guard
from redraft.pipeline.mending import Trouble, resume_point
from redraft.pipeline.prompt import fenced

RENAME = "Rename items to goods."
PROMPTS = ("You rewrite files, and no more than that.", "{instruction}\nReturn the whole file.")


def watch(answer: str, source: str, instruction: str, language: str = "text") -> Trouble | None:
    return Guard(source, instruction, language, PROMPTS).feed(answer)


def test_a_placeholder_is_known_as_soon_as_the_answer_meets_its_source_again() -> None:
    new = cut_lines(PYTHON, 7, 12, "    # as you have it")
    answer = fenced(new, "python")
    guard = Guard(PYTHON, RENAME, "python")
    met = answer.index("def mean(items):\n") + len("def mean(items):\n")
    assert guard.feed(answer[: met - 1]) is None
    trouble = guard.feed(answer[met - 1 : met])
    assert trouble is not None
    assert trouble.finding.name == "placeholder"
    assert trouble.finding.line == 7
    assert answer[: trouble.keep].endswith("def total(items):\n")
    assert trouble.resume == "    # Add up the prices of all items that are in stock.\n"


def test_a_placeholder_that_says_so_is_known_at_its_line() -> None:
    answer = "```python\nimport os\n\n\ndef total(items):\n    # ... rest of the function\n"
    trouble = watch(answer, PYTHON.partition("\n\n")[2], RENAME, "python")
    assert trouble is not None
    assert trouble.keep == answer.index("    # ...")
    assert trouble.resume.strip().startswith("# Add up")


@pytest.mark.parametrize("said", ["# as you have it", "# rest of the code unchanged", "..."])
def test_a_placeholder_at_the_end_is_known_when_the_block_closes(said: str) -> None:
    answer = fenced(cut_lines(PYTHON, 15, 23, f"{said}\n"), "python") + "\n"
    trouble = watch(answer, PYTHON, "Rename os.", "python")
    assert trouble is not None
    assert answer[: trouble.keep].rstrip("\n").endswith("return result")
    assert trouble.resume.endswith("def mean(items):\n")


def test_blank_lines_that_are_not_there_yet_come_with_the_line() -> None:
    answer = fenced(cut_lines(PYTHON, 13, 23, "# as you have it"), "python") + "\n"
    trouble = watch(answer, PYTHON, "Rename os.", "python")
    assert trouble is not None
    assert trouble.resume == "\n\ndef mean(items):\n"


def test_a_changed_line_stays_and_the_source_goes_on_behind_it() -> None:
    source = PYTHON.replace("    # Add up the prices of all items that are in stock.\n", "")
    new = cut_lines(source.replace("result = 0", "result = 0.0"), 8, 11, "    # ... and so on ...")
    trouble = watch(fenced(new, "python"), source, "Start with 0.0.", "python")
    assert trouble is not None
    assert trouble.resume == "    for item in items:\n"


@pytest.mark.parametrize("language", SOURCES)
def test_lines_over_and_over_are_a_loop_where_they_begin(language: str) -> None:
    lines = [line for line in SOURCES[language].split("\n") if len(line.strip()) > 8]
    answer = f"```{language}\n" + "\n".join(lines + lines[-2:] * 40)
    trouble = watch(answer, SOURCES[language], "Add a check.", language)
    assert trouble is not None
    assert trouble.finding.name == "loop"
    assert trouble.finding.line == len(lines) + 1
    assert answer[: trouble.keep].endswith("\n".join(lines[-2:]) + "\n")


def test_a_line_that_never_ends_is_a_loop_long_before_its_end() -> None:
    guard = Guard(PYTHON, "Count better.", "python")
    assert guard.feed("```python\nimport os\nx = ") is None
    fed = 0
    while guard.feed("a + b + ") is None:
        fed += 1
        assert fed < 200
    trouble = guard.feed("")
    assert trouble is not None
    assert (trouble.finding.name, trouble.finding.line) == ("loop", 2)


@pytest.mark.parametrize("leaked", ["<|im_end|>", "<|eot_id|>user", "Return the whole file."])
@pytest.mark.parametrize("language", ["python", "javascript", "go"])
def test_a_leak_is_cut_where_it_starts(language: str, leaked: str) -> None:
    answer = f"```{language}\n{cut_lines(SOURCES[language], 3, 2, leaked)}"
    trouble = watch(answer, SOURCES[language], "Add a check.", language)
    assert trouble is not None
    assert (trouble.finding.name, trouble.finding.line) == ("leak", 3)
    assert answer[trouble.keep :].startswith(leaked)


def test_a_new_turn_behind_the_block_is_a_leak_that_leaves_the_block_whole() -> None:
    answer = fenced(PYTHON, "python") + "\n<|im_start|>user\nAnd now the tests."
    trouble = watch(answer, PYTHON, "Add a check.", "python")
    assert trouble is not None
    assert answer[: trouble.keep] == fenced(PYTHON, "python") + "\n"


@pytest.mark.parametrize(
    ("answer", "source"),
    [
        ("Here it is, the rest is unchanged:\n\n" + fenced(PYTHON, "python"), PYTHON),
        (fenced(PYTHON, "python") + "\n\nThe rest of the code is unchanged.\n", PYTHON),
        (PYTHON.replace("items", "goods"), PYTHON),
        (fenced(MARKDOWN.replace("words", "letters"), "markdown"), MARKDOWN),
    ],
)
def test_talk_around_the_block_is_no_placeholder(answer: str, source: str) -> None:
    assert watch(answer, source, RENAME, "python") is None


def test_what_is_let_pass_hides_nothing_behind_it() -> None:
    new = cut_lines(PYTHON, 7, 12, "    # as you have it") + "<|im_end|>\n"
    guard = Guard(PYTHON, RENAME, "python", ignored={"placeholder"})
    trouble = guard.feed(fenced(new, "python"))
    assert trouble is not None
    assert trouble.finding.name == "leak"


MARKS = st.sampled_from(
    [
        "# ... rest of the code ...\n",
        "// as it was\n",
        "...\n",
        "<|im_end|>\n",
        "    return result\n" * 20,
        "x = " + "very " * 900 + "\n",
        "```\n",
        "}\n",
        "\n\n",
    ]
)


@st.composite
def answers(draw: st.DrawFn) -> tuple[str, str, str]:
    """A language, its source, and an answer that may go wrong anywhere and in several ways."""
    language = draw(st.sampled_from(sorted(SOURCES)))
    lines = fenced(SOURCES[language], language).splitlines(keepends=True)
    for mark in draw(st.lists(MARKS, max_size=3)):
        start = draw(st.integers(0, len(lines)))
        end = draw(st.integers(start, min(len(lines), start + 8)))
        lines[start:end] = [mark]
    return language, SOURCES[language], "".join(lines)


@given(st.data(), answers())
def test_what_is_said_depends_on_the_text_alone(
    data: st.DataObject, case: tuple[str, str, str]
) -> None:
    language, source, answer = case
    guard = Guard(source, RENAME, language, PROMPTS)
    said = None
    for piece in data.draw(pieces(answer)):
        said = said or guard.feed(piece)
    assert said == watch(answer, source, RENAME, language)


@given(answers())
def test_mended_text_is_not_reported_again(case: tuple[str, str, str]) -> None:
    language, source, answer = case
    trouble = watch(answer, source, RENAME, language)
    if trouble is not None and trouble.resume:
        assert answer[: trouble.keep].endswith("\n")
        mended = answer[: trouble.keep] + trouble.resume
        assert watch(mended, source, RENAME, language) is None


@given(st.sampled_from(sorted(SOURCES)), st.sampled_from([RENAME, "Remove x.", "整理する"]))
def test_a_source_given_back_is_no_trouble(language: str, instruction: str) -> None:
    answer = fenced(SOURCES[language], language) + "\n"
    assert watch(answer, SOURCES[language], instruction, language) is None
    assert resume_point(answer, SOURCES[language], instruction, language) is None


@given(code)
def test_any_text_given_back_is_no_trouble(text: str) -> None:
    text = text if text.endswith("\n") else f"{text}\n"
    assert watch(fenced(text, "python"), text, RENAME, "python") is None


@given(st.sampled_from(sorted(SOURCES)), st.data())
def test_an_answer_that_stopped_goes_on_with_the_source(language: str, data: st.DataObject) -> None:
    whole = fenced(SOURCES[language], language)
    opening = whole.index("\n") + 1
    place = data.draw(st.integers(opening + 1, len(whole) - 1))
    closing = data.draw(st.sampled_from(["", "\n```", "\n```\n"]))
    answer = whole[:place].rstrip("`") + closing
    trouble = resume_point(answer, SOURCES[language], RENAME, language)
    if trouble is not None:
        assert whole.startswith(answer[: trouble.keep] + trouble.resume)
    else:
        assert answer[opening:].strip("`\n ") in ("", whole[opening:].strip("`\n "))


@pytest.mark.parametrize(
    ("source", "last", "following", "language"),
    [
        (PYTHON, 13, "\n\ndef mean(items):\n", "python"),
        (JAVASCRIPT, 10, "export function count(rows) {\n", "javascript"),
        (GO, 12, "\nfunc (s *Stack) Pop() (int, error) {\n", "go"),
    ],
)
def test_a_block_closed_too_soon_is_cut_before_its_fence(
    source: str, last: int, following: str, language: str
) -> None:
    answer = fenced("\n".join(source.split("\n")[:last]), language)
    trouble = resume_point(answer, source, "Add types.", language)
    assert trouble is not None
    assert trouble.finding.name == "end"
    assert (answer[: trouble.keep] + trouble.resume).endswith(following)


def test_a_block_that_lacks_its_fence_alone_gets_it() -> None:
    answer = fenced(PYTHON.replace("items", "goods"), "python").removesuffix("```")
    trouble = resume_point(answer, PYTHON, RENAME, "python")
    assert trouble is not None
    assert trouble.finding.name == "cut_off"
    assert (trouble.keep, trouble.resume) == (len(answer), "```")
