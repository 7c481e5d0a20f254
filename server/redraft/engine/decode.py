"""The token loop: draft, evaluate, verify, roll back, until the model ends its answer.

Synchronous, in one thread; the cancel event is looked at before each pass.
"""

import codecs
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from operator import eq
from threading import Event as Flag

from attrs import evolve

from redraft.engine.model import Drafter, Model, Reading, Reason, Statistics, Text
from redraft.engine.plan import Plan
from redraft.engine.verify import Chooser, Verdict, verify
from redraft.engine.widths import Widths
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
        widths: Widths,
        cancel: Flag,
        account: Statistics,
        passed: Callable[[int, float], None] = lambda _, __: None,
        before: "Decoding | None" = None,
    ) -> None:
        """`passed` is told the width and the seconds of each pass that tokens are chosen from.

        `before`: the decoding whose tokens the model holds, if it holds any.
        """
        self.tokens: list[int] = []
        self.reason: Reason | None = None
        self.account = evolve(account, prompt_tokens=len(plan.head) + len(plan.tail))
        self._model = model
        self._plan = plan
        self._drafter = drafter
        self._choose = choose
        self._widths = widths
        self._cancel = cancel
        self._passed = passed
        self._before = before
        self._alone = False
        """Whether the next token is to be chosen in a pass of its own."""
        self._text = codecs.getincrementaldecoder("utf-8")("replace")
        self._thinking = Thinking()
        self._thinking.feed(plan.opening)
        self._thought = 0
        self._take(plan.prefix)
        if drafter is not None and plan.prefix:
            drafter.observe(plan.prefix, 0, 0)

    def events(self) -> Iterator[Reading | Text]:
        """The prompt's passes, then one Text a step, until `reason` is there.

        Raises StoppedError, ModelError.
        """
        if not self._goes_on():
            yield from self._read()
        if self._plan.opening and not self._plan.prefix:
            yield Text(self._plan.opening, self.account)
        while self.reason is None:
            if self._model.position < self._prompt_length - 1:
                # The memory could not go back, against its word: right again, but never quick.
                self._drafter = None
                yield from self._read()
            yield self._step()

    @property
    def _prompt_length(self) -> int:
        return len(self._plan.head) + len(self._plan.tail)

    def _from(self, position: int) -> list[int]:
        """Prompt and answer so far, from a position on."""
        answer_from = position - self._prompt_length
        if answer_from >= 0:
            return self.tokens[answer_from:]
        return [*self._plan.head, *self._plan.tail, *self.tokens][position:]

    def _goes_on(self) -> bool:
        """Effect: keeps what the model holds of this prompt and prefix, if it holds the prompt."""
        before, self._before = self._before, None
        if before is None or not self._plan.prefix:
            return False
        ours, theirs = self._from(0)[:-1], before._from(0)[: self._model.position]
        same = sum(1 for _ in takewhile(bool, map(eq, ours, theirs)))
        return self._model.trim(same) >= self._prompt_length - 1

    def _read(self) -> Iterator[Reading]:
        """Evaluates the prompt but for its last token, which the first step takes along."""
        start, before = time.perf_counter(), self.account.prompt_time
        self._model.reserve(self._model_room())
        for part in (self._plan.head, self._plan.tail[:-1]):
            for first in range(0, len(part), CUT):
                self._check()
                self._model.feed(part[first : first + CUT])
                spent = time.perf_counter() - start
                self.account = evolve(self.account, prompt_time=before + spent)
                yield Reading(self._model.position, self._prompt_length - 1)

    def _held_back(self, most: int) -> list[int]:
        """Effect: evaluates, unjudged, what stands and is not held, up to its last `most` tokens.

        Gives those: at least one.
        """
        rest = self._from(self._model.position)
        while len(rest) > most:
            self._check()
            width = max(width for width in self._widths.read if width < len(rest))
            self._model.evaluate(rest[:width], keep=width)
            rest = rest[width:]
        return rest

    def _model_room(self) -> int:
        # The widest pass more: the last one may be filled up.
        return self._prompt_length + self._plan.room + self._plan.thinking + self._model.widest

    def _step(self) -> Text:
        """One pass over what is not held yet and a draft, and what it adds to the answer."""
        self._check()
        account, said = self.account, len(self.tokens)
        start = time.perf_counter()
        alone, self._alone = self._alone, False
        held = self._held_back(1 if alone else self._widths.judged[-1])
        read = time.perf_counter()
        draft = [] if alone else self._draft(len(held))
        proposed = time.perf_counter()
        verdict, width = self._verdict(held, draft, alone)
        self._passed(width, time.perf_counter() - proposed)
        text = self._take(draft[: verdict.accepted], verdict.next)
        verified = time.perf_counter()
        new = self.tokens[said:]
        if self._drafter is not None:
            self._drafter.observe(new, min(verdict.accepted, len(new)), len(draft))
        over = time.perf_counter()
        self.account = evolve(
            account,
            answer_tokens=account.answer_tokens + len(new),
            answer_time=account.answer_time + over - start,
            steps=account.steps + 1,
            drafted=account.drafted + len(draft),
            accepted=account.accepted + min(verdict.accepted, len(new)),
            rejections=account.rejections + (verdict.accepted < len(draft)),
            draft_time=account.draft_time + proposed - read + over - verified,
            plain_steps=account.plain_steps + (width == 1),
            plain_time=account.plain_time + (over - start if width == 1 else 0.0),
            again=account.again + alone,
        )
        return Text(text, self.account)

    def _verdict(self, held: list[int], draft: list[int], alone: bool) -> tuple[Verdict, int]:
        """What one pass says of a draft, and its width; rejected tokens are taken back."""
        width = 1 if alone else self._widths.fit(len(held), len(draft))
        del draft[max(0, width - len(held)) :]
        padding = [held[-1]] * (width - len(held) - len(draft))
        bound = self._widths.bound if width > 1 else 0.0
        base = self._model.position
        # A guard may want the very token that was held back, in a pass of its own.
        keep = len(held) - 1 if bound else len(held)
        logits = self._model.evaluate([*held, *draft, *padding], keep)
        rows = logits[len(held) - 1 : len(held) + len(draft)]
        verdict = verify(rows, draft, self._choose, bound)
        stands = len(held) + verdict.accepted
        self._alone = verdict.next is None
        self._model.trim(base + (stands - 1 if self._alone else stands))
        return verdict, width

    def _draft(self, held: int) -> list[int]:
        """A draft that fits the pass and the room, up to a token the model does not have."""
        if self._drafter is None:
            return []
        limit = min(self._widths.judged[-1], self._model.room - self._model.position) - held
        draft = self._drafter.draft(limit, held)[:limit] if limit > 0 else []
        known = range(self._model.info.vocabulary)
        unknown = next((i for i, token in enumerate(draft) if token not in known), len(draft))
        return draft[:unknown]

    def _take(self, tokens: Sequence[int], then: int | None = None) -> str:
        """Adds tokens to the answer until it is over; gives the characters they complete."""
        text = ""
        for token in tokens if then is None else (*tokens, then):
            self.tokens.append(token)
            if token in self._model.info.ends:
                self.reason = "stop"
                break
            characters = self._text.decode(self._model.piece(token))
            text += characters
            if self._room_is_used_up(characters):
                self.reason = "length"
                break
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
