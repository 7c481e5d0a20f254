"""Drafts from what was said before: wherever the last tokens have stood, and what came then.

As in SuffixDecoding (Oliaro et al., arXiv 2411.04975), but every match votes with its own weight,
where that takes the most frequent path of one length of match.
"""

from collections import defaultdict
from collections.abc import Sequence

from redraft.drafting.ballot import Continuation

_DEPTH = 64
"""Tokens of context compared, and tokens proposed."""
_MOST = 8
"""Matches that vote: the longest, of equals the latest."""
_LATEST = 32
"""Places of a lone token that are looked at."""
_LONGER = 4.0
"""How many times more a match weighs for each token that it is longer."""
_TRUST = 0.7
"""Evidence of a matching token, against one in agreement with the source in its place."""


class Said:
    """A growing row of tokens, and where its last tokens have stood before."""

    def __init__(self, tokens: Sequence[int] = ()) -> None:
        self._tokens: list[int] = []
        self._singles: dict[int, list[int]] = defaultdict(list)
        self._pairs: dict[tuple[int, int], list[int]] = defaultdict(list)
        self.extend(tokens)

    def extend(self, tokens: Sequence[int]) -> None:
        """Effect: adds tokens at the end."""
        for token in tokens:
            place = len(self._tokens) + 1
            self._singles[token].append(place)
            if self._tokens:
                self._pairs[self._tokens[-1], token].append(place)
            self._tokens.append(token)

    def continuations(self) -> list[Continuation]:
        """What followed the best matches; their evidence sums to that of the longest."""
        matches = sorted(self._matches())[-_MOST:]
        if not matches:
            return []
        longest = matches[-1][0]
        weights = [_LONGER ** (length - longest) for length, _ in matches]
        share = _TRUST * longest / sum(weights)
        return [
            Continuation(share * weight, self._tokens[place : place + _DEPTH])
            for weight, (_, place) in zip(weights, matches, strict=True)
        ]

    def _matches(self) -> list[tuple[int, int]]:
        """(length, place behind it) of earlier matches: of two tokens and more, else of one."""
        tokens, end = self._tokens, len(self._tokens)
        pairs = self._pairs.get((tokens[-2], tokens[-1]), ()) if end > 1 else ()
        matches = [(self._length(place), place) for place in pairs if place < end]
        if matches or not tokens:
            return matches
        return [(1, place) for place in self._singles[tokens[-1]][-_LATEST:] if place < end]

    def _length(self, place: int) -> int:
        tokens, end, length = self._tokens, len(self._tokens), 2
        most = min(_DEPTH, place)
        while length < most and tokens[place - 1 - length] == tokens[end - 1 - length]:
            length += 1
        return length
