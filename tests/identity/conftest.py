"""Drafts are too good to be rejected often enough: here every third one is spoiled half way."""

from collections.abc import Iterator
from itertools import count

import pytest

from redraft.drafting.mixture import MixtureDrafter

_EVERY = 3
_SHORT = 4


@pytest.fixture(autouse=True)
def spoiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    turns, propose = count(), MixtureDrafter.draft

    def draft(self: MixtureDrafter, limit: int, held: int = 1) -> list[int]:
        tokens = propose(self, limit, held)
        if next(turns) % _EVERY == 0 and len(tokens) >= _SHORT:
            tokens[len(tokens) // 2] ^= 1
        return tokens

    with monkeypatch.context() as patch:
        patch.setattr(MixtureDrafter, "draft", draft)
        yield
