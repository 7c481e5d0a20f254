"""Where in its source an answer is: a pointer that finds its place again after a change.

Places are compared in bytes: after an edit the answer's tokens and the source's may differ although
their text agrees.
"""

import math
from collections.abc import Iterator, Sequence

from redraft.drafting.ballot import Continuation
from redraft.drafting.indent import Indents, line_of
from redraft.drafting.projection import Projection, Rule
from redraft.drafting.tokens import TokenisedText, Tokenizer
from redraft.drafting.transfer import Transfer

_MATCHES = (64, 32, 16, 8, 4, 2, 1)
"""Bytes of the answer's end that are looked for in the source, most telling first."""
_PLACES = 4
"""Places that are followed at the same time."""
_START = 4.0
"""Evidence that an answer begins as its source does, in tokens of agreement."""
_SETTLED = 3.0
"""Evidence from which a change is over: what it was is learned, other places are given up."""


class SourcePointer:
    """The likely places of an answer in its source, as that will look if rules go on to hold."""

    def __init__(
        self, source: bytes, tokenizer: Tokenizer, end: int, asked: tuple[Rule, ...] = ()
    ) -> None:
        """`end`: the token that ends an answer. `asked`: rules to begin with."""
        self._source = source
        self._tokenizer = tokenizer
        self._end = end
        self._transfer = Transfer(asked)
        self._indents = Indents(source)
        self._answer = bytearray()
        self._places: dict[int, float] = {0: _START}
        self._left: tuple[int, int] | None = None
        self._projection = self._projected()
        self._text = TokenisedText(self._projection.text, tokenizer, end)

    @property
    def evidence(self) -> float:
        """Of the likeliest place, in tokens of agreement; 0: no place is known."""
        return next(iter(self._places.values()), 0.0)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """What the answer has been seen to change, and goes on to."""
        return self._transfer.rules

    def continuations(self, most: int) -> list[Continuation]:
        """What comes next at each place, likeliest first."""
        return [
            Continuation(evidence, self._text.tokens(place, most))
            for place, evidence in self._places.items()
        ]

    def follow(self, tokens: Sequence[int]) -> None:
        """Effect: goes on by tokens of the answer."""
        for token in tokens:
            self._follow(self._tokenizer.piece(token))
        if self.evidence > _SETTLED:
            self._settle()

    def _follow(self, piece: bytes) -> None:
        text, likeliest = self._projection.text, next(iter(self._places), None)
        kept = {
            place + len(piece): evidence + 1
            for place, evidence in self._places.items()
            if text.startswith(piece, place)
        }
        agrees = likeliest is not None and text.startswith(piece, likeliest)
        if not agrees and self._left is None:
            self._left = likeliest or 0, len(self._answer)
        self._answer += piece
        self._places = kept
        if not agrees:
            self._search(piece)

    def _search(self, piece: bytes) -> None:
        """Effect: looks for the answer's end in the source, near where it was left."""
        for place, match in self._matches(piece):
            evidence = self._evidence(place, match)
            self._places[place] = max(evidence, self._places.get(place, 0.0))
        best = sorted(self._places.items(), key=lambda found: -found[1])[:_PLACES]
        self._places = dict(best)
        if best:
            self._reindent(best[0][0])

    def _matches(self, piece: bytes) -> Iterator[tuple[int, int]]:
        """The nearest place behind each length of match, ahead and back; (place, length)."""
        near = self._left[0] if self._left else 0
        text, tail = self._projection.text, bytes(self._answer[-_MATCHES[0] :])
        for size in (*_MATCHES, len(piece)):
            if not len(piece) <= size <= len(tail) or not size:
                continue
            part = tail[-size:]
            for start in (text.find(part, max(0, near + 1 - size)), text.rfind(part, 0, near)):
                if start >= 0:
                    yield start + size, size

    def _evidence(self, place: int, match: int) -> float:
        """Evidence for a place by the bytes that match before it and the bytes skipped to it.

        Fitted to how often the next token was right; so is half of it for going back.
        """
        distance = place - (self._left[0] if self._left else 0)
        evidence = 0.35 * math.sqrt(match) / math.pow(1 + abs(distance), 0.2)
        return evidence if distance >= 0 else evidence / 2

    def _reindent(self, place: int) -> None:
        """Effect: takes the block at a place to be as deep as the answer's line says."""
        text = self._projection.text
        line = text.rfind(b"\n", 0, place) + 1
        ours = bytes(self._answer[self._answer.rfind(b"\n") + 1 :])
        word = ours.lstrip(b" \t")
        if len(word) < 2 or text[line:place].lstrip(b" \t") != word or text[line:place] == ours:
            return
        start = self._projection.to_source(line)
        self._indents.show(line_of(self._source, start, ours[: len(ours) - len(word)]))
        self._carry_over(self._projected())

    def _settle(self) -> None:
        """Effect: learns from the change that is over."""
        place = next(iter(self._places))
        self._places = {place: self._places[place]}
        if self._left is None:
            return
        left, since = self._left
        self._left = None
        while min(since, left) > 0 and self._answer[since - 1 : since].isalnum():
            since, left = since - 1, left - 1
        if min(since, left) > 0:  # a sign before it, to tell one change from another by
            since, left = since - 1, left - 1
        start, stop = map(self._projection.to_source, (left, place))
        self._transfer.learn(self._source[start:stop], bytes(self._answer[since:]))
        if self._transfer.judge(self._source[:stop], bytes(self._answer)):
            self._carry_over(self._projected())

    def _projected(self) -> Projection:
        return Projection(self._source, self._transfer.rules, self._indents.current)

    def _carry_over(self, new: Projection) -> None:
        """Effect: goes on in a text that was made anew, at the same places."""
        old, self._projection = self._projection, new
        self._text = TokenisedText(new.text, self._tokenizer, self._end)
        carried = {place: new.from_source(old.to_source(place)) for place in self._places}
        self._places = {carried[place]: it for place, it in self._places.items()}
        if self._left is not None:
            self._left = new.from_source(old.to_source(self._left[0])), self._left[1]
