"""The file in another form is no file; and good answers that look alike."""

import html
import json
from collections.abc import Callable

import pytest
from hypothesis import given
from tests.pipeline.texts import code

from redraft.pipeline.validate.asked import read
from redraft.pipeline.validate.form import form, unindented

SOURCES = {
    "python": "import os\n\n\ndef f(a):\n    if a < 3:\n        return a\n    return f(a - 1)\n",
    "c": '#include <stdio.h>\n\nint main(void)\n{\n    if (1 < 2)\n        puts("yes");\n}\n',
    "markdown": "# Title\n\nSome words, and a <b>bold</b> one.\n\n- one item\n- another item\n",
}


def lines(each: Callable[[int, str], str]) -> Callable[[str], str]:
    return lambda text: "".join(
        each(number, line) + "\n" for number, line in enumerate(text.split("\n")[:-1], 1)
    )


FORMS: dict[str, Callable[[str], str]] = {
    "numbers": lines(lambda number, line: f"{number:3} | {line}"),
    "quotation": lines(lambda _, line: f"> {line}"),
    "patch": lines(lambda _, line: f"-{line}\n+{line}x"),
    "hunk": lambda text: f"--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n{text}",
    "blocks": lambda text: f"<<<<<<< SEARCH\n{text}=======\n{text}>>>>>>> REPLACE\n",
    "string": json.dumps,
    "object": lambda text: json.dumps({"content": text}),
    "entities": html.escape,
    "tags": lambda text: f"<answer>\n{text}</answer>\n",
    "commented": lines(lambda _, line: f"//~ {line} ~//"),
}


def found(text: str, source: str, language: str, instruction: str = "rename f to g") -> list[str]:
    return [finding.name for finding in form(text, source, read(instruction), language)]


@pytest.mark.parametrize("language", SOURCES)
@pytest.mark.parametrize("name", FORMS)
def test_the_file_in_another_form_is_told(language: str, name: str) -> None:
    source = SOURCES[language]
    assert found(FORMS[name](source), source, language) == ["prose"]


@pytest.mark.parametrize("language", ["python", "c"])
def test_a_fence_in_code_is_told(language: str) -> None:
    source = SOURCES[language]
    head, tail = source[:25], source[25:]
    assert found(f"{head}\n```\n\nAnd then:\n\n```{language}\n{tail}", source, language) == ["leak"]


@pytest.mark.parametrize(
    ("name", "language", "instruction"),
    [
        ("numbers", "markdown", "number the lines"),
        ("quotation", "markdown", "Quote all of it"),
        ("entities", "markdown", "Escape the HTML"),
        ("tags", "markdown", "Put it into an <answer> element"),
        ("commented", "c", "Comment everything out"),
        ("string", "python", "Turn it into a JSON string"),
    ],
)
def test_what_was_asked_for_passes(name: str, language: str, instruction: str) -> None:
    source = SOURCES[language]
    assert found(FORMS[name](source), source, language, instruction) == []


@given(code)
def test_a_text_is_its_own_form(text: str) -> None:
    for language in ("python", "text", "markdown"):
        assert found(text, text, language) == []


def test_more_of_the_same_is_no_other_form() -> None:
    table = "".join(f"{number},pencil,{number}\n" for number in range(9))
    assert found(table + "9,pen,9\n", table, "text", "Add a row") == []
    assert found(SOURCES["python"].replace("f(", "g("), SOURCES["python"], "python") == []


@pytest.mark.parametrize("extra", ["    ", "\t", " "])
@pytest.mark.parametrize("language", SOURCES)
def test_what_all_lines_have_more_is_taken_off(language: str, extra: str) -> None:
    source = SOURCES[language]
    shifted = "".join(f"{extra}{line}\n" for line in source.split("\n")[:-1])
    assert unindented(shifted, source, "rename f to g") == source
    assert unindented(shifted, source, "Indent everything by one level") == shifted
    assert unindented(source, source, "rename f to g") == source


@given(code, code)
def test_taking_blanks_off_changes_nothing_else(text: str, source: str) -> None:
    result = unindented(text, source, "rename f to g")
    ours, theirs = result.split("\n"), text.split("\n")
    assert [line.strip(" \t") for line in ours] == [line.strip(" \t") for line in theirs]
