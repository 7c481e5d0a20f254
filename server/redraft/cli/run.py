"""One request carried out in a terminal: its progress shown, its outcome delivered."""

import asyncio
import sys
from contextlib import aclosing
from enum import Enum
from pathlib import Path

from attrs import evolve, frozen

from redraft import files
from redraft.cli import show
from redraft.cli.options import Common
from redraft.cli.progress import ProgressBar
from redraft.cli.review import review
from redraft.engine.model import Engine
from redraft.errors import DocumentError, EngineError
from redraft.last import Kept, Last
from redraft.pipeline.outcome import Answer, Refusal, Rewrite, Rules
from redraft.pipeline.request import Request
from redraft.rewrite import Done, Progress, rewrite

FINE, REFUSED, FAILED = 0, 1, 2
"""Exit codes; the highest of a run wins."""


class Action(Enum):
    """What happens to a new text."""

    SHOW = "show"
    CHECK = "check"
    WRITE = "write"
    WRITE_AND_SHOW = "write and show"
    REVIEW = "review"

    @property
    def writes(self) -> bool:
        """Whether it may end in a file."""
        return self in (Action.WRITE, Action.WRITE_AND_SHOW, Action.REVIEW)

    @property
    def shows(self) -> bool:
        """Whether the difference goes to standard output."""
        return self in (Action.SHOW, Action.WRITE_AND_SHOW)

    @property
    def attended(self) -> bool:
        """Whether somebody looks before it counts."""
        looks = sys.stdin.isatty() and sys.stdout.isatty()
        return looks or self in (Action.SHOW, Action.REVIEW)


class Quit(Exception):  # noqa: N818 - it is no error
    """The person at the terminal wants no further file; brings the exit code so far."""

    def __init__(self, code: int) -> None:
        self.code = code


@frozen
class Work:
    """One path of a run."""

    request: Request
    root: Path | None = None
    """The folder that its file may not lead out of."""
    piped: bool = False
    """It came by standard input, so a new text goes to standard output."""


def carry_out(
    request: Request, engine: Engine, rules: Rules, options: Common, *, verify: bool = False
) -> Done:
    """Effect: runs a request, shows its progress, streams the answer to a question."""
    return asyncio.run(_carry_out(request, engine, rules, options, verify))


async def _carry_out(
    request: Request, engine: Engine, rules: Rules, options: Common, verify: bool
) -> Done:
    streams = request.mode == "ask" and not options.json
    events = rewrite(request, engine, rules, draft=not options.plain, verify=verify)
    with ProgressBar(request.document.path, shown=not options.quiet) as bar:
        async with aclosing(events):
            async for event in events:
                if isinstance(event, Done):
                    return event
                if isinstance(event, Progress):
                    _show(event, bar, streams=streams)
    raise EngineError("the engine stopped without an answer; run again with -v to see why")


def _show(event: Progress, bar: ProgressBar, *, streams: bool) -> None:
    if streams and event.phase == "write":
        bar.hide()
        show.write(event.text)
    else:
        bar.show(event)


def deliver(work: Work, done: Done, options: Common, action: Action, last: Last) -> int:
    """Effect: does with an outcome what was asked for, and says so; gives the exit code.

    Raises DocumentError where a file cannot be written, and keeps what was to be written; Quit
    when the person at the terminal wants no more.
    """
    request, outcome = work.request, done.outcome
    if isinstance(outcome, Refusal):
        _keep(_refused(request, outcome), last)
    written, goes_on = False, True
    if action.writes and not _is_proven(done):
        why = "not written: drafted and plain decoding differ; use --plain"
        _keep(Kept(request.document.path, request.instruction, why, text=_text(outcome)), last)
        show.note(f"{request.document.path}: {why}")
        if work.piped:
            _pass_on(work, Refusal((), ""), options)
    elif action.writes and work.piped:
        _pass_on(work, outcome, options)
    elif action.writes and isinstance(outcome, Rewrite):
        if action is Action.REVIEW:
            outcome, goes_on = review(request.document, outcome)
        written = outcome.changed and _write(work, outcome, last)
    done = evolve(done, outcome=outcome)
    if options.json:
        show.write(show.result(request.document, done, written=written))
    else:
        _say(work, outcome, action, written=written)
    if not options.quiet:
        show.note(show.account(done))
    code = _code(done, action)
    if not goes_on:
        raise Quit(code)
    return code


