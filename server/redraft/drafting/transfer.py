"""What an answer has changed so far, as rules for the rest of the source."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from redraft.drafting.projection import Rule, whole

_WORDS = re.compile(rb"[\w\x80-\xff]+|\s+|.", re.DOTALL)
_LONGEST = 80
"""Words of a change that are compared; a longer one is new text, not a rule."""
_SHORT = 6
"""Words that one word may become, or a few signs."""
_NAME = 3
"""Bytes of a word that is taken for a name: seen once, it is expected again."""
_KEPT = 16
"""Changes remembered; those that hold are not counted."""
_ASKED = 2
"""Occurrences that an instruction is worth."""


class Transfer:
    """Rules seen or asked for, each held to the texts so far."""

    def __init__(self, asked: tuple[Rule, ...] = ()) -> None:
        self._asked = asked
        self._seen: dict[Rule, None] = {}
        self.rules: tuple[Rule, ...] = asked

    def learn(self, old: bytes, new: bytes) -> None:
        """Effect: takes a change that the answer has made, in whole words."""
        before, after = _WORDS.findall(old), _WORDS.findall(new)
        if max(len(before), len(after)) > _LONGEST:
            return
        for kind, *bounds in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            if kind == "equal":
                continue
            for rule in _readings(before, after, bounds):
                self._seen.pop(rule, None)
                self._seen[rule] = None

    def judge(self, source: bytes, answer: bytes) -> bool:
        """Whether the rules that hold more often than not are others now.

        `source`: the part of it that the answer has come to.
        """
        rules = tuple(
            rule
            for rule in dict.fromkeys([*self._asked, *self._seen])
            if self._hits(rule, source, answer) > 0
        )
        changed, self.rules = rules != self.rules, rules
        idle = [rule for rule in self._seen if rule not in rules]
        for rule in idle[: max(0, len(idle) - _KEPT)]:
            del self._seen[rule]
        return changed

    def _hits(self, rule: Rule, source: bytes, answer: bytes) -> int:
        """Occurrences changed, less those kept; what only looks like a rule needs one more."""
        changed = _count(rule.new, answer) - _count(rule.new, source)
        changed += _count(rule.old, source) * _count(rule.new, rule.old)
        kept = _count(rule.old, answer) - changed * _count(rule.old, rule.new)
        if rule in self._asked:
            return changed - kept + _ASKED
        is_name = len(rule.old) >= _NAME and rule.old[:1].isalpha()
        return changed - kept - (not is_name)


def _count(text: bytes, within: bytes) -> int:
    if not text or text not in within:
        return 0
    return len(whole(text).findall(within))


def _readings(
    before: Sequence[bytes], after: Sequence[bytes], bounds: Sequence[int]
) -> Iterator[Rule]:
    """What a change of words may be an example of: with no neighbours, with one, with two.

    `x` -> `self.x`, but also `;` -> nothing before a line's end. Which reading holds is judged.
    `bounds`: where it starts and stops before and after.
    """
    start, stop, *its = bounds
    old, new = b"".join(before[start:stop]), b"".join(after[slice(*its)])
    if b"\n" in old + new or max(stop - start, its[1] - its[0]) > _SHORT:
        return
    if stop - start == 1 and old.isalnum():
        yield Rule(old, new)
        return
    if len(old + new) > 1 and (old + new).isspace():
        return  # depth is another matter
    left, right = _beside(before[start - 1 : start], -1), _beside(before[stop : stop + 1], 0)
    for first, last in ((b"", b""), (b"", right), (left, b""), (left, right)):
        if (first + old + last).strip(b" "):
            yield Rule(first + old + last, first + new + last)


def _beside(words: Sequence[bytes], side: int) -> bytes:
    """What tells one change from another: a name or sign as a whole, of blanks the nearest."""
    word = b"".join(words)
    return word[side:][:1] if word.isspace() else word
