"""Changes seen once or twice, and whether they are expected again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.drafting.projection import Projection, Rule
from redraft.drafting.transfer import Transfer


def rest(
    source: bytes, rest: bytes, *changes: tuple[bytes, bytes], asked: tuple[Rule, ...] = ()
) -> bytes:
    """What is expected of the rest, where the answer made the source's changes so far."""
    transfer, answer = Transfer(asked), source
    for old, new in changes:
        transfer.learn(old, new)
        answer = answer.replace(old, new)
    transfer.judge(source, answer)
    return Projection(rest, transfer.rules).text


@pytest.mark.parametrize(
    ("source", "changes", "before", "after"),
    [
        pytest.param(
            b"old = 1\n", [(b"old", b"new")], b"print(old, older)", b"print(new, older)", id="name"
        ),
        pytest.param(
            b"print(a)\n", [(b"print(", b"log.info(")], b" print(b)", b" log.info(b)", id="call"
        ),
        pytest.param(
            b"x = count\n", [(b"count", b"self.count")], b"y(count)", b"y(self.count)", id="owner"
        ),
        pytest.param(
            b"a = 'b'\nc = 'd'\n",
            [(b"'b'", b'"b"'), (b"'d'", b'"d"')],
            b"e = 'f'\n",
            b'e = "f"\n',
            id="quotes",
        ),
        pytest.param(
            b"a;\nb;\nc;\n",
            [(b"a;\n", b"a\n"), (b"b;\n", b"b\n"), (b"c;\n", b"c\n")],
            b"d;\n",
            b"d\n",
            id="sign taken away",
        ),
        pytest.param(b"i = 1\n", [(b"i", b"j")], b"i + k", b"i + k", id="short, seen once"),
        pytest.param(b"old\n", [(b"old", b"a\nb")], b"old", b"old", id="lines are no rule"),
        pytest.param(b"  old", [(b"  ", b"    ")], b"  x", b"  x", id="depth is no rule"),
        pytest.param(
            b"a=  1\nb=  1\n",
            [(b"a=  1", b"a= 1"), (b"b=  1", b"b= 1")],
            b"c=  1",
            b"c=  1",
            id="blanks are no rule",
        ),
    ],
)
def test_what_is_expected_again(
    source: bytes, changes: list[tuple[bytes, bytes]], before: bytes, after: bytes
) -> None:
    assert rest(source, before, *changes) == after


def test_a_name_kept_as_often_as_changed_is_not_expected_to_change() -> None:
    transfer = Transfer()
    transfer.learn(b"name", b"title")
    assert transfer.judge(b"name ", b"title ")
    assert transfer.rules == (Rule(b"name", b"title"),)
    assert transfer.judge(b"name name ", b"title name ")
    assert not transfer.rules


def test_a_change_that_comes_again_is_expected_again() -> None:
    transfer = Transfer()
    transfer.learn(b"name", b"title")
    transfer.judge(b"name name ", b"title name ")
    assert transfer.judge(b"name name name ", b"title name title ")
    assert transfer.rules == (Rule(b"name", b"title"),)


def test_nothing_is_made_anew_where_no_rule_changed() -> None:
    transfer = Transfer()
    transfer.learn(b"name", b"title")
    assert transfer.judge(b"name ", b"title ")
    assert not transfer.judge(b"name other ", b"title other ")


def test_what_was_asked_for_holds_until_it_was_kept_twice() -> None:
    asked = Rule(b"name", b"title")
    transfer = Transfer((asked,))
    assert not transfer.judge(b"name ", b"name ")
    assert transfer.rules == (asked,)
    assert transfer.judge(b"name name ", b"name name ")
    assert not transfer.rules


def test_a_rule_whose_new_text_holds_the_old_is_not_its_own_exception() -> None:
    source, answer = b"count count ", b"self.count self.count "
    transfer = Transfer()
    transfer.learn(b"count", b"self.count")
    transfer.judge(source, answer)
    assert Projection(b"count", transfer.rules).text == b"self.count"


WORDS = st.lists(st.sampled_from([b"ab", b"cde", b"(", b";", b" ", b"\n", "é".encode()])).map(
    b"".join
)


@given(st.lists(st.tuples(WORDS, WORDS)))
def test_any_changes_can_be_learned(changes: list[tuple[bytes, bytes]]) -> None:
    transfer, source, answer = Transfer(), b"", b""
    for old, new in changes:
        transfer.learn(old, new)
        source, answer = source + old, answer + new
        transfer.judge(source, answer)
        assert all(rule.old and rule.old != rule.new for rule in transfer.rules)


@given(WORDS, WORDS)
def test_equal_texts_teach_nothing(text: bytes, after: bytes) -> None:
    transfer = Transfer()
    transfer.learn(text, text)
    assert not transfer.judge(text + after, text + after)
    assert not transfer.rules