def _is_proven(done: Done) -> bool:
    return done.identity is None or done.identity.equal


def _text(outcome: Rewrite | Refusal | Answer) -> str | None:
    return None if isinstance(outcome, Answer) else outcome.text


def _keep(kept: Kept, last: Last) -> None:
    """Effect: keeps an answer to look at; where that fails, the run goes on and says so."""
    try:
        last.keep(kept)
    except OSError as error:
        show.note(f"redraft: the answer could not be kept: {error}")


def _refused(request: Request, outcome: Refusal) -> Kept:
    findings = outcome.findings
    why = f"refused: {show.findings(findings)}"
    return Kept(
        request.document.path, request.instruction, why, findings, outcome.answer, outcome.text
    )


def _write(work: Work, outcome: Rewrite, last: Last) -> bool:
    """Effect: the file holds the new text. Raises DocumentError, and keeps the text then."""
    document = work.request.document
    try:
        files.write(document, outcome.text, work.root)
    except DocumentError as error:
        why = f"not written: {error}"
        _keep(Kept(document.path, work.request.instruction, why, text=outcome.text), last)
        raise
    return True


def _pass_on(work: Work, outcome: Rewrite | Refusal | Answer, options: Common) -> None:
    """Effect: the new text to standard output; a refused one leaves what came, as filters must."""
    document = work.request.document
    if options.json or isinstance(outcome, Answer):
        return
    text = outcome.text if isinstance(outcome, Rewrite) else document.text
    show.write_bytes(files.encode(document, text))


def _say(work: Work, outcome: Rewrite | Refusal | Answer, action: Action, *, written: bool) -> None:
    """Effect: a diff or an answer to standard output, everything else to standard error."""
    document = work.request.document
    shows = action.shows and not (action.writes and work.piped)
    match outcome:
        case Rewrite():
            if shows:
                show.write(show.diff(document, outcome.text, color=show.colored()))
            for word, findings in (("mended", outcome.mended), ("warning", outcome.findings)):
                for finding in findings:
                    show.note(f"{document.path}: {word}, {show.findings([finding])}")
            show.note(f"{document.path}: {_summary(outcome, action, written=written)}")
        case Refusal():
            show.note(f"{document.path}: REFUSED, {show.findings(outcome.findings)}")
            _show_refused(work, outcome, shows=shows)
        case Answer():
            show.write("\n")
            if not outcome.whole:
                show.note("the answer ran out of room; raise `answer` under [decode]")


def _summary(outcome: Rewrite, action: Action, *, written: bool) -> str:
    if not outcome.changed:
        return "left as it is" if action is Action.REVIEW else "nothing to change"
    count = len(outcome.hunks)
    hunks = f"{count} hunk{'' if count == 1 else 's'}"
    return f"changed, {hunks}" if written else f"would change, {hunks}"


def _show_refused(work: Work, outcome: Refusal, *, shows: bool) -> None:
    """Effect: what was said, beside the output: it may be a patch, and end in `git apply`."""
    document = work.request.document
    if shows and any(finding.name == "prose" for finding in outcome.findings):
        show.note(outcome.answer.removesuffix("\n"))
    elif shows and outcome.text is not None and outcome.text != document.text:
        show.note(show.diff(document, outcome.text, color=False).removesuffix("\n"))
    show.note("redraft: `redraft last` shows the answer")


def _code(done: Done, action: Action) -> int:
    if not _is_proven(done):
        return FAILED
    if isinstance(done.outcome, Refusal):
        return REFUSED
    would_change = isinstance(done.outcome, Rewrite) and done.outcome.changed
    return REFUSED if action is Action.CHECK and would_change else FINE
