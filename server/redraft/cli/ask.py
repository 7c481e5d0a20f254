"""`redraft ask`: a question about some files, answered as the answer comes."""

from pathlib import Path

import click

from redraft import files
from redraft.cli.engines import Engines
from redraft.cli.options import Common, common, piped
from redraft.cli.run import Action, Work, carry_out, deliver
from redraft.errors import UsageError
from redraft.last import Last
from redraft.pipeline.outcome import Rules
from redraft.pipeline.request import Document, Request


@click.command()
@click.argument("question")
@click.argument("paths", nargs=-1)
@common
def ask(options: Common, question: str, paths: tuple[str, ...]) -> int:
    """Answer a question, about files or about nothing in particular.

    A PATH of - stands for standard input.
    """
    if not question.strip():
        raise UsageError("no question: say what you want to know")
    settings = options.settings_for(paths[0] if paths else None).settings
    *others, last = [_shown(path, options) for path in paths] or [Document("", "question")]
    work = Work(Request(last, question, "ask", shown=tuple(others)))
    rules = Rules(settings.findings, settings.prompt)
    with Engines() as engines:
        done = carry_out(work.request, engines.get(settings), rules, options)
    return deliver(work, done, options, Action.SHOW, Last())


def _shown(path: str, options: Common) -> Document:
    if path == "-":
        return piped(options)
    return files.read(Path(path), options.encoding, files.root(path))
