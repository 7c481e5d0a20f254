"""What becomes of an answer: a document's new text, proven whole, or a refusal that keeps it."""

from collections import Counter

import attrs
from attrs import evolve, field, frozen

from redraft.pipeline.edits import apply, edits, within
from redraft.pipeline.extract import Extracted, extract
from redraft.pipeline.hunks import Hunk, hunks
from redraft.pipeline.lines import filled, normalise, restore_endings
from redraft.pipeline.request import Request, parts
from redraft.pipeline.validate import Finding, FindingName, unindented, validate
from redraft.settings import FindingSettings, PromptSettings, Severity


@frozen
class Rewrite:
    """A document's new text, proven whole."""

    text: str
    """All of the document, its line endings as they were."""
    changed: bool
    hunks: tuple[Hunk, ...] = ()
    findings: tuple[Finding, ...] = ()
    """What a person should look at."""
    mended: tuple[Finding, ...] = ()
    """What was wrong on the way, and is no more."""


@frozen
class Refusal:
    """An answer that does not become the new text."""

    findings: tuple[Finding, ...]
    answer: str = field(repr=False)
    """What the model said, to look at."""
    text: str | None = field(default=None, repr=False)
    """What the document would have become, where the answer holds that much."""


@frozen
class Answer:
    """The answer to a question."""

    text: str
    whole: bool
    """The model ended it; otherwise its room was used up."""


@frozen
class Rules:
    """By what an answer is judged."""

    severities: FindingSettings = field(factory=FindingSettings)
    wording: PromptSettings = field(factory=PromptSettings)
    """What the prompt said around the user's text; none of it belongs into an answer."""
    attended: bool = True
    """Whether somebody looks at the result before it counts."""

    @property
    def strict(self) -> "Rules":
        """These, for an answer that has to be whole whatever is said of its end."""
        return evolve(self, severities=evolve(self.severities, cut_off="refuse", end="refuse"))

    def severity(self, name: FindingName) -> Severity:
        """What a finding means here: `refuse`, `mend`, `warn` or `ignore`."""
        severity: Severity = getattr(self.severities, name)
        if severity == "review":
            return "warn" if self.attended else "refuse"
        return severity


def judge(said: str, request: Request, rules: Rules, *, ended: bool) -> Rewrite | Refusal:
    """The outcome of a rewrite from what the model said; `ended`: it stopped by itself."""
    before, old, after = parts(request)
    answer = extract(said, normalise(old))
    answer = evolve(answer, text=unindented(answer.text, normalise(old), request.instruction))
    answer, outside = _scoped(answer, request)
    doubts = validate(
        answer,
        normalise(old),
        ended,
        instruction=request.instruction,
        language=request.document.language,
        encoding=request.document.encoding,
        before=normalise(before),
        after=normalise(after),
        prompts=attrs.astuple(rules.wording),
    )
    found = (*doubts, *outside)
    new = before + restore_endings(answer.text, old) + after
    refused = tuple(f for f in found if rules.severity(f.name) in ("refuse", "mend"))
    if refused:
        return Refusal(refused, said, new if answer.text.strip() else None)
    changes = edits(request.document.text, new)
    return Rewrite(
        new,
        new != request.document.text,
        hunks(request.document.text, changes),
        tuple(f for f in found if rules.severity(f.name) == "warn"),
    )


def _scoped(answer: Extracted, request: Request) -> tuple[Extracted, tuple[Finding, ...]]:
    """The answer for the selected lines, where a model has given all of the document back.

    What it changed outside of them is dropped, and counted in a finding.
    """
    before, old, after = map(normalise, parts(request))
    if request.selection is None or not _is_whole(answer.text, before + after, old):
        return answer, ()
    start, end = len(before), len(before) + len(old)
    whole = before + old + after
    kept, dropped = within(edits(whole, answer.text), start, end)
    text = apply(old, [evolve(e, start=e.start - start, end=e.end - start) for e in kept])
    outside = hunks(whole, dropped)
    if not outside:
        return evolve(answer, text=text), ()
    count = f"{len(outside)} change{'s' if len(outside) > 1 else ''}"
    sentence = f"{count} outside the selected lines dropped"
    return evolve(answer, text=text), (Finding("outside", sentence, outside[0].first),)


def _is_whole(answer: str, rest: str, old: str) -> bool:
    """Whether an answer resembles the whole document more than the selected lines of it."""
    ours, selected = Counter(filled(answer)), Counter(filled(old))
    whole = selected + Counter(filled(rest))

    def likeness(theirs: Counter[str]) -> float:
        return 2 * (ours & theirs).total() / max(1, ours.total() + theirs.total())

    return likeness(whole) > likeness(selected)
