"""Facts that outlive the process, as JSON in the cache folder; losing them costs time only."""

import json
import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import platformdirs


def load(name: str) -> dict[str, Any]:
    """What is kept under a name; empty where nothing is, or it cannot be read."""
    try:
        kept = json.loads(_path(name).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def save(name: str, facts: dict[str, Any]) -> None:
    """Effect: replaces what is kept under a name, in one go, where the folder lets it."""
    path = _path(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=path.parent, delete=False) as new:
            json.dump(facts, new)
        os.replace(new.name, path)
    except OSError:
        return


def _path(name: str) -> Path:
    return platformdirs.user_cache_path("redraft") / name
