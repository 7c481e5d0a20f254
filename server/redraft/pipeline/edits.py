"""Old and new text -> the smallest sensible edits between them."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from attrs import frozen
from rapidfuzz.distance import Indel
from rapidfuzz.process import cdist

from redraft.pipeline.lines import ending, split_lines
from redraft.pipeline.match import Change, changes

_SIMILAR = 0.5
"""Share of characters in common from which one line may be another's counterpart."""
_KEPT = 1 / 3
"""Share of the shorter line that must stay if its counterpart is to be edited by words."""
_PAIRINGS = 2**12
"""Old times new lines up to which each is compared with each; beyond, they pair in order."""
_COMPARED = 2**24
"""The same for their characters."""
_WORD = re.compile(
    r"\r\n"
    r"|[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"  # one by one: no blanks between words
    r"|[\U0001f1e6-\U0001f1ff]+"  # letters that make flags in pairs
    r"|[^\W\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
    r"|.",
    re.DOTALL,
)
_JOINER = "\u200d"


@frozen
class Edit:
    """A stretch of the old text, in characters, and the text that replaces it."""

    start: int
    end: int
    text: str


def edits(old: str, new: str) -> tuple[Edit, ...]:
    """What makes `new` of `old`: disjoint, ascending, no two touching.

    Lines first; a changed line that is still like itself is edited by words. A \\r\\n is never
    split, nor a character from its combining marks.
    """
    return line_edits(split_lines(old), split_lines(new))


def line_edits(
    old: Sequence[str], new: Sequence[str], *, more: bool = False, offset: int = 0
) -> tuple[Edit, ...]:
    """The same for lines with their endings.

    `more`: lines follow on both sides, so the last pair stays equal; `offset`: where `old` starts.
    """
    starts = [*accumulate(map(len, old), initial=offset)]
    found: list[Edit] = []
    for change in changes(old, new, more=more):
        for span in _split(change, old, new):
            found.extend(_of_span(span, old, new, starts))
    return tuple(_joined(found))


def apply(old: str, edits: Iterable[Edit]) -> str:
    """The text with its edits made; raises IndexError if they are not disjoint and ascending."""
    parts: list[str] = []
    done = 0
    for edit in edits:
        if not done <= edit.start <= edit.end <= len(old):
            raise IndexError(f"edit {edit.start}:{edit.end} behind {done} of {len(old)} characters")
        parts += old[done : edit.start], edit.text
        done = edit.end
    return "".join([*parts, old[done:]])


def within(
    edits: Iterable[Edit], start: int, end: int
) -> tuple[tuple[Edit, ...], tuple[Edit, ...]]:
    """The edits inside a range of the old text, its borders included, and all others.

    `edits` never spans lines that have one counterpart each, so what straddles a border could not
    be cut at a line.
    """
    kept: list[Edit] = []
    dropped: list[Edit] = []
    for edit in edits:
        (kept if start <= edit.start and edit.end <= end else dropped).append(edit)
    return tuple(kept), tuple(dropped)


