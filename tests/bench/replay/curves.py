"""Cost curves: what a pass of width k takes, in passes of width 1."""

from itertools import pairwise

from attrs import frozen


@frozen
class Curve:
    """Straight lines between known points."""

    name: str
    points: tuple[tuple[int, float], ...]
    """(width, cost), rising from (1, 1.0); two at least."""
    tiled: bool = False
    """Past the last point: whether passes are made of tiles of its width, else its line goes on."""

    def __call__(self, width: int) -> float:
        """The cost of a pass; `width` from 1 on."""
        last, cost = self.points[-1]
        if self.tiled and width > last:
            return cost * -(-width // last)
        (left, low), (right, high) = next(
            (line for line in pairwise(self.points) if width <= line[1][0]), self.points[-2:]
        )
        return low + (high - low) * (width - left) / (right - left)


def linear(r: float) -> Curve:
    """1 + r(k - 1): each further token costs r of a pass."""
    return Curve(f"r={r:g}", ((1, 1.0), (2, 1.0 + r)))


STAIRCASES = {
    curve.name: curve
    for curve in (
        Curve(
            "cuda",
            ((1, 1.0), (2, 1.07), (4, 1.28), (8, 1.72), (9, 3.88), (11, 3.9), (64, 3.9)),
            tiled=True,
        ),
        Curve(
            "metal",
            ((1, 1.0), (2, 1.81), (4, 3.83), (5, 5.65), (8, 7.44), (32, 7.44)),
            tiled=True,
        ),
        Curve("batched", ((1, 1.0), (2, 1.63), (4, 2.23), (8, 2.38), (16, 2.75), (32, 2.86))),
    )
}
"""Measured by others up to 11, 8 and 32 tokens; that cuda and metal stay flat to a tile's end and
then begin another is an assumption.

cuda: a 34B model in Q8_0, 2024, ggml-org/llama.cpp#5625 (milder since). metal: one matrix on an
M4 Pro in Q4_0, #25250 and #27441 (a whole model is milder). batched: a 7B model in F16, from the
README of llama.cpp's batched-bench.
"""
