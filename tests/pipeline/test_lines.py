import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pipeline.texts import ENDINGS, any_text, code

from redraft.pipeline.lines import body, ending, filled, normalise, restore_endings, split_lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a\n"]),
        ("a\r\n\rb\n\n", ["a\r\n", "\r", "b\n", "\n"]),
        ("a\x0cb\x0bc\u2028d\u2029e\x85f\x1cg\n", ["a\x0cb\x0bc\u2028d\u2029e\x85f\x1cg\n"]),
        ("😀\r日", ["😀\r", "日"]),
    ],
)
def test_only_three_endings_end_a_line(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines


@given(any_text)
def test_lines_joined_are_the_text(text: str) -> None:
    lines = split_lines(text)
    assert "".join(lines) == text
    assert [body(line) + ending(line) for line in lines] == lines
    assert all(ending(line) in ENDINGS for line in lines[:-1])
    assert not any(set(body(line)) & {"\r", "\n"} for line in lines)


@given(any_text)
def test_normalising_leaves_the_lines_as_they_are(text: str) -> None:
    assert "\r" not in normalise(text)
    assert [*map(body, split_lines(normalise(text)))] == [*map(body, split_lines(text))]


def test_filled_lines_are_those_that_say_something() -> None:
    assert filled("\n  a\t\n \n\x0cb\x0c\u2028c") == ["a", "b\x0c\u2028c"]


@pytest.mark.parametrize("text", ["", "\n", "\r\n\r\n", " \r\n\t", "a\r\nb", "a\n\r\r\n\n", "\r\r"])
def test_some_texts_come_back_as_they_were(text: str) -> None:
    assert restore_endings(normalise(text), text) == text


@given(any_text)
def test_every_text_comes_back_as_it_was(text: str) -> None:
    assert restore_endings(normalise(text), text) == text


@given(st.sampled_from(ENDINGS), st.lists(st.sampled_from(ENDINGS), min_size=2, max_size=99))
def test_among_equal_lines_each_keeps_its_ending(first: str, ends: list[str]) -> None:
    old = "".join(f"pass{end}" for end in [first, *ends])
    new = normalise(old).split("\n")[:-1]
    new[len(new) // 2] = "other"
    assert [*map(ending, split_lines(restore_endings("\n".join(new), old)))] == [first, *ends]


@given(any_text.filter(bool), code)
def test_no_line_is_lost_or_added_but_at_the_end(old: str, new: str) -> None:
    kept = new.rstrip("\n")
    end = old[len(old.rstrip("\r\n")) :]
    expected = kept + normalise(end) if kept else new
    assert normalise(restore_endings(new, old)) == expected


@given(st.lists(st.text("ab", max_size=2), min_size=1), code, st.sampled_from(ENDINGS))
def test_one_ending_stays_the_only_one(bodies: list[str], new: str, end: str) -> None:
    restored = restore_endings(new, "".join(body + end for body in bodies))
    assert {*map(ending, split_lines(restored))} <= {end, ""}


@pytest.mark.parametrize(
    ("old", "new", "restored"),
    [
        pytest.param("a\r\nb\r\n", "a\nc\nd\nb\n", "a\r\nc\r\nd\r\nb\r\n", id="CRLF, inserted"),
        pytest.param("a\r\nb\r\n", "c\na\n", "c\r\na\r\n", id="CRLF, first and last"),
        pytest.param("a\r\nb\nc\r", "a\nx\nc\n", "a\r\nx\nc\r", id="mixed, replaced"),
        pytest.param("a\r\nb\nc\rd", "a\nc\nd\n", "a\r\nc\rd", id="mixed, removed"),
        pytest.param("a\nb\r\nc\n", "a\nb\nx\nc\n", "a\nb\r\nx\r\nc\n", id="as the line before"),
        pytest.param("a\r\nb", "a\nb\nc\n", "a\r\nb\r\nc", id="behind an unfinished line"),
        pytest.param("a", "a\nb\n", "a\nb", id="one unfinished line"),
        pytest.param("a\n\n\n", "b\n", "b\n\n\n", id="several newlines at the end"),
        pytest.param("a\n", "a\n\n\n", "a\n", id="newlines that the model added"),
        pytest.param("", "a\nb\n", "a\nb\n", id="into an empty file"),
        pytest.param("a\rb\nc\n", "a\n\nc\n", "a\r\rc\n", id="CR before an empty LF line"),
    ],
)
def test_endings_are_put_back_line_by_line(old: str, new: str, restored: str) -> None:
    assert restore_endings(new, old) == restored
