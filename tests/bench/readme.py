"""The table in the README: plain against drafted, in turn, in one process, as medians.

    .venv/bin/python -m tests.bench.readme [rounds [part of a row's name]]

Drafting is forced on the prose: redraft itself decodes free-form requests plainly.
"""

import asyncio
import os
import statistics
import sys
from contextlib import aclosing
from pathlib import Path

from attrs import evolve, frozen

from redraft import files, sources
from redraft.engine.llama import NativeModel
from redraft.engine.local import LocalEngine
from redraft.engine.model import Finished, Job, Statistics, Text
from redraft.pipeline.prompt import Prompt, build
from redraft.pipeline.request import Document, Request
from redraft.settings import Settings

ROOT = Path(__file__).parents[2]
PRINT = "Replace every print call with logging.info"
SETTINGS = Settings()


@frozen
class Case:
    """One row of the table."""

    name: str
    prompt: Prompt
    most: int | None = None
    """Answer tokens after which it has been measured enough."""


@frozen
class Row:
    """The medians of a case's rounds."""

    name: str
    answer: int
    plain: float
    drafted: float
    ratio: float
    per_step: float
    accepted: float
    equal: bool

    def __str__(self) -> str:
        return (
            f"| {self.name} | {self.answer} | {self.plain:.1f} | {self.drafted:.1f} | "
            f"{self.ratio:.2f} | {self.per_step:.1f} | {self.accepted:.0%} | "
            f"{'yes' if self.equal else 'NO'} |"
        )


def cases() -> list[Case]:
    """The demo, 85 lines, and 800 characters of Japanese prose."""
    result = [
        Case(f"{lines} lines of Python, print → logging.info", _rewrite(path))
        for lines, path in (
            (31, "tests/data/inventory.py"),
            (85, "tests/bench/data/backup.py"),
        )
    ]
    essay = files.read(ROOT / "tests/bench/data/essay.md")
    about = build(Request(essay, "この文章を英語で要約してください。", "ask"), SETTINGS.prompt)
    other = build(
        Request(
            Document(""),
            "春、夏、秋、冬の順に、日本の四季についての随筆を800字で書いてください。",
            "ask",
        ),
        SETTINGS.prompt,
    )
    return [
        *result,
        Case("a question about 800 characters of Japanese prose", forced(about, essay), 256),
        Case(
            "Japanese prose, drafted from 800 characters of other prose", forced(other, essay), 256
        ),
    ]


def forced(prompt: Prompt, essay: Document) -> Prompt:
    """A free-form prompt, drafted from the essay all the same."""
    return evolve(prompt, source=essay.text)


def _rewrite(path: str) -> Prompt:
    return build(Request(files.read(ROOT / path), PRINT), SETTINGS.prompt)


async def run(engine: LocalEngine, case: Case, *, draft: bool) -> tuple[str, Statistics]:
    """One answer, and its account."""
    text = ""
    async with aclosing(engine.answer(Job(case.prompt, draft=draft))) as events:
        async for event in events:
            if isinstance(event, Finished):
                return text, event.statistics
            if isinstance(event, Text):
                text += event.text
                if case.most and event.statistics.answer_tokens >= case.most:
                    return text, event.statistics
    raise AssertionError("the engine stopped without an answer")


async def measure(engine: LocalEngine, case: Case, rounds: int) -> Row:
    """Plain and drafted in turn."""
    pairs = []
    for _ in range(rounds):
        plain = await run(engine, case, draft=False)
        drafted = await run(engine, case, draft=True)
        pairs.append((plain, drafted))
    (text, _), (same, account) = pairs[0]
    return Row(
        case.name,
        account.answer_tokens,
        statistics.median(plain.rate for (_, plain), _ in pairs),
        statistics.median(drafted.rate for _, (_, drafted) in pairs),
        statistics.median(d.rate / p.rate for (_, p), (_, d) in pairs),
        account.tokens_per_step,
        account.accepted_share or 0.0,
        text.startswith(same) or same.startswith(text),
    )


async def main() -> None:
    """Effect: prints the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    model = NativeModel(sources.find(SETTINGS.model), SETTINGS.model)
    engine = LocalEngine(lambda _: model, SETTINGS.decode, SETTINGS.model.context)
    await run(engine, cases()[0], draft=True)
    print(f"{model.info.name}, {os.cpu_count()} CPUs, {rounds} rounds in turn, medians\n")
    print("| what | answer tokens | plain tokens/s | drafted tokens/s | drafted / plain | ", end="")
    print("tokens/step | accepted | same text |\n|---|---|---|---|---|---|---|---|")
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    for case in cases():
        if wanted in case.name:
            print(await measure(engine, case, rounds), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
