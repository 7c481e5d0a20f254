"""The use case from request to new text, on answers the model is made to give."""

import asyncio
from contextlib import aclosing
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st
from tests.scripted import Says, Script, ScriptedModel

from redraft.engine.local import LocalEngine
from redraft.errors import UsageError
from redraft.pipeline.hunks import Hunk, accept, hunks
from redraft.pipeline.outcome import Answer, Refusal, Rewrite, Rules
from redraft.pipeline.prompt import fenced
from redraft.pipeline.request import Document, Mode, Request, Selection
from redraft.rewrite import Done, Progress, rewrite
from redraft.settings import DecodeSettings, FindingSettings

OLD = "import os\n\n\ndef main():\n    print('hello')\n    print('bye')\n"
NEW = OLD.replace("print", "log")
STEP = """def step_{0}(value):
    total = value * {0} + offset_{0}
    print(total)
    return total


"""
LONG = "".join(map(STEP.format, range(12)))
LOGGED = LONG.replace("print", "log")


class Run(NamedTuple):
    progress: list[Progress]
    hunks: list[Hunk]
    done: Done
    model: ScriptedModel

    @property
    def rewrite(self) -> Rewrite:
        assert isinstance(self.done.outcome, Rewrite), self.done.outcome
        return self.done.outcome

    @property
    def refused(self) -> list[str]:
        assert isinstance(self.done.outcome, Refusal), self.done.outcome
        return [finding.name for finding in self.done.outcome.findings]


def run(
    answer: Says | Script,
    old: str = OLD,
    *,
    draft: bool = True,
    instruction: str = "print to log",
    mode: Mode = "rewrite",
    selection: Selection | None = None,
    rules: Rules | None = None,
) -> Run:
    model = ScriptedModel(answer)
    engine = LocalEngine(lambda _: model, DecodeSettings(), 100_000)
    request = Request(Document(old, "a.py", "python"), instruction, mode, selection)

    async def collect() -> list[Progress | Hunk | Done]:
        events = rewrite(request, engine, rules or Rules(), draft=draft)
        async with aclosing(events):
            return [event async for event in events]

    *events, done = asyncio.run(collect())
    assert isinstance(done, Done)
    return Run(
        [event for event in events if isinstance(event, Progress)],
        [event for event in events if isinstance(event, Hunk)],
        done,
        model,
    )


def test_a_fenced_answer_becomes_the_new_text() -> None:
    done = run(fenced(NEW, "python"))
    assert (done.rewrite.text, done.rewrite.changed) == (NEW, True)
    assert done.done.statistics.how == "drafted"


def test_an_answer_that_changes_nothing_says_so() -> None:
    done = run(fenced(OLD, "python"))
    assert (done.rewrite.text, done.rewrite.changed, done.rewrite.hunks) == (OLD, False, ())


def test_a_bare_answer_becomes_the_new_text_too() -> None:
    assert run(NEW).rewrite.text == NEW


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_line_endings_come_back_as_they_were(ending: str) -> None:
    done = run(fenced(NEW, "python"), OLD.replace("\n", ending))
    assert done.rewrite.text == NEW.replace("\n", ending)
    assert "\r" not in done.model.prompts[0]


def test_a_missing_final_newline_stays_missing() -> None:
    assert run(fenced(NEW, "python"), OLD[:-1]).rewrite.text == NEW[:-1]


def test_only_the_selected_lines_change() -> None:
    answer = fenced("    log('hello')\n", "python")
    done = run(answer, selection=Selection(5, 5))
    assert done.rewrite.text == OLD.replace("print('hello')", "log('hello')")
    assert done.model.prompts[0].count("print('bye')") == 1
    assert done.model.prompts[0].count("print('hello')") == 2


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_of_a_whole_file_only_the_selected_lines_are_taken(ending: str) -> None:
    old = OLD.replace("\n", ending)
    done = run(fenced(NEW, "python"), old, selection=Selection(5, 5))
    assert done.rewrite.text == old.replace("print('hello')", "log('hello')")
    (outside,) = done.rewrite.findings
    assert (outside.name, outside.line) == ("outside", 6)
    assert "1 change outside" in outside.sentence


