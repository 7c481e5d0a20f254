"""Finds out which widths agree bit for bit, and what passes cost; keeps it on disk."""

import hashlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from redraft.engine import store
from redraft.engine.model import Model
from redraft.engine.verify import best_two
from redraft.engine.widths import Measured

_WIDTHS = (1, 4, 16, 64, 8, 32, 2, 128, 48, 24, 12, 256, 3, 6, 5, 7)
"""Widths that are compared, the most useful first: kernels change at multiples of four."""
_ROWS = 32
"""Tokens over which they are compared."""
_FAR = 512
"""Tokens before those. Kernels change with distance too, up to here (notes 2.5)."""
_CUT = 256
_PERIOD = 384
"""Tokens after which the text repeats itself: less than stands before the compared ones."""
_PATIENCE = 20.0
"""Seconds after which no further width is begun; the first four are always measured."""
_SPOILED = (4, 64)
"""Widths at which drafts are spoiled and taken back."""
_TURNS = 6
"""Tokens that are gone through with spoiled drafts."""
_FILE = "widths.json"

Progress = Callable[[float], None]
"""Takes the share done; raises StoppedError to end the measuring."""


@frozen
class _Row:
    """What stays of the logits of one token."""

    digest: bytes
    margin: float
    """Between the two tokens that were best when the row was first computed."""
    best: tuple[int, int]


_Trace = dict[int, _Row]
"""Token index -> its row."""


def measure(model: Model, progress: Progress) -> Measured:
    """Effect: passes of every width over the same tokens, each compared with all others.

    Forgets what the model held. Raises StoppedError, ModelError.
    """
    return _Comparison(model, progress).run()


def known(model: Model, progress: Progress) -> Measured:
    """Effect: what was measured before, else measures now, and keeps it.

    Forgets what the model held. Raises StoppedError, ModelError.
    """
    key = model.info.key
    found = recall(key)
    if found is None:
        found = measure(model, progress)
        keep(key, found)
    return found


def recall(key: str) -> Measured | None:
    """What was measured before; None where nothing was, or the file is damaged."""
    return _read(store.load(_FILE).get(key))


def keep(key: str, measured: Measured) -> None:
    """Effect: keeps a measurement on disk, where that can be."""
    value = {
        "classes": [list(widths) for widths in measured.classes],
        "seconds": {str(width): seconds for width, seconds in measured.seconds.items()},
        "drift": measured.drift,
        "close": measured.close,
    }
    store.save(_FILE, store.load(_FILE) | {key: value})


def _read(value: Any) -> Measured | None:
    try:
        return Measured(
            classes=tuple(tuple(map(int, widths)) for widths in value["classes"]),
            seconds={int(width): float(time) for width, time in value["seconds"].items()},
            drift=float(value["drift"]),
            close=float(value["close"]),
        )
    except (TypeError, ValueError, KeyError, AttributeError):
        return None


class _Comparison:
    """One measurement under way."""

    def __init__(self, model: Model, progress: Progress) -> None:
        self._model = model
        self._progress = progress
        self._far = min(_FAR, model.info.trained // 2)
        self._tokens = _sample(model, self._far + 2 * model.widest)
        self._first: _Trace = {}
        self._traces: dict[int, _Trace] = {}
        self._seconds: dict[int, float] = {}

    def run(self) -> Measured:
        start = time.perf_counter()
        self._model.reserve(len(self._tokens))
        widths = [width for width in _WIDTHS if width <= self._model.widest]
        for done, width in enumerate(widths):
            if done >= 4 and time.perf_counter() - start > _PATIENCE:
                break
            self._progress(done / len(widths))
            self._go_back()
            self._traces[width] = self._trace(width)
        spoiled = {width: self._spoiled(width) for width in _SPOILED if width in self._traces}
        return self._result(spoiled)

    def _go_back(self) -> None:
        """Effect: holds the tokens before the compared ones, those and no more."""
        model, far = self._model, self._far
        if model.position and model.trim(far) == far:
            return
        model.trim(0)
        for first in range(0, far, _CUT):
            self._progress(0.0)
            model.feed(self._tokens[first : min(first + _CUT, far)])

    def _trace(self, width: int) -> _Trace:
        """The rows of whole passes of one width, and its time."""
        rows: _Trace = {}
        times = []
        for turn in range(max(1, _ROWS // width)):
            first = self._far + turn * width
            start = time.perf_counter()
            # The first pass is the one that has to be taken back.
            logits = self._model.evaluate(
                self._tokens[first : first + width], keep=width if turn else 0
            )
            times.append(time.perf_counter() - start)
            rows.update(self._rows(logits, turn * width))
        self._seconds[width] = min(times)
        return rows

    def _spoiled(self, width: int) -> _Trace:
        """The rows of the first tokens, each with a draft after it that is taken back."""
        rows: _Trace = {}
        self._go_back()
        for turn in range(_TURNS):
            self._progress(1.0)
            position = self._far + turn
            held = self._tokens[self._model.position : position + 1]
            wrong = self._tokens[: width - len(held)]
            logits = self._model.evaluate([*held, *wrong], keep=len(held))
            rows.update(self._rows(logits[len(held) - 1 : len(held)], turn))
            if self._model.trim(position + 1) < self._far:
                break
        return rows

    def _rows(self, logits: NDArray[np.float32], first: int) -> _Trace:
        return {first + index: self._row(first + index, row) for index, row in enumerate(logits)}

    def _row(self, index: int, logits: NDArray[np.float32]) -> _Row:
        known = self._first.get(index)
        one, two = known.best if known else best_two(logits)
        digest = hashlib.blake2b(logits.tobytes(), digest_size=16).digest()
        row = _Row(digest, float(logits[one] - logits[two]), (one, two))
        self._first.setdefault(index, row)
        return row

    def _result(self, spoiled: dict[int, _Trace]) -> Measured:
        traces = [*self._traces.values(), *spoiled.values()]
        drift = max(
            (
                abs(row.margin - self._first[i].margin)
                for trace in traces
                for i, row in trace.items()
            )
        )
        exact = all(agree(trace, self._traces[width]) for width, trace in spoiled.items())
        classes = _classes(self._traces, lone=self._model.info.lone) if exact else ()
        measured = Measured(classes, self._seconds, drift, 0.0)
        margins = [row.margin for row in self._first.values()]
        close = sum(margin < measured.bound for margin in margins) / len(margins)
        return Measured(measured.classes, self._seconds, drift, close)


def agree(one: _Trace, other: _Trace) -> bool:
    """Whether two traces are bit-equal wherever both have a row."""
    return all(one[index].digest == other[index].digest for index in one.keys() & other.keys())


def _classes(traces: dict[int, _Trace], *, lone: bool) -> tuple[tuple[int, ...], ...]:
    """Sets of widths in which every two agree, narrow ones first; `lone`: 1 agrees with none."""
    classes: list[list[int]] = []
    for width in sorted(traces):
        for known in classes:
            apart = lone and 1 in known
            if not apart and all(agree(traces[width], traces[member]) for member in known):
                known.append(width)
                break
        else:
            classes.append([width])
    return tuple(map(tuple, classes))


def _sample(model: Model, count: int) -> Sequence[int]:
    """So many tokens of code that repeats itself, as a rewrite's answer repeats its source."""
    tokens = model.tokenize(Path(__file__).read_text("utf-8"))[:_PERIOD]
    return [*model.info.start, *tokens * (1 + count // max(1, len(tokens)))][:count]
