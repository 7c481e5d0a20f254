"""Small changes that nobody asked about: blank lines, blanks, comments, quotes."""

import re
from collections import Counter

from redraft.pipeline.validate.asked import Asked
from redraft.pipeline.validate.compare import Comparison, Gap
from redraft.pipeline.validate.finding import Finding
from redraft.pipeline.validate.kinds import Line, has_word

_QUOTES = re.compile(r"""["'`]""")
_NAMES = {
    "blank": ("blank line", "blank lines"),
    "space": ("line in its blanks alone", "lines in their blanks alone"),
    "comment": ("comment line", "comment lines"),
    "quotes": ("line in its quotes alone", "lines in their quotes alone"),
}


def drift(comparison: Comparison, asked: Asked) -> list[Finding]:
    """The finding that counts all drift; its line is the first."""
    found: list[tuple[str, int]] = []
    if not asked.style:
        found += _blank_lines(comparison)
        found += _spaces(comparison)
    for gap in comparison.gaps:
        found += _in_gap(gap, asked)
    if not found:
        return []
    counts = Counter(name for name, _ in found)
    what = ", ".join(_count(name, count) for name, count in counts.items())
    return [
        Finding("drift", f"changed without being asked to: {what}", min(line for _, line in found))
    ]


def _count(name: str, count: int) -> str:
    return f"{count} {_NAMES[name][count > 1]}"


def _blank_lines(comparison: Comparison) -> list[tuple[str, int]]:
    """Between two lines that stand together in both texts."""
    result: list[tuple[str, int]] = []
    for (i, j), (i2, j2) in zip(comparison.early, comparison.early[1:], strict=False):
        old = comparison.old[i2].number - comparison.old[i].number
        new = comparison.new[j2].number - comparison.new[j].number
        if (i2, j2) == (i + 1, j + 1) and old != new:
            result.append(("blank", comparison.new[j].number + 1))
    return result


def _spaces(comparison: Comparison) -> list[tuple[str, int]]:
    """Lines that differ in the blanks around them, and stand by no new line that would say why."""
    result: list[tuple[str, int]] = []
    matched = {j: i for i, j in comparison.early}
    explained = False
    for j, line in enumerate(comparison.new):
        i = matched.get(j)
        if i is None:
            explained = True
        elif comparison.old[i].text.strip() != line.key or comparison.old[i].text == line.text:
            explained = False
        elif not explained or comparison.old[i].text.rstrip() == line.text.rstrip():
            result.append(("space", line.number))
    return result


def _in_gap(gap: Gap, asked: Asked) -> list[tuple[str, int]]:
    """Comments of a gap that has no code in it, and lines that differ in their quotes alone."""
    code = [line for line in (*gap.old, *gap.new) if line.kind != "comment" and has_word(line.key)]
    if not code:
        return [] if asked.writes or asked.deletes or asked.translates else _comments(gap)
    if len(gap.old) != len(gap.new) or asked.style:
        return []
    return [
        ("quotes", new.number)
        for old, new in zip(gap.old, gap.new, strict=True)
        if _QUOTES.sub('"', old.key) == _QUOTES.sub('"', new.key)
    ]


def _comments(gap: Gap) -> list[tuple[str, int]]:
    lines: tuple[Line, ...] = gap.new or gap.old
    return [("comment", line.number) for line in lines if has_word(line.key)]
