"""What passes cost on this machine: the plain speed last seen with a model."""

from redraft.engine import store
from redraft.engine.model import Statistics

_ENOUGH_STEPS = 8
_FILE = "plain-rates.json"


def plain_rate(model: str) -> float | None:
    """Plain tokens a second last seen with a model; None if none was seen."""
    rate = store.load(_FILE).get(model)
    return rate if isinstance(rate, (int, float)) and rate > 0 else None


def remember(model: str, account: Statistics) -> None:
    """Effect: keeps the speed of an answer's single-token passes, if there were enough of them."""
    if account.plain_steps < _ENOUGH_STEPS or account.plain_time <= 0:
        return
    rate = round(account.plain_steps / account.plain_time, 2)
    store.save(_FILE, store.load(_FILE) | {model: rate})
