"""What lines at another depth say of the lines below them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.drafting.indent import Indents, line_of
from redraft.drafting.projection import Projection

SOURCE = b"""def f():
    if a:
        b()
    c()
    d()

def g():
    h()
"""


def shown(source: bytes, *lines: tuple[bytes, bytes]) -> bytes:
    """The source as expected once lines, found by their word, have had other blanks."""
    indents = Indents(source)
    for word, blanks in lines:
        start = source.rindex(b"\n", 0, source.index(word)) + 1
        indents.show(line_of(source, start, blanks))
    return Projection(source, (), indents.current).text


def test_a_block_goes_deeper_as_one_and_what_follows_it_does_not() -> None:
    expected = SOURCE.replace(b"    c()\n    d()", b"        c()\n        d()")
    assert shown(SOURCE, (b"c()", b"        ")) == expected


def test_a_block_comes_up_as_one() -> None:
    expected = b"def f():\nif a:\n    b()\nc()\nd()\n\ndef g():\n    h()\n"
    assert shown(SOURCE, (b"if a", b"")) == expected


def test_a_line_back_at_its_depth_ends_it() -> None:
    assert shown(SOURCE, (b"if a", b"        "), (b"c()", b"    ")) == SOURCE


def test_tabs_for_spaces_are_known_from_one_line() -> None:
    assert shown(SOURCE, (b"if a", b"\t")) == SOURCE.replace(b"    ", b"\t")


def test_another_number_of_spaces_is_known_from_two_depths() -> None:
    assert shown(SOURCE, (b"if a", b"  "), (b"b()", b"    ")) == SOURCE.replace(b"    ", b"  ")


def test_no_unit_is_read_where_many_lines_kept_it() -> None:
    kept = b"".join(b"    kept%d()\n" % number for number in range(8))
    source = b"def f():\n" + kept + b"    x()\n    y()\n\ndef g():\n    z()\n"
    expected = source.replace(b"    x()\n    y()", b"\tx()\n\ty()")
    assert shown(source, (b"x()", b"\t")) == expected


BLANKS = st.text(" \t", max_size=9).map(str.encode)


@given(st.lists(BLANKS, min_size=1), st.lists(st.tuples(st.integers(0, 99), BLANKS), min_size=1))
def test_any_depths_can_be_shown_and_the_last_line_is_as_shown(
    depths: list[bytes], lines: list[tuple[int, bytes]]
) -> None:
    source = b"".join(blanks + b"word\n" for blanks in depths)
    starts = [sum(len(d) + 5 for d in depths[:number]) for number in range(len(depths))]
    indents = Indents(source)
    for number, blanks in lines:
        start = starts[number % len(depths)]
        indents.show(line_of(source, start, blanks))
        made = Projection(source, (), indents.current)
        assert made.text.split() == source.split()
        end = made.from_source(start + len(depths[number % len(depths)]))
        assert made.text[:end].rpartition(b"\n")[2] == blanks


@pytest.mark.parametrize("start", [0, 5, 6])
def test_blanks_end_with_their_line(start: int) -> None:
    line = line_of(b"word\n\n  x", start, b"")
    assert line.old == (b"  " if start == 6 else b"")
