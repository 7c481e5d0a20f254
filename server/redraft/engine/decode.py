"""The token loop: draft, evaluate, verify, roll back, until the model ends its answer.

Synchronous, in one thread; the cancel event is looked at before each pass.
"""

import codecs
import time
from collections.abc import Iterator, Sequence
from itertools import takewhile
from operator import eq
from threading import Event as Flag

from attrs import evolve

from redraft.engine.model import Drafter, Model, Reading, Reason, Statistics, Text
from redraft.engine.plan import Plan
from redraft.engine.verify import Chooser, verify
from redraft.errors import StoppedError
from redraft.pipeline.thinking import Thinking

CUT = 256
"""Prompts are cut every so many tokens, cached or not: how a prompt is cut changes bits."""


class Decoding:
    """One answer on its way: its tokens, how it ended, its account so far."""

    def __init__(
        self,
        model: Model,
        plan: Plan,
        drafter: Drafter | None,
        choose: Chooser,
        cancel: Flag,
        account: Statistics,
        before: "Decoding | None" = None,
    ) -> None:
        """`before`: the decoding whose tokens the model holds, if it holds any."""
        self.tokens: list[int] = []
        self.reason: Reason | None = None
        self.held = 0
        """Tokens of prompt and answer that the model is known to hold."""
        self.account = evolve(account, prompt_tokens=len(plan.head) + len(plan.tail))
        self._model = model
        self._plan = plan
        self._drafter = drafter
        self._choose = choose
        self._cancel = cancel
        self._before = before
        self._last = plan.tail[-1]
        self._text = codecs.getincrementaldecoder("utf-8")("replace")
        self._thinking = Thinking()
        self._thinking.feed(plan.opening)
        self._thought = 0
        self._take(plan.prefix)
        if drafter is not None and plan.prefix:
            drafter.observe(plan.prefix, 0, 0)

    def events(self) -> Iterator[Reading | Text]:
        """The prompt's passes, then one Text a step, until `reason` is there.

        Raises StoppedError, ModelError, RollbackError.
        """
        start = time.perf_counter()
        if not self._goes_on():
            yield from self._read()
        self._reread()
        self.account = evolve(self.account, prompt_time=time.perf_counter() - start)
        if self._plan.opening and not self._plan.prefix:
            yield Text(self._plan.opening, self.account)
        while self.reason is None:
            yield self._step()

    def _all(self) -> list[int]:
        """Prompt and answer so far."""
        return [*self._plan.head, *self._plan.tail, *self.tokens]

    def _goes_on(self) -> bool:
        """Effect: keeps what the model holds of this prompt and prefix, if it holds the prompt."""
        before, self._before = self._before, None
        if before is None or not self._plan.prefix:
            return False
        ours = self._all()[:-1]
        theirs = before._all()[: before.held]
        kept = sum(1 for _ in takewhile(bool, map(eq, ours, theirs)))
        cannot_trim = self._model.info.rollback == "none" and self._model.position > kept
        if kept < self.account.prompt_tokens or cannot_trim:
            return False
        self._model.trim(kept)
        self.held = kept
        return True

    def _read(self) -> Iterator[Reading]:
        """Evaluates the prompt but for its last token, which the first step takes along."""
        self._model.reserve(self._model_room())
        for part in (self._plan.head, self._plan.tail[:-1]):
            for first in range(0, len(part), CUT):
                self._check()
                self._model.feed(part[first : first + CUT])
                self.held = self._model.position
                yield Reading(self.held, self.account.prompt_tokens - 1)

    def _reread(self) -> None:
        """Evaluates what the answer begins with as a draft is, and takes it unjudged."""
        rest = self._all()[self.held : -1]
        for first in range(0, len(rest), self._model.widest):
            self._check()
            self._model.evaluate(rest[first : first + self._model.widest])
            self.held = self._model.position

    def _model_room(self) -> int:
        return self.account.prompt_tokens + self._plan.room + self._plan.thinking

    def _step(self) -> Text:
        """One pass over the last token and a draft, and what it adds to the answer."""
        self._check()
        account = self.account
        start = time.perf_counter()
        draft = self._draft()
        proposed = time.perf_counter()
        base = self._model.position
        verdict = verify(self._model.evaluate([self._last, *draft]), draft, self._choose)
        self._model.trim(base + 1 + verdict.accepted)
        text = self._take([*draft[: verdict.accepted], verdict.next])
        verified = time.perf_counter()
        self.held = self._model.position
        new = self.tokens[len(self._plan.prefix) + account.answer_tokens :]
        if self._drafter is not None:
            self._drafter.observe(new, verdict.accepted, len(draft))
        over = time.perf_counter()
        self.account = evolve(
            account,
            answer_tokens=account.answer_tokens + len(new),
            answer_time=account.answer_time + over - start,
            steps=account.steps + 1,
            drafted=account.drafted + len(draft),
            accepted=account.accepted + min(verdict.accepted, len(new)),
            rejections=account.rejections + (verdict.accepted < len(draft)),
            draft_time=account.draft_time + proposed - start + over - verified,
            plain_steps=account.plain_steps + (not draft),
            plain_time=account.plain_time + (0.0 if draft else over - start),
        )
        return Text(text, self.account)

    def _draft(self) -> list[int]:
        """A draft that fits the pass and the room, up to a token the model does not have."""
        if self._drafter is None:
            return []
        limit = min(self._model.widest, self._model.room - self._model.position) - 1
        draft = self._drafter.draft(limit)[:limit] if limit > 0 else []
        known = range(self._model.info.vocabulary)
        unknown = next((i for i, token in enumerate(draft) if token not in known), len(draft))
        return draft[:unknown]

    def _take(self, tokens: Sequence[int]) -> str:
        """Adds tokens to the answer until it is over; gives the characters they complete."""
        text = ""
        for token in tokens:
            self.tokens.append(token)
            if token in self._model.info.ends:
                self.reason = "stop"
                break
            characters = self._text.decode(self._model.piece(token))
            text += characters
            if self._room_is_used_up(characters):
                self.reason = "length"
                break
        self._last = self.tokens[-1] if self.tokens else self._last
        return text + (self._text.decode(b"", final=True) if self.reason else "")

    def _room_is_used_up(self, characters: str) -> bool:
        """Whether the last token was the last there is room for; thinking has its own room."""
        was_inside = self._thinking.inside
        self._thinking.feed(characters)
        if was_inside or self._thinking.inside:
            self._thought = len(self.tokens)
        if self._thinking.inside:
            return self._thought >= self._plan.thinking
        return len(self.tokens) - self._thought >= self._plan.room

    def _check(self) -> None:
        if self._cancel.is_set():
            raise StoppedError("cancelled")
