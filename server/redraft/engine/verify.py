"""Which drafted tokens the model accepts: those it would have chosen itself."""

from collections.abc import Callable, Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from redraft.engine.model import Logits, Sampling
from redraft.errors import ModelError

Chooser = Callable[[NDArray[np.float32]], int]
"""One row of logits -> the token chosen from it."""


@frozen
class Verdict:
    """The outcome of one pass over the last token and a draft."""

    accepted: int
    """Drafted tokens that agree, from the first on."""
    next: int | None
    """The model's own token after those; None: too close to call, so it must be asked alone."""


def verify(logits: Logits, draft: Sequence[int], choose: Chooser, bound: float = 0.0) -> Verdict:
    """Compares a draft with what the model chooses; `logits` is [len(draft) + 1, vocabulary].

    Every row is chosen from exactly once and in order, up to the first disagreement, so a chooser
    that draws random numbers draws the same ones for any draft. Nothing is chosen from a row whose
    margin is below `bound`.
    """
    for accepted, row in enumerate(logits):
        if bound and margin(row) < bound:
            return Verdict(accepted, None)
        token = choose(row)
        if accepted == len(draft) or token != draft[accepted]:
            return Verdict(accepted, token)
    raise ValueError(f"{len(logits)} rows are too few for a draft of {len(draft)}")


def margin(row: NDArray[np.float32]) -> float:
    """How far the likeliest token's logit is above the next one's."""
    one, two = best_two(row)
    return float(row[one] - row[two])


def best_two(row: NDArray[np.float32]) -> tuple[int, int]:
    """The two likeliest tokens, of two or more."""
    one = int(row.argmax())
    others = [int(part.argmax()) + start for start, part in _around(row, one) if len(part)]
    return one, max(others, key=lambda token: float(row[token]))


def _around(row: NDArray[np.float32], token: int) -> list[tuple[int, NDArray[np.float32]]]:
    return [(0, row[:token]), (token + 1, row[token + 1 :])]


def chooser(sampling: Sampling) -> Chooser:
    """The first maximum at temperature 0, else a draw from the model's own distribution."""
    if sampling.temperature == 0:
        return greedy
    random = np.random.default_rng(sampling.seed)

    def draw(row: NDArray[np.float32]) -> int:
        return sample(row, sampling, random.random())

    return draw


def greedy(row: NDArray[np.float32]) -> int:
    """The first maximum. Raises ModelError where the logits are no numbers."""
    token = int(row.argmax())
    if not np.isfinite(row[token]):
        raise ModelError("the model's logits are not numbers; the file may be damaged")
    return token


def sample(row: NDArray[np.float32], sampling: Sampling, point: float) -> int:
    """The token at `point` (0 to 1) of the tempered distribution, likeliest token first.

    Nucleus sampling as in Holtzman et al. 2020 (arXiv 1904.09751): the smallest set of likeliest
    tokens whose probability reaches top_p.
    """
    greedy(row)
    scaled = row.astype(np.float64) / sampling.temperature
    weights = np.exp(scaled - scaled.max())
    order = np.argsort(-weights, kind="stable")
    cumulative = np.cumsum(weights[order])
    kept = int(np.searchsorted(cumulative, sampling.top_p * cumulative[-1])) + 1
    kept = min(kept, len(order))
    index = int(np.searchsorted(cumulative[:kept], point * cumulative[kept - 1], side="right"))
    return int(order[min(index, kept - 1)])
