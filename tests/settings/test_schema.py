"""The schema, held against the classes and against `parse` by a reading of the keywords it uses."""

import math
import re
from typing import Any, get_args

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.errors import SettingsError
from redraft.settings import Recipe, Settings, Severity
from redraft.settings.schema import schema
from redraft.settings.toml import settled

SCHEMA = schema()
TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
}
NUMBERS = [-2, -1, 0, 1, 15, 16, 255, 256, 512, 513, 2**31 - 1, 2**31, 2**63, 0.0, 0.5, 10.5]
TEXTS = ["", " ", "x", "a\nb", "refuse", "mend", "off", "{instruction}", "{selection}{findings}"]
LEAVES = st.sampled_from([*NUMBERS, math.nan, True, *TEXTS, "".join(TEXTS), [], ["go"], [1], {}])


def accepts(schema: dict[str, Any], value: Any) -> bool:
    """Whether a value holds to the schema; a keyword that is not known here is an error."""
    kind = next(name for name, rules in KEYWORDS.items() if isinstance(value, TYPES[name]))
    rules = KEYWORDS[kind] | ANY
    known = set(ANY).union(*KEYWORDS.values())
    assert set(schema) <= known, set(schema) - known
    return all(rules[word](rule, schema, value) for word, rule in schema.items() if word in rules)


def closed(_: object, schema: dict[str, Any], value: dict[str, Any]) -> bool:
    patterns = "|".join(schema.get("patternProperties", ["(?!)"]))
    return all(key in schema.get("properties", {}) or re.search(patterns, key) for key in value)


def named(rule: dict[str, Any], _: object, value: dict[str, Any]) -> bool:
    return all(
        accepts(part, value[key])
        for pattern, part in rule.items()
        for key in value
        if re.search(pattern, key)
    )


ANY: dict[str, Any] = {
    "$schema": lambda *_: True,
    "title": lambda *_: True,
    "description": lambda *_: True,
    "default": lambda *_: True,
    "type": lambda rule, _, value: (
        isinstance(value, TYPES[rule]) and (rule == "boolean") == isinstance(value, bool)
    ),
    "enum": lambda rule, _, value: value in rule,
    "allOf": lambda rule, _, value: all(accepts(part, value) for part in rule),
}
KEYWORDS: dict[str, dict[str, Any]] = {
    "boolean": {},
    "number": {
        "minimum": lambda rule, _, value: value >= rule,
        "exclusiveMinimum": lambda rule, _, value: value > rule,
        "maximum": lambda rule, _, value: value <= rule,
    },
    "string": {"pattern": lambda rule, _, value: re.search(rule, value) is not None},
    "array": {"items": lambda rule, _, value: all(accepts(rule, item) for item in value)},
    "object": {
        "required": lambda rule, _, value: set(rule) <= set(value),
        "properties": lambda rule, _, value: all(
            accepts(part, value[key]) for key, part in rule.items() if key in value
        ),
        "patternProperties": named,
        "additionalProperties": closed,
    },
}


def parses(table: dict[str, Any]) -> bool:
    try:
        settled(table, "my.toml")
    except SettingsError:
        return False
    return True


def places() -> list[tuple[str, ...]]:
    tables = [(table, key) for table, kind in kinds().items() for key in attrs.fields_dict(kind)]
    return [*tables, ("recipes", "x"), ("recipes", "x y")]


def kinds() -> dict[str, type[Any]]:
    fields = attrs.fields_dict(attrs.resolve_types(Settings))
    return {name: f.type for name, f in fields.items() if f.type and attrs.has(f.type)}


def test_its_keys_are_those_of_the_classes() -> None:
    assert set(SCHEMA["properties"]) == set(attrs.fields_dict(Settings))
    for name, kind in kinds().items():
        table = SCHEMA["properties"][name]
        assert set(table["properties"]) == set(attrs.fields_dict(kind))
        assert table["additionalProperties"] is False
    [recipe] = SCHEMA["properties"]["recipes"]["patternProperties"].values()
    assert set(recipe["properties"]) == set(attrs.fields_dict(Recipe))
    assert recipe["required"] == ["title", "instruction"]
    assert SCHEMA["properties"]["findings"]["properties"]["end"]["enum"] == list(get_args(Severity))


def test_every_key_is_described_and_has_its_default() -> None:
    for name, kind in kinds().items():
        for key, field in attrs.fields_dict(kind).items():
            told = SCHEMA["properties"][name]["properties"][key]
            assert told["description"]
            assert told.get("default") == field.default
    context = SCHEMA["properties"]["model"]["properties"]["context"]
    assert context == {
        "type": "integer",
        "minimum": 256,
        "maximum": 2**31 - 1,
        "description": "Most tokens of prompt and answer together; the model's training length "
        "bounds it too.",
        "default": 32768,
    }


@pytest.mark.parametrize("place", places(), ids=".".join)
@given(LEAVES)
def test_it_accepts_what_parse_accepts(place: tuple[str, str], value: Any) -> None:
    table = {place[0]: {place[1]: value}}
    assert accepts(SCHEMA, table) == parses(table)


@given(
    st.fixed_dictionaries(
        {"title": LEAVES | st.just("T"), "instruction": LEAVES | st.just("I")},
        optional={"languages": st.lists(LEAVES | st.just("go")) | LEAVES, "language": LEAVES},
    ),
    st.sampled_from(["x", "a-B_9", "", "a.b", "é", "x" * 64, "x" * 65]),
)
def test_it_accepts_the_recipes_that_parse_accepts(recipe: dict[str, Any], name: str) -> None:
    table = {"recipes": {name: recipe}}
    assert accepts(SCHEMA, table) == parses(table)


@given(st.dictionaries(st.sampled_from([*attrs.fields_dict(Settings), "engine"]), LEAVES))
def test_it_accepts_the_tables_that_parse_accepts(table: dict[str, Any]) -> None:
    assert accepts(SCHEMA, table) == parses(table)
