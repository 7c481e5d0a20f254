"""The source's end not reached, and far too much gone elsewhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pipeline.answers import (
    GO,
    HARD,
    JAVASCRIPT,
    MARKDOWN,
    PYTHON,
    SOURCES,
    cut_lines,
    findings,
    names,
)

UNRELATED = [
    "Rename nothing.",
    "Add type hints.",
    "コメントを英語に",
    "Use tabs.",
    "Handle errors.",
]


@given(st.sampled_from(sorted(SOURCES)), st.sampled_from(UNRELATED), st.data())
def test_a_source_cut_anywhere_is_found(
    language: str, instruction: str, data: st.DataObject
) -> None:
    source = SOURCES[language]
    whole = len(source.rstrip())
    place = data.draw(st.integers(1, whole - 1) | st.integers(whole - 20, whole - 1))
    assert names(source, source[:place], instruction, language) & HARD


@given(st.sampled_from(sorted(SOURCES)), st.sampled_from(UNRELATED))
def test_a_source_given_back_is_only_unchanged(language: str, instruction: str) -> None:
    assert names(SOURCES[language], SOURCES[language], instruction, language) == {"unchanged"}


@pytest.mark.parametrize("language", SOURCES)
@pytest.mark.parametrize("instruction", ["Remove the debug prints.", "Rename a to b.", "Refactor."])
def test_the_end_is_missed_even_where_something_is_to_go(language: str, instruction: str) -> None:
    source = SOURCES[language]
    new = cut_lines(source, source.count("\n") // 2, source.count("\n"))
    found = {finding.name: finding for finding in findings(source, new, instruction, language)}
    assert found["end"].line is not None
    assert found["end"].line >= source.count("\n") // 2


def test_a_last_word_may_become_a_shorter_one() -> None:
    found = names("a = 1\nb = total\n", "a = 1\nb = tot\n", "Rename total to tot.", "python")
    assert not found & HARD


def test_a_commented_line_is_no_comment() -> None:
    source = "".join(f"# What {name} is.\n{name} = {name}_of(1)\n" for name in "abcdefgh")
    assert "end" in names(source, "a = a_of(1)\n", "Remove all comments.", "python")
    new = "".join(source.splitlines(keepends=True)[1::2])
    assert not names(source, new, "Remove all comments.", "python") & HARD


def test_it_is_missed_behind_changes() -> None:
    new = cut_lines(PYTHON.replace("items", "goods"), 13, 22)
    assert "end" in names(PYTHON, new, "Rename items to goods.", "python")


def test_a_last_line_that_breaks_off_is_missed() -> None:
    source = "alpha one\nbeta two\ngamma three\n"
    found = findings(source, "alpha one\nbeta two\ngamma thr\n", "Shout.")
    assert [finding.name for finding in found] == ["end"]
    assert found[0].line == 3


DELETIONS = [
    pytest.param(PYTHON, cut_lines(PYTHON, 18, 22), "Delete main.", "python", id="named"),
    pytest.param(PYTHON, cut_lines(PYTHON, 18, 22), "mainを削除する", "python", id="Japanese"),
    pytest.param(
        PYTHON, cut_lines(PYTHON, 18, 22), "Remove the last function.", "python", id="last"
    ),
    pytest.param(
        PYTHON, cut_lines(PYTHON, 13, 22), "Keep only the imports and total.", "python", id="only"
    ),
    pytest.param(
        PYTHON, cut_lines(PYTHON, 13, 22), "Delete everything after total.", "python", id="after"
    ),
    pytest.param(PYTHON, cut_lines(PYTHON, 14, 22), "totalだけを残して", "python", id="だけ"),
    pytest.param(
        PYTHON,
        cut_lines(PYTHON, 20, 22),
        "`main` is no longer needed, drop it.",
        "python",
        id="named before",
    ),
    pytest.param(PYTHON, cut_lines(PYTHON, 14, 18), "Remove mean.", "python", id="in the middle"),
    pytest.param(
        JAVASCRIPT, cut_lines(JAVASCRIPT, 18, 22), "Remove `load`.", "javascript", id="JavaScript"
    ),
    pytest.param(GO, cut_lines(GO, 13, 21), "Delete the Pop method.", "go", id="Go"),
    pytest.param(
        MARKDOWN,
        cut_lines(MARKDOWN, 13, 15),
        'Remove the section "Licence".',
        "markdown",
        id="section",
    ),
    pytest.param(
        "x = 1\n# one\n# two\n# three\n# four\n# five\n",
        "x = 1\n",
        "Remove the comments.",
        "python",
        id="comments at the end",
    ),
    pytest.param(
        "x = 1\nprint(x)\nprint(x + 1)\nprint(x + 2)\n",
        "x = 1\n",
        "Remove the debug output.",
        "python",
        id="prints at the end",
    ),
]


@pytest.mark.parametrize(("source", "new", "instruction", "language"), DELETIONS)
def test_what_was_to_go_may_go(source: str, new: str, instruction: str, language: str) -> None:
    assert not names(source, new, instruction, language) & HARD


@pytest.mark.parametrize(
    ("source", "new", "instruction", "language"),
    [
        pytest.param(
            "out = []\nfor x in xs:\n    if x > 3:\n        out.append(x)\nreturn out\n",
            "return [x for x in xs if x > 3]\n",
            "Use a comprehension.",
            "text",
            id="shorter form of the end",
        ),
        pytest.param(
            "function a() {\n  one();\n}\n\nfunction b() {\n  if (x) {\n    two();\n  }\n}\n",
            "function a() {\n  one();\n}\n\nfunction b() {\n  if (x) two();\n}\n",
            "Drop braces around single statements.",
            "javascript",
            id="fewer braces",
        ),
        pytest.param(
            "a = 1;\nb = 2;\n", "a = 1\nb = 2\n", "Follow our style.", "text", id="semicolons"
        ),
        pytest.param(
            '{\n  "a": 1,\n  "b": [\n    2\n  ]\n}\n',
            '{"a":1,"b":[2]}\n',
            "Minify.",
            "json",
            id="minified",
        ),
        pytest.param(
            PYTHON, PYTHON.replace("main", "run"), "Rename main to run.", "python", id="renamed end"
        ),
    ],
)
def test_an_end_in_another_form_is_reached(
    source: str, new: str, instruction: str, language: str
) -> None:
    assert not names(source, new, instruction, language) & {"end", "removed"}


@pytest.mark.parametrize(
    ("source", "new", "language"),
    [
        (PYTHON, cut_lines(PYTHON, 15, 19), "python"),
        (JAVASCRIPT, cut_lines(JAVASCRIPT, 11, 17), "javascript"),
        (GO, cut_lines(GO, 10, 13), "go"),
        (MARKDOWN, cut_lines(MARKDOWN, 3, 10), "markdown"),
    ],
)
def test_a_part_gone_from_the_middle_is_removed(source: str, new: str, language: str) -> None:
    assert "removed" in names(source, new, "Rename x to y.", language)
    assert "removed" in names(source, new, "Remove the debug prints.", language)
