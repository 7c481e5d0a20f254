"""The same lines, or the same bit of one line, over and over."""

import re
from collections import defaultdict, deque

from attrs import frozen

from redraft.pipeline.validate.asked import Asked
from redraft.pipeline.validate.finding import Finding
from redraft.pipeline.validate.kinds import Line, has_word
from redraft.pipeline.validate.pieces import defined
from redraft.pipeline.validate.starts import LETTERS, Starts
from redraft.pipeline.validate.wanted import wanted

_TRIED = 8
"""How many earlier places of a line may begin a repetition."""
_RULE = 10
"""Characters of a line without a word, from which on it is more than a brace."""
_PERIODS = 64
"""How many repetitions are followed at a time."""
_DIGITS = re.compile(r"\d+")
_COUNTING = 15
"""Blocks that differ in their numbers alone are data until there are this many."""
_PATIENCE = 4
"""How many times as much is let pass where the instruction asks for many lines that are alike."""
_BRIEF = 16
"""A brace and the like stands so often in a row in no good text."""
WINDOW = 1024
"""Characters after which a line that does not end is looked at, and looked at again."""
_PIECE, _STEP = 24, 48
"""Of the shortest loop, 100 characters, one piece at one of the steps is within it twice."""
_TIMES = 8
_RULES = set("-=*#~_/+. ─━═")
"""What rules are drawn with."""
_UNIT = 96
"""Longest bit of a line that may repeat, in characters."""


@frozen
class Repeat:
    """A block of lines that stands in a row more than once."""

    period: int
    """Its lines."""
    times: int


