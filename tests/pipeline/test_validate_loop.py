"""Texts that begin again, lists that grow, lines without an end; and what is to be alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pipeline.answers import GO, HTML, JAVASCRIPT, MARKDOWN, PYTHON, SOURCES, YAML, findings

LIST = "Things to buy\n\n- bread\n- milk\n"
PAIR = "# Rooms\n\nThree of them.\n"


def found(source: str, new: str, instruction: str, language: str = "text") -> list[int | None]:
    said = findings(source, new, instruction, language)
    return [finding.line for finding in said if finding.name == "loop"]


def first_lines(text: str, count: int) -> str:
    """A text up to its count-th line that is not blank."""
    lines = text.split("\n")
    ends = [number for number, line in enumerate(lines, 1) if line.strip()]
    return "\n".join(lines[: ends[count - 1]]) + "\n"


@given(
    st.sampled_from(sorted(SOURCES)),
    st.integers(3, 7),
    st.sampled_from(["", "\n", "\n\n"]),
    st.sampled_from(
        ["Remove the last part.", "Make it shorter.", "Write one more test.", "直して"]
    ),
)
def test_a_text_that_begins_again_behind_its_end_is_a_loop(
    language: str, count: int, gap: str, instruction: str
) -> None:
    source = SOURCES[language]
    new = source.rstrip("\n") + "\n" + gap
    line = new.count("\n") + 1
    new += first_lines(source, count)
    assert found(source, new, instruction, language) == [line]


def test_a_text_that_begins_again_is_known_by_a_beginning_that_was_changed() -> None:
    new = PYTHON.replace("Totals", "Sums").replace("import os", "import os.path as os")
    assert found(PYTHON, new + new, "Rename it.", "python")
    assert found(PYTHON, new + new[:90], "Rename it.", "python")


@pytest.mark.parametrize("source", [PAIR, "# Rooms to let\n"])
def test_a_short_rest_said_twice_is_a_loop(source: str) -> None:
    whole = source + "\n## Licence\n\nDo what you like.\n"
    assert found(whole, source * 2, "Delete the licence.", "markdown")
    assert not found(whole * 2, whole * 2, "Delete the licence.", "markdown")


@pytest.mark.parametrize(
    ("source", "language", "instruction"),
    [
        (GO, "go", "Duplicate the whole file."),
        (MARKDOWN, "markdown", "Repeat the text twice."),
        (YAML, "yaml", "末尾に全体を複製してください"),
    ],
)
def test_a_copy_that_was_asked_for_is_none(source: str, language: str, instruction: str) -> None:
    new = source + "\n" + first_lines(source, 5)
    assert not found(source, new, instruction, language)


def test_a_beginning_that_the_source_says_more_often_is_none() -> None:
    source = "- name: a\n  size: big\n  kind: tree\n" * 3 + "- name: b\n"
    assert not found(source, source.replace("b", "c"), "Change the last one.", "yaml")


@given(
    st.sampled_from(
        [
            ("javascript", JAVASCRIPT, "  return rows{}.length;"),
            ("html", HTML, "      <li>Room {}</li>"),
            ("python", PYTHON, "# the price of item{}"),
            ("markdown", MARKDOWN, "- file {}"),
        ]
    ),
    st.integers(60, 200),
    st.sampled_from(
        [
            "Make sure that `count` is not used any more.",
            "Change the text in line 38.",
            "38 行目の文字を変えてください",
            'Add the comment "see 45 more rows, part 12".',
        ]
    ),
)
def test_a_list_that_grows_unasked_is_a_loop(
    text: tuple[str, str, str], count: int, instruction: str
) -> None:
    language, source, row = text
    rows = "\n".join(row.format(n) for n in range(2, count))
    assert found(source, f"{source}{rows}\n", instruction, language)


@given(
    st.sampled_from(
        [
            ("Add {n} rows.", 1),
            ("Append {n} more entries at the end.", 1),
            ("末尾に{n}行の表を追加してください", 1),
            ("Add {n} test cases as a table.", 1),
            ("Fill it with sample data.", 0),
        ]
    ),
    st.integers(20, 44),
    st.booleans(),
)
def test_as_many_rows_as_were_asked_for_are_none(
    wish: tuple[str, int], count: int, same: bool
) -> None:
    instruction, counted = wish
    row = "- bread and butter" if same and counted else "- thing {n}"
    rows = "\n".join(row.format(n=n) for n in range(count))
    assert not found(LIST, f"{LIST}{rows}\n", instruction.format(n=count))


@pytest.mark.parametrize("line", ["```", "}", "---", "0,"])
def test_a_short_line_over_and_over_is_a_loop(line: str) -> None:
    assert found(PYTHON, PYTHON + f"{line}\n" * 40, "Rename it.", "python")
    assert not found(PYTHON, PYTHON + f"{line}\n" * 5, "Rename it.", "python")


@pytest.mark.parametrize("bit", ["0", "a", "=", "あ", "()", "x, ", " the"])
def test_a_line_that_goes_on_is_a_loop(bit: str) -> None:
    assert found(PYTHON, PYTHON.replace("os.name)", f"os.name){bit * 150}"), "Tidy.", "python")
    assert not found(PYTHON, PYTHON.replace("os.name)", f"os.name){bit * 12}"), "Tidy.", "python")
