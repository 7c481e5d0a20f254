"""A progress bar on standard error, while a request runs."""

import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TextColumn
from rich.progress import Progress as Bar

from redraft.engine.model import Statistics
from redraft.rewrite import Progress

_PHASES = {
    "load": "loading the model",
    "measure": "trying the model out, once",
    "read": "reading",
    "write": "rewriting",
    "again": "rewriting again",
}


class ProgressBar:
    """Shows where one request stands; shows nothing where nobody looks."""

    def __init__(self, name: str, *, shown: bool) -> None:
        console = Console(stderr=True)
        # Left on, redirection would send the diff to standard error while the bar lives.
        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(24),
            TaskProgressColumn(),
            TextColumn("{task.fields[figures]}"),
            console=console,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            disable=not (shown and console.is_terminal),
        )
        self._name = name
        self._task = self._bar.add_task(name, total=1.0, figures="")
        self._writing_since: float | None = None

    def __enter__(self) -> "ProgressBar":
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def show(self, progress: Progress) -> None:
        """Effect: draws where the request stands."""
        self._bar.update(
            self._task,
            description=f"{self._name}: {_PHASES[progress.phase]}",
            completed=progress.share,
            figures=self._figures(progress.share, progress.statistics),
        )

    def hide(self) -> None:
        """Effect: takes the bar away, to make room for text."""
        self._bar.stop()

    def _figures(self, share: float, statistics: Statistics | None) -> str:
        if statistics is None:
            return ""
        now = time.monotonic()
        self._writing_since = self._writing_since or now
        parts = [f"{statistics.rate:.0f} tokens/s"]
        if statistics.accepted_share is not None:
            parts.append(f"{statistics.accepted_share:.0%} accepted")
        if share > 0:
            left = (now - self._writing_since) * (1 - share) / share
            parts.append(f"{left:.0f} s left")
        return ", ".join(parts)
