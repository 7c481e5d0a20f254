"""One answer replayed: a drafter proposes, the answer accepts a prefix, step by step."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile
from operator import eq

from attrs import frozen
from tests.bench.replay.curves import Curve

from redraft.engine.model import Drafter

WIDEST = 512
"""Most tokens in a pass: llama.cpp's default micro-batch, and what redraft asks of it at most."""


@frozen
class Run:
    """The account of one replay, or of several together."""

    tokens: int
    """Answer tokens, which plain decoding takes a pass of width 1 each for."""
    widths: Mapping[int, int]
    """Width of a pass -> number of steps."""
    drafted: int
    accepted: int
    setting_up: float
    """Seconds until the drafter was there."""
    drafting: float
    """Seconds that it drafted and observed."""

    @property
    def steps(self) -> int:
        return sum(self.widths.values())

    def cost(self, curve: Curve) -> float:
        """Time of all passes, in passes of width 1."""
        return sum(count * curve(width) for width, count in self.widths.items())

    def speed(self, curve: Curve) -> float:
        """Against plain decoding; drafting itself is not counted."""
        return self.tokens / self.cost(curve)


def total(runs: Sequence[Run]) -> Run:
    """The sum of several accounts; long answers weigh more."""
    widths: Counter[int] = Counter()
    for run in runs:
        widths.update(run.widths)
    return Run(
        sum(run.tokens for run in runs),
        widths,
        sum(run.drafted for run in runs),
        sum(run.accepted for run in runs),
        sum(run.setting_up for run in runs),
        sum(run.drafting for run in runs),
    )


def replay(answer: Sequence[int], drafter: Drafter, setting_up: float = 0.0) -> Run:
    """The steps of an answer that ends with its last token.

    A pass takes the last token and the draft; it adds what was accepted of the draft, and one
    token more unless the answer has ended.
    """
    widths: Counter[int] = Counter()
    at, drafted, accepted, drafting = 0, 0, 0, 0.0
    while at < len(answer):
        start = time.perf_counter()
        draft = drafter.draft(WIDEST - 1)
        drafting += time.perf_counter() - start
        right = agreeing(draft, answer[at : at + len(draft)])
        new = answer[at : at + right + 1]
        start = time.perf_counter()
        drafter.observe(new, right, len(draft))
        drafting += time.perf_counter() - start
        widths[1 + len(draft)] += 1
        drafted, accepted, at = drafted + len(draft), accepted + right, at + len(new)
    return Run(len(answer), widths, drafted, accepted, setting_up, drafting)


def agreeing(draft: Sequence[int], answer: Sequence[int]) -> int:
    """Length of the prefix that both share."""
    return sum(1 for _ in takewhile(bool, map(eq, draft, answer)))
