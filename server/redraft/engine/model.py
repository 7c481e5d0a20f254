"""What the rest of redraft knows of a model and of an engine: Protocols and the values between."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from redraft.drafting.tokens import Tokenizer
from redraft.pipeline.prompt import Prompt

Logits = NDArray[np.float32]
Rollback = Literal["trim", "snapshots", "checkpoint", "none"]
"""How rejected tokens are taken back: rows are dropped; a state kept of the pass, or one copied
before it, is put back; not at all."""
Reason = Literal["stop", "length"]
Formatter = Callable[[Sequence[Mapping[str, str]], Mapping[str, Any]], str]
"""Chat messages and template variables -> the rendered conversation; ValueError if it will not."""


@frozen
class ModelInfo:
    """What is known of a model once it is loaded."""

    name: str
    vocabulary: int
    """Number of tokens."""
    trained: int
    """Context length it was trained with."""
    ends: frozenset[int]
    """Every token that ends an answer."""
    end: int
    """The one of them that a turn usually ends with."""
    rollback: Rollback
    """`none`: nothing is drafted."""
    states: int = 0
    """States that are kept of a pass, for `snapshots`."""
    window: int = 0
    """Tokens that a sliding window looks back at; 0 without one."""
    gpu: bool = False
    """Whether layers are computed there."""
    lone: bool = False
    """Whether a pass over one token is known to run kernels of its own. Their bits differ from
    those of wider passes now and then, too seldom to be sure of seeing it."""
    template: bool = True
    """Whether it brings a chat template."""
    kind: str = ""
    """Architecture, size and quantisation."""
    key: str = ""
    """Names all that the bits and the time of a pass depend on; empty: all widths agree."""
    start: tuple[int, ...] = ()
    """Tokens that every prompt begins with, whether the template writes them or not."""


class Model(Tokenizer, Protocol):
    """Tokens in, logits out: one sequence, whose tokens lie at positions 0 to `position` - 1."""

    @property
    def info(self) -> ModelInfo: ...

    @property
    def formatter(self) -> Formatter: ...

    @property
    def position(self) -> int:
        """Number of tokens held."""
        ...

    @property
    def room(self) -> int:
        """Most tokens it can hold, as reserved."""
        ...

    @property
    def widest(self) -> int:
        """Most tokens in a pass that asks for the logits of all."""
        ...

    def reserve(self, tokens: int) -> None:
        """Effect: forgets all tokens and makes room for at least so many."""
        ...

    def feed(self, tokens: Sequence[int]) -> None:
        """Effect: evaluates tokens of a prompt, whose logits nobody needs."""
        ...

    def evaluate(self, tokens: Sequence[int], keep: int) -> Logits:
        """Effect: evaluates at most `widest` tokens; gives [len(tokens), vocabulary].

        `keep`: how many of them are certain to stay; `trim` may take back the others. The array
        dies with the next pass. Raises StoppedError, ModelError.
        """
        ...

    def trim(self, position: int) -> int:
        """Effect: forgets the tokens from `position` on; gives the position reached.

        That can be less where the memory cannot stop there: the tokens between have to be
        evaluated again, but not to be chosen again.
        """
        ...

    def interrupt(self) -> None:
        """Effect: from any thread, makes a pass under way raise StoppedError where it can."""
        ...

    def resume(self) -> None:
        """Effect: takes an interrupt back, before new work."""
        ...

    def close(self) -> None:
        """Effect: gives the memory back. The model is of no use afterwards."""
        ...


class Drafter(Protocol):
    """Proposes tokens without the model."""

    def draft(self, limit: int, held: int = 1) -> list[int]:
        """At most `limit` tokens that may come next; none where there is no evidence.

        `held`: tokens that the pass carries besides.
        """
        ...

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        """Takes the tokens of a step, of which `accepted` out of `drafted` were proposed."""
        ...


@frozen
class Sampling:
    """How a token is chosen from its logits."""

    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0


@frozen
class Job:
    """A prompt and how to decode its answer."""

    prompt: Prompt
    draft: bool = True
    """Whether a rewrite may be drafted; its text is the same either way."""
    verify: bool = False
    """Whether to decode plainly as well, and compare."""
    prefix: str = ""
    """What the answer begins with, unasked; the events bring what comes after it."""


@frozen
class Statistics:
    """The account of one answer. Times are in seconds."""

    prompt_tokens: int = 0
    prompt_time: float = 0.0
    answer_tokens: int = 0
    answer_time: float = 0.0
    steps: int = 0
    drafted: int = 0
    accepted: int = 0
    rejections: int = 0
    """Steps in which a part of the draft was rejected."""
    draft_time: float = 0.0
    load_time: float = 0.0
    plain_steps: int = 0
    """Steps over one token alone."""
    plain_time: float = 0.0
    """Time of those."""
    plain_rate: float | None = None
    """Plain tokens a second last seen with this model on this machine."""
    again: int = 0
    """Tokens that were chosen a second time, alone, since a guard was not sure of them."""
    how: str = "drafted"
    """`drafted`, or `plain: ` and why."""
    rollback: str = ""
    """How rejected drafts were taken back."""
    widths: str = ""
    """The widths that passes may have had, or what guards the text instead."""
    model: str = ""

    def followed_by(self, other: "Statistics") -> "Statistics":
        """The account of an answer that was gone on with, or asked for again."""
        return evolve(
            other,
            prompt_tokens=max(self.prompt_tokens, other.prompt_tokens),
            **{name: getattr(self, name) + getattr(other, name) for name in _SUMS},
        )

    @property
    def rate(self) -> float:
        """Answer tokens a second."""
        return self.answer_tokens / self.answer_time if self.answer_time else 0.0

    @property
    def tokens_per_step(self) -> float:
        return self.answer_tokens / self.steps if self.steps else 0.0

    @property
    def accepted_share(self) -> float | None:
        """Accepted out of drafted tokens; None when nothing was drafted."""
        return self.accepted / self.drafted if self.drafted else None


_SUMS = (
    *("prompt_time", "answer_tokens", "answer_time", "steps", "drafted", "accepted"),
    *("rejections", "draft_time", "load_time", "plain_steps", "plain_time", "again"),
)


@frozen
class Identity:
    """Drafted against plain, token by token."""

    equal: bool
    tokens: int
    """Tokens that agree from the start."""
    difference: str = ""
    """The first tokens that differ, as text, with how sure the model was of each."""


@frozen
class Loading:
    """The model is being loaded."""

    share: float


@frozen
class Measuring:
    """The model is being tried out, the first time it runs here."""

    share: float


@frozen
class Reading:
    """The prompt is being evaluated."""

    done: int
    total: int


@frozen
class Text:
    """A piece of the answer, with the account so far."""

    text: str
    statistics: Statistics = field(repr=False)


@frozen
class Finished:
    """The answer is over."""

    reason: Reason
    """`stop`: the model ended it; `length`: its room was used up."""
    statistics: Statistics
    identity: Identity | None = None


Event = Loading | Measuring | Reading | Text | Finished


class Engine(Protocol):
    """A prompt in, a stream of events out, the last of which is Finished."""

    @property
    def continues(self) -> bool:
        """Whether it can go on from a job's prefix."""
        ...

    def answer(self, job: Job) -> AsyncGenerator[Event]:
        """The events of a job; closing the iterator cancels it. Raises EngineError."""
        ...
