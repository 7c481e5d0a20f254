"""Who is measured: redraft, its bounds, and the peers at their settings."""

from collections.abc import Callable, Sequence

from attrs import frozen
from tests.bench.replay.case import Case
from tests.bench.replay.curves import Curve
from tests.bench.replay.ours import redraft
from tests.bench.replay.peers.cache import Lookup
from tests.bench.replay.peers.lookup import PromptLookup
from tests.bench.replay.peers.mod import NgramMod
from tests.bench.replay.peers.simple import NgramSimple
from tests.bench.replay.peers.suffix import SuffixDecoding

from redraft.engine.model import Drafter

ORACLE = "oracle"
_ORACLE = 64
"""Tokens of every draft of the oracle's, as DESIGN.md defines it."""


@frozen
class Contender:
    """A drafter and how it is made for a case."""

    name: str
    make: Callable[[Case, Curve], Drafter]
    sized: bool = False
    """Whether its drafts depend on the cost curve; if not, one replay serves all curves."""


class Plain:
    """Drafts nothing."""

    def draft(self, limit: int, held: int = 1) -> list[int]:
        """Nothing."""
        return []

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        """Nothing to learn."""


class Oracle:
    """Every draft is right, and as long as it may be."""

    def __init__(self, answer: Sequence[int]) -> None:
        self._rest = list(answer)

    def draft(self, limit: int, held: int = 1) -> list[int]:
        """The next tokens, up to 64."""
        return self._rest[: min(limit, _ORACLE)]

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        """Effect: goes on by the tokens of a step."""
        del self._rest[: len(tokens)]


CONTENDERS = (
    Contender("plain", lambda case, _: Plain()),
    Contender("llama-cpp-python 10", lambda case, _: PromptLookup(case.prompt, 10)),
    Contender("llama-cpp-python 2", lambda case, _: PromptLookup(case.prompt, 2)),
    Contender("llama-lookup 16", lambda case, _: Lookup(case.prompt)),
    Contender(
        "llama-lookup 16, older first", lambda case, _: Lookup(case.prompt, newer_first=False)
    ),
    Contender("ngram-simple 12/48", lambda case, _: NgramSimple(case.prompt)),
    Contender("ngram-mod 24/48/64", lambda case, _: NgramMod(case.prompt)),
    Contender("suffix decoding 1", lambda case, _: SuffixDecoding(case.prompt, 1)),
    Contender("suffix decoding 2", lambda case, _: SuffixDecoding(case.prompt, 2)),
    Contender("suffix decoding 4", lambda case, _: SuffixDecoding(case.prompt, 4)),
    Contender("redraft", redraft, sized=True),
    Contender(ORACLE, lambda case, _: Oracle(case.answer)),
)
"""In the order of the table; the oracle last, and always in it."""
