"""How results look: diffs, accounts and JSON on the way to a terminal, a pipe or a program."""

import json
import os
import sys
from collections.abc import Sequence
from typing import Any, TextIO

import attrs
import click

from redraft.engine.model import Identity, Statistics
from redraft.pipeline.diff import unified
from redraft.pipeline.hunks import Hunk, accept
from redraft.pipeline.outcome import Answer, Refusal, Rewrite
from redraft.pipeline.request import Document
from redraft.pipeline.validate import Finding
from redraft.rewrite import Done
from redraft.settings.written import printable

_STYLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("---", {"bold": True}),
    ("+++", {"bold": True}),
    ("@@", {"fg": "cyan"}),
    ("+", {"fg": "green"}),
    ("-", {"fg": "red"}),
)


def write(text: str) -> None:
    """Effect: text to standard output, as UTF-8 whatever the locale says, at once."""
    write_bytes(text.encode("utf-8", "replace"))


def write_bytes(data: bytes) -> None:
    """Effect: bytes to standard output as they are, at once."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def note(text: str) -> None:
    """Effect: lines to standard error, with nothing in them that a terminal would obey."""
    click.echo("\n".join(map(_harmless, text.split("\n"))), err=True)


def _harmless(line: str) -> str:
    return "\t".join(map(printable, line.split("\t")))


def colored(stream: TextIO | None = None) -> bool:
    """Whether a stream, or standard output, takes colour: a terminal not told otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    terminal = (stream or sys.stdout).isatty() and os.environ.get("TERM") != "dumb"
    return bool(os.environ.get("FORCE_COLOR")) or terminal


def hunk(document: Document, hunk: Hunk) -> None:
    """Effect: one hunk as a diff to standard error."""
    new = accept(document.text, [hunk])
    for line in unified(document.text, new, document.path)[2:]:
        clean = _harmless(line.removesuffix("\n").removesuffix("\r")) + "\n"
        click.echo(_styled(clean) if colored(sys.stderr) else clean, nl=False, err=True)


def diff(document: Document, new: str, *, color: bool) -> str:
    """A unified diff of a document and its new text, coloured or not."""
    # With its byte-order mark, or the first line would not be the file's to a tool that applies it.
    mark = "\ufeff" if document.mark else ""
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
    lines = [f"  {s.model}: {s.how}{_kept(s)}{loaded}"]
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


def _kept(s: Statistics) -> str:
    """What kept a drafted text that of plain decoding, and its price."""
    if not s.how.startswith("drafted"):
        return ""
    again = f", {s.again} of {s.answer_tokens} tokens decided alone" if s.again else ""
    return f" ({s.rollback}; {s.widths}{again})"


def _identity(identity: Identity) -> str:
    if identity.equal:
        return f"identity: all {identity.tokens} tokens are those of plain decoding"
    return f"identity: DIFFERENT from plain decoding at {identity.difference}"


def findings(found: Sequence[Finding]) -> str:
    """Findings in one line, each with its line where it has one."""
    return "; ".join(
        f"{f.name}: {f.sentence}" if f.line is None else f"{f.name} at line {f.line}: {f.sentence}"
        for f in found
    )


def result(document: Document, done: Done, *, written: bool) -> str:
    """One line of JSON for one document; README.md says what stands in it."""
    values: dict[str, Any] = {"path": document.path}
    match done.outcome:
        case Rewrite() as rewrite:
            values["outcome"] = "changed" if rewrite.changed else "unchanged"
            values["written"] = written
            values["diff"] = diff(document, rewrite.text, color=False)
            values["text"] = rewrite.text
            values["encoding"] = document.encoding
            values["mark"] = bool(document.mark)
            values["hunks"] = [attrs.asdict(hunk) for hunk in rewrite.hunks]
            values["findings"] = [attrs.asdict(finding) for finding in rewrite.findings]
            values["mended"] = [attrs.asdict(finding) for finding in rewrite.mended]
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
    return line(values)


def failure(path: str, error: Exception, *, as_json: bool) -> None:
    """Effect: says that a document could not be worked on, and why."""
    said = str(error)
    note(f"redraft: {said if path in said else f'{path}: {said}'}")
    if as_json:
        write(line({"path": path, "outcome": "failed", "error": said}))


def line(value: dict[str, Any]) -> str:
    """A line of JSON."""
    return json.dumps(value, ensure_ascii=False) + "\n"


def _figures(statistics: Statistics) -> dict[str, Any]:
    figures = attrs.asdict(statistics)
    figures["rate"] = statistics.rate
    figures["tokens_per_step"] = statistics.tokens_per_step
    return {
        name: round(value, 4) if isinstance(value, float) else value
        for name, value in figures.items()
    }
