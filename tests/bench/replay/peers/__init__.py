"""The drafters of others, re-implemented from their sources: same drafts, token for token."""

from abc import ABC, abstractmethod
from collections.abc import Sequence


class Peer(ABC):
    """A drafter that sees one row of tokens: the prompt and the answer so far."""

    def __init__(self, prompt: Sequence[int]) -> None:
        self.tokens = list(prompt)

    @abstractmethod
    def draft(self, limit: int, held: int = 1) -> list[int]:
        """At most `limit` tokens that may come next."""

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        """Takes the tokens of a step; what it made of a draft is of no interest to most."""
        self.tokens.extend(tokens)
