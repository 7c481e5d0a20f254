"""What is settled about a job before any work: its tokens, its room, whether it fits."""

import math
from collections.abc import Sequence

from attrs import frozen

from redraft.drafting.mixture import MixtureDrafter
from redraft.drafting.policy import Policy
from redraft.engine.chat import render, turn_end
from redraft.engine.model import Job, Model
from redraft.engine.widths import Widths
from redraft.errors import TooLongError
from redraft.settings import DecodeSettings

_SLACK = 1.25
_SPARE = 256
_LEAST_ANSWER = 64


@frozen
class Plan:
    """A job in tokens."""

    head: tuple[int, ...]
    """The prompt up to and with the document."""
    tail: tuple[int, ...]
    """The prompt from the instruction on."""
    source: tuple[int, ...] | None
    """The source as it would be emitted, end token and all; None: free-form."""
    room: int
    """Tokens the answer may have."""
    thinking: int
    """Tokens a leading thinking block may have besides."""
    end: int
    """The token that a turn ends with."""
    opening: str = ""
    """The mark of a thinking block that the template has already opened."""
    prefix: tuple[int, ...] = ()
    """What the answer begins with, unasked."""


def settle(
    job: Job, model: Model, settings: DecodeSettings, context: int, said: Sequence[int] = ()
) -> Plan:
    """The plan of a job in at most `context` tokens of prompt and answer.

    `said`: the tokens of the answer before this one, which the job's prefix may begin with.
    A rewrite has room for 1.25 times its source and 256 tokens. Raises TooLongError where prompt
    and answer do not fit; nothing is ever cut to make them.
    """
    prompt = render(job.prompt, model.formatter, model)
    start = model.info.start
    head = prompt.head if prompt.head[: len(start)] == start else (*start, *prompt.head)
    length = len(head) + len(prompt.tail)
    limit = min(context, model.info.trained)
    end = turn_end(model.formatter, model, model.info.ends)
    end = model.info.end if end is None else end
    source = None
    if job.prompt.source is not None:
        source = (*model.tokenize(job.prompt.source), end)
        room = math.ceil(_SLACK * len(source)) + _SPARE
    else:
        room = max(_LEAST_ANSWER, min(settings.answer, limit - length))
    if length + room > limit:
        raise TooLongError(length, room, limit, _remedy(limit, model.info.trained))
    thinking = min(settings.thinking, limit - length - room)
    prefix = _again(job.prefix.removeprefix(prompt.thinking), said, model)
    return Plan(head, prompt.tail, source, room, thinking, end, prompt.thinking, prefix)


def _again(text: str, said: Sequence[int], model: Model) -> tuple[int, ...]:
    """The tokens of a text: those that were said for it, as far as they go."""
    left, kept = text.encode("utf-8"), 0
    for token in said:
        piece = model.piece(token)
        if not piece or not left.startswith(piece):
            break
        left, kept = left[len(piece) :], kept + 1
    try:
        rest = left.decode("utf-8")
    except UnicodeDecodeError:  # what was said ends inside a character
        return tuple(model.tokenize(text))
    return (*said[:kept], *model.tokenize(rest))


def _remedy(limit: int, trained: int) -> str:
    if limit < trained:
        return f"The model was trained for {trained}: raise `context` under [model]."
    return "Select fewer lines, split the file, or name a model with a longer context."


def drafter(
    job: Job,
    plan: Plan,
    model: Model,
    widths: Widths,
    policy: Policy,
    last: Sequence[int],
    temperature: float,
) -> tuple[MixtureDrafter | None, str]:
    """Who drafts a job, and the word for it in the account; None where nobody does, and why.

    `last`: the answer before this one.
    """
    if plan.source is None or job.prompt.source is None:
        return None, "plain: free-form"
    if not job.draft:
        return None, "plain: asked for"
    if model.info.rollback == "none":
        return None, "plain: model class (rejected drafts cannot be taken back)"
    if not widths.drafts:
        return None, "plain: no width of passes pays here"
    if widths.bound and temperature:
        return None, "plain: sampled, and widths disagree about this model's text"
    drafts = MixtureDrafter(
        job.prompt.source,
        model,
        plan.end,
        policy,
        said=(*last, *plan.head, *plan.tail),
        instruction=job.prompt.instruction,
    )
    return drafts, "drafted"
