"""Follows a rewrite's answer while it arrives, to the step at which it cannot end well any more."""

from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

import attrs
from attrs import evolve, field, frozen

from redraft.pipeline.early import Early
from redraft.pipeline.guard import Guard
from redraft.pipeline.hunks import Hunk, completed
from redraft.pipeline.lines import normalise, split_lines
from redraft.pipeline.mending import Trouble, resume_point
from redraft.pipeline.outcome import Refusal, Rewrite, Rules
from redraft.pipeline.request import Request, parts
from redraft.pipeline.thinking import Thinking
from redraft.pipeline.track import Tracker
from redraft.pipeline.validate import Finding, FindingName


@frozen
class Heard:
    """What a piece of the answer brought."""

    text: str
    """What of it is not thinking."""
    share: float
    """How far along the source the answer is, 0 to 1."""
    hunks: tuple[Hunk, ...] = ()
    """Changes that are final."""
    trouble: Trouble | None = field(default=None, repr=False)
    """Why it should be stopped here."""


class Listener:
    """Takes an answer piece by piece; all it says depends on the text alone, not on the pieces."""

    def __init__(self, request: Request, source: str, rules: Rules) -> None:
        """`source`: the answer if nothing changed, fence and all, with \\n line ends."""
        self.request = request
        self.rules = rules
        self.mended: tuple[Finding, ...] = ()
        """What was wrong on the way, each at the line of the new text that was put back."""
        self.text = ""
        """The answer without its thinking."""
        self._raw = ""
        self._source = source
        self._old = parts(request)[1]
        self._hunks: tuple[Hunk, ...] = ()
        self._share = 0.0
        self._start()

    def _start(self) -> None:
        rewrites = self.request.mode == "rewrite"
        self._thinking = Thinking(self._old if rewrites else "")
        self._tracker = Tracker(self._source)
        self._guard = self._new_guard() if rewrites else None
        whole = rewrites and self.request.selection is None
        self._early = Early(self._old) if whole else None

    def _new_guard(self) -> Guard:
        severity = self.rules.severity
        ignored = {name for name in get_args(FindingName) if severity(name) in ("warn", "ignore")}
        return Guard(*self._told(), attrs.astuple(self.rules.wording), ignored)

    def _told(self) -> tuple[str, str, str]:
        """Source, instruction and language."""
        document = self.request.document
        return normalise(self._old), self.request.instruction, document.language

    def feed(self, piece: str) -> Heard:
        """Takes the next piece."""
        self._raw += piece
        text = self._thinking.feed(piece)
        self.text += text
        trouble = self._guard.feed(text) if self._guard else None
        found = self._early.feed(text) if self._early else ()
        known = {hunk.id for hunk in self._hunks}
        found = tuple(hunk for hunk in found if hunk.id not in known)
        self._hunks += found
        self._share = max(self._share, self._tracker.feed(text))
        return Heard(text, self._share, found, trouble)

    def finish(self) -> None:
        """Takes what was held back, when the answer is over."""
        self.text += self._thinking.flush()

    def early_end(self) -> Trouble | None:
        """Where an answer that ended too soon is to go on."""
        return None if "\r" in self.text else resume_point(self.text, *self._told())

    def go_back(self, trouble: Trouble) -> str:
        """Forgets the bad span and puts the source's line there; gives what has been said now."""
        thoughts = self._raw.removesuffix(self.text)
        kept = self.text[: trouble.keep]
        self.mended += (evolve(trouble.finding, line=_line(kept)),)
        self._raw = self.text = ""
        self._start()
        self.feed(thoughts + kept + trouble.resume)
        return self._raw

    def mark(self, outcome: Rewrite | Refusal) -> Rewrite | Refusal:
        """The outcome with the hunks that are known already, and what was mended."""
        if isinstance(outcome, Refusal):
            return outcome
        old = self.request.document.text
        found = completed(old, outcome.text, self._hunks)
        before = parts(self.request)[0]
        first = len(split_lines(before))
        places = [first + finding.line for finding in self.mended if finding.line]
        return evolve(outcome, hunks=tuple(_marked(found, places)), mended=self.mended)


def _line(said: str) -> int:
    """The line of the new text that follows what was said; its fence is none of them."""
    lines = said.split("\n")
    return len(lines) - (lines[0].lstrip().startswith(("```", "~~~")))


def _marked(hunks: Iterable[Hunk], places: Sequence[int]) -> Iterator[Hunk]:
    """Marks, for each line of the new text that was put back, the first hunk from there on."""
    shift, left = 0, sorted(places)
    for hunk in hunks:
        count = len(split_lines(hunk.new))
        shift += count - (hunk.last - hunk.first + 1)
        behind = [place for place in left if place > hunk.last + shift + 1]
        yield evolve(hunk, mended=True) if len(behind) < len(left) else hunk
        left = behind
