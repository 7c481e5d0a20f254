"""Bars from the figures of a run, as SVG: how much each peer gains over its own plain decoding.

.venv/bin/python -m tests.bench.peers.picture out.json docs/peers.svg
"""

import json
import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from attrs import frozen
from tests.bench.peers.table import US

_WIDTH, _LEFT, _RIGHT, _TOP, _STEP, _BAR = 800, 230, 270, 56, 26, 16
"""Pixels: of the picture, left and right of the bars, above them, from bar to bar, of a bar."""
_STYLE = """
text { font: 13px system-ui, sans-serif; fill: #24292f } .head { font-weight: 600 }
.note { fill: #57606a; font-size: 12px } .us { fill: #1a7f5a } .them { fill: #8c959f }
.changed { fill: #cf6a4c } .one { stroke: #57606a; stroke-dasharray: 3 3 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .note { fill: #9198a1 }
.us { fill: #3fb98a } .one { stroke: #9198a1 } }
"""


@frozen
class Bar:
    """One peer."""

    name: str
    value: float
    """Times its own plain decoding."""
    same: float
    """Share of texts that were those of its plain decoding."""
    rate: float
    """Tokens a second."""


def bars(figures: Sequence[dict[str, Any]]) -> list[Bar]:
    """Peers that draft and were there, the quickest first."""
    held = [row for row in figures if row["times_plain"] is not None and not row["missing"]]
    found = [
        Bar(row["name"], row["times_plain"], row["same"] or 0.0, row["rate"] or 0.0) for row in held
    ]
    return sorted(found, key=lambda bar: -bar.value)


def svg(bars: Sequence[Bar]) -> str:
    """The picture; its background is the page's."""
    height = _TOP + _STEP * len(bars) + 34
    scale = (_WIDTH - _LEFT - _RIGHT) / max([1.0, *(bar.value for bar in bars)])
    label = "Speed of drafted decoding, relative to plain decoding by the same engine"
    box = f'viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{label}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
            f"<style>{_STYLE}</style>",
            f'<text class="head" x="12" y="24">{label}</text>',
            *(line for number, bar in enumerate(bars) for line in _bar(number, bar, scale)),
            *_line_of_one(scale, height),
            "</svg>\n",
        ]
    )


def _bar(number: int, bar: Bar, scale: float) -> Iterator[str]:
    top = _TOP + _STEP * number
    length = scale * bar.value
    kind = "us" if bar.name == US else "them" if bar.same == 1 else "changed"
    changed = "" if bar.same == 1 else f", {1 - bar.same:.0%} of texts changed"
    said = f"{bar.value:.2f} ({bar.rate:.0f} tokens/s{changed})"
    base = top + _BAR - 3
    yield f'<text x="{_LEFT - 8}" y="{base}" text-anchor="end">{escape(bar.name)}</text>'
    yield f'<rect class="{kind}" x="{_LEFT}" y="{top}" width="{length:.1f}" height="{_BAR}"/>'
    yield f'<text x="{_LEFT + length + 6:.1f}" y="{base}">{said}</text>'


def _line_of_one(scale: float, height: int) -> Iterator[str]:
    at = f"{_LEFT + scale:.1f}"
    bottom = height - 28
    yield f'<line class="one" x1="{at}" x2="{at}" y1="{_TOP - 8}" y2="{bottom}"/>'
    yield f'<text class="note" x="{at}" y="{bottom + 16}" text-anchor="middle">plain = 1</text>'


def main() -> None:
    """Effect: writes the picture that is named second from the figures that are named first."""
    source, target = map(Path, sys.argv[1:3])
    target.write_text(svg(bars(json.loads(source.read_text("utf-8")))), "utf-8")


if __name__ == "__main__":
    main()
