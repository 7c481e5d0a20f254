"""llama.cpp's ngram-simple."""

from collections.abc import Sequence

from tests.bench.replay.peers import Peer


class NgramSimple(Peer):
    """What followed the latest match of the last `key` tokens, up to `value` of it.

    After `common_ngram_simple_draft` in llama.cpp's common/ngram-map.cpp. There is no second
    best: where fewer than `key` tokens follow the latest match, nothing is drafted. Its backward
    scan is an index here.
    """

    def __init__(self, prompt: Sequence[int], key: int = 12, value: int = 48) -> None:
        super().__init__(prompt)
        self._key = key
        self._value = value
        self._latest: dict[tuple[int, ...], int] = {}
        self._indexed = 1  # position 0 stands for "no match" there, and is never one

    def draft(self, limit: int, held: int = 1) -> list[int]:
        """At most `value` tokens; the last token of all is not part of what it searches."""
        key, searched = self._key, len(self.tokens) - 1
        if searched <= key + self._value + 1:
            return []
        for place in range(self._indexed, searched - key):
            self._latest[tuple(self.tokens[place : place + key])] = place
        self._indexed = max(self._indexed, searched - key)
        match = self._latest.get(tuple(self.tokens[-key:]))
        if match is None:
            return []
        first = match + key
        length = min(self._value, searched - first)
        return self.tokens[first : first + min(length, limit)] if length >= key else []
