"""`redraft trust`: lets a project's settings file set what is otherwise the user's own."""

import sys
from pathlib import Path

import click

from redraft.cli import show
from redraft.errors import SettingsError, UsageError
from redraft.settings import trust as record
from redraft.settings import user_file
from redraft.settings.layers import users_own
from redraft.settings.project import ProjectFile, at, find
from redraft.settings.reading import resolved
from redraft.settings.written import literal, printable


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("-y", "--yes", is_flag=True, help="Do not ask; you have read the file.")
@click.option("--revoke", is_flag=True, help="Trust the folder no longer.")
@click.option("--list", "listed", is_flag=True, help="Print the folders you trust.")
def trust(folder: Path | None, yes: bool, revoke: bool, listed: bool) -> int:
    """Let the settings file in FOLDER set models and weaken checks.

    Without FOLDER: that of the project the current folder lies in. Trust ends when the file
    changes; it does not reach the files that the settings name.
    """
    if revoke and listed:
        raise UsageError("--revoke and --list: give one of them")
    if listed:
        return _list()
    return _revoke(folder) if revoke else _grant(folder, yes)


def _grant(folder: Path | None, yes: bool) -> int:
    """Effect: shows what the file asks for, asks, and keeps the answer; 1 for a no."""
    file = _file(folder)
    if record.is_trusted(file):
        show.note(f"{_name(file)}: already trusted")
        return 0
    for line in _asks(file):
        show.note(line)
    if not yes and not _agreed(file):
        show.note("not trusted")
        return 1
    record.grant(file)
    show.note(f"{printable(str(file.folder))}: trusted, until {file.path.name} changes")
    return 0


def _asks(file: ProjectFile) -> list[str]:
    settings = file.settings()
    keys = list(record.needing_trust(file.raw, settings, users_own().settings))
    lines = [f"{_name(file)} sets {'what is yours to set:' if keys else 'nothing of that kind'}"]
    for key in keys:
        table, _, name = key.partition(".")
        lines.append(f"  {key} = {literal(getattr(getattr(settings, table), name))}")
    if file.foreign:
        lines.append("The file belongs to another user.")
    return lines


def _agreed(file: ProjectFile) -> bool:
    if not sys.stdin.isatty():
        raise UsageError(f"{_name(file)}: nobody to ask; read it, then say --yes")
    return click.confirm("Trust it?", err=True)


def _revoke(folder: Path | None) -> int:
    place = resolved(folder or _project())
    was = record.revoke(place)
    show.note(f"{printable(str(place))}: {'no longer trusted' if was else 'was not trusted'}")
    return 0


def _list() -> int:
    for folder, digest in record.trusted().items():
        try:
            file = at(Path(folder))
            state = "" if file and file.digest == digest else "  (no longer: its file has changed)"
        except SettingsError as error:
            state = f"  (no longer: {error})"
        show.write(f"{printable(folder)}{state}\n")
    return 0


def _file(folder: Path | None) -> ProjectFile:
    file = find(Path(), user_file()) if folder is None else at(folder, user_file())
    if file is None:
        where = resolved(folder or Path())
        raise UsageError(
            f"{where}: no redraft.toml{'' if folder else ' upwards'}, and no pyproject.toml with "
            "[tool.redraft]"
        )
    return file


def _project() -> Path:
    """The folder of the project that the current folder lies in, else the current folder."""
    try:
        file = find(Path(), user_file())
    except SettingsError:
        return Path()
    return file.folder if file else Path()


def _name(file: ProjectFile) -> str:
    return printable(str(file.path))
