"""TOML text -> frozen Settings: the user's own file, with flags laid over it."""

import math
import os
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import attrs
import cattrs
import platformdirs
import tomli
from attrs import field, frozen
from cattrs.gen import make_dict_structure_fn

from redraft.errors import SettingsError


def _holds(*placeholders: str) -> Any:
    """A validator: the wording must have these placeholders, or it would ask for nothing."""

    def check(_: object, attribute: "attrs.Attribute[str]", value: str) -> None:
        for placeholder in placeholders:
            if placeholder not in value:
                raise _fault(attribute, f"expected text that contains {placeholder}")

    return check


def _from(low: float, most: float = math.inf, *, above: bool = False) -> Any:
    """A validator: at least `low`, or above it, and no more than `most`."""

    def check(_: object, attribute: "attrs.Attribute[float]", value: float | None) -> None:
        if value is None or ((low < value if above else low <= value) and value <= most):
            return
        bound = f" and at most {most}" if most < math.inf else ""
        raise _fault(
            attribute, f"expected {'above' if above else 'at least'} {low}{bound}, got {value}"
        )

    return check


def _fault(attribute: "attrs.Attribute[Any]", sentence: str) -> ValueError:
    """What is wrong with a value, marked with its key in the way that cattrs marks it."""
    fault = ValueError(sentence)
    fault.add_note(cattrs.AttributeValidationNote(attribute.name, attribute.name, attribute.type))
    return fault


@frozen
class ModelSettings:
    """Which model, and how it is run."""

    path: Path | None = None
    """A GGUF file; None stands for the tiny model of `redraft[tiny]`."""
    adapter: Path | None = None
    """A LoRA GGUF laid on the model; None: the model's own, if redraft ships one."""
    context: int = field(default=32768, validator=_from(256))
    """Most tokens of prompt and answer together; the model's training length bounds it too."""
    gpu_layers: int = field(default=-1, validator=_from(-1, 2**31 - 1))
    """Layers given to the GPU, where llama.cpp was built with one; -1: all."""
    threads: int | None = field(default=None, validator=_from(1, 512))
    """CPU threads; None: one per physical core."""


@frozen
class DecodeSettings:
    """How answers are chosen and bounded."""

    temperature: float = field(default=0.0, validator=_from(0, 10))
    """0: the likeliest token, always."""
    top_p: float = field(default=1.0, validator=_from(0, 1, above=True))
    """Smallest set of likeliest tokens with this much probability is sampled from."""
    seed: int = field(default=0, validator=_from(0))
    """Starts the sampling, so that a run can be repeated."""
    answer: int = field(default=1024, validator=_from(16))
    """Room for an answer that has no source, in tokens."""
    thinking: int = field(default=2048, validator=_from(0))
    """Room for a leading thinking block, in tokens, besides the answer's."""


@frozen
class PromptSettings:
    """The wording around the user's text. The defaults are what the tiny model was taught."""

    system: str = "You rewrite files. Apply the requested change and nothing else."
    rewrite: str = field(
        default="{instruction}\nReturn the whole file.", validator=_holds("{instruction}")
    )
    selection: str = field(
        default="These lines of it are to be rewritten:\n{selection}\n"
        "{instruction}\nReturn only these lines.",
        validator=_holds("{instruction}", "{selection}"),
    )
    ask_system: str = "You answer questions about code, briefly and to the point."
    ask: str = field(default="{instruction}", validator=_holds("{instruction}"))


@frozen
class Settings:
    """Everything that can be set."""

    model: ModelSettings = ModelSettings()
    decode: DecodeSettings = DecodeSettings()
    prompt: PromptSettings = PromptSettings()


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
        raise SettingsError(f"{named}: $REDRAFT_CONFIG names it, and {_NO_HOME}") from error


def load(path: Path | None = None) -> Settings:
    """The settings in force; without a file, the defaults.

    Raises SettingsError, which names the file, the key, what was expected and the nearest key.
    """
    path = path or user_file()
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        if os.environ.get("REDRAFT_CONFIG") and path == user_file():
            raise SettingsError(f"{path}: $REDRAFT_CONFIG names it, and it is not there") from None
        return Settings()
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: not UTF-8 (byte {error.start})") from error
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror or error}") from error
    return parse(text, str(path))


def parse(text: str, name: str) -> Settings:
    """Settings from TOML; `name` is what errors call the text."""
    try:
        raw = tomli.loads(text)
    except (tomli.TOMLDecodeError, RecursionError) as error:
        raise SettingsError(f"{name}: not valid TOML: {error}") from error
    try:
        return _converter.structure(raw, Settings)
    except (cattrs.BaseValidationError, ValueError) as error:
        raise SettingsError(f"{name}: {_first_fault(error)}") from error


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
        raise ValueError(f"expected a path, and {_NO_HOME}") from error


_NO_HOME = "the user after its ~ has no home here"
_WORDS: Mapping[type[Any], str] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    dict: "a table",
    list: "a list",
}
"""TOML's kinds of values, as errors call them."""

_converter = cattrs.Converter(forbid_extra_keys=True)
for _kind in (str, int, float, bool):
    _converter.register_structure_hook(_kind, _strict)
_converter.register_structure_hook(Path, _path)


@_converter.register_structure_hook_factory(attrs.has)
def _table(kind: type[Any], converter: cattrs.Converter) -> Callable[[Any, type[Any]], Any]:
    structure = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)

    def hook(value: Any, kind: type[Any]) -> Any:
        return structure(_strict(value, dict), kind)

    return hook


def _first_fault(error: Exception, key: str = "") -> str:
    """The first thing wrong, as a sentence that names its key."""
    if isinstance(error, cattrs.ClassValidationError):
        inner = error.exceptions[0]
        for note in getattr(inner, "__notes__", ()):
            if isinstance(note, cattrs.AttributeValidationNote):
                return _first_fault(inner, f"{key}.{note.name}".lstrip("."))
        return _first_fault(inner, key)
    if isinstance(error, cattrs.ForbiddenExtraKeysError):
        return _unknown_key(min(error.extra_fields), error.cl, key)
    return f"'{key}': {error}" if key else str(error)


def _unknown_key(name: str, table: type[Any], prefix: str) -> str:
    known = [attribute.name for attribute in attrs.fields(table)]
    near = get_close_matches(name, known, 1)
    hint = f"did you mean '{near[0]}'?" if near else f"known here: {', '.join(known)}"
    key = f"{prefix}.{name}".lstrip(".")
    return f"unknown key '{key}'; {hint}"
