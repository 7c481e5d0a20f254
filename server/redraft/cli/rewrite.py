"""`redraft rewrite`: one instruction, one file after another, a diff of what would change."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import click

from redraft.cli import show
from redraft.cli.options import Common, common, document, engine
from redraft.cli.run import FAILED, FINE, carry_out, report
from redraft.errors import RedraftError, UsageError
from redraft.pipeline.request import Mode, Request, Selection, guess_mode


@click.command()
@click.argument("arguments", nargs=-1, metavar="INSTRUCTION PATH...")
@click.option("--diff", is_flag=True, help="Show what would change (always so).")
@click.option("--lines", metavar="A:B", help="Rewrite these lines of one file only.")
@click.option(
    "--mode",
    type=click.Choice(["rewrite", "ask"]),
    help="Otherwise told from the instruction: one that asks is answered.",
)
@click.option(
    "--message-file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Read the instruction from a file; all arguments are paths then.",
)
@click.option(
    "--verify-identity", is_flag=True, help="Decode plainly as well, and compare the tokens."
)
@common
def rewrite(
    options: Common,
    arguments: tuple[str, ...],
    diff: bool,
    lines: str | None,
    mode: Mode | None,
    message_file: Path | None,
    verify_identity: bool,
) -> int:
    """Rewrite files by an instruction and show the difference; writes nothing.

    A PATH of - stands for standard input.
    """
    instruction, paths = _instruction(arguments, message_file)
    selection = _selection(lines, paths)
    asked = mode or guess_mode(instruction)
    chosen = engine(options.settings)

    async def one(path: str) -> int:
        request = Request(document(path, options.stdin_filename), instruction, asked, selection)
        done = await carry_out(request, chosen, options, verify=verify_identity)
        return report(request, done, options)

    return asyncio.run(_each(paths, one, options))


async def _each(paths: Sequence[str], one: Callable[[str], Awaitable[int]], options: Common) -> int:
    """Effect: works on every path, whatever the others come to; gives the highest exit code."""
    code = FINE
    for number, path in enumerate(paths):
        try:
            code = max(code, await one(path))
        except RedraftError as error:
            code = FAILED
            show.failure(path, error, as_json=options.json)
        except asyncio.CancelledError:
            show.note(f"redraft: stopped at {path}; {number} of {len(paths)} files were done")
            raise
    return code


def _instruction(arguments: Sequence[str], message_file: Path | None) -> tuple[str, list[str]]:
    """The instruction and the paths. Raises UsageError."""
    if message_file is None:
        instruction, paths = (arguments[0] if arguments else ""), list(arguments[1:])
    else:
        try:
            instruction, paths = message_file.read_text("utf-8").strip(), list(arguments)
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{message_file}: cannot be read: {error}") from error
    if not instruction.strip():
        raise UsageError("no instruction: say what to change, or name a --message-file")
    if not paths:
        raise UsageError("no file: name at least one path, or - for standard input")
    if paths.count("-") > 1:
        raise UsageError("standard input can be read once: - stands twice among the paths")
    return instruction, paths


def _selection(lines: str | None, paths: Sequence[str]) -> Selection | None:
    """The selection of `--lines A:B`. Raises UsageError."""
    if lines is None:
        return None
    first, _, last = lines.partition(":")
    if not (first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last)):
        raise UsageError(f"--lines {lines}: give the first and last line, such as 10:25")
    if len(paths) > 1:
        raise UsageError("--lines goes with one file")
    return Selection(int(first), int(last))
