"""request -> prompt -> decode -> extract -> validate -> new text: redraft as one line.

Everything else is an edge around this generator, or a step of it.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from attrs import field, frozen

from redraft.engine.model import Engine, Finished, Identity, Job, Loading, Reading, Statistics, Text
from redraft.pipeline.extract import extract
from redraft.pipeline.lines import normalise, restore_endings
from redraft.pipeline.prompt import build
from redraft.pipeline.request import Request, cut
from redraft.pipeline.thinking import Thinking
from redraft.pipeline.track import Tracker
from redraft.pipeline.validate import Finding, validate
from redraft.settings import PromptSettings


@frozen
class Progress:
    """Where a request stands."""

    phase: str
    """`load`, `read` or `write`."""
    share: float
    """How far that phase has come, 0 to 1; when writing, along the source."""
    text: str = ""
    """What the answer grew by."""
    statistics: Statistics | None = None


@frozen
class Rewrite:
    """A document's new text, proven whole."""

    text: str
    """All of the document, its line endings as they were."""
    changed: bool


@frozen
class Refusal:
    """An answer that does not become the new text."""

    findings: tuple[Finding, ...]
    answer: str = field(repr=False)
    """What the model said, to look at."""


@frozen
class Answer:
    """The answer to a question."""

    text: str
    whole: bool
    """The model ended it; otherwise its room was used up."""


@frozen
class Done:
    """The end of a request."""

    outcome: Rewrite | Refusal | Answer
    statistics: Statistics
    identity: Identity | None = None


async def rewrite(
    request: Request,
    engine: Engine,
    wording: PromptSettings,
    *,
    draft: bool = True,
    verify: bool = False,
) -> AsyncGenerator[Progress | Done]:
    """Progress until Done. Closing the iterator cancels the request.

    `draft` allows drafting, which does not change the text; `verify` decodes plainly as well and
    compares. Raises UsageError for lines the document does not have, EngineError from the engine.
    """
    prompt = build(request, wording)
    thinking = Thinking(_parts(request)[1] if request.mode == "rewrite" else "")
    tracker = Tracker(prompt.source or "")
    said = ""
    async with aclosing(engine.answer(Job(prompt, draft, verify))) as events:
        async for event in events:
            match event:
                case Loading(share):
                    yield Progress("load", share)
                case Reading(done, total):
                    yield Progress("read", done / total)
                case Text(piece, statistics):
                    text = thinking.feed(piece)
                    said += text
                    yield Progress("write", tracker.feed(text), text, statistics)
                case Finished(reason, statistics, identity):
                    said += thinking.flush()
                    outcome = _outcome(said, request, ended=reason == "stop")
                    yield Done(outcome, statistics, identity)


def _outcome(said: str, request: Request, *, ended: bool) -> Rewrite | Refusal | Answer:
    """What becomes of an answer."""
    if request.mode == "ask":
        return Answer(said, ended)
    before, old, after = _parts(request)
    answer = extract(said, normalise(old))
    findings = validate(answer, normalise(old), ended)
    if findings:
        return Refusal(findings, said)
    new = restore_endings(answer.text, old)
    return Rewrite(before + new + after, changed=new != old)


def _parts(request: Request) -> tuple[str, str, str]:
    """What stays before the text that is rewritten, that text, and what stays after it."""
    if request.selection is None:
        return "", request.document.text, ""
    return cut(request.document, request.selection)