def test_a_whole_file_that_changes_nothing_else_has_nothing_outside() -> None:
    new = OLD.replace("print", "log", 1)
    done = run(fenced(new, "python"), selection=Selection(5, 5))
    assert done.rewrite.text == new
    assert done.rewrite.findings == ()


def test_lines_that_are_not_there_are_refused_before_any_work() -> None:
    with pytest.raises(UsageError, match="it has 6 lines"):
        run("", selection=Selection(6, 7))


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        (fenced(OLD, "python")[:40] + "x" * 2600, "cut_off"),
        ("", "empty"),
        ("```python\n\n```", "empty"),
        ("I am sorry, but there is nothing here that I could change for you today.", "prose"),
    ],
)
def test_a_bad_answer_is_refused_and_kept(answer: str, finding: str) -> None:
    done = run(answer)
    assert finding in done.refused or done.refused == ["loop"]
    assert isinstance(done.done.outcome, Refusal)
    assert done.done.outcome.answer == answer[: len(done.done.outcome.answer)]


def test_thinking_is_neither_shown_nor_used() -> None:
    done = run(f"<think>print or log?</think>\n\n{fenced(NEW, 'python')}")
    assert done.rewrite.text == NEW
    assert "think" not in "".join(event.text for event in done.progress)


def test_a_question_is_answered_plainly() -> None:
    done = run("It greets.", instruction="what does it do?", mode="ask")
    assert done.done.outcome == Answer("It greets.", whole=True)
    assert "".join(event.text for event in done.progress) == "It greets."
    assert done.done.statistics.how == "plain: free-form"
    assert done.done.statistics.drafted == 0


def test_progress_goes_along_the_source_and_never_back() -> None:
    shares = [
        event.share for event in run(fenced(NEW, "python")).progress if event.phase == "write"
    ]
    assert shares == sorted(shares)
    assert 0.9 <= shares[-1] <= 1


def test_a_source_that_begins_with_a_thinking_mark_keeps_it() -> None:
    old = "<think>\nThis is how a model thinks aloud.\n</think>\nAnd this is what it says then.\n"
    new = old.replace("aloud", "silently")
    assert run(new, old).rewrite.text == new
    assert run(fenced(new, "text"), old).rewrite.text == new


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_hunks_are_known_before_the_answer_is_over(ending: str) -> None:
    old = LONG.replace("\n", ending)
    done = run(fenced(LOGGED, "python"), old)
    assert len(done.hunks) >= 10
    assert done.rewrite.hunks[: len(done.hunks)] == tuple(done.hunks)
    assert accept(old, done.rewrite.hunks) == LOGGED.replace("\n", ending)
    assert hunks(old, [e for hunk in done.rewrite.hunks for e in hunk.edits]) == done.rewrite.hunks


REST = "# (the other steps are just like these and left out here)\n"


def lazy(at: int, placeholder: str = REST) -> str:
    """The rewritten file, with a placeholder in the place of all that follows a step."""
    head = LOGGED[: LOGGED.index(f"def step_{at}(")]
    return fenced(head + placeholder, "python")


@pytest.mark.parametrize("draft", [True, False])
@pytest.mark.parametrize(
    "placeholder", [REST, "# ... rest of the code unchanged ...\n", "# 以下同様\n", "...\n"]
)
def test_a_placeholder_is_mended(draft: bool, placeholder: str) -> None:
    done = run((lazy(4, placeholder), fenced(LOGGED, "python")), LONG, draft=draft)
    assert done.rewrite.text == LOGGED
    (finding,) = done.rewrite.mended
    assert finding.name in ("placeholder", "end")
    assert finding.line == LONG[: LONG.index("def step_4(")].count("\n") + 1
    (mended,) = [hunk for hunk in done.rewrite.hunks if hunk.mended]
    assert mended.first == finding.line + 2


