"""What is known of a loaded model on this machine: which widths agree, and what each costs."""

from attrs import evolve

from redraft.drafting.policy import Policy
from redraft.engine import measured
from redraft.engine.costs import Curve, prior
from redraft.engine.measured import Progress
from redraft.engine.model import Model
from redraft.engine.widths import Measured, Widths, alone, choose, every, fast
from redraft.settings import IdentityMode


class Known:
    """Found out at a model's first rewrite, kept on disk, and learned on with every pass."""

    def __init__(self, model: Model, mode: IdentityMode) -> None:
        self.curve = prior(gpu=model.info.gpu)
        self._model = model
        self._mode = mode
        self._measured: Measured | None = None
        if model.info.key:
            self._take(measured.recall(model.info.key))

    @property
    def widest(self) -> int:
        """Most tokens in a pass."""
        return self._model.widest

    @property
    def plain_rate(self) -> float | None:
        """Plain tokens a second, as far as passes over one token have been seen."""
        return None if self.curve.guessed else 1 / self.curve.seconds[1]

    def widths(self, progress: Progress) -> Widths:
        """Effect: the widths of a rewrite's passes; tries the model out where nobody has yet.

        Forgets what the model held, in that case. Raises StoppedError, ModelError.
        """
        info, widest = self._model.info, self._model.widest
        if info.rollback == "none":
            return alone(widest)
        if self._mode == "fast" or not info.key:
            return fast(widest) if self._mode == "fast" else every(widest)
        if self._measured is None:
            self._take(found := measured.measure(self._model, progress))
            self.keep()
        else:
            found = evolve(self._measured, seconds=self.curve.seconds)
        return choose(found, self._mode, widest)

    def policy(self, widths: Widths) -> Policy:
        """Who sizes drafts, by what passes cost as of now."""
        return Policy.of(self.curve.cost, widths.judged[-1], widths.judged)

    def keep(self) -> None:
        """Effect: writes down what passes have taught."""
        if self._measured is not None:
            found = evolve(self._measured, seconds=self.curve.seconds)
            measured.keep(self._model.info.key, found)

    def _take(self, found: Measured | None) -> None:
        if found is not None:
            self._measured, self.curve = found, Curve(found.seconds)
