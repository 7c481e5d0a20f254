"""From what a model said to the new text: what must not change does not."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.pipeline.pairs import related
from tests.pipeline.texts import any_text, code

from redraft.pipeline.hunks import accept
from redraft.pipeline.lines import normalise, split_lines
from redraft.pipeline.outcome import Refusal, Rewrite, Rules, judge
from redraft.pipeline.prompt import fenced
from redraft.pipeline.request import Document, Request, Selection, cut
from redraft.settings import FindingSettings

CODE = "def f(a):\n    return a\n\n\ndef g(b):\n    print(b)\n    return b\n"


def outcome(
    said: str, old: str, *, language: str = "text", attended: bool = True
) -> Rewrite | Refusal:
    document = Document(old, "a", language)
    return judge(said, Request(document, "print to log"), Rules(attended=attended), ended=True)


@given(st.one_of(any_text, code))
def test_an_answer_that_is_the_source_changes_nothing(text: str) -> None:
    done = outcome(fenced(text, "text"), text)
    assert isinstance(done, Rewrite)
    assert (done.text, done.changed, done.hunks) == (text, False, ())


@given(related)
def test_what_is_accepted_is_what_was_said_and_its_hunks_make_it(texts: tuple[str, str]) -> None:
    old, new = texts
    done = outcome(fenced(new, "text"), old)
    if isinstance(done, Rewrite):
        # Blanks that all lines have more than the source's are taken off.
        ours, theirs = (normalise(text).rstrip("\n").split("\n") for text in (done.text, new))
        assert [line.lstrip(" \t") for line in ours] == [line.lstrip(" \t") for line in theirs]
        assert accept(old, done.hunks) == done.text


@given(related, st.data())
def test_nothing_outside_the_selection_ever_changes(
    texts: tuple[str, str], data: st.DataObject
) -> None:
    old, new = texts
    document = Document(old, "a", "text")
    count = len(split_lines(old))
    assume(count)
    first = data.draw(st.integers(1, count))
    selection = Selection(first, data.draw(st.integers(first, count)))
    before, _, after = cut(document, selection)
    request = Request(document, "print to log", selection=selection)
    done = judge(fenced(new, "text"), request, Rules(), ended=True)
    if isinstance(done, Rewrite):
        assert done.text.startswith(before)
        assert done.text.endswith(after)


def test_what_is_reviewed_is_refused_where_nobody_looks() -> None:
    moved = "def g(b):\n    print(b)\n    return b\n\n\ndef f(a):\n    return a\n"
    shown = outcome(fenced(moved, "python"), CODE, language="python")
    assert isinstance(shown, Rewrite)
    assert "moved" in [finding.name for finding in shown.findings]
    alone = outcome(fenced(moved, "python"), CODE, language="python", attended=False)
    assert isinstance(alone, Refusal)
    assert "moved" in [finding.name for finding in alone.findings]


@pytest.mark.parametrize("level", ["refuse", "warn", "ignore"])
def test_each_finding_can_be_set(level: str) -> None:
    rules = Rules(FindingSettings(unchanged=level))  # type: ignore[arg-type]
    request = Request(Document(CODE, "a.py", "python"), "print to log")
    done = judge(fenced(CODE, "python"), request, rules, ended=True)
    assert isinstance(done, Refusal) is (level == "refuse")
    if isinstance(done, Rewrite):
        assert [finding.name for finding in done.findings] == ["unchanged"] * (level == "warn")


def test_a_block_that_was_indented_as_a_whole_is_put_back() -> None:
    new = CODE.replace("print", "log")
    indented = "".join(f"    {line}\n" if line else "\n" for line in new.split("\n")[:-1])
    done = outcome(fenced(indented, "python"), CODE, language="python")
    assert isinstance(done, Rewrite)
    assert done.text == new


LINES = [f"\t\t\tvalue_{number} = compute({number})\n" for number in range(100)]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_two_lines_far_apart_are_two_hunks_whatever_ends_them(ending: str) -> None:
    """Faults seen elsewhere: all lines marked as changed, tabs doubled, for want of an ending."""
    old = "".join(["if deep:\n", *LINES, "done()\n"]).replace("\n", ending)
    answer = [*LINES]
    answer[0], answer[99] = "\t\t\tfirst = compute(0)\n", "\t\t\tlast = compute(99)\n"
    request = Request(Document(old, "a", "python"), "rename", selection=Selection(2, 101))
    done = judge(fenced("".join(answer), "python"), request, Rules(), ended=True)
    assert isinstance(done, Rewrite)
    assert [(hunk.first, hunk.last) for hunk in done.hunks] == [(2, 2), (101, 101)]
    assert done.text == "".join(["if deep:\n", *answer, "done()\n"]).replace("\n", ending)


def test_what_only_some_take_for_a_line_end_moves_nothing() -> None:
    old = "a\x0cb\u2028c\x85d\x1ce\x0bf\nprint(1)\nend\n"
    done = outcome(fenced(old.replace("print", "log"), "text"), old)
    assert isinstance(done, Rewrite)
    assert [(hunk.first, hunk.last) for hunk in done.hunks] == [(2, 2)]
    assert done.text == old.replace("print", "log")


@pytest.mark.parametrize("newlines", [0, 1, 2, 3])
@pytest.mark.parametrize("said", [0, 1, 2])
def test_the_newlines_at_the_end_are_the_files_own(newlines: int, said: int) -> None:
    old, new = "print(1)\nend", "log(1)\nend"
    done = outcome(f"```text\n{new}{chr(10) * (said + 1)}```", old + "\n" * newlines)
    assert isinstance(done, Rewrite)
    assert done.text == new + "\n" * newlines
