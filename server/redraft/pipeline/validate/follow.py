"""Walks along the source with an answer's lines while they arrive."""

from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Sequence

from attrs import evolve

from redraft.pipeline.validate.asked import Asked, renamed
from redraft.pipeline.validate.compare import Comparison, Gap, shown_again, squeezed
from redraft.pipeline.validate.kinds import Line, counterpart, has_word, names_in, read_lines
from redraft.pipeline.validate.placeholder import Placed, in_gap, omits

_NEAR = 10
"""How many lines ahead a line's old wording is looked for, to say where the source goes on."""
_WINDOW = 64


class Running(Comparison):
    """A comparison with an answer of which the last lines alone are kept."""

    def __init__(self, source: str, asked: Asked, language: str) -> None:
        super().__init__(read_lines(source, language), (), language, (), (), asked)
        self.kept: set[int] = set()
        self.names: set[str] = set()
        self.added: Counter[str] = Counter()


class Follower:
    """Says at once where an answer puts a placeholder, and where its source goes on from there."""

    def __init__(self, source: str, asked: Asked, language: str) -> None:
        self.running = Running(source, asked, language)
        self._old = self.running.old
        self._asked = asked
        self._places: dict[str, list[int]] = defaultdict(list)
        self._keys = [{line.key, renamed(line.key, asked)} for line in self._old]
        for place, keys in enumerate(self._keys):
            for key in keys:
                self._places[key].append(place)
        self._reached = 0
        self._pending: list[Line] = []
        self._recent: deque[Line] = deque(maxlen=_WINDOW)

    def is_next(self, key: str) -> bool:
        """Whether a line is the source's next one."""
        return self._reached < len(self._old) and key in self._keys[self._reached]

    def left(self) -> tuple[Line, ...]:
        """What of the source has not been reached."""
        return self._old[self._reached :]

    def finish(self) -> Placed | None:
        """Judges what stands at the answer's end."""
        return self._judge(self.left(), self._pending)

    def feed(self, line: Line) -> Placed | None:
        """Takes the answer's next line that is not blank."""
        if self._asked.hides:
            line = evolve(line, key=shown_again(line.key, self._places))
        self._recent.append(line)
        self.running.names |= names_in(line.key)
        place = self._place(line)
        if place is None:
            self._pending.append(line)
            self.running.added[squeezed(line.key)] += 1
            return self._worded(line)
        found = self._close_gap(place)
        self._reached, self._pending = place + 1, []
        self.running.kept.add(place)
        return found

    def _place(self, line: Line) -> int | None:
        """Where the source has a line, if it is sure: next, or nowhere else, or two in a row."""
        if self.is_next(line.key):
            return self._reached
        places = self._places.get(line.key, [])
        following = bisect_left(places, self._reached)
        if following == len(places) or not has_word(line.key):
            return None
        place = places[following]
        alone = len(places) == 1 and len(line.key) > 2
        before = self._pending[-1].key if self._pending else ""
        follows = place > self._reached and before in self._keys[place - 1]
        return place if alone or follows else None

    def _close_gap(self, place: int) -> Placed | None:
        """Judges what stood between the last line that was followed and this one."""
        pending = self._pending
        while place > self._reached and pending and pending[-1].key in self._keys[place - 1]:
            place -= 1
            self.running.kept.add(place)
            self.running.added[squeezed(pending[-1].key)] -= 1
            pending = pending[:-1]
        return self._judge(self._old[self._reached : place], pending)

    def _judge(self, old: tuple[Line, ...], pending: Sequence[Line]) -> Placed | None:
        self.running.new = tuple(self._recent)
        return in_gap(Gap(old, tuple(pending)), self.running, self._asked)

    def _worded(self, line: Line) -> Placed | None:
        """A line that says itself that something is left out."""
        running = self.running
        if not omits(line, running.known, self._asked, running.language):
            return None
        place = self._goes_on()
        return Placed(line, (), self._old[place] if place < len(self._old) else None)

    def _goes_on(self) -> int:
        """Where the source goes on behind the lines that were only reworded."""
        place = self._reached
        for line in self._pending[:-1]:
            ahead = [old.key for old in self._old[place : place + _NEAR]]
            found = counterpart(line.key, ahead)
            place += 0 if found is None else found + 1
        return place
