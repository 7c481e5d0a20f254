"""What the commands have in common: their options, and the documents and engine these stand for."""

import functools
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from attrs import evolve, frozen

from redraft import files, settings, sources
from redraft.engine.local import LocalEngine
from redraft.engine.model import Engine, Model
from redraft.pipeline.request import Document
from redraft.settings import ModelSettings, Settings

_FILE = click.Path(path_type=Path)
_OPTIONS = (
    click.option("--model", type=_FILE, help="A GGUF file, instead of the one in your settings."),
    click.option("--adapter", type=_FILE, help="A LoRA GGUF to lay on the model."),
    click.option("--plain", is_flag=True, help="Do not draft; the text is the same."),
    click.option("--temperature", type=click.FloatRange(0, 10), help="0: the likeliest token."),
    click.option("--top-p", type=click.FloatRange(0, 1, min_open=True), help="Nucleus to sample."),
    click.option("--seed", type=click.IntRange(0), help="Makes sampling repeatable."),
    click.option("--stdin-filename", metavar="NAME", help="What to call standard input (-)."),
    click.option("--in-process", is_flag=True, help="Hold the model in this process (always so)."),
    click.option("--json", "as_json", is_flag=True, help="One JSON object a line on stdout."),
    click.option("-q", "--quiet", is_flag=True, help="No progress and no account."),
    click.option("-v", "--verbose", is_flag=True, help="Show what llama.cpp says."),
)


@frozen
class Common:
    """The options every command has, understood."""

    settings: Settings
    """The user's own, with the flags laid over them."""
    plain: bool
    stdin_filename: str | None
    json: bool
    quiet: bool


def common(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the shared options; it receives them as its first argument."""

    @functools.wraps(command)
    def wrapped(
        model: Path | None,
        adapter: Path | None,
        temperature: float | None,
        top_p: float | None,
        seed: int | None,
        plain: bool,
        stdin_filename: str | None,
        in_process: bool,
        as_json: bool,
        quiet: bool,
        verbose: bool,
        **own: Any,
    ) -> Any:
        if verbose:
            logging.basicConfig(level=logging.DEBUG, format="%(name)s: %(message)s")
        loaded = settings.load()
        chosen = _given(path=model, adapter=adapter)
        # An adapter in the settings belongs to the model in the settings.
        base = ModelSettings(adapter=None) if model else loaded.model
        base = evolve(loaded.model, path=base.path, adapter=base.adapter)
        laid = evolve(
            loaded,
            model=evolve(base, **chosen),
            decode=evolve(loaded.decode, **_given(temperature=temperature, top_p=top_p, seed=seed)),
        )
        return command(Common(laid, plain, stdin_filename, as_json, quiet), **own)

    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def _given(**flags: Any) -> dict[str, Any]:
    return {name: value for name, value in flags.items() if value is not None}


def engine(chosen: Settings) -> Engine:
    """The engine that the settings stand for. Raises ModelError where there is no such model."""
    found = sources.find(chosen.model)

    def load(progress: Callable[[float], bool]) -> Model:
        # Here, not above: half a second that `--help` need not wait for.
        from redraft.engine.llama import NativeModel

        return NativeModel(found, chosen.model, progress)

    return LocalEngine(load, chosen.decode, chosen.model.context)


def document(path: str, stdin_filename: str | None) -> Document:
    """Effect: reads a file, or standard input for `-`. Raises DocumentError."""
    if path != "-":
        return files.read(Path(path))
    return files.decode(sys.stdin.buffer.read(), stdin_filename or "<stdin>")
