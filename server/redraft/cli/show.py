"""How results look: diffs, accounts and JSON on the way to a terminal, a pipe or a program."""

import json
import os
import sys
from typing import Any

import attrs
import click

from redraft.engine.model import Identity, Statistics
from redraft.pipeline.diff import unified
from redraft.pipeline.request import Document
from redraft.rewrite import Answer, Done, Refusal, Rewrite

_STYLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("---", {"bold": True}),
    ("+++", {"bold": True}),
    ("@@", {"fg": "cyan"}),
    ("+", {"fg": "green"}),
    ("-", {"fg": "red"}),
)


def write(text: str) -> None:
    """Effect: text to standard output, as UTF-8 whatever the locale says, at once."""
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()


def note(text: str) -> None:
    """Effect: a line to standard error."""
    click.echo(text, err=True)


def colored() -> bool:
    """Whether standard output takes colour: a terminal that was not told otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (
        sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    )


def diff(document: Document, new: str, *, color: bool) -> str:
    """A unified diff of a document and its new text, coloured or not."""
    # With its byte-order mark, or the first line would not be the file's to a tool that applies it.
    mark = document.mark.decode(document.encoding)
    lines = unified(mark + document.text, mark + new, document.path)
    return "".join(_styled(line) for line in lines) if color else "".join(lines)


def _styled(line: str) -> str:
    for start, style in _STYLES:
        if line.startswith(start):
            return click.style(line[:-1], **style) + "\n"
    return line


def account(done: Done) -> str:
    """A run in figures, for the person who waited for it."""
    s = done.statistics
    loaded = f"; loaded in {s.load_time:.1f} s" if s.load_time else ""
    lines = [f"  {s.model}: {s.how}{loaded}"]
    lines.append(
        f"  prompt {s.prompt_tokens} tokens in {s.prompt_time:.1f} s; "
        f"answer {s.answer_tokens} tokens in {s.answer_time:.1f} s "
        f"({s.rate:.1f} tokens/s, {s.tokens_per_step:.1f} tokens/step)"
    )
    if s.accepted_share is not None:
        lines.append(
            f"  drafted {s.drafted}, accepted {s.accepted} ({s.accepted_share:.0%}); drafting took "
            f"{1000 * s.draft_time:.0f} ms ({s.draft_time / s.answer_time:.1%})"
        )
        if s.plain_rate:
            lines.append(
                f"  {s.rate / s.plain_rate:.2f} times plain ({s.plain_rate:.1f} tokens/s last seen)"
            )
    if done.identity is not None:
        lines.append(f"  {_identity(done.identity)}")
    return "\n".join(lines)


def _identity(identity: Identity) -> str:
    if identity.equal:
        return f"identity: all {identity.tokens} tokens are those of plain decoding"
    return f"identity: DIFFERENT from plain decoding at {identity.difference}"


def findings(refusal: Refusal) -> str:
    """Why an answer was refused, in one line."""
    return "; ".join(f"{finding.name}: {finding.sentence}" for finding in refusal.findings)


def result(document: Document, done: Done) -> str:
    """One line of JSON for one document; README.md says what stands in it."""
    values: dict[str, Any] = {"path": document.path}
    match done.outcome:
        case Rewrite(text, changed):
            values["outcome"] = "changed" if changed else "unchanged"
            values["diff"] = diff(document, text, color=False)
            values["text"] = text
        case Refusal(found, answer):
            values["outcome"] = "refused"
            values["findings"] = [attrs.asdict(finding) for finding in found]
            values["answer"] = answer
        case Answer(text, whole):
            values["outcome"] = "answer"
            values["answer"] = text
            values["whole"] = whole
    values["statistics"] = _figures(done.statistics)
    if done.identity is not None:
        values["identity"] = attrs.asdict(done.identity)
    return _line(values)


def failure(path: str, error: Exception, *, as_json: bool) -> None:
    """Effect: says that a document could not be worked on, and why."""
    said = str(error)
    note(f"redraft: {said if path in said else f'{path}: {said}'}")
    if as_json:
        write(_line({"path": path, "outcome": "failed", "error": said}))


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _figures(statistics: Statistics) -> dict[str, Any]:
    figures = attrs.asdict(statistics)
    figures["rate"] = statistics.rate
    figures["tokens_per_step"] = statistics.tokens_per_step
    return {
        name: round(value, 4) if isinstance(value, float) else value
        for name, value in figures.items()
    }
