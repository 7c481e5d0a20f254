"""Suffix decoding, as in Arctic Inference and vLLM."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from attrs import frozen
from tests.bench.replay.peers import Peer

_DEPTH = 64
"""Tokens of context and draft together: the depth of the trees."""
_LEAST_PROBABLE = np.float32(0.1)  # in single precision, as there: ties turn on the rounding
_ROUNDING = 1e-6


@frozen
class _Draft:
    tokens: Sequence[int] = ()
    score: np.float32 = np.float32(0)  # noqa: RUF009


class SuffixTree:
    """One growing row of tokens; what a suffix tree over it answers, by occurrences.

    A node's count is how often the tokens down to it occur, so all that the tree is asked can be
    read off the places where the context has occurred.
    """

    def __init__(self) -> None:
        self._tokens: list[int] = []
        self._places: dict[int, list[int]] = defaultdict(list)

    def extend(self, tokens: Sequence[int]) -> None:
        """Effect: adds tokens at the end."""
        for token in tokens:
            self._places[token].append(len(self._tokens))
            self._tokens.append(token)

    def speculate(self, context: Sequence[int], alpha: float, most: int) -> _Draft:
        """Of the drafts after every length of match, the one with the best score.

        The score is the sum of the probabilities of its tokens; the longer match wins a tie.
        """
        best = _Draft()
        for shortest, longest, places in self._matches(context):
            room = [
                max(0, min(most, int(match * alpha + _ROUNDING), _DEPTH - match))
                for match in range(shortest, longest + 1)
            ]
            draft = self._path(places, max(room, default=0))
            if draft.score >= best.score:
                best = draft
        return best

    def _matches(self, context: Sequence[int]) -> Iterator[tuple[int, int, list[int]]]:
        """Where the last tokens of the context end: from how many tokens to how many, just there.

        The row's own end is among the places where the context is in it.
        """
        tokens, places, first = self._tokens, self._places.get(context[-1], []), 1
        for match in range(2, len(context)):
            back, token = match - 1, context[-match]
            longer = [end for end in places if end >= back and tokens[end - back] == token]
            if len(longer) < len(places):
                yield first, match - 1, places
                places, first = longer, match
            if not places:
                return
        yield first, len(context) - 1, places

    def _path(self, places: Sequence[int], most: int) -> _Draft:
        """The most frequent next token, again and again, while it is probable enough."""
        tokens, last = self._tokens, len(self._tokens) - 1
        probability, score = np.float32(1), np.float32(0)
        draft: list[int] = []
        while len(draft) < most:
            step = len(draft) + 1
            nexts = [tokens[end + step] for end in places if end + step <= last]
            if not nexts:
                break
            token = nexts[0] if len(nexts) == 1 else _head(nexts)
            count = len(places)
            places = [e for e in places if e + step <= last and tokens[e + step] == token]
            probability *= np.float32(len(places)) / np.float32(count)
            if probability < _LEAST_PROBABLE:
                break
            draft.append(token)
            score += probability
        return _Draft(draft, score)


def _head(tokens: Sequence[int]) -> int:
    """The most frequent token; of equals, the one whose node stands first among its siblings.

    Siblings are kept by falling count. A new one goes to the end; one whose count grows goes to
    the front of its old equals if it is not there yet, else to the front of its new equals.
    """
    counts: dict[int, int] = {}
    for token in tokens:
        counts[token] = counts.get(token, 0) + 1
    most = max(counts.values())
    if sum(count == most for count in counts.values()) == 1:
        return max(counts, key=counts.__getitem__)
    return _siblings(tokens)[0]


def _siblings(tokens: Sequence[int]) -> list[int]:
    order: list[int] = []
    counts: dict[int, int] = {}
    for token in tokens:
        count = counts.get(token, 0)
        counts[token] = count + 1
        if not count:
            order.append(token)
            continue
        place = order.index(token)
        before = counts[order[place - 1]] if place else 0
        if place and before <= count + 1:
            front = next(i for i, it in enumerate(order) if i < place and counts[it] == before)
            order.insert(front, order.pop(place))
    return order


class SuffixDecoding(Peer):
    """The better draft of two suffix trees: prompt and answer, and answers alone.

    After csrc/suffix_decoding/suffix_tree.cc and suffix_decoding/cache.py in
    snowflakedb/ArcticInference, drafting paths, not trees. `alpha` is its max_spec_factor: drafts
    have at most alpha times the match's length. No answers from before this one are known.
    """

    def __init__(self, prompt: Sequence[int], alpha: float = 1.0, most: int = _DEPTH) -> None:
        super().__init__(prompt)
        self._alpha = alpha
        self._most = most
        self._local = SuffixTree()
        self._global = SuffixTree()
        self._local.extend(prompt)

    def draft(self, limit: int, held: int = 1) -> list[int]:
        """At most `most` tokens."""
        context, most = self.tokens[-_DEPTH:], min(self._most, limit)
        trees = (self._local, self._global)
        local, others = (tree.speculate(context, self._alpha, most) for tree in trees)
        return list(others.tokens if others.score > local.score else local.tokens)

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        """Effect: both trees grow."""
        super().observe(tokens, accepted, drafted)
        self._local.extend(tokens)
        self._global.extend(tokens)
