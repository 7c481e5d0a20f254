"""Plain against drafted, in turn, on the user's model and file; nothing is written anywhere."""

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from importlib.resources import files as resources
from itertools import pairwise

from attrs import evolve, frozen

from redraft.engine.local import LocalEngine
from redraft.engine.measured import known, measure
from redraft.engine.model import Finished, Job, Model, Statistics, Text
from redraft.engine.widths import Measured
from redraft.errors import EngineError
from redraft.pipeline.prompt import Prompt, build
from redraft.pipeline.request import Document, Request
from redraft.settings import PromptSettings, Settings

PRINT = "Replace every print call with logging.info"
SUMMARISE = "この文章を英語で要約してください。"
EXPLAIN = "Explain what this file is for."
_DRAFT = 64
"""Length of the drafts that an oracle would make (DESIGN, words)."""
_FREE = 256
"""Answer tokens after which a free-form answer has been measured enough."""
_PAYS = 1.02
"""Times plain below which drafting is lost in the noise."""
_SURE = 0.6
"""Accepted share below which most of what slows a rewrite is the model's own changes."""
_NEAR = 0.7
"""Share of oracle above which better drafts would bring little."""

Progress = Callable[[str, float], None]
"""Takes a word for what is done and the share of it; raises StoppedError to end it."""


@frozen
class Case:
    """One request that is decoded plainly and drafted."""

    name: str
    plain: Prompt
    drafted: Prompt
    """The same one; for a free-form one, its document as source, so that it may be drafted.

    Plain is then what a question gets anyway: one token a pass, whatever class drafts need.
    """
    most: int | None = None
    """Answer tokens after which it has been measured enough."""

    @property
    def free(self) -> bool:
        """Whether the answer is free-form, so that no oracle knows it."""
        return self.plain.source is None


@frozen
class Row:
    """The medians of a case's rounds; rates are in tokens a second."""

    name: str
    free: bool
    answer_tokens: int
    plain: float
    drafted: float
    times_plain: float
    """Of the rounds' own ratios: what both runs of a round suffered is out of it."""
    tokens_per_step: float
    accepted: float | None
    """Share of the drafted tokens; None where nothing was drafted."""
    oracle: float | None
    """Share of oracle; None where that is not known."""
    drafting: float
    """Share of the answer's time."""
    same: bool
    """Whether the drafted text was that of plain decoding in every round."""
    how: str
    """`drafted`, or `plain: ` and why."""


@frozen
class Report:
    """What a bench found."""

    model: str
    rounds: int
    rows: tuple[Row, ...]
    advice: str


def cases(document: Document | None, instruction: str, wording: PromptSettings) -> list[Case]:
    """A rewrite and a question: of the document, or else of redraft's own file and prose."""
    given = document or Document(_data("backup.py.txt"), "backup.py", "python")
    prose = document or Document(_data("essay.md"), "essay.md", "markdown")
    rewrite = build(Request(given, instruction), wording)
    question = EXPLAIN if document else SUMMARISE
    ask = build(Request(prose, question, "ask"), wording)
    lines = given.text.count("\n")
    about = prose.path if document else f"{len(prose.text)} characters of Japanese prose"
    return [
        Case(f"{given.path}, {lines} lines", rewrite, rewrite),
        Case(f"free-form, on {about}", ask, evolve(ask, source=prose.text), _FREE),
    ]


def _data(name: str) -> str:
    return resources("redraft").joinpath("data", name).read_text("utf-8")


async def run(
    model: Model,
    settings: Settings,
    cases: Sequence[Case],
    rounds: int,
    progress: Progress,
    thread: ThreadPoolExecutor,
) -> Report:
    """Effect: decodes each case plainly and drafted, in turn, so many rounds.

    `thread`: the one that loaded the model. The caller closes both. Raises EngineError.
    """
    found = thread.submit(_costs, model, progress).result()

    def engine() -> LocalEngine:
        # A new one each time: what one remembers of an answer would draft the next round's.
        return LocalEngine(lambda _: model, settings.decode, settings.model.context, thread)

    runs: dict[str, list[tuple[_Run, _Run]]] = {case.name: [] for case in cases}
    for number, case in enumerate([*cases] * rounds):
        progress(case.name, number / (rounds * len(cases)))
        plain = await _decode(engine(), Job(case.plain, draft=False), case.most)
        drafted = await _decode(engine(), Job(case.drafted), case.most)
        runs[case.name].append((plain, drafted))
    seconds = found.seconds if found else None
    rows = tuple(_row(case, runs[case.name], seconds) for case in cases)
    return Report(model.info.name, rounds, rows, advice(rows, seconds))


