"""What redraft makes of a case, and whether that is right."""

from collections.abc import Iterable
from difflib import unified_diff

from tests.hostile.generate import Case, case
from tests.hostile.tally import Tally

from redraft.files import language
from redraft.pipeline.lines import normalise
from redraft.pipeline.outcome import Refusal, Rewrite, Rules, judge
from redraft.pipeline.request import Document, Request
from redraft.pipeline.thinking import Thinking


def outcome(one: Case) -> Rewrite | Refusal:
    """What the answer becomes when nobody looks."""
    document = Document(one.source, one.path, language(one.path), one.encoding)
    thinking = Thinking(one.source)
    said = thinking.feed(one.answer) + thinking.flush()
    request = Request(document, one.instruction)
    return judge(said, request, Rules(attended=False), ended=one.ended)


def tally(seeds: Iterable[int]) -> Tally:
    """Judges the cases of some seeds."""
    result = Tally()
    for seed in seeds:
        one = case(seed)
        done = outcome(one)
        result.hostile += one.hostile
        result.good += not one.hostile
        if isinstance(done, Rewrite) and not one.allows(done.text):
            result.applied.append(_told(one, done.text))
        elif not one.hostile and not (isinstance(done, Rewrite) and one.right(done.text)):
            result.refused.append(_told(one, done))
    return result


def _told(one: Case, done: str | Rewrite | Refusal) -> str:
    head = f"case({one.seed}): {one.kind}, asked to {one.edit}, {one.path}: {one.instruction}"
    if isinstance(done, Refusal):
        return "\n".join([head, *(f"  {f.name} {f.line}: {f.sentence}" for f in done.findings)])
    text = done.text if isinstance(done, Rewrite) else done
    rows = list(unified_diff(_lines(one.good), _lines(text), "right", "applied", "", "", 1, ""))
    return "\n".join([head, *(f"  {row[:100]!r}" for row in rows[:14])])


def _lines(text: str) -> list[str]:
    return normalise(text).split("\n")
