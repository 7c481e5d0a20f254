"""The use case from request to new text, on answers the model is made to give."""

import asyncio
from contextlib import aclosing

import pytest
from tests.scripted import ScriptedModel

from redraft.engine.local import LocalEngine
from redraft.errors import UsageError
from redraft.pipeline.prompt import fenced
from redraft.pipeline.request import Document, Mode, Request, Selection
from redraft.rewrite import Answer, Done, Progress, Refusal, Rewrite, rewrite
from redraft.settings import DecodeSettings, PromptSettings

OLD = "import os\n\n\ndef main():\n    print('hello')\n    print('bye')\n"
NEW = OLD.replace("print", "log")


def run(
    answer: str,
    old: str = OLD,
    *,
    instruction: str = "print to log",
    mode: Mode = "rewrite",
    selection: Selection | None = None,
) -> tuple[list[Progress], Done, ScriptedModel]:
    model = ScriptedModel(answer)
    engine = LocalEngine(lambda _: model, DecodeSettings(), 100_000)
    request = Request(Document(old, "a.py", "python"), instruction, mode, selection)

    async def collect() -> list[Progress | Done]:
        async with aclosing(rewrite(request, engine, PromptSettings())) as events:
            return [event async for event in events]

    *progress, done = asyncio.run(collect())
    assert isinstance(done, Done)
    assert all(isinstance(event, Progress) for event in progress)
    return [event for event in progress if isinstance(event, Progress)], done, model


def test_a_fenced_answer_becomes_the_new_text() -> None:
    _, done, _ = run(fenced(NEW, "python"))
    assert done.outcome == Rewrite(NEW, changed=True)
    assert done.statistics.how == "drafted"


def test_an_answer_that_changes_nothing_says_so() -> None:
    _, done, _ = run(fenced(OLD, "python"))
    assert done.outcome == Rewrite(OLD, changed=False)


def test_a_bare_answer_becomes_the_new_text_too() -> None:
    assert run(NEW)[1].outcome == Rewrite(NEW, changed=True)


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_line_endings_come_back_as_they_were(ending: str) -> None:
    old = OLD.replace("\n", ending)
    _, done, model = run(fenced(NEW, "python"), old)
    assert done.outcome == Rewrite(NEW.replace("\n", ending), changed=True)
    assert "\r" not in model.prompts[0]


def test_a_missing_final_newline_stays_missing() -> None:
    assert run(fenced(NEW, "python"), OLD[:-1])[1].outcome == Rewrite(NEW[:-1], changed=True)


def test_only_the_selected_lines_change() -> None:
    answer = fenced("    log('hello')\n", "python")
    _, done, model = run(answer, selection=Selection(5, 5))
    assert done.outcome == Rewrite(OLD.replace("print('hello')", "log('hello')"), changed=True)
    assert model.prompts[0].count("print('bye')") == 1
    assert model.prompts[0].count("print('hello')") == 2


def test_lines_that_are_not_there_are_refused_before_any_work() -> None:
    with pytest.raises(UsageError, match="it has 6 lines"):
        run("", selection=Selection(6, 7))


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        (fenced(OLD, "python")[:40] + "x" * 600, "cut_off"),
        ("", "empty"),
        ("```python\n\n```", "empty"),
        ("I am sorry, but there is nothing here that I could change for you today.", "prose"),
    ],
)
def test_a_bad_answer_is_refused_and_kept(answer: str, finding: str) -> None:
    outcome = run(answer)[1].outcome
    assert isinstance(outcome, Refusal)
    assert [found.name for found in outcome.findings] == [finding]
    assert outcome.answer == answer[: len(outcome.answer)]


def test_thinking_is_neither_shown_nor_used() -> None:
    progress, done, _ = run(f"<think>print or log?</think>\n\n{fenced(NEW, 'python')}")
    assert done.outcome == Rewrite(NEW, changed=True)
    assert "think" not in "".join(event.text for event in progress)


def test_a_question_is_answered_plainly() -> None:
    progress, done, _ = run("It greets.", instruction="what does it do?", mode="ask")
    assert done.outcome == Answer("It greets.", whole=True)
    assert "".join(event.text for event in progress) == "It greets."
    assert done.statistics.how == "plain: free-form"
    assert done.statistics.drafted == 0


def test_progress_goes_along_the_source_and_never_back() -> None:
    progress, _, _ = run(fenced(NEW, "python"))
    shares = [event.share for event in progress if event.phase == "write"]
    assert shares == sorted(shares)
    assert 0.9 <= shares[-1] <= 1


def test_a_source_that_begins_with_a_thinking_mark_keeps_it() -> None:
    old = "<think>\nThis is how a model thinks aloud.\n</think>\nAnd this is what it says then.\n"
    new = old.replace("aloud", "silently")
    assert run(new, old)[1].outcome == Rewrite(new, changed=True)
    assert run(fenced(new, "text"), old)[1].outcome == Rewrite(new, changed=True)