def _costs(model: Model, progress: Progress) -> Measured | None:
    """What passes cost, measured now where nobody has yet."""
    if model.info.rollback == "none":
        return None

    def told(share: float) -> None:
        progress("trying passes of many widths", share)

    return known(model, told) if model.info.key else measure(model, told)


@frozen
class _Run:
    """One answer with its account."""

    text: str
    cut: bool
    """Measuring stopped before the model did."""
    account: Statistics


async def _decode(engine: LocalEngine, job: Job, most: int | None) -> _Run:
    text = ""
    async with aclosing(engine.answer(job)) as events:
        async for event in events:
            if isinstance(event, Finished):
                return _Run(text, False, event.statistics)
            if isinstance(event, Text):
                text += event.text
                if most and event.statistics.answer_tokens >= most:
                    return _Run(text, True, event.statistics)
    raise EngineError("the engine stopped without an answer; run again with -v to see why")


def _row(case: Case, runs: Sequence[tuple[_Run, _Run]], seconds: Mapping[int, float] | None) -> Row:
    accounts = [drafted.account for _, drafted in runs]
    accepted = [a.accepted_share for a in accounts if a.accepted_share is not None]
    shares = [oracle(a.answer_tokens, seconds or {}) / a.answer_time for a in accounts]
    return Row(
        case.name,
        case.free,
        accounts[0].answer_tokens,
        statistics.median(plain.account.rate for plain, _ in runs),
        statistics.median(account.rate for account in accounts),
        statistics.median(d.account.rate / p.account.rate for p, d in runs),
        statistics.median(account.tokens_per_step for account in accounts),
        statistics.median(accepted) if accepted else None,
        statistics.median(shares) if seconds and not case.free else None,
        statistics.median(a.draft_time / a.answer_time for a in accounts),
        all(_same(plain, drafted) for plain, drafted in runs),
        accounts[-1].how,
    )


def _same(plain: _Run, drafted: _Run) -> bool:
    """Whether two texts agree, as far as both were let to go."""
    if plain.cut or drafted.cut:
        return plain.text.startswith(drafted.text) or drafted.text.startswith(plain.text)
    return plain.text == drafted.text


def oracle(tokens: int, seconds: Mapping[int, float]) -> float:
    """Seconds for an answer whose drafts are all right and 64 long; 0 where costs are unknown.

    A pass takes the last token and a draft along, and yields one token more than the draft had
    (notes 6).
    """
    whole, rest = divmod(tokens, _DRAFT + 1)
    return whole * _cost(_DRAFT + 1, seconds) + (_cost(rest, seconds) if rest else 0.0)


def _cost(width: int, seconds: Mapping[int, float]) -> float:
    """Seconds of a pass: between two measured widths, and past the last, on a straight line."""
    known = sorted(seconds)
    if len(known) < 2:
        return seconds[known[0]] * width if known else 0.0
    below, above = next((pair for pair in pairwise(known) if width <= pair[1]), known[-2:])
    slope = (seconds[above] - seconds[below]) / (above - below)
    return seconds[below] + slope * (width - below)


def advice(rows: Sequence[Row], seconds: Mapping[int, float] | None) -> str:
    """What to do about it, in one sentence."""
    return next(_sentences(rows, seconds))


def _sentences(rows: Sequence[Row], seconds: Mapping[int, float] | None) -> Iterator[str]:
    """What there is to say, the gravest first."""
    rewrites = [row for row in rows if not row.free]
    if any(not row.same for row in rows):
        yield (
            "Drafted text differs from plain text here: use --plain, or set `identity` to "
            "class under [decode] if it is not; `redraft doctor` tells more."
        )
    for row in rewrites:
        if row.how.startswith("plain: model class"):
            yield "This model cannot take rejected drafts back: one that can would be quicker."
        if row.times_plain < _PAYS:
            yield f"Drafting does not pay on this file ({row.how}): a larger one may show more."
        if row.accepted is not None and row.accepted < _SURE:
            yield (
                f"Only {row.accepted:.0%} of what was drafted is accepted: the model changes more "
                "than was asked, and a larger one may copy better."
            )
    slow = [row for row in rows if row.free and row.times_plain < 1 / _PAYS]
    if slow:
        yield (
            "Drafting is lost on free-form answers here: put questions with `redraft ask`, which "
            "decodes them plainly."
        )
    best = max(rewrites, key=lambda row: row.times_plain)
    if seconds and best.oracle is not None and best.oracle >= _NEAR:
        most = best.times_plain / best.oracle
        yield (
            f"Drafting pays, {best.times_plain:.1f} times plain of {most:.1f} that perfect drafts "
            "would reach: what is left to gain is in the hardware and the quantisation."
        )
    yield f"Drafting pays, {best.times_plain:.1f} times plain: leave it on."
