"""How a worker comes up, slowly, by itself and whatever is down; and how it goes."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from agent.data.project_data import keep_project_data
from agent.durable import Engine
from agent.log.turn_mark import TurnMark
from server.identity.identity import Identity
from server.limits.live_streams import LiveStreams
from server.runtime import Runtime
from server.settings import Settings
from server.upkeep import (
    apply_retention,
    watch_access,
    watch_embedded_database,
    watch_handovers,
    watch_readers,
)
from server.watchdog import LoopWatchdog
from server.wiring import data_reader_of, wire
from store import embedded, turns
from store.pool import translate

logger = logging.getLogger(__name__)
FROZEN_SECONDS = 3.0  # without a sign of the loop: the turn that it works for is named


class WorkerLifecycle:
    """Brings a worker up in the background and takes it down again."""

    def __init__(self, settings: Settings, on_ready: Callable[[Runtime, Identity], None]) -> None:
        self._settings = settings
        self._on_ready = on_ready
        self._stack = contextlib.AsyncExitStack()
        self._task: asyncio.Task[None] | None = None
        self._engine: Engine | None = None
        self.streams = LiveStreams(settings.max_streams, settings.max_streams_per_person)
        self.ready = False
        self.problem: str | None = "starting"

    def begin(self) -> None:
        """Start coming up."""
        self._task = asyncio.create_task(self._come_up(), name="come up")

    async def drain(self) -> None:
        """Take nothing new, finish or hand over what runs, then let the readers go."""
        self.ready, self.problem = False, "this worker is stopping"
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._engine and not self._engine.draining:
            await self._engine.drain()
        self.streams.stop()

    async def end(self) -> None:
        """Close everything in reverse order."""
        await self.drain()
        await self._stack.aclose()

    async def _come_up(self) -> None:
        """Try until the database is there: a worker that starts while it restarts comes good."""
        pause = 0.2
        while True:
            try:
                await self._open()
                return
            except Exception as exc:
                await self._stack.aclose()
                self._engine = None
                known = translate(exc)
                if known is None:
                    self.problem = "the server could not start; see its log"
                    logger.critical("cannot start", exc_info=exc)
                    return
                self.problem = known.message
                logger.warning("cannot start yet", extra={"reason": known.message})
            await asyncio.sleep(pause)
            pause = min(pause * 2, 5.0)

    async def _open(self) -> None:
        settings = self._settings
        dsn = await self._database()
        wiring = await wire(settings, dsn, self._stack, self.streams)
        runtime = wiring.runtime
        self._engine = runtime.engine
        self._own(apply_retention(runtime.pool, settings), "retention")
        self._own(watch_readers(runtime.pool, self.streams), "readers watch")
        await wiring.warm_up()
        self._own(runtime.library.watch(runtime.serve), "workflow watch")
        self._own(watch_access(runtime), "access watch")
        self._own(watch_handovers(runtime), "handover watch")
        self._keep_project_data(runtime)
        self._on_ready(runtime, wiring.identity)
        _settle_memory()
        self._watch_loop(dsn)
        self.ready, self.problem = True, None
        logger.info("ready")

    def _keep_project_data(self, runtime: Runtime) -> None:
        settings, services = self._settings, runtime.services
        if settings.project and services.project and services.data_settled:
            reader = data_reader_of(settings, services.sandbox)
            work = keep_project_data(
                runtime.pool,
                reader,
                settings.project,
                services.project,
                services.data_settled,
                dev=settings.dev,
            )
            self._own(work, "project data")

    async def _database(self) -> str:
        if self._settings.database_url:
            return self._settings.database_url
        home = self._settings.home
        dsn = await asyncio.to_thread(embedded.start, home)
        self._stack.push_async_callback(asyncio.to_thread, embedded.close, home)
        self._own(watch_embedded_database(self._settings), "database watch")
        return dsn

    def _watch_loop(self, dsn: str) -> None:
        """Look after the event loop; a turn that holds it is named before the lease is over."""
        if not self._settings.watchdog_ms:
            return
        frozen_after = min(FROZEN_SECONDS, self._settings.lease_seconds / 3)

        async def name_frozen(mark: TurnMark, frozen: bool) -> None:
            await turns.name_frozen(dsn, mark.turn_id, mark.attempt, frozen=frozen)

        watchdog = LoopWatchdog(self._settings.watchdog_ms / 1000, frozen_after, name_frozen)
        watchdog.start()
        self._stack.push_async_callback(watchdog.stop)

    def _own(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Run something beside the server that ends with it."""
        task = asyncio.create_task(work, name=name)

        async def end() -> None:
            task.cancel()
            await asyncio.wait([task])

        self._stack.push_async_callback(end)


def _settle_memory() -> None:
    """Keep what start-up made out of every later collection: it lives as long as the process, and
    walking it in the middle of an answer costs hundreds of milliseconds. What is young is walked in
    portions that take less than anybody notices."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 5, 400)
