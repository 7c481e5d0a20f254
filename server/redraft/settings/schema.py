"""The JSON Schema (draft 2020-12) of a settings file, read off the classes that check it."""

import ast
import inspect
import re
import textwrap
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import attrs

from redraft.settings.bounds import Filled, Holds, Range
from redraft.settings.structure import RECIPE_NAME
from redraft.settings.values import Settings

_TYPES = {str: "string", Path: "string", int: "integer", float: "number", bool: "boolean"}


def schema() -> dict[str, Any]:
    """The schema of redraft.toml; of [tool.redraft] just so."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "redraft.toml"}
    return {**head, **_table(Settings)}


def _table(kind: type[Any]) -> dict[str, Any]:
    told = _told(kind)
    fields = attrs.fields(attrs.resolve_types(kind))
    properties = {field.name: _value(field, told.get(field.name)) for field in fields}
    required = [field.name for field in fields if field.default is attrs.NOTHING]
    return {
        "type": "object",
        "description": inspect.cleandoc(kind.__doc__ or ""),
        "properties": properties,
        "additionalProperties": False,
        **({"required": required} if required else {}),
    }


def _value(field: "attrs.Attribute[Any]", told: str | None) -> dict[str, Any]:
    value = {**_kind(field.type), **_bounds(field.validator)}
    if told:
        value["description"] = told
    if isinstance(field.default, str | int | float):
        value["default"] = field.default
    return value


def _kind(kind: Any) -> dict[str, Any]:
    given = [part for part in get_args(kind) if part is not NoneType]
    match get_origin(kind):
        case None:
            return _table(kind) if attrs.has(kind) else {"type": _TYPES[kind]}
        case origin if origin is Literal:
            return {"enum": list(given)}
        case origin if origin is tuple:
            return {"type": "array", "items": _kind(given[0])}
        case origin if origin is Mapping:
            named = {f"^{RECIPE_NAME}$": _kind(given[1])}
            return {"type": "object", "patternProperties": named, "additionalProperties": False}
    # What may be None is left out of a file instead.
    return _kind(given[0])


def _bounds(validator: Any) -> dict[str, Any]:
    match validator:
        case Range(low, most, above):
            return {"exclusiveMinimum" if above else "minimum": low, "maximum": most}
        case Holds(placeholders):
            return {"allOf": [{"pattern": re.escape(holder)} for holder in placeholders]}
        case Filled(line):
            return {"pattern": r"^.*\S.*$" if line else r"\S"}
    return {}


def _told(kind: type[Any]) -> dict[str, str]:
    """The docstring beneath each attribute; none where the source was not shipped."""
    try:
        source = textwrap.dedent(inspect.getsource(kind))
    except OSError:
        return {}
    [body] = [node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    told = {}
    for above, below in pairwise(body):
        match above, below:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                told[name] = inspect.cleandoc(text)
    return told
