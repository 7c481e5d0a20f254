"""Source and answer, line by line: what both have, and the gaps between.

Blank lines are left out and the blanks around a line do not count, so that a block that was
indented, or lost its blank lines, is still the same block.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Container, Sequence, Set
from functools import cached_property

from attrs import define, evolve, frozen
from rapidfuzz.distance import LCSseq

from redraft.pipeline.validate.asked import Asked, renamed
from redraft.pipeline.validate.kinds import Line, names_in, read_lines, subwords, uncommented
from redraft.pipeline.validate.pieces import owners
from redraft.pipeline.validate.scope import Scope, scope
from redraft.pipeline.validate.targets import title

_MOST = 1 << 30
"""Most cells of one table of common lines: 128 MiB as bits. Larger texts are cut at lines that
are in both once."""


@frozen
class Gap:
    """Lines of the source, and the lines that stand in their place."""

    old: tuple[Line, ...]
    new: tuple[Line, ...]


@define(slots=False)
class Comparison:
    """How two texts' lines belong together.

    Where a line could be matched to several of the source's, `early` takes the first that it can
    be, so that an answer which stops short leaves the source's end over; `late` takes the last.
    """

    old: tuple[Line, ...]
    new: tuple[Line, ...]
    language: str
    early: tuple[tuple[int, int], ...]
    late: tuple[tuple[int, int], ...]
    asked: Asked

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        """The gaps by `early`."""
        return tuple(self._gaps(self.early))

    @cached_property
    def late_gaps(self) -> tuple[Gap, ...]:
        """The gaps by `late`."""
        return tuple(self._gaps(self.late))

    @cached_property
    def known(self) -> frozenset[str]:
        """What the source's lines are matched by."""
        return frozenset(line.key for line in self.old)

    @cached_property
    def added(self) -> "Counter[str]":
        """What the answer has more of than was matched, by their squeezed text."""
        return Counter(squeezed(line.key) for line in self.added_lines)

    @cached_property
    def added_lines(self) -> tuple[Line, ...]:
        """The answer's lines that were matched to none."""
        matched = {j for _, j in self.early}
        return tuple(line for j, line in enumerate(self.new) if j not in matched)

    @cached_property
    def owners(self) -> list[int | None]:
        """What each of the source's lines belongs to."""
        return owners(self.old, self.language)

    @cached_property
    def titles(self) -> list[str]:
        """By which name people call what begins at each of the source's lines; empty for none."""
        return [title(line, self.language) for line in self.old]

    @cached_property
    def scope(self) -> Scope:
        """What of the source the instruction lets go."""
        return scope(self.asked, self)

    @cached_property
    def places(self) -> dict[int, int]:
        """Where the source's lines stand, by their numbers."""
        return {line.number: place for place, line in enumerate(self.old)}

    @cached_property
    def kept(self) -> Set[int]:
        """The places of the source's lines that the answer has."""
        return {i for i, _ in self.early}

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """All words and names in the source, names by their parts too."""
        names = frozenset().union(*(names_in(line.key) for line in self.old))
        return names.union(*map(subwords, names))

    @cached_property
    def names(self) -> Set[str]:
        """All words and names in the answer."""
        return frozenset().union(*(names_in(line.key) for line in self.new))

    def gone(self, lines: Sequence[Line]) -> list[Line]:
        """Those of a gap's source lines that stand nowhere else in the answer either."""
        left = Counter(self.added)
        result: list[Line] = []
        for line in lines:
            key = squeezed(line.key)
            if left[key] > 0:
                left[key] -= 1
            else:
                result.append(line)
        return result

    def without(self, keys: Set[str]) -> "Comparison":
        """How the lines belong together when some are left out on both sides."""
        old = tuple(line for line in self.old if line.key not in keys)
        new = tuple(line for line in self.new if line.key not in keys)
        return _matched(old, new, self.language, self.asked)

    def _gaps(self, pairs: tuple[tuple[int, int], ...]) -> list[Gap]:
        result: list[Gap] = []
        i = j = 0
        for i2, j2 in (*pairs, (len(self.old), len(self.new))):
            if i < i2 or j < j2:
                result.append(Gap(self.old[i:i2], self.new[j:j2]))
            i, j = i2 + 1, j2 + 1
        return result


