"""All turns -> one row a peer, as Markdown for people and as JSON for the picture."""

import statistics
from collections.abc import Sequence
from typing import Any

import attrs
from attrs import field, frozen
from tests.bench.peers.lineup import Entry
from tests.bench.peers.peer import Answer, Case
from tests.bench.peers.runs import Turn

US = "redraft"


@frozen
class Figures:
    """A peer on one request: medians of the rounds."""

    case: str
    rate: float
    """Tokens a second."""
    times_plain: float | None
    """Of the rounds' own ratios; None for a plain one."""
    times_us: float | None
    """Against redraft; None where redraft did not take part."""
    same: float | None
    """Share of rounds whose text was that of the engine's own plain decoding."""


@frozen
class Row:
    """A peer over all requests, or why it has none."""

    name: str
    figures: tuple[Figures, ...] = field(default=())
    missing: str = ""

    @property
    def worst(self) -> Figures | None:
        """The request on which it gains least over its own plain."""
        held = [each for each in self.figures if each.times_plain is not None]
        return min(held, key=lambda each: each.times_plain or 0.0, default=None)

    def mean(self, name: str) -> float | None:
        """Geometric mean of a figure over the requests; None where one lacks it."""
        values = [getattr(each, name) for each in self.figures]
        if not values or any(not value for value in values):
            return None
        return statistics.geometric_mean(values)

    @property
    def same(self) -> float | None:
        """Identity rate: share of texts, over requests and rounds."""
        values = [each.same for each in self.figures if each.same is not None]
        return statistics.mean(values) if values else None


Rounds = Sequence[dict[str, Turn]]
"""For each round, the turns by name."""


def rows(entries: Sequence[Entry], cases: Sequence[Case], rounds: Rounds) -> list[Row]:
    """One row an entry, in their order."""
    return [_row(entry, cases, rounds) for entry in entries]


def _row(entry: Entry, cases: Sequence[Case], rounds: Rounds) -> Row:
    missing = next((r[entry.name].missing for r in rounds if r[entry.name].missing), "")
    named = [case.name for case in cases if _all(rounds, entry.name, case.name)]
    figures = tuple(_figures(entry, name, rounds) for name in named)
    return Row(entry.name, figures, missing)


def _figures(entry: Entry, case: str, rounds: Rounds) -> Figures:
    ours = _all(rounds, entry.name, case)
    plain = _all(rounds, entry.plain, case) if entry.plain else []
    us = _all(rounds, US, case)
    pairs = list(zip(ours, plain, strict=False))
    same = [agree(one, other) for one, other in pairs]
    return Figures(
        case,
        statistics.median(answer.rate for answer in ours),
        _median_ratio(ours, plain),
        _median_ratio(ours, us),
        sum(same) / len(same) if same else None,
    )


def _all(rounds: Rounds, name: str, case: str) -> list[Answer]:
    """The answers of all rounds; none where a round lacks one."""
    found = [r[name].answers[case] for r in rounds if name in r and case in r[name].answers]
    return found if len(found) == len(rounds) else []


def _median_ratio(ours: Sequence[Answer], theirs: Sequence[Answer]) -> float | None:
    ratios = [one.rate / other.rate for one, other in zip(ours, theirs, strict=False) if other.rate]
    return statistics.median(ratios) if ratios else None


def agree(one: Answer, other: Answer) -> bool:
    """Whether two texts are the same, as far as both were let to go."""
    if one.cut and other.cut:
        return one.text.startswith(other.text) or other.text.startswith(one.text)
    return one.text == other.text


def markdown(rows: Sequence[Row], cases: Sequence[Case]) -> str:
    """Two tables: over all requests, and the gain over plain request by request."""
    head = "| | tokens/s | against its own plain | against redraft | same text | worst request |\n"
    lines = [_summary(row) for row in rows]
    names = [case.name for case in cases]
    by_case = f"| times its own plain (tokens/s) | {' | '.join(names)} |\n"
    by_case += f"|---|{'---|' * len(names)}\n"
    by_case += "".join(f"| {row.name} | {' | '.join(_cells(row, names))} |\n" for row in rows)
    return f"{head}|---|---|---|---|---|---|\n{''.join(lines)}\n{by_case}"


def _summary(row: Row) -> str:
    if row.missing:
        return f"| {row.name} | MISSING: {row.missing.replace('|', '/')} | | | | |\n"
    worst = row.worst
    told = f"{worst.case}: {_number(worst.times_plain)}" if worst else "-"
    same = "-" if row.same is None else f"{row.same:.0%}"
    ratios = (_number(row.mean("times_plain")), _number(row.mean("times_us")))
    cells = (row.name, _number(row.mean("rate"), 1), *ratios, same, told)
    return f"| {' | '.join(cells)} |\n"


def _cells(row: Row, names: Sequence[str]) -> list[str]:
    found = {each.case: each for each in row.figures}
    return [_cell(found.get(name)) for name in names]


def _cell(figures: Figures | None) -> str:
    if figures is None:
        return "MISSING"
    changed = ", TEXT CHANGED" if figures.same is not None and figures.same < 1 else ""
    return f"{_number(figures.times_plain)} ({figures.rate:.1f}{changed})"


def _number(value: float | None, digits: int = 2) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def as_json(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The rows with their means, for the picture and for later comparison."""
    return [
        attrs.asdict(row)
        | {"times_plain": row.mean("times_plain"), "times_us": row.mean("times_us")}
        | {"rate": row.mean("rate"), "same": row.same}
        for row in rows
    ]
