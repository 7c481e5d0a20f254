"""Which projects the user trusts: a folder, and the SHA-256 of the settings file read there."""

import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import platformdirs

from redraft.errors import SettingsError
from redraft.settings.project import ProjectFile
from redraft.settings.reading import read
from redraft.settings.values import Settings


def trust_file() -> Path:
    """Where trust is kept: the platform's folder for state."""
    return platformdirs.user_state_path("redraft") / "trust.json"


def trusted() -> Mapping[str, str]:
    """Folder -> digest. Raises SettingsError when the record is damaged."""
    path = trust_file()
    data = read(path)
    try:
        known = json.loads(data) if data is not None else {}
    except (ValueError, RecursionError) as error:
        raise _damaged(path) from error
    if not isinstance(known, dict) or not all(map(_is_digest, known.values())):
        raise _damaged(path)
    return known


def is_trusted(file: ProjectFile) -> bool:
    """Whether this folder is trusted with just these bytes; a damaged record trusts nothing."""
    try:
        return trusted().get(str(file.folder)) == file.digest
    except SettingsError:
        return False


def grant(file: ProjectFile) -> None:
    """Effect: trusts the folder while its file stays as it was read. Raises SettingsError."""
    _keep({**trusted(), str(file.folder): file.digest})


def revoke(folder: Path) -> bool:
    """Effect: trusts the folder no longer; False if it was not. Raises SettingsError."""
    known = dict(trusted())
    if known.pop(str(folder), None) is None:
        return False
    _keep(known)
    return True


def needing_trust(raw: Mapping[str, Any], said: Settings, base: Settings) -> Iterator[str]:
    """The dotted keys that a project may not set unasked; `base` would hold without it."""
    for name in raw:
        table, old = getattr(said, name), getattr(base, name)
        if not attrs.has(type(table)):
            continue
        for attribute in attrs.fields(type(table)):
            may = attribute.metadata.get("may")
            key = attribute.name
            if key in raw[name] and may and not may(getattr(old, key), getattr(table, key)):
                yield f"{name}.{key}"


def _damaged(path: Path) -> SettingsError:
    return SettingsError(f"{path}: damaged; remove it, and trust your projects anew")


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def _keep(known: Mapping[str, str]) -> None:
    """Effect: writes the record whole or not at all, for the user's eyes only."""
    path = trust_file()
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".trust-")
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                json.dump(known, file, indent=1, sort_keys=True)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written: {error.strerror or error}") from error
