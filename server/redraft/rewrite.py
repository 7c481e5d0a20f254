"""request -> prompt -> decode -> extract -> validate -> edits: redraft as one line.

Everything else is an edge around this generator, or a step of it.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from attrs import evolve, frozen

from redraft.engine.model import (
    Engine,
    Finished,
    Identity,
    Job,
    Loading,
    Measuring,
    Reading,
    Statistics,
    Text,
)
from redraft.pipeline.hunks import Hunk
from redraft.pipeline.listen import Listener
from redraft.pipeline.mending import Trouble
from redraft.pipeline.outcome import Answer, Refusal, Rewrite, Rules, judge
from redraft.pipeline.prompt import build
from redraft.pipeline.request import Request

_MENDS = 3
"""Most times that one answer is mended."""


@frozen
class Progress:
    """Where a request stands."""

    phase: str
    """`load`; `measure`: the model is tried out, once; `read`; `write`; or `again`: writing anew,
    after the first answer was refused."""
    share: float
    """How far that phase has come, 0 to 1; when writing, along the source."""
    text: str = ""
    """What the answer grew by."""
    statistics: Statistics | None = None


@frozen
class Done:
    """The end of a request."""

    outcome: Rewrite | Refusal | Answer
    statistics: Statistics
    identity: Identity | None = None
    """Of the part after the last mend, where something was mended."""


@frozen
class _End:
    """How one stretch of decoding ended."""

    statistics: Statistics
    ended: bool = False
    """The model ended its answer."""
    identity: Identity | None = None
    trouble: Trouble | None = None
    """Why it was stopped."""


async def rewrite(
    request: Request,
    engine: Engine,
    rules: Rules,
    *,
    draft: bool = True,
    verify: bool = False,
) -> AsyncGenerator[Progress | Hunk | Done]:
    """Progress, and each hunk once it is final, until Done. Closing the iterator cancels.

    An answer that goes wrong is mended where it can be, then asked for once more with what was
    wrong, then refused. `draft` allows drafting, which does not change the text; `verify` decodes
    plainly as well and compares. Raises UsageError for lines the document does not have,
    EngineError from the engine.
    """
    prompt = build(request, rules.wording)
    listener = Listener(request, prompt.source or "", rules)
    job, account, asked_again = Job(prompt, draft, verify), Statistics(), False
    identity: Identity | None = None
    while True:
        end = _End(Statistics())
        async for event in _decode(engine, job, listener, "again" if asked_again else "write"):
            if isinstance(event, _End):
                end = event
            else:
                yield event
        account = account.followed_by(end.statistics)
        # Of several answers, the first that was not plain is told of.
        identity = identity if identity and not identity.equal else end.identity
        outcome = _outcome(listener, end)
        mend = _mend(outcome, listener, end, engine)
        if mend is not None:
            job = evolve(job, prefix=listener.go_back(mend))
        elif isinstance(outcome, Refusal) and not asked_again and _may_do_better(outcome):
            asked_again = True
            wrong = "; ".join(finding.sentence for finding in outcome.findings)
            prompt = build(request, rules.wording, wrong)
            listener = Listener(request, prompt.source or "", rules)
            job = Job(prompt, draft, verify)
        else:
            yield Done(outcome, account, identity)
            return


async def _decode(
    engine: Engine, job: Job, listener: Listener, phase: str
) -> AsyncGenerator[Progress | Hunk | _End]:
    """One stretch of decoding, to its end or to where it must be stopped."""
    end = _End(Statistics())
    async with aclosing(engine.answer(job)) as events:
        async for event in events:
            match event:
                case Loading(share):
                    yield Progress("load", share)
                case Measuring(share):
                    yield Progress("measure", share)
                case Reading(done, total):
                    yield Progress("read", done / total)
                case Text(piece, statistics):
                    heard = listener.feed(piece)
                    end = _End(statistics, trouble=heard.trouble)
                    yield Progress(phase, heard.share, heard.text, statistics)
                    for hunk in heard.hunks:
                        yield hunk
                    if heard.trouble is not None:
                        break
                case Finished(reason, statistics, identity):
                    listener.finish()
                    end = _End(statistics, reason == "stop", identity)
    yield end


def _outcome(listener: Listener, end: _End) -> Rewrite | Refusal | Answer:
    """What the answer comes to as it stands."""
    if listener.request.mode == "ask":
        return Answer(listener.text, end.ended)
    if end.trouble is None:
        judged = judge(listener.text, listener.request, listener.rules, ended=end.ended)
        return listener.mark(judged)
    if end.trouble.finding.name == "leak":
        # A model that runs on into another turn may have ended its own with a whole file.
        said, rules = listener.text[: end.trouble.keep], listener.rules.strict
        outcome = listener.mark(judge(said, listener.request, rules, ended=True))
        if isinstance(outcome, Rewrite):
            return outcome
    return Refusal((end.trouble.finding,), listener.text)


def _mend(
    outcome: Rewrite | Refusal | Answer, listener: Listener, end: _End, engine: Engine
) -> Trouble | None:
    """Where to go back to and what to put there; None where that would not help."""
    if not isinstance(outcome, Refusal) or not _may_do_better(outcome) or not engine.continues:
        return None
    room_is_used_up = end.trouble is None and not end.ended
    if room_is_used_up or len(listener.mended) >= _MENDS:
        return None
    if all(listener.rules.severity(finding.name) != "mend" for finding in outcome.findings):
        return None
    trouble = end.trouble or listener.early_end()
    return trouble if trouble is not None and trouble.resume else None


def _may_do_better(refusal: Refusal) -> bool:
    """Whether telling the model what was wrong may help; who talks has understood a question."""
    return all(finding.name != "prose" for finding in refusal.findings)
