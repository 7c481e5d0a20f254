"""What a pass costs by its width: tried out once, and learned from every step since."""

from collections.abc import Mapping

import numpy as np

_MEMORY = 0.9
"""What a step leaves of the cost known so far: about ten steps of a width count."""
_SURPRISE = 2.0
"""How many times longer or shorter than known a step may count: another process may have run."""
_PRIORS = {False: 0.4, True: 0.03}
"""Whether there is a GPU -> what one more token adds to a pass (notes 6: few cores; CUDA)."""
_WIDEST = 512


def tidy(seconds: Mapping[int, float]) -> dict[int, float]:
    """Times by width without those that a busy machine drew out.

    No pass takes longer than a wider one, nor longer than two that do its work together.
    """
    tidied: dict[int, float] = {}
    for width in sorted(seconds, reverse=True):
        wider = min(tidied.values(), default=seconds[width])
        tidied[width] = min(seconds[width], wider)
    for width in sorted(tidied):
        halves = (tidied[a] + tidied[b] for a in tidied for b in tidied if a + b >= width > a >= b)
        tidied[width] = min(tidied[width], *halves, tidied[width])
    return tidied


class Curve:
    """Seconds of a pass by width."""

    def __init__(self, seconds: Mapping[int, float], *, guessed: bool = False) -> None:
        """`guessed`: only the proportions are meant."""
        self.seconds = tidy(seconds)
        self.guessed = guessed
        self.passes = 0
        """Passes seen."""

    def cost(self, width: int) -> float:
        """Time relative to a pass over one token; in proportion between widths that are known."""
        known = sorted(self.seconds)
        times = [self.seconds[width] for width in known]
        if width > known[-1]:
            times_ahead = times[-1] * width / known[-1]
            return times_ahead / times[0]
        return float(np.interp(width, known, times)) / times[0]

    def observe(self, width: int, seconds: float) -> None:
        """Effect: takes the time of a real pass."""
        self.passes += 1
        known = self.seconds.get(width)
        if known is None:
            return
        if self.guessed:
            scale, self.guessed = seconds / known, False
            self.seconds = {width: time * scale for width, time in self.seconds.items()}
            return
        told = min(max(seconds, known / _SURPRISE), known * _SURPRISE)
        self.seconds[width] = _MEMORY * known + (1 - _MEMORY) * told


def prior(*, gpu: bool) -> Curve:
    """What passes cost as long as nothing is known."""
    widths = [2**power for power in range(_WIDEST.bit_length())]
    more = _PRIORS[gpu]
    return Curve({width: 1 + more * (width - 1) for width in widths}, guessed=True)
