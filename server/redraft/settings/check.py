"""Everything that is wrong with the settings files, not the first fault alone."""

from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import cattrs
from attrs import frozen

from redraft.errors import SettingsError
from redraft.settings.layers import InForce, denied, user_file, users_own, users_table
from redraft.settings.project import find
from redraft.settings.structure import faults, structured

_MOST = 20
"""Faults told of one file."""


@frozen
class Checked:
    """One settings file, or one that could not be read."""

    path: Path | None
    """None where the faults alone can say which file it is."""
    faults: tuple[str, ...] = ()
    """A sentence each, that names the file; empty: it is fine."""


def check(starts: Iterable[Path]) -> tuple[Checked, ...]:
    """The user's own file, if there is one, and those of the projects; each once."""
    own = _users_own()
    base = InForce() if own is None or own.faults else users_own()
    files = (own, *(_projects(start, base) for start in starts))
    return tuple(dict.fromkeys(file for file in files if file is not None))


def _users_own() -> Checked | None:
    try:
        found = users_table()
    except SettingsError as error:
        return Checked(None, (str(error),))
    return found and Checked(found[0], _faults(found[1], found[0]))


def _projects(start: Path, base: InForce) -> Checked | None:
    try:
        file = find(start, user_file())
    except SettingsError as error:
        return Checked(None, (str(error),))
    if file is None:
        return None
    wrong = _faults(file.raw, file.path, file.prefix)
    return Checked(file.path, wrong or tuple(denied(base, file)))


def _faults(raw: Mapping[str, Any], path: Path, prefix: str = "") -> tuple[str, ...]:
    try:
        structured(raw)
    except cattrs.BaseValidationError as error:
        return tuple(f"{path}: {fault}" for fault in islice(faults(error, prefix), _MOST))
    return ()
