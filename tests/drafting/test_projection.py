"""Rules carried out on a text, and places carried over and back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.drafting.indent import Indent
from redraft.drafting.projection import Projection, Rule

SOURCES = st.lists(st.sampled_from([b"ab", b"abc", b" ", b"\n", b"    ", b".", "é".encode()])).map(
    b"".join
)
SPELLINGS = st.sampled_from([b"ab", b"abc", b".", b". ", b"ab.abc", b" "])
RULES = st.lists(st.builds(Rule, SPELLINGS, st.sampled_from([b"", b"x", b"abab", b"self.ab"])))
INDENTS = st.sampled_from([None, Indent(b"", b"  "), Indent(b"    ", b"\t", unit=True)])


def test_a_name_is_changed_where_it_is_no_part_of_another() -> None:
    text = Projection(b"row rows arrow _row row.row(row)", [Rule(b"row", b"line")]).text
    assert text == b"line rows arrow _row line.line(line)"


def test_signs_are_changed_wherever_they_stand() -> None:
    assert Projection(b"a;b; c", [Rule(b";", b"")]).text == b"ab c"


def test_of_rules_that_overlap_the_first_to_begin_is_applied() -> None:
    rules = [Rule(b"b.c", b"2"), Rule(b"a.b", b"1")]
    assert Projection(b"a.b.c b.c", rules).text == b"1.c 2"


def test_a_rule_is_not_applied_to_what_another_made() -> None:
    swapped = [Rule(b"left", b"right"), Rule(b"right", b"left")]
    assert Projection(b"left right", swapped).text == b"right left"


def test_rules_and_depth_go_together() -> None:
    text = Projection(b"  a\n  b\n", [Rule(b"b", b"c")], Indent(b"  ", b"\t", unit=True)).text
    assert text == b"\ta\n\tc\n"


def test_nothing_is_replaced_by_a_rule() -> None:
    with pytest.raises(ValueError, match="old"):
        Rule(b"", b"x")


@given(SOURCES)
def test_without_rules_text_and_places_are_the_source_s(source: bytes) -> None:
    same = Projection(source)
    assert same.text == source
    assert all(same.to_source(at) == at == same.from_source(at) for at in range(len(source) + 1))


@given(SOURCES, RULES, INDENTS)
def test_places_are_carried_in_order_and_the_ends_to_each_other(
    source: bytes, rules: list[Rule], indent: Indent | None
) -> None:
    made = Projection(source, rules, indent)
    there = [made.from_source(at) for at in range(len(source) + 1)]
    back = [made.to_source(at) for at in range(len(made.text) + 1)]
    assert there == sorted(there)
    assert back == sorted(back)
    assert there[-1] == len(made.text)
    assert back[-1] == len(source)


@given(SOURCES, RULES)
def test_outside_of_changes_the_same_byte_stands_at_a_place(
    source: bytes, rules: list[Rule]
) -> None:
    made = Projection(source, rules)
    changed = {at for rule in rules for m in re.finditer(re.escape(rule.old), source)
               for at in range(*m.span())}  # fmt: skip
    for at in set(range(len(source))) - changed:
        assert made.text[made.from_source(at)] == source[at]