def compare(source: str, text: str, language: str, asked: Asked) -> Comparison:
    """Both texts with \\n line ends; the source's lines get the names that were asked for."""
    old, new = read_lines(source, language), read_lines(text, language)
    old = _renamed(old, {line.key for line in new}, asked)
    if asked.hides:
        known = {line.key for line in old}
        new = tuple(evolve(line, key=shown_again(line.key, known)) for line in new)
    return _matched(old, new, language, asked)


def _matched(
    old: tuple[Line, ...], new: tuple[Line, ...], language: str, asked: Asked
) -> Comparison:
    ours, theirs = [line.key for line in old], [line.key for line in new]
    taken = _common(ours, theirs, 0)
    early = _embed(ours, theirs, taken)
    mirrored = _embed(ours[::-1], theirs[::-1], [len(theirs) - 1 - j for j in reversed(taken)])
    late = [(len(old) - 1 - i, len(new) - 1 - j) for i, j in reversed(mirrored)]
    return Comparison(old, new, language, tuple(early), tuple(late), asked)


def _renamed(old: tuple[Line, ...], theirs: set[str], asked: Asked) -> tuple[Line, ...]:
    if not asked.renames:
        return old
    keys = (line.key if line.key in theirs else renamed(line.key, asked) for line in old)
    pairs = zip(old, keys, strict=True)
    return tuple(evolve(line, key=key) if key != line.key else line for line, key in pairs)


def shown_again(key: str, known: Container[str]) -> str:
    """A line that is one of the source's made a comment, as it was; any other as it is."""
    inner = uncommented(key)
    return inner if inner != key and inner in known else key


def squeezed(key: str) -> str:
    """A line without any blanks, nor the comma or semicolon at its end."""
    return "".join(key.split()).rstrip(",;")


def _embed(old: list[str], new: list[str], taken: list[int]) -> list[tuple[int, int]]:
    """Each line taken from the answer, at the first place in the source that is still ahead."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, key in enumerate(old):
        places[key].append(place)
    result: list[tuple[int, int]] = []
    last = -1
    for j in taken:
        following = places[new[j]]
        last = following[bisect_right(following, last)]
        result.append((last, j))
    return result


def _common(old: list[str], new: list[str], offset: int) -> list[int]:
    """Which of the answer's lines are in a longest common subsequence."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    middle = _middle(old[start : len(old) - end], new[start : len(new) - end], offset + start)
    tail = range(offset + len(new) - end, offset + len(new))
    return [*range(offset, offset + start), *middle, *tail]


def _middle(old: list[str], new: list[str], offset: int) -> list[int]:
    if len(old) * len(new) <= _MOST:
        blocks = LCSseq.opcodes(old, new)
        return [
            offset + j
            for block in blocks
            if block.tag == "equal"
            for j in range(block.dest_start, block.dest_end)
        ]
    result: list[int] = []
    i = j = 0
    for i2, j2 in _anchors(old, new):
        result += [*_common(old[i:i2], new[j:j2], offset + j), offset + j2]
        i, j = i2 + 1, j2 + 1
    return result + _common(old[i:], new[j:], offset + j) if i else []


def _anchors(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """Lines that are once in both, in an order that both have (Cohen's patience diff)."""
    once = {key for key, count in Counter(old).items() if count == 1}
    once &= {key for key, count in Counter(new).items() if count == 1}
    places = {key: i for i, key in enumerate(old)}
    ends: list[int] = []
    last: list[tuple[int, int]] = []
    before: dict[tuple[int, int], tuple[int, int] | None] = {}
    for j, key in enumerate(new):
        if key in once:
            pair = (places[key], j)
            pile = bisect_left(ends, pair[0])
            before[pair] = last[pile - 1] if pile else None
            ends[pile : pile + 1], last[pile : pile + 1] = [pair[0]], [pair]
    chain: list[tuple[int, int]] = []
    pair_or_none = last[-1] if last else None
    while pair_or_none is not None:
        chain.append(pair_or_none)
        pair_or_none = before[pair_or_none]
    return chain[::-1]