class Repeats:
    """Finds repetition at the end of lines that are still arriving, in steady time per line."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._places: dict[str, deque[int]] = defaultdict(lambda: deque(maxlen=_TRIED))
        self._runs: dict[int, int] = {}

    def feed(self, key: str) -> list[Repeat]:
        """Takes the next line; gives the blocks that are complete with it and stood before."""
        here = len(self._lines)
        self._lines.append(key)
        if self._runs:
            self._runs = {
                period: run + 1
                for period, run in self._runs.items()
                if self._lines[here - period] == key
            }
        places = self._places[key]
        telling = has_word(key) or len(key) >= _RULE
        for place in places:
            if (telling or place == here - 1) and len(self._runs) < _PERIODS:
                self._runs.setdefault(here - place, 1)
        places.append(here)
        return [
            Repeat(period, run // period + 1)
            for period, run in self._runs.items()
            if run >= period and run % period == 0
        ]


@frozen
class Known:
    """How often blocks repeat in the source: most times, by the number of their lines."""

    exact: dict[int, int]
    counting: dict[int, int]
    keys: tuple[str, ...]
    """All of its lines."""


def known(source: tuple[Line, ...]) -> Known:
    """What of the source repeats."""
    keys = tuple(line.key for line in source)
    return Known(_most(list(keys)), _most([_flat(line) for line in source]), keys)


def _most(keys: list[str]) -> dict[int, int]:
    repeats = Repeats()
    result: dict[int, int] = defaultdict(int)
    for key in keys:
        for repeat in repeats.feed(key):
            result[repeat.period] = max(result[repeat.period], repeat.times)
    return result


def _most_near(times: dict[int, int], period: int) -> int:
    """How often the source repeats blocks of that size, some lines more or fewer."""
    return max((times.get(p, 1) for p in range((period + 1) // 2, 2 * period + 1)), default=1)


def _flat(line: Line) -> str:
    return _DIGITS.sub("0", line.key)


@frozen
class Looping:
    """A loop: where its first repetition starts."""

    line: Line
    times: int
    period: int
    """Lines of what repeats; 0 for the whole text."""


class Loops:
    """Says at which line an answer began to repeat itself more than its source does."""

    def __init__(self, known: Known, asked: Asked) -> None:
        self._known = known
        self._wanted = wanted(asked)
        self._lines: list[Line] = []
        self._exact = Repeats()
        self._counting = Repeats()
        self._starts = Starts(known.keys, asked)

    def feed(self, line: Line) -> Looping | None:
        """Takes the next line that is not blank; one outside of the new text counts below 1."""
        self._lines.append(line)
        again = self._starts.feed(line) if line.number > 0 else None
        if again is not None:
            return Looping(again, 2, 0)
        for repeat in self._exact.feed(line.key):
            block = self._lines[-repeat.period :]
            most = _most_near(self._known.exact, repeat.period)
            if repeat.times > most and repeat.times >= self._enough(block):
                return self._looping(repeat)
        for repeat in self._counting.feed(_flat(line)):
            most = _most_near(self._known.counting, repeat.period)
            enough = repeat.times >= self._patience(_COUNTING)
            if repeat.times > most and enough and repeat.period <= _COUNTING:
                return self._looping(repeat)
        return None

    def _looping(self, repeat: Repeat) -> Looping:
        first = len(self._lines) - repeat.period * (repeat.times - 1)
        return Looping(self._lines[first], repeat.times, repeat.period)

    def _enough(self, block: list[Line]) -> int:
        """How many times in a row no good text says a block, by what is in it."""
        told = {line.key for line in block if has_word(line.key)}
        letters = sum(map(str.isalpha, "".join(told)))
        if (len(told) >= 3 and any(map(defined, block))) or len(told) >= 8:
            return 2
        if len(told) > 1:
            few = 3 if letters >= 40 else 4
        elif told:
            few = 4 if letters >= 12 else 6 if letters else 20
        else:
            few = 10 if len(block[0].key) >= _RULE else _BRIEF
        return self._patience(few)

    def _patience(self, few: int) -> int:
        """So many, or as many as were asked for."""
        if self._wanted.rows:
            return few + 2 * self._wanted.rows
        vague = self._wanted.many or self._wanted.copies
        return few * (_PATIENCE if few < _COUNTING else _PATIENCE - 1) if vague else few


def loops(source: tuple[Line, ...], new: tuple[Line, ...], asked: Asked) -> list[Finding]:
    """The finding for the first loop, if there is one."""
    loops = Loops(known(source), asked)
    lines = {line.key for line in source}
    for line in new:
        looping = loops.feed(line)
        if looping is not None:
            return [finding(looping)]
        if line.key not in lines and stutters(line.key, asked):
            return [stutter(line.number)]
    half = len(new) // 2
    twice = half and _is_twice([line.key for line in source], [line.key for line in new], half)
    return [finding(Looping(new[half], 2, half))] if twice and not wanted(asked).copies else []


def _is_twice(source: list[str], keys: list[str], half: int) -> bool:
    """Whether a text is its first half said twice, which its source does not do."""
    if keys[:half] != keys[half:] or sum(map(str.isalpha, "".join(keys[:half]))) < LETTERS:
        return False
    starts = range(len(source) - len(keys) + 1)
    return not any(source[start : start + len(keys)] == keys for start in starts)


def finding(looping: Looping) -> Finding:
    """What a loop is told as."""
    if not looping.period:
        return Finding("loop", "the text begins once more", looping.line.number)
    what = "a line" if looping.period == 1 else f"a block of {looping.period} lines"
    sentence = f"{what} is repeated {looping.times} times in a row and more than in the source"
    return Finding("loop", sentence, looping.line.number)


def stutter(line: int | None) -> Finding:
    """What repetition inside one line is told as."""
    return Finding("loop", "a line goes on repeating itself", line)


def stutters(line: str, asked: Asked) -> bool:
    """Whether a line says the same bit so often that it is a loop.

    Every few characters a piece of the line is looked for a little further on, and what is found
    is followed both ways.
    """
    much = wanted(asked)
    patience = _PATIENCE if much.rows or much.many or much.copies else 1
    place = 0
    while place + _PIECE < len(line):
        piece = line[place : place + _PIECE]
        again = line.find(piece, place + 1, place + _PIECE + _UNIT)
        if again < 0:
            place += _STEP
            continue
        start, end = _run(line, place, again - place)
        unit = line[place:again]
        if end - start >= max(_TIMES * len(unit), _long(unit) * patience):
            return True
        place = max(end - _PIECE, place) + 1
    return False


def _run(line: str, place: int, period: int) -> tuple[int, int]:
    """How far a repetition goes, both ways."""
    start, end = place, place + period
    while start and line[start - 1] == line[start - 1 + period]:
        start -= 1
    while end < len(line) and line[end] == line[end - period]:
        end += 1
    return start, end


def _long(unit: str) -> int:
    """How long a repetition of a bit may be: rules and zeros are, words are not."""
    several = len(set(unit)) > 1
    if any(map(str.isalpha, unit)):
        return 100 if several else 140
    if any(map(str.isdigit, unit)):
        return 400 if several else 140
    return 140 if set(unit) <= _RULES else 100
