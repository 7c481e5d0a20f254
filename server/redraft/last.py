"""What was refused last, kept so that nothing a model said is lost."""

import json
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

import cattrs
import platformdirs
from attrs import field, frozen

from redraft.pipeline.validate import Finding


@frozen
class Kept:
    """An answer that became no file."""

    path: str
    instruction: str
    why: str
    """In a sentence."""
    findings: tuple[Finding, ...] = ()
    answer: str = field(default="", repr=False)
    """What the model said."""
    text: str | None = field(default=None, repr=False)
    """What the document would have become, where the answer holds that much."""


class Last:
    """One run's refusals; the first of them takes the place of an earlier run's."""

    def __init__(self) -> None:
        self._kept: list[Kept] = []

    def keep(self, kept: Kept) -> None:
        """Effect: adds a refusal to what is kept, for this user's eyes only."""
        self._kept.append(kept)
        path = file()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as new:
            json.dump(cattrs.unstructure(self._kept), new)
        os.replace(new.name, path)


def kept() -> tuple[Kept, ...]:
    """What was kept last; nothing where nothing was, or where the file is no longer whole."""
    try:
        return cattrs.structure(json.loads(file().read_text("utf-8")), tuple[Kept, ...])
    except (OSError, ValueError, cattrs.BaseValidationError):
        return ()


def file() -> Path:
    """Where they are kept."""
    return platformdirs.user_state_path("redraft") / "last.json"
