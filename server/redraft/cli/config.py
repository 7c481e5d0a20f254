"""`redraft config`: what is in force, whether the files are right, and what can be set."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import click

from redraft.cli import show
from redraft.settings import InForce, load, user_file
from redraft.settings.check import check
from redraft.settings.schema import schema
from redraft.settings.written import literal, printable

_PLACE = click.Path(exists=True, path_type=Path)


@click.group()
def config() -> None:
    """Show and check settings."""


@config.command("show")
@click.argument("path", type=_PLACE, default=Path())
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def show_(path: Path, as_json: bool) -> int:
    """Print the settings in force for a file or folder, and where each came from.

    What is printed is TOML that sets just these. Without PATH: for the current folder.
    """
    in_force = load(path)
    show.write(_json(in_force) if as_json else _toml(in_force))
    return 0


@config.command("check")
@click.argument("paths", nargs=-1, type=_PLACE)
def check_(paths: tuple[Path, ...]) -> int:
    """Check your own settings file, and those of the projects that PATHS lie in.

    Without PATHS: of the project that the current folder lies in.
    """
    checked = check(paths or (Path(),))
    for file in checked:
        for fault in file.faults:
            show.note(f"redraft: {fault}")
        if not file.faults:
            show.write(f"{file.path}: fine\n")
    if not checked:
        show.write(f"no settings file, so the defaults hold; yours would be {user_file()}\n")
    return 2 if any(file.faults for file in checked) else 0


@config.command("schema")
def schema_() -> int:
    """Print the JSON Schema of a settings file, for editors."""
    show.write(json.dumps(schema(), indent=2) + "\n")
    return 0


def _toml(in_force: InForce) -> str:
    project = in_force.project
    lines = [f"# project: {printable(str(project)) if project else 'none'}"]
    for table, keys in _tables(in_force):
        lines += ["", f"[{table}]"]
        for key, value, origin in keys:
            said = f"# {key} is not set" if value is None else f"{key} = {literal(value)}"
            lines.append(f"{said}  # {printable(origin)}")
    return "\n".join(lines) + "\n"


def _json(in_force: InForce) -> str:
    values = {
        f"{table}.{key}": {"value": _plain(value), "origin": origin}
        for table, keys in _tables(in_force)
        for key, value, origin in keys
    }
    project = None if in_force.project is None else str(in_force.project)
    return json.dumps({"project": project, "settings": values}, ensure_ascii=False) + "\n"


def _tables(in_force: InForce) -> Iterator[tuple[str, list[tuple[str, Any, str]]]]:
    """Each table's name, and its keys, values and origins; a recipe is a table of its own."""
    for name, table in _named(in_force.settings):
        if attrs.has(type(table)):
            yield (
                name,
                [
                    (key, value, str(in_force.origin(f"{name}.{key}")))
                    for key, value in _named(table)
                ],
            )
            continue
        for recipe, values in table.items():
            origin = str(in_force.origin(f"{name}.{recipe}"))
            yield f"{name}.{recipe}", [(key, value, origin) for key, value in _named(values)]


def _named(value: Any) -> Iterator[tuple[str, Any]]:
    return ((field.name, getattr(value, field.name)) for field in attrs.fields(type(value)))


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else value
