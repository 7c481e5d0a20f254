"""`redraft last`: what was refused last, to look at."""

import click
from attrs import asdict

from redraft import last as kept
from redraft.cli import show
from redraft.cli.run import FINE


@click.command()
@click.argument("paths", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line on stdout.")
def last(paths: tuple[str, ...], as_json: bool) -> int:
    """Show the answers that were refused in the last run that had any.

    With a PATH, only those for this file. The reason goes to standard error, the answer to
    standard output.
    """
    found = [entry for entry in kept.kept() if not paths or entry.path in paths]
    if not found:
        show.note("nothing was refused" + (f" for {', '.join(paths)}" if paths else ""))
    for entry in found:
        if as_json:
            show.write(show.line(asdict(entry)))
            continue
        show.note(f"{entry.path}: {entry.why}\n  the instruction was: {entry.instruction}")
        text = entry.answer or entry.text or ""
        show.write(text if text.endswith("\n") or not text else f"{text}\n")
    return FINE
