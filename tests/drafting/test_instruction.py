"""Replacements read from an instruction, English or Japanese."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.drafting.instruction import asked

SOURCE = b"foo oldName print(x) Foo.bar() timeout get_user count debug user_id x total"


@pytest.mark.parametrize(
    ("instruction", "pairs"),
    [
        ("Rename oldName to newName", {"oldName": "newName"}),
        ("rename `foo` to `bar`.", {"foo": "bar"}),
        (
            "Please rename the variable foo to baz and count to total",
            {"foo": "baz", "count": "total"},
        ),
        ("replace print with logging.info", {"print": "logging.info"}),
        ("Change Foo.bar() to Foo.qux()", {"Foo.bar": "Foo.qux"}),
        ("Replace all calls of get_user with fetch_user", {"get_user": "fetch_user"}),
        ("use logger.info instead of print", {"print": "logger.info"}),
        ("foo → bar", {"foo": "bar"}),
        ("foo -> bar", {"foo": "bar"}),
        ("oldNameをnewNameに変更して", {"oldName": "newName"}),
        ("「foo」を「bar」に置き換え", {"foo": "bar"}),
        ("変数totalをsumにリネームしてください", {"total": "sum"}),
        ("printをlogging.infoに", {"print": "logging.info"}),
        ("fooの代わりにbarを使って", {"foo": "bar"}),
        ("change timeout to 30", {}),
        ("change debug to true", {}),
        ("convert print to f-strings", {}),
        ("rename absent to present", {}),
        ("add foo to the list", {}),
        ("Make it faster", {}),
    ],
)
def test_what_is_read(instruction: str, pairs: dict[str, str]) -> None:
    rules = asked(instruction, SOURCE)
    assert {rule.old.decode(): rule.new.decode() for rule in rules} == pairs


@given(st.text())
def test_any_instruction_can_be_read(instruction: str) -> None:
    assert all(rule.old in SOURCE for rule in asked(instruction, SOURCE))
