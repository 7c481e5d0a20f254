"""What all peers have in common: what they are asked, what they are asked with, what they say."""

from typing import Protocol

from attrs import frozen

from redraft.pipeline.prompt import Prompt


@frozen
class Case:
    """One request."""

    name: str
    prompt: Prompt
    """For redraft; a source is given where drafting is allowed."""
    tokens: list[int]
    """The same, as all peers are given it."""
    text: str
    """The same for a peer that takes text only, control tokens spelt out."""
    most: int
    """Answer tokens after which it has been measured enough."""


@frozen
class Setup:
    """What stays the same for all peers of a run."""

    model: str
    adapter: str | None
    threads: int
    context: int
    """Tokens that the longest prompt and its answer need."""
    lookup: str | None
    """Path of a llama-lookup binary."""


@frozen
class Answer:
    """What a peer said, and how long it wrote on it; reading the prompt is not counted."""

    text: str
    tokens: int
    """Those that the time was spent on."""
    seconds: float
    cut: bool
    """It reached the most tokens before it ended by itself."""

    @property
    def rate(self) -> float:
        """Tokens a second."""
        return self.tokens / self.seconds if self.seconds else 0.0


class Peer(Protocol):
    """One engine, set up in one way."""

    def answer(self, case: Case) -> Answer:
        """Decodes greedily. Raises MissingError where it turns out not to be able to."""
        ...


class MissingError(Exception):
    """A peer is not there, or does not work; says why."""
