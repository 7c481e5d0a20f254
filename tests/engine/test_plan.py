"""What is settled before any work."""

from attrs import evolve
from tests.scripted import END, START, ScriptedModel

from redraft.engine.model import Job
from redraft.engine.plan import settle
from redraft.pipeline.prompt import Prompt
from redraft.settings import DecodeSettings

PROMPT = Prompt("s", "```\nx\n```\n", "go", "```\nx\n```")


def test_a_start_token_stands_once_whether_the_template_writes_it_or_not() -> None:
    other = 65
    for start in ((START,), (other,), ()):
        model = ScriptedModel("")
        model.info = evolve(model.info, start=start)
        head = settle(Job(PROMPT), model, DecodeSettings(), 10_000).head
        assert head[: len(start)] == start
        assert head.count(START) == 2
        assert (head[0] == other) is (start == (other,))


def test_the_source_is_tokenised_as_it_will_be_emitted_with_its_end() -> None:
    model = ScriptedModel("")
    plan = settle(Job(PROMPT), model, DecodeSettings(), 10_000)
    assert plan.source == (*model.tokenize("```\nx\n```"), END)


def test_thinking_takes_what_room_is_left() -> None:
    model = ScriptedModel("")
    plan = settle(Job(PROMPT), model, DecodeSettings(thinking=5000), 1000)
    assert len(plan.head) + len(plan.tail) + plan.room + plan.thinking == 1000
    assert settle(Job(PROMPT), model, DecodeSettings(thinking=7), 1000).thinking == 7
