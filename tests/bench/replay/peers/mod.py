"""llama.cpp's ngram-mod: one table from the hash of 24 tokens to the next one."""

from collections.abc import Sequence

from tests.bench.replay.peers import Peer

_SLOTS = 4 * 1024 * 1024
_FACTOR = 6364136223846793005
_CHUNK = 32
"""Tokens that must have come before new n-grams are added."""
_LOW = 0.25
"""Accepted share that counts as low."""
_LOW_ROUNDS = 5


class NgramMod(Peer):
    """A chain through the table, until a slot is empty; nothing if it is short.

    After common/ngram-mod.cpp and `common_speculative_impl_ngram_mod` in common/speculative.cpp
    of llama.cpp. The table serves one answer here, so that its limit on the load is never met;
    as its size is a power of two, the hash is kept to the table's bits and rolled on.
    """

    def __init__(
        self, prompt: Sequence[int], match: int = 24, least: int = 48, most: int = 64
    ) -> None:
        super().__init__(prompt)
        self._match = match
        self._least = least
        self._most = most
        self._oldest_factor = pow(_FACTOR, match - 1, _SLOTS)
        self._table: dict[int, int] = {}
        self._added = 0
        self._low_rounds = 0
        if len(prompt) >= match:
            self._add(len(prompt))

    def draft(self, limit: int, held: int = 1) -> list[int]:
        """`least` to `most` tokens or none; hashes are not checked against what was hashed."""
        before = len(self.tokens) - 1  # the last token is not yet in the row it adds from
        if before < self._match:
            return []
        if self._added + _CHUNK < before:
            self._add(before)
        draft = self._chain()
        return draft[:limit] if len(draft) >= self._least else []

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        """Effect: after five drafts in a row of which little was accepted, forgets everything."""
        super().observe(tokens, accepted, drafted)
        if not drafted:
            return
        self._low_rounds = self._low_rounds + 1 if accepted / drafted < _LOW else 0
        if self._low_rounds == _LOW_ROUNDS:
            self._table.clear()
            self._low_rounds = self._added = 0

    def _add(self, end: int) -> None:
        """Effect: adds every n-gram with a next token before `end` that is not yet there."""
        tokens, match = self.tokens, self._match
        place = self._hash(tokens[self._added : self._added + match])
        for first in range(self._added, end - match):
            token = tokens[first + match]
            self._table[place] = token
            place = self._rolled(place, tokens[first], token)
        self._added = end - match

    def _chain(self) -> list[int]:
        row = self.tokens[-self._match :]
        place = self._hash(row)
        for first in range(self._most):
            token = self._table.get(place)
            if token is None:
                break
            row.append(token)
            place = self._rolled(place, row[first], token)
        return row[self._match :]

    def _hash(self, tokens: Sequence[int]) -> int:
        place = 0
        for token in tokens:
            place = (place * _FACTOR + token) % _SLOTS
        return place

    def _rolled(self, place: int, oldest: int, newest: int) -> int:
        return ((place - oldest * self._oldest_factor) * _FACTOR + newest) % _SLOTS
