"""Drafts from the source: a pointer that runs along it and finds its place again after a change."""

import math
from collections import defaultdict
from collections.abc import Sequence

from redraft.drafting.policy import Policy

_LONGEST_MATCH = 16
"""Tokens of context that are compared when a place is looked for."""
_NEAR = 8
"""How far ahead of the pointer one agreeing token alone is evidence enough, in tokens."""


class SourceDrafter:
    """Proposes the source's tokens from where the answer has come.

    The source is tokenised as it will be emitted, fence and end included: slices of the prompt
    would differ at the seams.
    """

    def __init__(self, source: Sequence[int], policy: Policy | None = None) -> None:
        self._source = list(source)
        self._places: dict[int, list[int]] = defaultdict(list)
        for place, token in enumerate(self._source):
            self._places[token].append(place)
        self._answer: list[int] = []
        self._pointer = 0
        self._agreement = 1
        self.policy = policy or Policy()

    def draft(self, limit: int) -> list[int]:
        """At most `limit` tokens from the pointer on; the longer it agreed, the more."""
        length = min(limit, self.policy.length(self._agreement))
        return self._source[self._pointer : self._pointer + length]

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        """Follows the answer by the tokens of one step."""
        self.policy.observe(accepted, drafted)
        for token in tokens:
            self._answer.append(token)
            if self._pointer < len(self._source) and self._source[self._pointer] == token:
                self._pointer += 1
                self._agreement += 1
            else:
                self._find_place(token)

    def _find_place(self, token: int) -> None:
        """Moves the pointer behind the place that the answer's end resembles most."""
        self._agreement = 0
        best = -math.inf
        for place in self._places.get(token, ()):
            match = self._match(place)
            distance = place - self._pointer
            score = _score(match, distance)
            if score > best and (match > 1 or 0 <= distance < _NEAR):
                best = score
                self._agreement = match
                following = place + 1
        if self._agreement:
            self._pointer = following

    def _match(self, place: int) -> int:
        """Tokens that agree, counted backwards from `place` and from the answer's end."""
        count = 0
        for ours, theirs in zip(
            reversed(self._answer[-_LONGEST_MATCH:]),
            reversed(self._source[max(0, place + 1 - _LONGEST_MATCH) : place + 1]),
            strict=False,
        ):
            if ours != theirs:
                break
            count += 1
        return count


def _score(match: int, distance: int) -> float:
    """A long match far off against a short one near by; going back costs four times as much."""
    penalty = distance if distance >= 0 else -4 * distance
    return 4 * match - 1.5 * math.log2(1 + penalty)
