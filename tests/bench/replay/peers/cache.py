"""llama.cpp's llama-lookup: n-gram caches with thresholds."""

from collections import defaultdict
from collections.abc import Sequence

from tests.bench.replay.peers import Peer

_LONGEST = 4
_LEAST_SEEN = (2, 2, 1, 1)
"""By n-gram length: how often it must have been seen."""
_LEAST_PERCENT = (66, 50, 50, 50)
"""By n-gram length: in how many cases the most frequent token must have followed."""

Followers = dict[int, int]


class Lookup(Peer):
    """Token by token what mostly followed the last four tokens, else three, two, one.

    After `common_ngram_cache_draft` with the lax thresholds in llama.cpp's
    common/ngram-cache.cpp and the loop of examples/lookup/lookup.cpp, without caches from files.
    Its default of 3 drafted tokens used to be 16, which serves it better.
    """

    def __init__(
        self, prompt: Sequence[int], drafted: int = 16, *, newer_first: bool = True
    ) -> None:
        """`newer_first`: of two followers seen equally often, which is drafted.

        The C++ takes what its unordered_map yields first; GNU's yields the newer.
        """
        super().__init__(prompt)
        self._drafted = drafted
        self._newer_first = newer_first
        self._cache: dict[tuple[int, ...], Followers] = defaultdict(dict)
        self._index(0)

    def draft(self, limit: int, held: int = 1) -> list[int]:
        """At most `drafted` tokens, up to the first without enough evidence."""
        context, draft = self.tokens[-_LONGEST:], list[int]()
        if len(context) < 2:
            return []
        while len(draft) < min(self._drafted, limit):
            token = self._next(context)
            if token is None:
                break
            draft.append(token)
            context = [*context, token][-_LONGEST:]
        return draft

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        """Effect: counts the new tokens."""
        first = len(self.tokens)
        super().observe(tokens, accepted, drafted)
        self._index(first)

    def _index(self, first: int) -> None:
        for place in range(first, len(self.tokens)):
            token = self.tokens[place]
            for size in range(1, min(_LONGEST, place) + 1):
                followers = self._cache[tuple(self.tokens[place - size : place])]
                followers[token] = followers.get(token, 0) + 1

    def _next(self, context: Sequence[int]) -> int | None:
        for size in range(len(context), 0, -1):
            followers = self._cache.get(tuple(context[-size:]))
            if followers and _enough(followers, size):
                row = reversed(followers) if self._newer_first else followers
                return max(row, key=followers.__getitem__)
        return None


def _enough(followers: Followers, size: int) -> bool:
    seen, most = sum(followers.values()), max(followers.values())
    return seen >= _LEAST_SEEN[size - 1] and 100 * most >= _LEAST_PERCENT[size - 1] * seen
