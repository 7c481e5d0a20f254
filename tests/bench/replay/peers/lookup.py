"""llama-cpp-python's draft_model: prompt lookup."""

from collections.abc import Sequence

from tests.bench.replay.peers import Peer


class PromptLookup(Peer):
    """What followed the oldest match of the last two tokens, else of the last one.

    After `LlamaPromptLookupDecoding` in llama-cpp-python's llama_speculative.py. Its windows are
    an index here: the first place of every pair and of every token.
    """

    def __init__(self, prompt: Sequence[int], predicted: int = 10, longest: int = 2) -> None:
        super().__init__(prompt)
        self._predicted = predicted
        self._longest = longest
        self._oldest: dict[tuple[int, ...], int] = {}
        self._index(0)

    def draft(self, limit: int, held: int = 1) -> list[int]:
        """At most `predicted` tokens, fewer where the match is near the end."""
        for size in range(min(self._longest, len(self.tokens) - 1), 0, -1):
            following = self._oldest[tuple(self.tokens[-size:])]
            if following < len(self.tokens):
                return self.tokens[following : following + min(self._predicted, limit)]
        return []

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        """Effect: indexes the new tokens."""
        first = len(self.tokens)
        super().observe(tokens, accepted, drafted)
        self._index(first)

    def _index(self, first: int) -> None:
        for end in range(first + 1, len(self.tokens) + 1):
            for size in range(1, min(self._longest, end) + 1):
                self._oldest.setdefault(tuple(self.tokens[end - size : end]), end)
