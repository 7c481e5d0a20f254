"""What passes cost on this machine: the plain speed last seen with a model, kept on disk."""

import json
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

import platformdirs

from redraft.engine.model import Statistics

_ENOUGH_STEPS = 8


def plain_rate(model: str) -> float | None:
    """Plain tokens a second last seen with a model; None if none was seen."""
    rate = _seen().get(model)
    return rate if isinstance(rate, (int, float)) and rate > 0 else None


def remember(model: str, account: Statistics) -> None:
    """Effect: keeps the speed of an answer's single-token passes, if there were enough of them."""
    if account.plain_steps < _ENOUGH_STEPS or account.plain_time <= 0:
        return
    rates = _seen() | {model: round(account.plain_steps / account.plain_time, 2)}
    path = file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=path.parent, delete=False) as new:
            json.dump(rates, new)
        os.replace(new.name, path)
    except OSError:
        return  # a figure for the account, not worth a failure


def _seen() -> dict[str, object]:
    try:
        seen = json.loads(file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return seen if isinstance(seen, dict) else {}


def file() -> Path:
    """Where the speeds are kept."""
    return platformdirs.user_cache_path("redraft") / "plain-rates.json"