def _joined(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Edits that touch as one."""
    last: Edit | None = None
    for edit in edits:
        if last is None:
            last = edit
        elif last.end == edit.start:
            last = Edit(last.start, edit.end, last.text + edit.text)
        else:
            yield last
            last = edit
    if last is not None:
        yield last


def _of_span(
    span: Change, old: Sequence[str], new: Sequence[str], starts: Sequence[int]
) -> Iterator[Edit]:
    """The edits of lines that were replaced: by words for a line whose counterpart kept some."""
    ours, theirs = old[span.old_start : span.old_end], new[span.new_start : span.new_end]
    start, end, text = starts[span.old_start], starts[span.old_end], "".join(theirs)
    if len(ours) == len(theirs) == 1:
        found = _by_word(ours[0], theirs[0])
        if found:
            yield from (Edit(start + i, start + i2, text[j:j2]) for i, i2, j, j2 in found)
            return
    if ours and theirs and ending(ours[-1]) == ending(theirs[-1]):
        end -= len(ending(ours[-1]))
        text = text[: len(text) - len(ending(ours[-1]))]
    yield Edit(start, end, text)


def _split(change: Change, old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """Cuts a change so that lines which have a counterpart stand alone with it."""
    ours = [line.strip() for line in old[change.old_start : change.old_end]]
    theirs = [line.strip() for line in new[change.new_start : change.new_end]]
    if len(ours) < 2 and len(theirs) < 2:
        yield change
        return
    pairs: list[tuple[int, int]] = []
    i = j = 0
    for rest in [*changes(ours, theirs), Change(len(ours), len(ours), len(theirs), len(theirs))]:
        # Lines between differ in their indentation or ending alone.
        pairs += zip(range(i, rest.old_start), range(j, rest.new_start), strict=True)
        pairs += _paired(rest, ours, theirs)
        i, j = rest.old_end, rest.new_end
    for part in _cut(pairs, len(ours), len(theirs)):
        yield _placed(part, change)


def _cut(pairs: Sequence[tuple[int, int]], ours: int, theirs: int) -> Iterator[Change]:
    """The pairs, each alone, and what lies between them."""
    for (i, j), (i2, j2) in pairwise([(-1, -1), *pairs, (ours, theirs)]):
        if i >= 0:
            yield Change(i, i + 1, j, j + 1)
        if i + 1 < i2 or j + 1 < j2:
            yield Change(i + 1, i2, j + 1, j2)


def _placed(inner: Change, outer: Change) -> Change:
    i, j = outer.old_start, outer.new_start
    return Change(inner.old_start + i, inner.old_end + i, inner.new_start + j, inner.new_end + j)


def _paired(change: Change, old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The counterparts in a change: the likest lines, and as many as there are in between."""
    ours = old[change.old_start : change.old_end]
    theirs = new[change.new_start : change.new_end]
    compared = 1 < len(ours) * len(theirs) <= _PAIRINGS and _size(ours) * _size(theirs) <= _COMPARED
    pairs = _likest(ours, theirs) if compared else []
    for part in _cut(pairs, len(ours), len(theirs)):
        if part.old_end - part.old_start == part.new_end - part.new_start:
            part = _placed(part, change)
            yield from zip(range(*part[:2]), range(*part[2:]), strict=True)


def _size(lines: Sequence[str]) -> int:
    return sum(map(len, lines))


def _likest(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of lines in order, with the greatest likeness in sum."""
    likeness = cdist(old, new, scorer=Indel.normalized_similarity, score_cutoff=_SIMILAR).tolist()
    sums = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in reversed(range(len(old))):
        for j in reversed(range(len(new))):
            paired = likeness[i][j] and likeness[i][j] + sums[i + 1][j + 1]
            sums[i][j] = max(paired, sums[i + 1][j], sums[i][j + 1])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(old) and j < len(new):
        if sums[i][j] == sums[i + 1][j]:
            i += 1
        elif sums[i][j] == sums[i][j + 1]:
            j += 1
        else:
            pairs.append((i, j))
            i, j = i + 1, j + 1
    return pairs


def _by_word(old: str, new: str) -> list[Change]:
    """The changes inside a line, in characters; none where too little of it stayed."""
    ours, theirs = _words(old), _words(new)
    starts = [*accumulate(map(len, ours), initial=0)]
    places = [*accumulate(map(len, theirs), initial=0)]
    spans = [
        Change(starts[i], starts[i2], places[j], places[j2])
        for i, i2, j, j2 in changes(ours, theirs)
    ]
    found = [*_readable(spans)]
    ends = [0, *(place for span in found for place in span[:2]), len(old)]
    kept = sum(_filled(old[i:j]) for i, j in zip(ends[::2], ends[1::2], strict=True))
    return found if kept >= _KEPT * min(_filled(old), _filled(new)) else []


def _filled(text: str) -> int:
    """Characters that are not blank."""
    return sum(map(len, text.split()))


def _readable(spans: Sequence[Change]) -> Iterator[Change]:
    """Joins changes, in characters, that have less between them than either of them is long.

    Neil Fraser's semantic clean-up of differences, in one pass.
    """
    last: Change | None = None
    for span in spans:
        if last is None:
            last = span
        elif span.old_start - last.old_end < min(_length(last), _length(span)):
            last = Change(last.old_start, span.old_end, last.new_start, span.new_end)
        else:
            yield last
            last = span
    if last is not None:
        yield last


def _length(span: Change) -> int:
    return max(span.old_end - span.old_start, span.new_end - span.new_start)


def _words(line: str) -> list[str]:
    """Words, marks and blanks; joined again they are the line."""
    words: list[str] = _WORD.findall(line)
    if line.isascii():
        return words
    result: list[str] = []
    for word in words:
        if result and (_continues(word[0]) or result[-1][-1] == _JOINER):
            result[-1] += word
        else:
            result.append(word)
    return result


def _continues(character: str) -> bool:
    """Whether it belongs to the character before: a mark, a joiner, a skin tone, a surrogate."""
    tone = "\U0001f3fb" <= character <= "\U0001f3ff"
    low = "\udc00" <= character <= "\udfff"
    return tone or low or character == _JOINER or unicodedata.category(character)[0] == "M"
