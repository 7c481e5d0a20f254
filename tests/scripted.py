"""A Model that says what a script says, in place of llama.cpp.

Its logits depend on every token it holds: one stale or missing token, and it answers nonsense.
So a token loop that rolls back wrongly cannot give the scripted answer.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from redraft.engine.model import Formatter, Logits, ModelInfo, Rollback
from redraft.errors import StoppedError

START, END, OTHER_END = 256, 257, 258
_CONTROL = {"<|start|>": START, "<|end|>": END, "<|stop|>": OTHER_END}
_MERGES = (b"    ", b"  ", b"```", b"print", b"logging", b"def ", b"return ", b"self", b"\n\n")
_PIECES = (
    [bytes([value]) for value in range(256)] + [name.encode() for name in _CONTROL] + [*_MERGES]
)
VOCABULARY = len(_PIECES)
_ASSISTANT = b"assistant\n"

Says = str | tuple[str, ...] | list[int]
"""Text, which then ends; texts, of which it says the first that goes on from where the answer
stands; or tokens, taken as they are."""
Script = Callable[[str], Says]
"""The prompt's text -> the answer."""


class ScriptedModel:
    """Obeys the Model Protocol; tokens are bytes, a few merges and three control tokens."""

    def __init__(
        self,
        script: Script | Says,
        *,
        rollback: Rollback = "trim",
        states: int = 0,
        trained: int = 100_000,
        widest: int = 64,
        system_role: bool = True,
        noise: float = 0.0,
        jitter: Callable[[int], int] = lambda _: 0,
        key: str = "",
        lone: bool = False,
        on_pass: Callable[[], object] = lambda: None,
    ) -> None:
        """`noise`: the spread of all logits. `jitter`: width -> a number; passes whose widths have
        the same one have the same bits, others come out a hundredth of the noise apart.
        """
        self.held: list[int] = []
        self.passes: list[int] = []
        """Width of every pass so far."""
        self.prompts: list[str] = []
        self.room = 0
        self.widest = widest
        self.info = ModelInfo(
            name="scripted",
            vocabulary=VOCABULARY,
            trained=trained,
            ends=frozenset({END, OTHER_END}),
            end=END,
            rollback=rollback,
            states=states,
            key=key,
            lone=lone,
        )
        self.formatter: Formatter = self._format
        self._script: Script = script if callable(script) else (lambda _: script)
        self._system_role = system_role
        self._noise = noise
        self._jitter = jitter
        self._back: set[int] = set()
        """Positions that a state is kept of."""
        self._on_pass = on_pass
        self._stopped = False

    @property
    def position(self) -> int:
        return len(self.held)

    def _format(self, messages: Sequence[Mapping[str, str]], _: Mapping[str, Any]) -> str:
        if not self._system_role and any(message["role"] == "system" for message in messages):
            raise ValueError("System role not supported")
        turns = "".join(f"<|start|>{m['role']}\n{m['content']}<|end|>\n" for m in messages)
        return f"{turns}<|start|>assistant\n"

    def tokenize(self, text: str, *, special: bool = False) -> list[int]:
        data, tokens = text.encode("utf-8"), []
        while data:
            token = _first(data, special=special)
            tokens.append(token)
            data = data[len(_PIECES[token]) :]
        return tokens

    def piece(self, token: int) -> bytes:
        return _PIECES[token]

    def reserve(self, tokens: int) -> None:
        self.held.clear()
        self.room = max(self.room, tokens)

    def feed(self, tokens: Sequence[int]) -> None:
        self._pass(tokens)
        self._back.clear()

    def evaluate(self, tokens: Sequence[int], keep: int) -> Logits:
        if not 1 <= len(tokens) <= self.widest:
            raise ValueError(f"a pass takes 1 to {self.widest} tokens, not {len(tokens)}")
        if not 0 <= keep <= len(tokens):
            raise ValueError(f"{keep} of {len(tokens)} tokens cannot stay")
        first = len(self.held)
        self._pass(tokens)
        self._remember(first, len(tokens), keep)
        ends = range(first + 1, len(self.held) + 1)
        return np.stack([self._row(self.held[:end], len(tokens)) for end in ends])

    def _remember(self, first: int, width: int, keep: int) -> None:
        """Keeps the states that llama.cpp would: of the last tokens, or one copied before."""
        states = self.info.states
        self._back -= {position for position in self._back if position >= first}
        if states and keep >= max(1, width - states):
            self._back = set(range(first + max(1, width - states), first + width))
        elif keep < width:
            self._back = {first}

    def trim(self, position: int) -> int:
        if not 0 <= position <= len(self.held):
            raise ValueError(f"cannot go back to {position} from {len(self.held)}")
        if position < len(self.held) and self.info.rollback != "trim":
            known = self._back if self.info.rollback != "none" else set[int]()
            position = max((kept for kept in known if kept <= position), default=0)
            # One state of those kept of a pass can be put back; a copy, any number of times.
            self._back = {position} if position and not self.info.states else set()
        del self.held[position:]
        return position

    def interrupt(self) -> None:
        self._stopped = True

    def resume(self) -> None:
        self._stopped = False

    def close(self) -> None:
        self.held.clear()
        self.room = 0

    def _pass(self, tokens: Sequence[int]) -> None:
        self._on_pass()
        if self._stopped:
            raise StoppedError("stopped in the middle of a pass")
        if len(self.held) + len(tokens) > self.room:
            raise ValueError("more tokens than reserved")
        for token in tokens:
            if not 0 <= token < VOCABULARY:
                raise ValueError(f"{token} is no token of this model")
        self.passes.append(len(tokens))
        self.held.extend(tokens)

    def _row(self, held: Sequence[int], width: int) -> Logits:
        digest = hashlib.blake2b(repr(held).encode(), digest_size=8).digest()
        random = np.random.default_rng(int.from_bytes(digest, "big"))
        row = (self._noise * random.standard_normal(VOCABULARY)).astype(np.float32)
        row[self._next(list(held), random)] += 4.0
        shaken = np.random.default_rng([self._jitter(width), len(held)])
        return row + np.float32(0.01 * self._noise) * shaken.standard_normal(
            VOCABULARY, dtype=np.float32
        )

    def _next(self, held: list[int], random: np.random.Generator) -> int:
        opening = [START, *_ASSISTANT]
        ends = range(len(opening), len(held) + 1)
        answer_at = max((i for i in ends if held[i - len(opening) : i] == opening), default=0)
        prompt, answer = held[:answer_at], held[answer_at:]
        if prompt:
            for script in self._answers(prompt):
                following = self._following(script, answer)
                if following is not None:
                    return following
        return int(random.integers(VOCABULARY))

    def _following(self, script: str | list[int], answer: list[int]) -> int | None:
        """What a script says after an answer, where that is how it begins."""
        if isinstance(script, list):
            begins = answer == script[: len(answer)] and len(answer) < len(script)
            return script[len(answer)] if begins else None
        said, text = b"".join(map(self.piece, answer)), script.encode()
        if not text.startswith(said):
            return None
        return _first(text[len(said) :]) if said != text else END

    def _answers(self, prompt: Sequence[int]) -> Sequence[str | list[int]]:
        text = b"".join(map(self.piece, prompt)).decode("utf-8", "replace")
        if text not in self.prompts:
            self.prompts.append(text)
        says = self._script(text)
        return says if isinstance(says, tuple) else [says]


def _first(data: bytes, *, special: bool = False) -> int:
    """The token that some bytes begin with."""
    named = range(len(_PIECES) - len(_MERGES), len(_PIECES))
    known = (*_CONTROL.values(), *named) if special else named
    return next((token for token in known if data.startswith(_PIECES[token])), data[0])
