"""Is an answer whole, and does it change what it was asked to? Each doubt is a finding."""

from collections.abc import Iterable

from redraft.pipeline.extract import Extracted
from redraft.pipeline.validate.asked import read
from redraft.pipeline.validate.characters import characters
from redraft.pipeline.validate.compare import compare
from redraft.pipeline.validate.contract import contract
from redraft.pipeline.validate.drift import drift
from redraft.pipeline.validate.finding import Finding, FindingName
from redraft.pipeline.validate.form import form, unindented
from redraft.pipeline.validate.leak import conversation, leaks
from redraft.pipeline.validate.loop import loops
from redraft.pipeline.validate.missing import missing
from redraft.pipeline.validate.moved import moved
from redraft.pipeline.validate.placeholder import placeholders
from redraft.pipeline.validate.syntax import syntax
from redraft.pipeline.validate.whole import whole

__all__ = ["Finding", "FindingName", "unindented", "validate"]


def validate(
    answer: Extracted,
    source: str,
    ended: bool,
    *,
    instruction: str,
    language: str = "text",
    encoding: str = "utf-8",
    before: str = "",
    after: str = "",
    prompts: Iterable[str] = (),
) -> tuple[Finding, ...]:
    """All that is wrong with an answer; which of it matters is decided elsewhere.

    `ended` tells whether the model stopped by itself. `source` and the answer have \\n line ends;
    `before` and `after` are what stands around the source in its document, which is what has to
    parse. `prompts` is the wording around the source and the instruction.
    """
    asked = read(instruction)
    found = whole(answer, source, ended, asked, language)
    if {"unchanged", "empty"} & {finding.name for finding in found}:
        return tuple(found)
    comparison = compare(source, answer.text, language, asked)
    talk = conversation(source, asked, language, prompts)
    return (
        *found,
        *form(answer.text, source, asked, language),
        *placeholders(comparison, asked),
        *(missing(comparison, asked) or contract(comparison, asked)),
        *loops(comparison.old, comparison.new, asked),
        *leaks(comparison, talk),
        *moved(comparison, asked),
        *syntax(before, source, _finished(answer.text, source), after, language),
        *characters(answer.text, encoding),
        *drift(comparison, asked),
    )


def _finished(text: str, source: str) -> str:
    """The text with a final newline where its source has one, so that what follows stays apart."""
    return f"{text}\n" if source.endswith("\n") and not text.endswith("\n") else text
