"""How long a draft is worth being: expected tokens against what the pass costs."""

from collections.abc import Callable, Collection

import numpy as np
from attrs import define, frozen
from numpy.typing import NDArray

Cost = Callable[[int], float]
"""Width of a pass -> its time, relative to width 1."""

_MEMORY = 0.95
"""What a step's outcome keeps of its weight at the next: about twenty steps count."""


@define
class Acceptance:
    """How often drafts of one kind break, against what their evidence says.

    Breaks come as a Poisson process whose clock is doubt, so a Gamma prior is conjugate: its rate
    is breaks seen over doubt taken, both decayed towards the prior.
    """

    rate: float
    """Breaks a unit of doubt, before any is seen."""
    weight: float
    """Doubt that the prior is worth."""
    _breaks: float = 0.0
    _taken: float = 0.0

    def chances(self, doubts: NDArray[np.float64]) -> NDArray[np.float64]:
        """The chance of every token that it and all before it are right. Falling."""
        breaks = self.rate * self.weight + self._breaks
        return np.exp(doubts * (-breaks / (self.weight + self._taken)))

    def observe(self, doubts: NDArray[np.float64], right: int, seen: int) -> None:
        """Effect: `right` of the `seen` first tokens of a proposal were; drafted or not."""
        if not seen:
            return
        self._breaks = _MEMORY * self._breaks + (right < seen)
        self._taken = _MEMORY * self._taken + float(doubts[min(right, seen - 1)])


@frozen(eq=False)
class Policy:
    """Draft lengths for one machine and model."""

    _costs: NDArray[np.float64]
    """[widest + 1]: time of a pass by width; infinite where a width may not be used."""
    _padded: NDArray[np.float64]
    """[widest + 1]: time of a pass over so many tokens, padded to the next allowed width."""

    @classmethod
    def of(cls, cost: Cost, widest: int, widths: Collection[int] | None = None) -> "Policy":
        """`widest`: most tokens in a pass. `widths`: those allowed; None: all."""
        costs = np.full(widest + 1, np.inf)
        for width in range(1, widest + 1) if widths is None else widths:
            if 0 < width <= widest:
                costs[width] = cost(width)
        padded = costs.copy()
        for width in reversed(range(widest)):
            if np.isinf(padded[width]):
                padded[width] = padded[width + 1]
        return cls(costs, padded)

    def length(self, chances: NDArray[np.float64], held: int = 1, gain: float = 1.0) -> int:
        """Tokens to draft: the length with most expected tokens per time, 0 where none pays.

        `chances`: of each token, that it and all before it are right. `held`: tokens that the pass
        carries anyway. `gain`: how many times what the draft costs it must be expected to save.
        """
        costs = self._costs[held : held + len(chances) + 1]
        if len(costs) < 2:
            return 0
        saved = np.concatenate(([0.0], np.cumsum(chances[: len(costs) - 1])))
        best = int(np.argmax((1.0 + saved) / costs))
        return best if saved[best] > gain * self.price(best, held) else 0

    def price(self, drafted: int, held: int = 1) -> float:
        """What a draft adds to a pass that carries `held` tokens anyway, in such passes."""
        if not drafted or held + drafted >= len(self._padded):
            return 0.0
        return float(self._padded[held + drafted] / self._padded[held]) - 1.0
