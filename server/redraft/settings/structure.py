"""A table of TOML -> Settings, and what is wrong with it as sentences that name the key."""

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn

from redraft.settings.values import Recipe, Settings
from redraft.settings.written import printable

RECIPE_NAME = r"[A-Za-z0-9_-]{1,64}"
NO_HOME = "the user after its ~ has no home here"
_WORDS: Mapping[type[Any], str] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    dict: "a table",
    list: "a list",
}
"""TOML's kinds of values, as errors call them."""


def structured(table: Mapping[str, Any]) -> Settings:
    """Settings from a table. Raises cattrs.BaseValidationError, which `faults` puts in words."""
    return _converter.structure(table, Settings)


def faults(error: BaseException, key: str = "") -> Iterator[str]:
    """Everything wrong, a sentence each; `key` is where the table stands in its file."""
    if isinstance(error, cattrs.BaseValidationError):
        for inner in error.exceptions:
            yield from faults(inner, key + _step(inner, key))
    elif isinstance(error, cattrs.ForbiddenExtraKeysError):
        for name in sorted(error.extra_fields):
            yield _unknown_key(name, error.cl, key)
    elif isinstance(error, KeyError):
        yield f"'{key}': expected a value, and it is not there"
    else:
        yield f"'{key}': {error}"


def _step(error: BaseException, key: str) -> str:
    """How the key goes on from a table to the value that the error is about."""
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, cattrs.AttributeValidationNote):
            return f".{_shown(note.name)}" if key else _shown(note.name)
        if isinstance(note, cattrs.IterableValidationNote):
            return f"[{note.index}]"
    return ""


def _unknown_key(name: str, table: type[Any], prefix: str) -> str:
    known = [attribute.name for attribute in attrs.fields(table)]
    near = get_close_matches(name, known, 1)
    hint = f"did you mean '{near[0]}'?" if near else f"known here: {', '.join(known)}"
    key = f"{prefix}.{_shown(name)}".lstrip(".")
    return f"unknown key '{key}'; {hint}"


def _strict(value: Any, kind: type[Any]) -> Any:
    """Takes a TOML value as it is: "3" is no number, and 1 is no text."""
    allowed = (int, float) if kind is float else kind
    if not isinstance(value, allowed) or (isinstance(value, bool) and kind is not bool):
        raise ValueError(f"expected {_WORDS[kind]}, got {_WORDS.get(type(value), 'a date')}")
    return value


def _path(value: Any, _: type[Path]) -> Path:
    path = Path(_strict(value, str))
    if "\0" in value:
        raise ValueError("expected a path, got text with a NUL character")
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise ValueError(f"expected a path, and {NO_HOME}") from error


def _choice(value: Any, kind: Any) -> Any:
    choices = get_args(kind)
    if _strict(value, str) in choices:
        return value
    near = get_close_matches(value, choices, 1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    *others, last = choices
    raise ValueError(f"expected {', '.join(others)} or {last}, got '{_shown(value)}'{hint}")


def _recipes(value: Any, _: Any) -> dict[str, Recipe]:
    recipes: dict[str, Recipe] = {}
    wrong: list[Exception] = []
    for name, table in _strict(value, dict).items():
        try:
            if not re.fullmatch(RECIPE_NAME, name):
                raise ValueError("expected a name of letters, digits, - and _, 64 at most")
            recipes[name] = _converter.structure(table, Recipe)
        except Exception as error:
            error.add_note(cattrs.AttributeValidationNote(name, name, Recipe))
            wrong.append(error)
    if wrong:
        raise cattrs.ClassValidationError("recipes", wrong, Settings)
    return recipes


def _shown(text: str) -> str:
    return printable(text, 80)


def _made_from(form: Any) -> Callable[[Any], bool]:
    return lambda kind: get_origin(kind) is form


_converter = cattrs.Converter(forbid_extra_keys=True)
for _kind in (str, int, float, bool):
    _converter.register_structure_hook(_kind, _strict)
_converter.register_structure_hook(Path, _path)
_converter.register_structure_hook_func(_made_from(Literal), _choice)
_converter.register_structure_hook_func(lambda kind: kind == Mapping[str, Recipe], _recipes)


@_converter.register_structure_hook_factory(_made_from(tuple))
def _list(kind: Any, converter: cattrs.Converter) -> Callable[[Any, Any], Any]:
    structure = converter.get_structure_hook(list[get_args(kind)[0]])  # type: ignore[misc]
    return lambda value, kind: tuple(structure(_strict(value, list), kind))


@_converter.register_structure_hook_factory(attrs.has)
def _table(kind: type[Any], converter: cattrs.Converter) -> Callable[[Any, type[Any]], Any]:
    structure = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)
    return lambda value, kind: structure(_strict(value, dict), kind)
