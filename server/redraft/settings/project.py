"""The settings file of a project: found upwards from the file that is rewritten.

Looked for as ruff does: the nearest folder wins, redraft.toml goes before pyproject.toml, and a
pyproject.toml without [tool.redraft] does not end the search. The first folder with a `.git` does:
what lies above a repository is not part of it.
"""

import hashlib
import os
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from redraft.errors import SettingsError
from redraft.settings.reading import read, resolved, start_of, text
from redraft.settings.toml import settled, table
from redraft.settings.values import Settings


@frozen
class ProjectFile:
    """A project's settings file, as it was read."""

    path: Path
    """Without links among its folders."""
    data: bytes = field(repr=False)
    raw: dict[str, Any] = field(repr=False)
    """Its settings, as a table that nobody has checked."""
    prefix: str = ""
    """Where that table stands in the file."""
    foreign: bool = False
    """It belongs to neither the user, nor root, nor the owner of what it would speak for."""

    @property
    def folder(self) -> Path:
        """The project's folder."""
        return self.path.parent

    @property
    def digest(self) -> str:
        """SHA-256 of the bytes, in hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()

    def settings(self) -> Settings:
        """What the file says. Raises SettingsError."""
        return settled(self.raw, str(self.path), self.prefix)


def find(start: Path, besides: Path | None = None) -> ProjectFile | None:
    """The file that speaks for `start`, a file or folder that need not exist.

    A link is followed first: what it leads to belongs to the project it lies in. `besides` is the
    user's own file, which is nobody's project. Raises SettingsError for a file that cannot be used.
    """
    place = resolved(start)
    for folder in (place, *place.parents):
        found = _in(folder, besides)
        if found is not None:
            return evolve(found, foreign=stranger(_owner(found.path), _user(), _owner(place)))
        if _is_there(folder / ".git"):
            return None
    return None


def at(folder: Path, besides: Path | None = None) -> ProjectFile | None:
    """The settings file in this very folder. Raises SettingsError for one that cannot be used."""
    return _in(resolved(folder), besides)


def stranger(owner: int | None, user: int | None, holder: int | None) -> bool:
    """Whether a file's owner could not have changed what the file speaks for anyway.

    In a folder that all may write to, such as /tmp, anybody can put a file above another's work.
    """
    return owner not in {0, user, holder}


def _in(folder: Path, besides: Path | None) -> ProjectFile | None:
    own, shared = folder / "redraft.toml", folder / "pyproject.toml"
    if _is_there(own) and not (besides and resolved(own) == resolved(besides)):
        data = read(own, folder) or b""
        return ProjectFile(own, data, table(text(data, str(own)), str(own)))
    # A pyproject.toml that says nothing of redraft is not ours to judge, whatever is wrong with it.
    if _is_there(shared) and _mentions_redraft(shared):
        return _within_pyproject(shared, folder)
    return None


def _within_pyproject(path: Path, folder: Path) -> ProjectFile | None:
    data = read(path, folder) or b""
    tools = table(text(data, str(path)), str(path)).get("tool")
    if not isinstance(tools, dict) or "redraft" not in tools:
        return None
    if not isinstance(tools["redraft"], dict):
        raise SettingsError(f"{path}: 'tool.redraft': expected a table")
    return ProjectFile(path, data, tools["redraft"], "tool.redraft")


def _mentions_redraft(path: Path) -> bool:
    try:
        return b"redraft" in start_of(path)
    except (OSError, SettingsError):
        return False


def _is_there(path: Path) -> bool:
    # Not Path.exists: a link that leads nowhere is there too, and a folder that may not be searched
    # holds nothing.
    return os.path.lexists(path)


def _owner(path: Path) -> int | None:
    """The user id of the file, or of the nearest folder above it that there is."""
    for place in (path, *path.parents):
        try:
            return place.stat().st_uid
        except OSError:
            continue
    return None


def _user() -> int | None:
    return os.getuid() if hasattr(os, "getuid") else None
