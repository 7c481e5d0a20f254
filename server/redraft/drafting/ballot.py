"""Several continuations, one draft: they vote token by token, with their evidence as weight."""

import math
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Doubts = NDArray[np.float64]

_NOVELTY = 1.0
"""Evidence that something comes which nobody proposes: of x for a token, 1 in 1 + x go wrong."""
_GAIN = 0.7
"""Evidence that a token in agreement adds: in a draft it is only hoped for."""
_HOPELESS = 4.0
"""Doubt at which a path ends: such tokens are taken one time in fifty."""


@frozen
class Continuation:
    """What comes next if the answer goes on as some text did."""

    evidence: float
    """Tokens' worth of agreement with that text so far."""
    tokens: Sequence[int]


@frozen
class Proposal:
    """A draft at its full length, before anyone asked what it costs."""

    tokens: list[int]
    doubts: Doubts
    """Of each token: minus the logarithm of the chance that all tokens up to it are right,
    where breaks are as frequent as evidence says. Rising."""


def along(evidence: float, tokens: list[int]) -> Proposal:
    """The proposal of one text that has been followed for long.

    Runs of agreement have no typical length: after n tokens the chance of a break is about 1 / n,
    so that n more come with a chance of a half.
    """
    return Proposal(tokens, np.log1p(np.arange(1, len(tokens) + 1) / evidence))


def elect(voters: Sequence[Continuation]) -> Proposal:
    """The path that wins the vote at every token; who voted otherwise is out."""
    path: list[int] = []
    doubts: list[float] = []
    weights = [(voter.evidence, voter.tokens) for voter in voters]
    doubt = 0.0
    while weights:
        ballot: dict[int, float] = defaultdict(float)
        for weight, tokens in weights:
            if len(tokens) > len(path):
                ballot[tokens[len(path)]] += weight
        if not ballot:
            break
        token = max(ballot, key=ballot.__getitem__)
        won = ballot[token]
        total = sum(weight for weight, _ in weights)
        doubt += math.log((total + _NOVELTY) / won)
        if doubt > _HOPELESS:
            break
        weights = [
            (weight * (1 + _GAIN / won), tokens)
            for weight, tokens in weights
            if len(tokens) > len(path) and tokens[len(path)] == token
        ]
        path.append(token)
        doubts.append(doubt)
    return Proposal(path, np.array(doubts))
