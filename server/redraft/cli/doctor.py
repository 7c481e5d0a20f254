"""`redraft doctor`: what this machine, its llama.cpp and the model can do."""

from collections.abc import Callable
from pathlib import Path

import attrs
import click
from rich.console import Console

from redraft import settings
from redraft.cli import show
from redraft.cli.run import FINE

_FILE = click.Path(path_type=Path)


@click.command()
@click.option("--model", type=_FILE, help="A GGUF file, instead of the one in your settings.")
@click.option("--adapter", type=_FILE, help="A LoRA GGUF to lay on the model.")
@click.option("--config", type=_FILE, help="Read your own settings from this file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line on stdout.")
def doctor(model: Path | None, adapter: Path | None, config: Path | None, as_json: bool) -> int:
    """Look at the build, the devices and the model, and say what would help.

    Loads the model; the first time, tries out passes of many widths, which takes some seconds.
    """
    # Here, not above: half a second that `--help` need not wait for.
    from redraft.doctor import examine

    in_force = settings.load(Path.cwd(), user=config)
    if model is not None:
        in_force = in_force.with_flag("model.path", model, "--model")
    if model is not None or adapter is not None:
        in_force = in_force.with_flag("model.adapter", adapter, "--adapter")
    console = Console(stderr=True)
    with console.status("looking") as status:
        for line in examine(in_force.settings, _watch(status.update)):
            as_text = f"{line.name:<10}{line.said}\n" + _remedy(line.remedy)
            show.write(show.line(attrs.asdict(line)) if as_json else as_text)
    return FINE


def _watch(update: Callable[[str], None]) -> Callable[[str, float], None]:
    return lambda word, share: update(f"{word}: {share:.0%}")


def _remedy(said: str) -> str:
    return f"{'':<10}-> {said}\n" if said else ""
