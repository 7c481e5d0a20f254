"""The Engine in this process: one model, one thread, one answer at a time."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event as Flag
from threading import Lock

from attrs import evolve

from redraft.drafting.mixture import MixtureDrafter
from redraft.engine.decode import Decoding
from redraft.engine.identity import Sureness, compare
from redraft.engine.known import Known
from redraft.engine.model import (
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
from redraft.engine.widths import Widths, alone
from redraft.errors import StoppedError
from redraft.settings import DecodeSettings

_REVIEW = 16
"""Passes after which drafts are sized anew, by what passes have come to cost."""

Loader = Callable[[Callable[[float], bool]], Model]
"""Takes whom to tell the share loaded, who answers whether to go on; gives the model."""


class LocalEngine:
    """Answers jobs with a model that it loads at the first of them."""

    def __init__(
        self,
        load: Loader,
        settings: DecodeSettings,
        context: int,
        thread: ThreadPoolExecutor | None = None,
    ) -> None:
        """`context`: most tokens of prompt and answer together.

        `thread`: the one that the model runs in, where it outlives the engine. OpenMP keeps a team
        for each thread that computes, and all wait idly once there are more than cores.
        """
        self._load = load
        self._settings = settings
        self._context = context
        self._model: Model | None = None
        self._load_time = 0.0
        self._thread = thread or ThreadPoolExecutor(1, thread_name_prefix="redraft-model")
        self._running: Flag | None = None
        self._last: Decoding | None = None
        self._known: Known | None = None
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
        self._model = self._known = self._last = None

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
        model, known = self._loaded(cancel, send)
        last = self._last.tokens if self._last else []
        plan = settle(job, model, self._settings, self._context, last if job.prefix else ())
        widths = self._widths(plan, known, cancel, send)
        policy = known.policy(widths)
        drafts, how = drafter(job, plan, model, widths, policy, last, self._settings.temperature)
        widths = widths if drafts else widths.plain
        sure = Sureness(self._chooser(), heeded=job.verify)
        decoding = self._decoding(plan, drafts, sure, widths, cancel, how)
        yield from decoding.events()
        account = _judged(decoding.account)
        identity = None
        if job.verify:
            plainly = Sureness(self._chooser(), heeded=True)
            plain = self._decoding(plan, None, plainly, widths.plain, cancel, "plain: comparison")
            for _ in plain.events():
                pass
            account = evolve(account, plain_rate=plain.account.rate)
            identity = compare(model, plan.prefix, (decoding.tokens, sure), (plain.tokens, plainly))
        known.keep()
        assert decoding.reason is not None
        yield Finished(decoding.reason, account, identity)

    def _chooser(self) -> Chooser:
        settings = self._settings
        return chooser(Sampling(settings.temperature, settings.top_p, settings.seed))

    def _widths(
        self, plan: Plan, known: Known, cancel: Flag, send: Callable[[Event], None]
    ) -> Widths:
        def progress(share: float) -> None:
            if cancel.is_set():
                raise StoppedError("cancelled")
            send(Measuring(share))

        return alone(known.widest) if plan.source is None else known.widths(progress)

    def _decoding(
        self,
        plan: Plan,
        drafts: MixtureDrafter | None,
        choose: Chooser,
        widths: Widths,
        cancel: Flag,
        how: str,
    ) -> Decoding:
        assert self._model is not None
        assert self._known is not None
        known, before = self._known, self._last
        account = Statistics(
            model=self._model.info.name,
            how=how,
            load_time=self._load_time,
            plain_rate=known.plain_rate,
            rollback=self._model.info.rollback,
            widths=str(widths),
        )
        self._load_time = 0.0

        def passed(width: int, seconds: float) -> None:
            known.curve.observe(width, seconds)
            if drafts is not None and known.curve.passes % _REVIEW == 0:
                drafts.policy = known.policy(widths)

        self._last = Decoding(
            self._model, plan, drafts, choose, widths, cancel, account, passed, before
        )
        return self._last

    def _loaded(self, cancel: Flag, send: Callable[[Event], None]) -> tuple[Model, Known]:
        if self._model is None or self._known is None:
            start = time.perf_counter()

            def progress(share: float) -> bool:
                send(Loading(share))
                return not cancel.is_set()

            self._model = self._load(progress)
            self._load_time = time.perf_counter() - start
            self._known = Known(self._model, self._settings.identity)
        return self._model, self._known


def _judged(account: Statistics) -> Statistics:
    """The account, which says so where drafting came to nothing."""
    if account.how != "drafted" or account.accepted:
        return account
    why = "low acceptance" if account.drafted else "no draft would have paid"
    return evolve(account, how=f"plain: {why}")
