"""redraft itself, drafted or plain."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from pathlib import Path

from attrs import evolve
from tests.bench.peers.peer import Answer, Case, MissingError, Setup

from redraft.engine.llama import NativeModel
from redraft.engine.local import LocalEngine
from redraft.engine.model import Finished, Job, Statistics, Text
from redraft.settings import Settings
from redraft.sources import ModelFiles


class Redraft:
    """The local engine with no flag set."""

    def __init__(self, setup: Setup, *, draft: bool) -> None:
        settings = Settings()
        threads = evolve(settings.model, threads=setup.threads)
        adapter = Path(setup.adapter) if setup.adapter else None
        files = ModelFiles(Path(setup.model), adapter)
        # Loaded where it will run: a second thread that computes would slow both (LocalEngine).
        self._thread = ThreadPoolExecutor(1)
        self._model = self._thread.submit(NativeModel, files, threads).result()
        self._settings = settings
        self._draft = draft

    def answer(self, case: Case) -> Answer:
        """By a new engine: what one remembers of an answer would draft the next."""
        return asyncio.run(self._answer(case))

    async def _answer(self, case: Case) -> Answer:
        context = self._settings.model.context
        engine = LocalEngine(lambda _: self._model, self._settings.decode, context, self._thread)
        text = ""
        async with aclosing(engine.answer(Job(case.prompt, draft=self._draft))) as events:
            async for event in events:
                if isinstance(event, Finished):
                    return _answer(text, event.statistics, cut=event.reason == "length")
                if isinstance(event, Text):
                    text += event.text
                    if event.statistics.answer_tokens >= case.most:
                        return _answer(text, event.statistics, cut=True)
        raise MissingError("the engine stopped without an answer")


def _answer(text: str, account: Statistics, *, cut: bool) -> Answer:
    return Answer(text, account.answer_tokens, account.answer_time, cut)
