"""One request carried out in a terminal: its progress shown, its answer streamed."""

from contextlib import aclosing

from redraft.cli import show
from redraft.cli.options import Common
from redraft.cli.progress import ProgressBar
from redraft.engine.model import Engine
from redraft.errors import EngineError
from redraft.pipeline.request import Request
from redraft.rewrite import Answer, Done, Refusal, Rewrite, rewrite

FINE, REFUSED, FAILED = 0, 1, 2
"""Exit codes; the highest of a run wins."""


async def carry_out(
    request: Request, engine: Engine, options: Common, *, verify: bool = False
) -> Done:
    """Effect: runs a request, shows its progress, streams the answer to a question."""
    streams = request.mode == "ask" and not options.json
    events = rewrite(
        request, engine, options.settings.prompt, draft=not options.plain, verify=verify
    )
    with ProgressBar(request.document.path, shown=not options.quiet) as bar:
        async with aclosing(events):
            async for event in events:
                if isinstance(event, Done):
                    return event
                if streams and event.phase == "write":
                    bar.hide()
                    show.write(event.text)
                else:
                    bar.show(event)
    raise EngineError("the engine stopped without an answer; run again with -v to see why")


def report(request: Request, done: Done, options: Common) -> int:
    """Effect: prints what came of a request; gives its exit code."""
    if options.json:
        show.write(show.result(request.document, done))
    else:
        _print(request, done)
    if not options.quiet:
        show.note(show.account(done))
    if done.identity is not None and not done.identity.equal:
        return FAILED
    return REFUSED if isinstance(done.outcome, Refusal) else FINE


def _print(request: Request, done: Done) -> None:
    """Effect: a diff or an answer to standard output, everything else to standard error."""
    path = request.document.path
    match done.outcome:
        case Rewrite(text, changed):
            show.write(show.diff(request.document, text, color=show.colored()))
            show.note(f"{path}: {'would change' if changed else 'nothing to change'}")
        case Refusal(findings, answer) as refusal:
            show.note(f"{path}: REFUSED, {show.findings(refusal)}")
            prose = any(finding.name == "prose" for finding in findings)
            # What is neither a diff nor an answer stays out of a pipe that may end in `git apply`.
            (show.write if prose else show.note)(answer.removesuffix("\n") + "\n" * prose)
        case Answer(_, whole):
            show.write("\n")
            if not whole:
                show.note("the answer ran out of room; raise `answer` under [decode]")