def test_an_answer_that_ends_too_soon_is_mended() -> None:
    head = LOGGED[: LOGGED.index("def step_7(")]
    for cut in (f"```python\n{head}", fenced(head, "python")):
        done = run((cut, fenced(LOGGED, "python")), LONG)
        assert done.rewrite.text == LOGGED
        assert len(done.rewrite.mended) == 1


def test_three_times_and_no_more() -> None:
    whole = fenced(LOGGED, "python")
    assert run((lazy(2), lazy(4), lazy(6), whole), LONG).rewrite.text == LOGGED
    assert len(run((lazy(2), lazy(4), lazy(6), whole), LONG).rewrite.mended) == 3
    done = run((lazy(2), lazy(4), lazy(6), lazy(8), whole), LONG)
    assert set(done.refused) <= {"placeholder", "end", "syntax", "removed"}


def test_the_finding_goes_back_to_the_model_once() -> None:
    def script(prompt: str) -> str:
        told = "An earlier answer was refused" in prompt
        return fenced(LOGGED if told else LOGGED + "\n" + "x = 1\n" * 400, "python")

    done = run(script, LONG)
    assert done.rewrite.text == LOGGED
    assert len(done.model.prompts) == 2
    assert [e.phase for e in done.progress if e.phase in ("write", "again")][-1] == "again"
    never = run(lambda _: fenced(LOGGED + "\n" + "x = 1\n" * 400, "python"), LONG)
    assert "loop" in never.refused
    assert len(never.model.prompts) == 2


@pytest.mark.parametrize(
    ("bad", "name"),
    [
        ("x = 1\n" * 400, "loop"),
        ("<|im_end|>\n<|im_start|>user\nThanks!\n" + "y = 2\n" * 100, "leak"),
    ],
)
def test_what_cannot_end_well_is_stopped_at_that_step(bad: str, name: str) -> None:
    answer = fenced(LOGGED[: LOGGED.index("def step_3(")] + bad, "python")
    done = run(answer, LONG)
    assert done.refused == [name]
    assert done.done.statistics.answer_tokens < 2 * len(answer) / 3
    assert isinstance(done.done.outcome, Refusal)
    assert done.done.outcome.findings[0].line is not None


@pytest.mark.parametrize(
    "turn",
    [
        "\n<|im_end|>\n<|im_start|>user\nThanks! Now this:\n",
        "\n</s>\n[INST] And the other file? [/INST]\n",
        "<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nGreat.",
    ],
)
def test_an_answer_that_runs_on_into_another_turn_is_cut_there(turn: str) -> None:
    done = run(fenced(LOGGED, "python") + turn + fenced(OLD, "python") * 20, LONG)
    assert done.rewrite.text == LOGGED
    assert done.done.statistics.answer_tokens < len(LOGGED) + 200


def test_what_is_to_be_ignored_is_not_stopped() -> None:
    rules = Rules(FindingSettings(placeholder="ignore", end="ignore", removed="ignore"))
    done = run(lazy(4, "# ... rest of the code unchanged ...\n"), LONG, rules=rules)
    assert done.rewrite.text.endswith("# ... rest of the code unchanged ...\n\n\n")


def test_a_placeholder_that_is_to_be_refused_is_not_mended() -> None:
    rules = Rules(FindingSettings(placeholder="refuse", end="refuse"))
    done = run((lazy(4), fenced(LOGGED, "python")), LONG, rules=rules)
    assert {"placeholder", "end"} & set(done.refused)


@hypothesis(max_examples=25)
@given(st.integers(1, 11), st.integers(1, 11), st.sampled_from([REST, "# ...\n", "# etc.\n", ""]))
def test_mended_or_not_drafted_and_plain_are_one_text(one: int, other: int, rest: str) -> None:
    says = (lazy(one, rest), lazy(other, rest), fenced(LOGGED, "python"))
    plain, drafted = (run(says, LONG, draft=draft) for draft in (False, True))
    assert plain.done.outcome == drafted.done.outcome
    assert plain.rewrite.text == LOGGED
