from pathlib import Path

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from redraft.settings.written import literal, printable

VALUES = (
    st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats()
    | st.text()
    | st.sampled_from(["\x7f", "\u202eevil", "\U000e0001", "\x1b[2J", '"""', "\\", "\r\n"])
)


@given(VALUES | st.lists(VALUES).map(tuple))
def test_toml_reads_back_what_was_written(value: object) -> None:
    written = literal(value)
    read = tomli.loads(f"x = {written}")["x"]
    assert repr(read) == repr(list(value) if isinstance(value, tuple) else value)
    assert written.isprintable()


def test_a_path_is_text() -> None:
    assert literal(Path("/a b")) == '"/a b"'


@pytest.mark.parametrize(
    ("text", "most", "said"),
    [
        ("a\x1b\u202e\U000e0001", None, "a\\u001b\\u202e\\U000e0001"),
        ("日本語 é", None, "日本語 é"),
        ("abcd", 4, "abcd"),
        ("abcde", 4, "abc…"),
    ],
)
def test_what_does_not_print_is_escaped(text: str, most: int | None, said: str) -> None:
    assert printable(text, most) == said
