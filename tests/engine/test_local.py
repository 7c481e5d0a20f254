"""The Engine: what it refuses before work, how it stops, what its account says."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import aclosing

import pytest
from tests.scripted import END, ScriptedModel

from redraft.engine.llama import NativeModel
from redraft.engine.local import LocalEngine
from redraft.engine.measured import recall
from redraft.engine.model import (
    Event,
    Finished,
    Job,
    Loading,
    Measuring,
    Model,
    Reading,
    Statistics,
    Text,
)
from redraft.errors import ModelError, StoppedError, TooLongError
from redraft.pipeline.prompt import Prompt
from redraft.settings import DecodeSettings

SOURCE = "```python\n" + "".join(f"print('line {i}')\n" for i in range(12)) + "```"
CHANGED = SOURCE.replace("print", "log")
REWRITE = Prompt("system", f"{SOURCE}\n", "\nprint to log", SOURCE)
QUESTION = Prompt("system", "", "why?")


def engine(model: Model, *, context: int = 100_000, answer: int = 1024) -> LocalEngine:
    return LocalEngine(lambda _: model, DecodeSettings(answer=answer), context)


async def events(engine: LocalEngine, job: Job) -> list[Event]:
    async with aclosing(engine.answer(job)) as stream:
        return [event async for event in stream]


def finished(engine: LocalEngine, job: Job) -> Finished:
    last = asyncio.run(events(engine, job))[-1]
    assert isinstance(last, Finished)
    return last


def test_the_events_come_in_order() -> None:
    def load(progress: Callable[[float], bool]) -> Model:
        assert progress(0.5)
        return ScriptedModel(CHANGED)

    local = LocalEngine(load, DecodeSettings(), 10_000)
    first = [type(event) for event in asyncio.run(events(local, Job(REWRITE)))]
    assert first[0] is Loading
    assert first[-1] is Finished
    assert [kind for i, kind in enumerate(first) if not i or kind is not first[i - 1]] == [
        Loading,
        Reading,
        Text,
        Finished,
    ]
    assert Loading not in map(type, asyncio.run(events(local, Job(REWRITE))))


def test_drafted_and_plain_are_the_same_text_and_drafted_takes_fewer_steps() -> None:
    def run(draft: bool) -> tuple[str, Statistics]:
        said = asyncio.run(events(engine(ScriptedModel(CHANGED)), Job(REWRITE, draft=draft)))
        last = said[-1]
        assert isinstance(last, Finished)
        return "".join(e.text for e in said if isinstance(e, Text)), last.statistics

    (plain, slow), (drafted, quick) = run(False), run(True)
    assert plain == drafted == CHANGED
    assert quick.steps < slow.steps / 2
    assert slow.drafted == 0
    assert (slow.how, quick.how) == ("plain: asked for", "drafted")
    assert quick.answer_tokens == slow.answer_tokens
    # The end token was drafted, so the last step adds none of its own.
    assert quick.answer_tokens == quick.steps + quick.accepted - 1


@pytest.mark.parametrize(
    ("model", "job", "how"),
    [
        (ScriptedModel("because"), Job(QUESTION), "plain: free-form"),
        (ScriptedModel(CHANGED, rollback="none"), Job(REWRITE), "plain: model class"),
        (ScriptedModel("ZQXJWV"), Job(REWRITE), "plain: low acceptance"),
        (ScriptedModel("z" * 300), Job(REWRITE), "drafted"),
        (ScriptedModel(CHANGED), Job(REWRITE), "drafted"),
    ],
)
def test_the_account_says_why_nothing_is_drafted(model: Model, job: Job, how: str) -> None:
    assert finished(engine(model), job).statistics.how.startswith(how)


def test_identity_is_checked_against_a_plain_run() -> None:
    done = finished(engine(ScriptedModel(CHANGED)), Job(REWRITE, verify=True))
    assert done.identity is not None
    assert done.identity.equal
    assert done.identity.tokens == done.statistics.answer_tokens


def test_identity_tells_the_first_difference() -> None:
    answers = iter([CHANGED, CHANGED.replace("line 7", "line x")])
    said: dict[int, str] = {}

    def script(_: str) -> str:
        runs = sum(width == 1 for width in model.passes) > 100
        return said.setdefault(runs, next(answers) if runs not in said else "")

    model = ScriptedModel(script)
    done = finished(engine(model), Job(REWRITE, verify=True))
    assert done.identity is not None
    assert not done.identity.equal
    assert done.identity.difference.endswith(
        "drafted b'7' by a margin of 4, plain b'x' by a margin of 4"
    )


def prompt_tokens(prompt: Prompt) -> int:
    model = ScriptedModel("ok")
    return finished(engine(model), Job(prompt)).statistics.prompt_tokens


@pytest.mark.parametrize("over", [-1, 0, 1, 2000])
def test_what_does_not_fit_is_refused_before_any_work(over: int) -> None:
    room = 64
    context = 1000
    rest = prompt_tokens(QUESTION) - len(QUESTION.instruction)
    prompt = Prompt("system", "", "x" * (context - room - rest + over))
    model = ScriptedModel("ok")
    local = engine(model, context=context, answer=room)
    if over <= 0:
        assert finished(local, Job(prompt)).reason == "stop"
        return
    with pytest.raises(TooLongError) as caught:
        finished(local, Job(prompt))
    assert caught.value.needed == context + over
    assert caught.value.limit == context
    assert str(context + over) in str(caught.value)
    assert str(context) in str(caught.value)
    assert model.passes == []
    assert finished(local, Job(QUESTION)).reason == "stop"


def test_a_rewrite_has_room_for_a_quarter_more_than_its_source() -> None:
    endless = ScriptedModel(lambda _: [65] * 5000)
    done = finished(engine(endless), Job(REWRITE))
    source = len(endless.tokenize(SOURCE)) + 1
    assert done.reason == "length"
    assert done.statistics.answer_tokens == -(-source * 5 // 4) + 256


def test_the_models_training_length_bounds_the_context() -> None:
    with pytest.raises(TooLongError):
        finished(engine(ScriptedModel("ok", trained=50)), Job(QUESTION))


@pytest.mark.parametrize("size", [-1, 0, 1])
def test_the_native_context_holds_exactly_what_it_says(native: NativeModel, size: int) -> None:
    """Prompts of one less, exactly, and one more than the context: none may abort the process."""
    limit = 512
    local = engine(native, context=limit, answer=64)
    word = native.tokenize(" word")
    assert len(word) == 1
    base = finished(local, Job(Prompt("s", "", "x"))).statistics.prompt_tokens
    fits = Prompt("s", "", "x" + " word" * (limit - 64 - base + size))
    if size > 0:
        with pytest.raises(TooLongError):
            finished(local, Job(fits))
    else:
        assert finished(local, Job(fits)).statistics.prompt_tokens == limit - 64 + size
    for over in (limit - 1, limit, limit + 1, 2 * limit):
        with pytest.raises(TooLongError) as caught:
            finished(local, Job(Prompt("s", "", "x" + " word" * (over - base))))
        assert caught.value.prompt == over
    assert finished(local, Job(Prompt("s", "", "x"))).statistics.prompt_tokens == base


def test_closing_the_stream_stops_the_model_and_leaves_it_usable() -> None:
    reached = threading.Event()
    model = ScriptedModel(lambda _: [65] * 4000, on_pass=reached.set)
    local = engine(model)

    async def start_and_leave() -> int:
        async with aclosing(local.answer(Job(QUESTION))) as stream:
            async for event in stream:
                if isinstance(event, Text):
                    break
        return len(model.passes)

    passes = asyncio.run(start_and_leave())
    assert len(model.passes) == passes < 1000
    assert finished(local, Job(QUESTION)).reason == "length"


def test_a_cancelled_task_stops_the_load() -> None:
    loading = threading.Event()

    def load(progress: Callable[[float], bool]) -> Model:
        loading.set()
        while progress(0.1):
            pass
        raise StoppedError("stopped while the model was loading")

    async def start_and_cancel() -> None:
        local = LocalEngine(load, DecodeSettings(), 1000)
        task = asyncio.create_task(events(local, Job(QUESTION)))
        await asyncio.to_thread(loading.wait)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(start_and_cancel())


def test_a_model_that_cannot_be_loaded_is_tried_again() -> None:
    tries: list[int] = []

    def load(_: Callable[[float], bool]) -> Model:
        tries.append(1)
        if len(tries) == 1:
            raise ModelError("no memory")
        return ScriptedModel("ok")

    local = LocalEngine(load, DecodeSettings(), 1000)
    with pytest.raises(ModelError, match="no memory"):
        finished(local, Job(QUESTION))
    assert finished(local, Job(QUESTION)).reason == "stop"


def test_a_model_is_tried_out_once_and_what_it_costs_is_kept() -> None:
    def told(job: Job) -> tuple[bool, float | None]:
        said = asyncio.run(events(engine(ScriptedModel((CHANGED, "ok"), key="one")), job))
        assert isinstance(said[-1], Finished)
        tried = any(isinstance(event, Measuring) for event in said)
        return tried, said[-1].statistics.plain_rate

    assert told(Job(QUESTION)) == (False, None)
    tried, rate = told(Job(REWRITE))
    assert tried
    assert rate is not None
    assert rate > 0
    tried, rate = told(Job(REWRITE))
    assert not tried
    assert rate is not None
    assert told(Job(QUESTION))[1] is not None


def test_trying_a_model_out_can_be_cancelled() -> None:
    async def leave_while_it_is_tried() -> None:
        model = ScriptedModel(CHANGED, key="one")
        async with aclosing(engine(model).answer(Job(REWRITE))) as stream:
            async for event in stream:
                if isinstance(event, Measuring) and event.share > 0:
                    break
        assert max(model.passes) <= 256

    asyncio.run(leave_while_it_is_tried())
    assert recall("one") is None


def test_leaving_a_job_that_waits_does_not_disturb_the_one_that_runs() -> None:
    gate = threading.Event()
    model = ScriptedModel(lambda _: [*[65] * 300, END], on_pass=lambda: late() and gate.wait())
    local = engine(model)

    def late() -> bool:
        return len(model.passes) > 50

    async def two() -> Event:
        running = local.answer(Job(QUESTION))
        async for event in running:
            if isinstance(event, Text):
                break
        waiting = asyncio.create_task(events(local, Job(QUESTION)))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        gate.set()
        return [event async for event in running][-1]

    last = asyncio.run(two())
    assert isinstance(last, Finished)
    assert last.statistics.answer_tokens == 301


def test_the_model_is_left_as_it_was_found() -> None:
    model = ScriptedModel("ok")
    finished(engine(model), Job(QUESTION))
    model.reserve(10)
    model.feed([65])
    assert model.position == 1


def test_the_load_is_told_once() -> None:
    local = engine(ScriptedModel("ok"))
    assert finished(local, Job(QUESTION)).statistics.load_time > 0
    assert finished(local, Job(QUESTION)).statistics.load_time == 0


def test_what_is_accepted_is_part_of_the_answer() -> None:
    endless = ScriptedModel(lambda _: [*ScriptedModel("").tokenize(SOURCE) * 40])
    account = finished(engine(endless), Job(REWRITE)).statistics
    assert account.answer_tokens <= account.steps + account.accepted
    assert account.accepted <= account.answer_tokens


@pytest.mark.parametrize("draft", [True, False])
def test_a_job_goes_on_from_a_prefix_without_reading_the_prompt_again(draft: bool) -> None:
    mistaken = SOURCE[:60] + "# and so on"
    model = ScriptedModel((mistaken, CHANGED))
    local = engine(model)
    first = finished(local, Job(REWRITE, draft))
    passes = len(model.passes)
    said = asyncio.run(events(local, Job(REWRITE, draft, prefix=CHANGED[:80], verify=True)))
    assert "".join(e.text for e in said if isinstance(e, Text)) == CHANGED[80:]
    assert max(model.passes[passes:]) <= model.widest < max(model.passes)
    assert isinstance(said[-1], Finished)
    assert said[-1].identity is not None
    assert said[-1].identity.equal
    whole = first.statistics.followed_by(said[-1].statistics)
    assert whole.prompt_tokens == first.statistics.prompt_tokens
    assert whole.steps == first.statistics.steps + said[-1].statistics.steps
