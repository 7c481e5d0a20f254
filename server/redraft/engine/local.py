"""The Engine in this process: one model, one thread, one answer at a time."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event as Flag
from threading import Lock

from attrs import evolve

from redraft.drafting.source import SourceDrafter
from redraft.engine import costs
from redraft.engine.decode import Decoding
from redraft.engine.identity import Sureness, compare
from redraft.engine.measured import known
from redraft.engine.model import (
    Drafter,
    Event,
    Finished,
    Job,
    Loading,
    Measuring,
    Model,
    Sampling,
    Statistics,
)
from redraft.engine.plan import Plan, drafter, settle
from redraft.engine.verify import Chooser, chooser
from redraft.engine.widths import Measured, Widths, alone, choose, every, fast
from redraft.errors import StoppedError
from redraft.settings import DecodeSettings

Loader = Callable[[Callable[[float], bool]], Model]
"""Takes whom to tell the share loaded, who answers whether to go on; gives the model."""


class LocalEngine:
    """Answers jobs with a model that it loads at the first of them."""

    def __init__(self, load: Loader, settings: DecodeSettings, context: int) -> None:
        """`context`: most tokens of prompt and answer together."""
        self._load = load
        self._settings = settings
        self._context = context
        self._model: Model | None = None
        self._load_time = 0.0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="redraft-model")
        self._running: Flag | None = None
        self._last: Decoding | None = None
        self._measured: Measured | None = None
        self._switching = Lock()

    @property
    def continues(self) -> bool:
        """It can go on from a job's prefix."""
        return True

    async def answer(self, job: Job) -> AsyncGenerator[Event]:
        """The events of a job; closing the iterator cancels it. Raises EngineError."""
        loop = asyncio.get_running_loop()
        events: asyncio.Queue[Event | None] = asyncio.Queue()
        cancel = Flag()

        def send(event: Event | None) -> None:
            loop.call_soon_threadsafe(events.put_nowait, event)

        def work() -> None:
            try:
                self._switch(cancel)
                for event in self._run(job, cancel, send):
                    send(event)
            finally:
                self._switch(None)
                send(None)

        future = self._thread.submit(work)
        done = asyncio.wrap_future(future)
        done.add_done_callback(lambda work: work.cancelled() or work.exception())
        try:
            while (event := await events.get()) is not None:
                yield event
            await done
        finally:
            self._stop(cancel)
            if not future.cancel():
                # The model is free again only when its thread has left the pass.
                await asyncio.wait([done])

    def close(self) -> None:
        """Effect: gives the model's memory back, once its thread is done."""
        self._thread.shutdown()
        if self._model is not None:
            self._model.close()
        self._model = self._last = None

    def _switch(self, job: Flag | None) -> None:
        """Effect: notes whose passes the model makes from now on."""
        with self._switching:
            self._running = job
            if self._model is not None:
                self._model.resume()

    def _stop(self, job: Flag) -> None:
        """Effect: cancels a job, in the middle of a pass if the pass is its own."""
        job.set()
        with self._switching:
            if self._model is not None and self._running is job:
                self._model.interrupt()

    def _run(self, job: Job, cancel: Flag, send: Callable[[Event], None]) -> Iterator[Event]:
        """The events of a job, in the model's thread."""
        model = self._loaded(cancel, send)
        said = self._last.tokens if job.prefix and self._last else ()
        plan = settle(job, model, self._settings, self._context, said)
        widths = self._widths(plan, model, cancel, send)
        drafts, how = drafter(job, plan, model, widths, self._settings.temperature)
        widths = widths if drafts else widths.plain
        sure = Sureness(self._chooser(), heeded=job.verify)
        decoding = self._decoding(model, plan, drafts, sure, widths, cancel, how)
        yield from decoding.events()
        costs.remember(model.info.name, decoding.account)
        account = _judged(decoding.account, drafts)
        identity = None
        if job.verify:
            plainly = Sureness(self._chooser(), heeded=True)
            how = "plain: comparison"
            plain = self._decoding(model, plan, None, plainly, widths.plain, cancel, how)
            for _ in plain.events():
                pass
            costs.remember(model.info.name, plain.account)
            account = evolve(account, plain_rate=plain.account.rate)
            identity = compare(model, plan.prefix, (decoding.tokens, sure), (plain.tokens, plainly))
        assert decoding.reason is not None
        yield Finished(decoding.reason, account, identity)

    def _chooser(self) -> Chooser:
        settings = self._settings
        return chooser(Sampling(settings.temperature, settings.top_p, settings.seed))

    def _widths(
        self, plan: Plan, model: Model, cancel: Flag, send: Callable[[Event], None]
    ) -> Widths:
        """The widths of a job's passes; tries the model out where nobody has yet."""
        info, mode = model.info, self._settings.identity
        if plan.source is None or info.rollback == "none":
            return alone(model.widest)
        if mode == "fast" or not info.key:
            return fast(model.widest) if mode == "fast" else every(model.widest)

        def progress(share: float) -> None:
            if cancel.is_set():
                raise StoppedError("cancelled")
            send(Measuring(share))

        self._measured = self._measured or known(model, progress)
        return choose(self._measured, mode, model.widest)

    def _decoding(
        self,
        model: Model,
        plan: Plan,
        drafts: Drafter | None,
        choose: Chooser,
        widths: Widths,
        cancel: Flag,
        how: str,
    ) -> Decoding:
        name, before = model.info.name, self._last
        account = Statistics(
            model=name,
            how=how,
            load_time=self._load_time,
            plain_rate=costs.plain_rate(name),
            rollback=model.info.rollback,
            widths=str(widths),
        )
        self._load_time = 0.0
        self._last = Decoding(model, plan, drafts, choose, widths, cancel, account, before)
        return self._last

    def _loaded(self, cancel: Flag, send: Callable[[Event], None]) -> Model:
        if self._model is None:
            start = time.perf_counter()

            def progress(share: float) -> bool:
                send(Loading(share))
                return not cancel.is_set()

            self._model = self._load(progress)
            self._load_time = time.perf_counter() - start
        return self._model


def _judged(account: Statistics, drafts: Drafter | None) -> Statistics:
    """The account, which says so where drafting came to nothing or had been given up."""
    if isinstance(drafts, SourceDrafter) and (drafts.policy.stopped or not account.accepted):
        return evolve(account, how="plain: low acceptance")
    return account
