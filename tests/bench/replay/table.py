"""The table: drafters down, cost curves across."""

from collections.abc import Mapping, Sequence

from tests.bench.replay.curves import Curve
from tests.bench.replay.run import Run, total

Runs = Mapping[str, Sequence[Run]]
"""Curve's name -> the runs of one drafter, in the order of the pairs."""


def table(runs: Mapping[str, Runs], oracle: Runs, curves: Sequence[Curve]) -> str:
    """Markdown. Tokens a step and what follows it are those of the first curve."""
    names = " | ".join(curve.name for curve in curves)
    head = f"| drafter | tokens/step | accepted | set-up, ms | µs/step | {names} |"
    rule = "|---|" + "---:|" * (4 + len(curves))
    return "\n".join([head, rule, *(_row(name, runs[name], oracle, curves) for name in runs)])


def _row(name: str, runs: Runs, oracle: Runs, curves: Sequence[Curve]) -> str:
    first = runs[curves[0].name]
    whole = total(first)
    share = f"{whole.accepted / whole.drafted:.0%}" if whole.drafted else "-"
    cells = " | ".join(_cell(runs[curve.name], oracle[curve.name], curve) for curve in curves)
    return (
        f"| {name} | {whole.tokens / whole.steps:.1f} | {share} | "
        f"{1e3 * whole.setting_up / len(first):.1f} | {1e6 * whole.drafting / whole.steps:.0f} | "
        f"{cells} |"
    )


def _cell(runs: Sequence[Run], oracle: Sequence[Run], curve: Curve) -> str:
    """Speed against plain, share of the oracle's, and the slowest pair's speed."""
    speed = total(runs).speed(curve)
    share = speed / total(oracle).speed(curve)
    slowest = min(run.speed(curve) for run in runs)
    return f"{speed:.2f} {share:.0%} ({slowest:.2f})"
