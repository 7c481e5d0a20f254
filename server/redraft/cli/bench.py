"""`redraft bench`: plain against drafted, on this machine, model and file."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
import click
from rich.console import Console

from redraft import bench as use_case
from redraft import files, sources
from redraft.bench import PRINT, Report, Row
from redraft.cli import show
from redraft.cli.options import Common, common, piped
from redraft.cli.run import FAILED, FINE
from redraft.engine.model import Model
from redraft.errors import UsageError
from redraft.pipeline.request import Document
from redraft.settings import Settings

_HEADS = (
    *("answer tokens", "plain, tokens/s", "drafted, tokens/s", "times plain", "tokens/step"),
    *("accepted", "share of oracle", "drafting, of the time", "same text"),
)


@click.command()
@click.argument("path", required=False)
@click.option("--instruction", default=PRINT, show_default=True, help="What to change in PATH.")
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="In turn.")
@common
def bench(options: Common, path: str | None, instruction: str, rounds: int) -> int:
    """Measure plain and drafted decoding in turn, on a file or on redraft's own.

    Nothing is written. A PATH of - stands for standard input.
    """
    if options.plain:
        raise UsageError("bench measures plain and drafted decoding: leave --plain out")
    settings = options.settings_for(path).settings
    cases = use_case.cases(_document(path, options), instruction, settings.prompt)
    console = Console(stderr=True, quiet=options.quiet)
    with console.status("looking") as status, ThreadPoolExecutor(1) as thread:

        def progress(word: str, share: float) -> None:
            status.update(f"{word}: {share:.0%}")

        model = thread.submit(_loaded, settings, progress).result()
        try:
            report = asyncio.run(use_case.run(model, settings, cases, rounds, progress, thread))
        finally:
            model.close()
    _say(report, as_json=options.json)
    return FINE if all(row.same for row in report.rows) else FAILED


def _document(path: str | None, options: Common) -> Document | None:
    if path is None:
        return None
    if path == "-":
        return piped(options)
    return files.read(Path(path), options.encoding, files.root(path))


def _loaded(settings: Settings, progress: Callable[[str, float], None]) -> Model:
    # Here, not above: half a second that `--help` need not wait for.
    from redraft.engine.llama import NativeModel

    def loading(share: float) -> bool:
        progress("loading the model", share)
        return True

    alike = settings.decode.identity == "class"
    return NativeModel(sources.find(settings.model), settings.model, loading, alike=alike)


def _say(report: Report, *, as_json: bool) -> None:
    """Effect: the rows to standard output, one JSON object a line or as a table, and the advice."""
    if as_json:
        for row in report.rows:
            show.write(show.line({"model": report.model} | attrs.asdict(row)))
        show.write(show.line({"model": report.model, "advice": report.advice}))
        return
    columns = [("", *_HEADS), *((row.name, *_cells(row)) for row in report.rows)]
    turns = f"{report.rounds} round{'' if report.rounds == 1 else 's'} in turn"
    show.write(f"{report.model}: {turns}, medians\n\n")
    for line in zip(*columns, strict=True):
        show.write(f"{_aligned(line, columns)}\n")
    show.write(f"\n{report.advice}\n")


def _cells(row: Row) -> tuple[str, ...]:
    return (
        str(row.answer_tokens),
        f"{row.plain:.1f}",
        f"{row.drafted:.1f}",
        f"{row.times_plain:.2f}",
        f"{row.tokens_per_step:.1f}",
        _share(row.accepted),
        _share(row.oracle),
        f"{row.drafting:.2%}",
        "yes" if row.same else "NO",
    )


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.0%}"


def _aligned(line: tuple[str, ...], columns: list[tuple[str, ...]]) -> str:
    """The cells of a line under those of the others: the name to the left, figures to the right."""
    widths = [max(map(len, column)) for column in columns]
    figures = (cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))
    return "  ".join([line[0].ljust(widths[0]), *figures])
