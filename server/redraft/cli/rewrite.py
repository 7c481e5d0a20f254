"""`redraft rewrite`: an instruction, one file after another; shown, checked, reviewed, written."""

import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path

import click

from redraft import files
from redraft.cli import show
from redraft.cli.engines import Engines
from redraft.cli.options import Common, common, piped
from redraft.cli.run import FAILED, FINE, Action, Quit, Work, carry_out, deliver
from redraft.errors import RedraftError, UsageError
from redraft.last import Last
from redraft.pipeline.outcome import Rules
from redraft.pipeline.request import Mode, Request, Selection, guess_mode
from redraft.settings import Settings


@click.command()
@click.argument("arguments", nargs=-1, metavar="INSTRUCTION PATH...")
@click.option("--diff", is_flag=True, help="Show what would change (the default).")
@click.option("--write", is_flag=True, help="Write the files; with --diff, show it too.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if something would change.")
@click.option("-i", "--interactive", is_flag=True, help="Ask about each hunk, then write.")
@click.option("--lines", metavar="A:B", help="Rewrite these lines of one file only.")
@click.option(
    "--mode",
    type=click.Choice(["rewrite", "ask"]),
    help="Otherwise told from the instruction: one that asks is answered.",
)
@click.option("--recipe", metavar="NAME", help="Take the instruction from your settings.")
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
    write: bool,
    check: bool,
    interactive: bool,
    lines: str | None,
    mode: Mode | None,
    recipe: str | None,
    message_file: Path | None,
    verify_identity: bool,
) -> int:
    """Rewrite files by an instruction; without --write or -i, only show the difference.

    A PATH of - stands for standard input; with --write the new text goes to standard output.
    """
    action = _action(diff=diff, write=write, check=check, interactive=interactive)
    told, paths = _instruction(arguments, message_file, recipe)
    selection = _selection(lines, paths)
    if interactive:
        _can_ask(paths, options)
    kept = Last()
    with Engines() as engines:

        def one(path: str) -> int:
            settings = options.settings_for(path).settings
            instruction = _recipe(recipe, settings) if recipe else told
            asked = mode or ("rewrite" if recipe else guess_mode(instruction))
            work = _work(path, options, instruction, asked, selection)
            if action.writes and not work.piped and asked == "rewrite":
                files.check_writable(work.request.document, work.root)
            rules = Rules(settings.findings, settings.prompt, action.attended)
            engine = engines.get(settings)
            done = carry_out(work.request, engine, rules, options, verify=verify_identity)
            return deliver(work, done, options, action, kept)

        return _each(paths, one, options)


def _work(
    path: str, options: Common, instruction: str, mode: Mode, selection: Selection | None
) -> Work:
    """Effect: reads a file, or standard input for `-`. Raises DocumentError."""
    if path == "-":
        return Work(Request(piped(options), instruction, mode, selection), piped=True)
    root = files.root(path)
    document = files.read(Path(path), options.encoding, root)
    return Work(Request(document, instruction, mode, selection), root)


def _recipe(name: str, settings: Settings) -> str:
    """A recipe's instruction. Raises UsageError."""
    if name in settings.recipes:
        return settings.recipes[name].instruction
    near = get_close_matches(name, settings.recipes, 1)
    known = ", ".join(settings.recipes) or "none"
    hint = f"did you mean '{near[0]}'?" if near else f"known here: {known}"
    raise UsageError(f"no recipe '{name}'; {hint}")


def _action(*, diff: bool, write: bool, check: bool, interactive: bool) -> Action:
    """What happens to new texts. Raises UsageError for what does not go together."""
    if write + check + interactive > 1:
        raise UsageError("--write, --check and --interactive exclude each other: name one")
    if interactive:
        return Action.REVIEW
    if write:
        return Action.WRITE_AND_SHOW if diff else Action.WRITE
    return Action.CHECK if check else Action.SHOW


def _can_ask(paths: Sequence[str], options: Common) -> None:
    """Raises UsageError where nobody could answer."""
    if "-" in paths or not sys.stdin.isatty():
        raise UsageError("--interactive asks at the terminal, so it needs one, and files by name")
    if options.json:
        raise UsageError("--interactive shows and asks; --json is for programs: name one")


def _each(paths: Sequence[str], one: Callable[[str], int], options: Common) -> int:
    """Effect: works on every path, whatever the others come to; gives the highest exit code."""
    code = FINE
    for number, path in enumerate(paths):
        try:
            code = max(code, one(path))
        except RedraftError as error:
            code = FAILED
            show.failure(path, error, as_json=options.json)
        except Quit as quit_:
            return max(code, quit_.code)
        except (KeyboardInterrupt, click.Abort):
            show.note(f"redraft: stopped at {path}; {number} of {len(paths)} files were done")
            raise
    return code


def _instruction(
    arguments: Sequence[str], message_file: Path | None, recipe: str | None
) -> tuple[str, list[str]]:
    """The instruction, empty for a recipe's, and the paths. Raises UsageError."""
    if recipe is not None and message_file is not None:
        raise UsageError("--recipe and --message-file both bring the instruction: name one")
    if recipe is not None:
        instruction, paths = "", list(arguments)
    elif message_file is not None:
        instruction, paths = _message(message_file), list(arguments)
    else:
        instruction, paths = (arguments[0] if arguments else ""), list(arguments[1:])
    if recipe is None and not instruction.strip():
        raise UsageError("no instruction: say what to change, or name a --message-file")
    if not paths:
        raise UsageError("no file: name at least one path, or - for standard input")
    if paths.count("-") > 1:
        raise UsageError("standard input can be read once: - stands twice among the paths")
    return instruction, paths


def _message(file: Path) -> str:
    try:
        return file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: cannot be read: {error}") from error


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
