"""Watches an answer while it is decoded: what cannot end well is told at that line."""

import re
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator

from redraft.pipeline.mending import Onward, Trouble
from redraft.pipeline.validate import leak, loop, placeholder
from redraft.pipeline.validate.asked import Asked, read
from redraft.pipeline.validate.finding import FindingName
from redraft.pipeline.validate.follow import Follower
from redraft.pipeline.validate.kinds import Line, Reader, has_word
from redraft.pipeline.validate.placeholder import Placed

_FENCE = re.compile(r"(`{3,}|~{3,})[^`]*")


class Guard:
    """Looks at each line of an answer once, when it is whole; at endless ones at fixed places.

    So what it says depends on the text alone and not on the pieces in which it came.
    """

    def __init__(
        self,
        source: str,
        instruction: str,
        language: str = "text",
        prompts: Iterable[str] = (),
        ignored: Container[FindingName] = (),
    ) -> None:
        """`source` with \\n line ends and no fence; `prompts` is the wording around it.

        `ignored` names the findings that are let pass.
        """
        self._ignored = ignored
        self._asked = read(instruction)
        self._onward = Onward(source)
        self._body = Body(source, self._asked, language)
        self._talk = leak.conversation(source, self._asked, language, prompts)
        self._loops = loop.Loops(loop.known(self._body.follower.running.old), self._asked)
        self._known = self._body.follower.running.known
        self._starts: dict[int, int] = {}
        self._passed = 0
        self._pieces: list[str] = []
        self._length = 0
        self._looked = 0
        self._trouble: Trouble | None = None

    def feed(self, piece: str) -> Trouble | None:
        """Takes the next piece of the answer; gives the first trouble, once there is one."""
        if self._trouble is not None:
            return self._trouble
        *whole, rest = piece.split("\n")
        for line in whole:
            self._grow(line)
            if self._trouble is not None:
                return self._trouble
            text = "".join(self._pieces)
            self._trouble = self._first(self._pass(text))
            self._passed += len(text) + 1
            self._pieces, self._length, self._looked = [], 0, 0
        if self._trouble is None:
            self._grow(rest)
        return self._trouble

    def _grow(self, text: str) -> None:
        """More of a line that may never end: it is looked at after each so many characters."""
        self._pieces.append(text)
        self._length += len(text)
        while self._trouble is None and self._length >= self._looked + loop.WINDOW:
            line = "".join(self._pieces)
            self._pieces = [line]
            self._looked += loop.WINDOW
            self._trouble = self._first(self._look(line[: self._looked]))

    def _first(self, troubles: Iterator[Trouble | None]) -> Trouble | None:
        """The first that is not let pass."""
        return next(
            (one for one in troubles if one and one.finding.name not in self._ignored), None
        )

    def _look(self, line: str) -> Iterator[Trouble | None]:
        """What can be said of a line that is still growing."""
        seen = line[-2 * loop.WINDOW :]
        number = self._body.number + 1
        if seen not in self._talk.source and loop.stutters(seen.strip(), self._asked):
            yield Trouble(loop.stutter(number), self._passed)
        place = leak.leak_in(seen, self._talk)
        if place is not None:
            finding = leak.finding(seen[place:], number)
            yield Trouble(finding, self._passed + len(line) - len(seen) + place)

    def _pass(self, text: str) -> Iterator[Trouble | None]:
        """What can be said of a whole line."""
        line, placed = self._body.feed(text)
        number = line.number if line.number > 0 else None
        self._starts[line.number] = self._passed
        place = leak.leak_in(text, self._talk)
        if place is not None:
            yield Trouble(leak.finding(text[place:], number), self._passed + place)
        if placed is not None:
            yield self._mended(placed)
        if line.key:
            yield self._repeated(line, number)

    def _repeated(self, line: Line, number: int | None) -> Trouble | None:
        looping = self._loops.feed(line)
        if looping is not None:
            return Trouble(loop.finding(looping), self._starts[looping.line.number])
        if line.key not in self._known and loop.stutters(line.key, self._asked):
            return Trouble(loop.stutter(number), self._passed)
        return None

    def _mended(self, placed: placeholder.Placed) -> Trouble:
        keep = self._starts[placed.line.number]
        blanks = self._body.blanks_before(placed.line.number)
        resume = self._onward.at(placed.following, blanks)
        return Trouble(placeholder.finding(placed), keep, resume)


class Body:
    """Tells the lines of the new text from the fences and the talk around it."""

    def __init__(self, source: str, asked: Asked, language: str) -> None:
        self.follower = Follower(source, asked, language)
        self.number = 0
        self._reader = Reader(language)
        self._inside = False
        self._over = False
        self._fence = ""
        self._outside = 0
        self._filled: list[int] = [0]

    def feed(self, text: str) -> tuple[Line, Placed | None]:
        """Takes the answer's next line; numbers are negative outside the new text."""
        key = text.strip()
        if not self._inside and (self._over or not self._begins(key)):
            return self._other(text), None
        if self._closes(key):
            self._inside, self._over = False, True
            return self._other(text), self.follower.finish()
        self.number += 1
        line = Line(self.number, text, key, self._reader.kind(key) if key else "code")
        if not key:
            return line, None
        placed = self.follower.feed(line)
        self._filled.append(self.number)
        return line, placed

    def blanks_before(self, number: int) -> int:
        """How many blank lines stand above a line."""
        above = bisect_left(self._filled, number) - 1
        return number - self._filled[above] - 1

    def _other(self, text: str) -> Line:
        self._outside -= 1
        return Line(self._outside, text, text.strip(), "code")

    def _begins(self, key: str) -> bool:
        """Whether the new text begins with this line; where a fence opens it, with the next."""
        found = _FENCE.fullmatch(key)
        if found and not self.follower.is_next(key):
            self._fence, self._inside = found[1], True
            return False
        self._inside = has_word(key) and key in self.follower.running.known
        return self._inside

    def _closes(self, key: str) -> bool:
        """Whether a line closes the block, and is no fence that the source goes on with."""
        if not self._fence or not key.startswith(self._fence) or key.strip(self._fence[0]):
            return False
        left = self.follower.left()
        return not any(line.key.startswith(self._fence) for line in left)
