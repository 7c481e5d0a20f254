"""TOML text -> a table -> Settings."""

from typing import Any

import cattrs
import tomli

from redraft.errors import SettingsError
from redraft.settings.structure import faults, structured
from redraft.settings.values import Settings
from redraft.settings.written import printable

_REASON = 300
"""Most characters of a parser's own words: it may quote the file, and the file be hostile."""


def parse(text: str, name: str) -> Settings:
    """Settings from TOML; `name` is what errors call the text. Raises SettingsError."""
    return settled(table(text, name), name)


def table(text: str, name: str) -> dict[str, Any]:
    """The table that the text is. Raises SettingsError."""
    try:
        return tomli.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{name}: not valid TOML: {printable(str(error), _REASON)}") from error


def settled(raw: dict[str, Any], name: str, prefix: str = "") -> Settings:
    """Settings from a table that stands at `prefix`. Raises SettingsError for the first fault."""
    try:
        return structured(raw)
    except cattrs.BaseValidationError as error:
        raise SettingsError(f"{name}: {next(faults(error, prefix))}") from error
