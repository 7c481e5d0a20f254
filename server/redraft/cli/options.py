"""What the commands have in common: their options, and the settings these are laid over."""

import functools
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import click
from attrs import frozen

from redraft import files, settings
from redraft.pipeline.request import Document
from redraft.settings import IdentityMode, InForce

_FILE = click.Path(path_type=Path)
_OPTIONS = (
    click.option("--model", type=_FILE, help="A GGUF file, instead of the one in your settings."),
    click.option("--adapter", type=_FILE, help="A LoRA GGUF to lay on the model."),
    click.option("--plain", is_flag=True, help="Do not draft; the text is the same."),
    click.option(
        "--identity",
        type=click.Choice(get_args(IdentityMode)),
        help="How drafted text is kept that of plain decoding.",
    ),
    click.option("--temperature", type=click.FloatRange(0, 10), help="0: the likeliest token."),
    click.option("--top-p", type=click.FloatRange(0, 1, min_open=True), help="Nucleus to sample."),
    click.option("--seed", type=click.IntRange(0), help="Makes sampling repeatable."),
    click.option("--config", type=_FILE, help="Read your own settings from this file."),
    click.option("--encoding", metavar="NAME", help="The files' encoding, where they do not say."),
    click.option("--stdin-filename", metavar="NAME", help="What to call standard input (-)."),
    click.option("--in-process", is_flag=True, help="Hold the model in this process (always so)."),
    click.option("--json", is_flag=True, help="One JSON object a line on stdout."),
    click.option("-q", "--quiet", is_flag=True, help="No progress and no account."),
    click.option("-v", "--verbose", is_flag=True, help="Show what llama.cpp says."),
)
_KEYS = {
    "model": "model.path",
    "adapter": "model.adapter",
    "identity": "decode.identity",
    "temperature": "decode.temperature",
    "top_p": "decode.top_p",
    "seed": "decode.seed",
}
"""Flags that stand above a key of the settings."""


@frozen
class Common:
    """The options every command has, understood."""

    flags: tuple[tuple[str, Any], ...]
    """Key of the settings -> value, for the flags that were given."""
    config: Path | None
    plain: bool
    encoding: str | None
    stdin_filename: str | None
    json: bool
    quiet: bool

    def settings_for(self, path: str | None = None) -> InForce:
        """What is in force for a file, the flags laid over it. Raises SettingsError."""
        in_force = settings.load(self.place(path), user=self.config)
        for key, value in self.flags:
            in_force = in_force.with_flag(key, value, _flag(key))
        return in_force

    def place(self, path: str | None) -> Path:
        """Where a path lies; standard input and no path at all lie in the current folder."""
        if path is None or path == "-":
            path = self.stdin_filename or "."
        return Path.cwd() / path


def common(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the shared options; it receives them as its first argument."""

    @functools.wraps(command)
    def wrapped(
        config: Path | None,
        plain: bool,
        encoding: str | None,
        stdin_filename: str | None,
        in_process: bool,
        json: bool,
        quiet: bool,
        verbose: bool,
        **own: Any,
    ) -> Any:
        if verbose:
            logging.basicConfig(level=logging.DEBUG, format="%(name)s: %(message)s")
        given = {_KEYS[name]: own.pop(name) for name in _KEYS}
        flags = {key: value for key, value in given.items() if value is not None}
        if "model.path" in flags:
            # An adapter in the settings belongs to the model in the settings.
            flags.setdefault("model.adapter", None)
        options = Common(tuple(flags.items()), config, plain, encoding, stdin_filename, json, quiet)
        return command(options, **own)

    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def piped(options: Common) -> Document:
    """Effect: reads the document that comes by standard input. Raises DocumentError."""
    name = options.stdin_filename or "<stdin>"
    return files.decode(sys.stdin.buffer.read(), name, options.encoding)


def _flag(key: str) -> str:
    name = next(name for name, known in _KEYS.items() if known == key)
    return f"--{name.replace('_', '-')}"
