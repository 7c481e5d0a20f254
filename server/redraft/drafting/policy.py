"""How long a draft is worth being."""

_LENGTHS = ((64, 31), (16, 15), (4, 7), (1, 3))
"""Tokens in agreement -> tokens drafted. With the last token they fill passes of 4, 8, 16 and 32:
llama.cpp's CPU kernels take four rows at a time (notes: cost curves are staircases)."""
_MEMORY = 0.9
"""What one step's outcome keeps of its weight at the next."""
_ENOUGH = 0.4
"""Accepted share below which drafting stops: an extra token costs about half a pass on a CPU."""
_REGAINED = 24
"""Tokens in agreement after which drafting is tried again."""


class Policy:
    """Draft lengths from agreement so far; nothing while too little is accepted."""

    def __init__(self) -> None:
        # Starts with the benefit of the doubt, worth four short drafts rejected.
        self._accepted = 8.0
        self._drafted = 8.0

    @property
    def stopped(self) -> bool:
        """Whether drafting stands still for want of acceptance."""
        return self._accepted < _ENOUGH * self._drafted

    def length(self, agreement: int) -> int:
        """Tokens to draft after so many in agreement with the source."""
        if self.stopped and agreement < _REGAINED:
            return 0
        return next((length for least, length in _LENGTHS if agreement >= least), 0)

    def observe(self, accepted: int, drafted: int) -> None:
        """Takes the outcome of a step; a step without a draft says nothing."""
        if drafted:
            self._accepted = _MEMORY * self._accepted + accepted
            self._drafted = _MEMORY * self._drafted + drafted
