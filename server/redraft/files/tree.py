"""Which folder a file may not lead out of."""

import os
from pathlib import Path

_MARKS = (".git", "redraft.toml")


def root(path: str | Path) -> Path | None:
    """The repository or project that a path lies in as it is spelled, links not followed.

    Of several, one inside the other, the one that a link leads out of, if any does. A cloned
    repository is not to choose files outside of it: reading and writing check against this folder.
    """
    spelled = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links
    roots = [f for f in spelled.parents if any(os.path.lexists(f / mark) for mark in _MARKS)]
    real = Path(os.path.realpath(spelled))
    left = (folder for folder in roots if not real.is_relative_to(os.path.realpath(folder)))
    return next(left, roots[0] if roots else None)
