"""The engine that settings stand for; one model at a time."""

from collections.abc import Callable
from types import TracebackType

from redraft import sources
from redraft.engine.local import LocalEngine
from redraft.engine.model import Engine, Model
from redraft.settings import Settings


class Engines:
    """Holds the engine last asked for, so that files with the same settings share a model."""

    def __init__(self) -> None:
        self._engine: LocalEngine | None = None
        self._settings: Settings | None = None

    def __enter__(self) -> "Engines":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def get(self, settings: Settings) -> Engine:
        """The engine for these settings. Raises ModelError where there is no such model."""
        last = self._settings
        known = last and (settings.model, settings.decode) == (last.model, last.decode)
        if known and self._engine is not None:
            return self._engine
        self._close()
        self._engine, self._settings = _local(settings), settings
        return self._engine

    def _close(self) -> None:
        if self._engine is not None:
            self._engine.close()
        self._engine = self._settings = None


def _local(settings: Settings) -> LocalEngine:
    found = sources.find(settings.model)

    def load(progress: Callable[[float], bool]) -> Model:
        # Here, not above: half a second that `--help` need not wait for.
        from redraft.engine.llama import NativeModel

        alike = settings.decode.identity == "class"
        return NativeModel(found, settings.model, progress, alike=alike)

    return LocalEngine(load, settings.decode, settings.model.context)
