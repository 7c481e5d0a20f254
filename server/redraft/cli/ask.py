"""`redraft ask`: a question about some files, answered as the answer comes."""

import asyncio

import click

from redraft.cli.options import Common, common, document, engine
from redraft.cli.run import carry_out, report
from redraft.errors import UsageError
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
    shown = [document(path, options.stdin_filename) for path in paths]
    *others, last = shown or [Document("", "question")]
    request = Request(last, question, "ask", shown=tuple(others))

    async def answer() -> int:
        done = await carry_out(request, engine(options.settings), options)
        return report(request, done, options)

    return asyncio.run(answer())
