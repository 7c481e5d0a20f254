"""Defaults, the user's own file, the project's, flags: each laid over the one before, by key."""

import os
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import platformdirs
from attrs import evolve, field, frozen

from redraft.errors import SettingsError
from redraft.settings.project import ProjectFile, find
from redraft.settings.reading import read, text
from redraft.settings.structure import NO_HOME
from redraft.settings.toml import settled, table
from redraft.settings.trust import is_trusted, needing_trust
from redraft.settings.values import Settings


@frozen
class Origin:
    """Where a value came from."""

    kind: Literal["default", "user", "project", "flag"] = "default"
    name: str = ""
    """The file's path, or the flag."""

    def __str__(self) -> str:
        return f"{_SAID[self.kind]}{self.name}"


_SAID = {
    "default": "default",
    "user": "your file ",
    "project": "the project's file ",
    "flag": "flag ",
}


def _sealed(origins: Mapping[str, Origin]) -> Mapping[str, Origin]:
    return MappingProxyType(dict(origins))


@frozen
class InForce:
    """Settings, and where each value came from."""

    settings: Settings = field(factory=Settings)
    project: Path | None = None
    """The folder of the project's file, if there is one."""
    _origins: Mapping[str, Origin] = field(factory=dict, converter=_sealed, hash=False)

    def origin(self, key: str) -> Origin:
        """Of a dotted key such as `model.path`; a recipe (`recipes.NAME`) comes from one place."""
        return self._origins.get(key, Origin())

    def with_flag(self, key: str, value: Any, flag: str) -> "InForce":
        """With one value laid over the others by a flag, such as `--model`.

        Raises SettingsError, which names the flag, for a value out of range.
        """
        name, _, inner = key.partition(".")
        try:
            changed = evolve(getattr(self.settings, name), **{inner: value})
        except ValueError as error:
            raise SettingsError(f"{flag}: {error}") from error
        return evolve(
            self,
            settings=evolve(self.settings, **{name: changed}),
            origins={**self._origins, key: Origin("flag", flag)},
        )

    def with_file(self, raw: Mapping[str, Any], said: Settings, origin: Origin) -> "InForce":
        """With what a file sets laid over the others; its relative paths start at its folder."""
        changed = {name: self._laid(name, raw[name], said, origin) for name in raw}
        keys = (f"{name}.{key}" for name in raw for key in raw[name])
        return evolve(
            self,
            settings=evolve(self.settings, **changed),
            origins={**self._origins, **dict.fromkeys(keys, origin)},
        )

    def _laid(self, name: str, keys: Mapping[str, Any], said: Settings, origin: Origin) -> Any:
        old, new = getattr(self.settings, name), getattr(said, name)
        if isinstance(old, Mapping):
            return {**old, **new}
        given = {key: getattr(new, key) for key in keys}
        folder = Path(origin.name).parent
        return evolve(
            old, **{k: folder / v if isinstance(v, Path) else v for k, v in given.items()}
        )


def user_file() -> Path:
    """Where the user's own settings live: $REDRAFT_CONFIG, else the platform's folder.

    Raises SettingsError for a `~` that is no user's.
    """
    named = os.environ.get("REDRAFT_CONFIG")
    if not named:
        return platformdirs.user_config_path("redraft") / "redraft.toml"
    try:
        return Path(named).expanduser()
    except RuntimeError as error:
        raise SettingsError(f"{named}: $REDRAFT_CONFIG names it, and {NO_HOME}") from error


def load(start: Path | None = None, *, user: Path | None = None) -> InForce:
    """The settings in force for a file or folder; without one, no project is looked for.

    `user` stands for the user's own file, and must be there. Raises SettingsError, which names the
    file, the key, what was expected and the nearest key.
    """
    in_force = users_own(user)
    found = find(start, user or user_file()) if start is not None else None
    return in_force if found is None else over_project(in_force, found)


def users_own(path: Path | None = None) -> InForce:
    """The user's own settings over the defaults. Raises SettingsError, as `load` does."""
    found = users_table(path)
    if found is None:
        return InForce()
    file, raw = found
    return InForce().with_file(raw, settled(raw, str(file)), Origin("user", str(file)))


def users_table(path: Path | None = None) -> tuple[Path, dict[str, Any]] | None:
    """The user's own file and the table in it, unchecked; None where there need be no file.

    Raises SettingsError for a file that is named and not there, or that cannot be read.
    """
    file = path or user_file()
    data = read(file)
    if data is not None:
        return file, table(text(data, str(file)), str(file))
    if path is not None:
        raise SettingsError(f"{file}: there is no such file")
    if os.environ.get("REDRAFT_CONFIG"):
        raise SettingsError(f"{file}: $REDRAFT_CONFIG names it, and it is not there")
    return None


def over_project(in_force: InForce, file: ProjectFile) -> InForce:
    """With the project's file laid over it. Raises SettingsError for what it may not set."""
    said = file.settings()
    for sentence in denied(in_force, file):
        raise SettingsError(sentence)
    laid = in_force.with_file(file.raw, said, Origin("project", str(file.path)))
    return evolve(laid, project=file.folder)


def denied(in_force: InForce, file: ProjectFile) -> Iterator[str]:
    """What the file may do only once it is trusted, a sentence each that says how to allow it."""
    if is_trusted(file):
        return
    remedy = f"read the file, then allow it with: redraft trust {shlex.quote(str(file.folder))}"
    if file.foreign:
        yield f"{file.path}: it belongs to another user; {remedy}"
        return
    prefix = f"{file.prefix}." if file.prefix else ""
    for key in needing_trust(file.raw, file.settings(), in_force.settings):
        yield f"{file.path}: '{prefix}{key}' is yours to set, not a project's; {remedy}"
