"""The durable engine: every turn is one workflow of DBOS, and goes on when its worker dies.

The engine's own arguments and results hold nothing but the turn's id. What a turn has finished is
in our own tables behind our own fence (`turns.attempt`); DBOS decides who runs it, and decides
again after a death. Everything that touches DBOS, private names included, is in this file.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from uuid import UUID

import asyncpg
from dbos import (
    DBOS,
    DBOSConfig,
    DBOSPortableJSONSerializer,
    SetWorkflowID,
    WorkflowSerializationFormat,
)
from dbos._context import get_local_dbos_context

from agent.log import telemetry
from agent.log.follow import Follower
from agent.log.turn_log import Interrupt, TurnLog, patiently
from agent.log.turn_mark import TurnMark, mark_tasks, turn_mark
from agent.models.semantics import model_attributes
from agent.path.ending import Cancelled, conclude
from agent.path.ports import Agents
from agent.path.run import TurnRun
from agent.services import Services
from agent.turn import perform
from contracts.correlation import correlation
from contracts.messages import new_id
from store import turns, workers
from store.pool import dsn_for_sqlalchemy, note, translate
from store.turns import Fenced

logger = logging.getLogger(__name__)
APP_NAME = "batuta"
# Pinned by hand: turns must resume after an upgrade. Raise it only when old turns must not.
APP_VERSION = "1"
TICK_SECONDS = 0.5
ORPHAN_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """How much one worker takes on, and how long a silent one is trusted."""

    max_turns: int
    lease_seconds: float
    drain_seconds: float


class Engine:
    """Runs turns on this worker and picks up what dead workers left."""

    def __init__(
        self, services: Services, agents: Agents, follower: Follower, limits: EngineLimits
    ) -> None:
        self.worker = f"{socket.gethostname()[:40]}-{os.getpid()}-{new_id().hex[-12:]}"
        self._services = services
        self._agents = agents
        self._follower = follower
        self._limits = limits
        self._running: dict[UUID, _Execution] = {}
        self._starting: set[UUID] = set()  # given to the engine here, not yet claimed
        self._suspects: set[UUID] = set()  # turns that nobody seemed to run a while ago
        self._draining = False
        self._ended = asyncio.Event()
        self._pulse: asyncio.Task[None] | None = None

    async def open(self, dsn: str) -> None:
        """Join the workers of this database; must be called on the server's own loop."""
        global _engine
        if _engine is not None:
            raise RuntimeError("one engine per process")
        await workers.beat(self._services.pool, self.worker, APP_VERSION)
        mark_tasks(asyncio.get_running_loop())
        _engine = self
        DBOS(config=_config(dsn, self.worker))
        DBOS.launch()
        await DBOS.register_queue_async(
            QUEUE,
            worker_concurrency=max(1, self._limits.max_turns // 2),
            polling_interval_sec=0.5,
            on_conflict="always_update",
        )
        self._pulse = asyncio.create_task(self._beat(), name="engine pulse")

    @property
    def services(self) -> Services:
        """Return what turns that begin now work with."""
        return self._services

    def take(self, services: Services) -> None:
        """Work with other services from the next turn on; turns that run keep theirs."""
        self._services = services

    @property
    def draining(self) -> bool:
        """Tell whether this worker takes no new turns any more."""
        return self._draining

    async def start(self, turn_id: UUID, engine_id: str | None = None) -> None:
        """Run a turn here if there is room, else leave it to whichever worker is free first."""
        with SetWorkflowID(engine_id or str(turn_id)):
            taken = len(self._running.keys() | self._starting)
            if self._draining or taken >= self._limits.max_turns:
                telemetry.OVERFLOW.inc()
                await DBOS.enqueue_workflow_async(QUEUE, _turn, str(turn_id))
                return
            self._starting.add(turn_id)
            try:
                await DBOS.start_workflow_async(_turn, str(turn_id))
            except BaseException:
                self._starting.discard(turn_id)
                raise

    def interrupt(self, turn_id: UUID, reason: Interrupt = "cancel") -> bool:
        """Stop a turn that runs here; False if it does not."""
        execution = self._running.get(turn_id)
        if execution:
            execution.interrupt(reason)
        return execution is not None

    async def run(self, turn_id: UUID, engine_id: str, owner: str) -> None:
        """Execute a turn as its owner; returns when it has ended or is somebody else's."""
        correlation.set(str(turn_id))
        try:
            claimed = await patiently(
                lambda: turns.claim(self._services.pool, turn_id, engine_id, owner)
            )
        except Fenced:
            telemetry.FENCED.inc()
            return
        finally:
            self._starting.discard(turn_id)
        if claimed is None:
            return
        if claimed.turn.attempt > 1:
            telemetry.RECOVERIES.inc()
            logger.info("turn taken over", extra={"attempt": claimed.turn.attempt})
        turn_mark.set(TurnMark(turn_id, claimed.turn.attempt))
        execution = _Execution(claimed, self._services, self._agents)
        self.interrupt(turn_id, "lost")  # an earlier attempt in this very process
        self._running[turn_id] = execution
        telemetry.RUNNING.inc()
        self._follower.appear(execution.log)
        try:
            following = await execution.to_the_end()
        finally:
            if self._running.get(turn_id) is execution:
                del self._running[turn_id]
            self._ended.set()
            telemetry.RUNNING.dec()
            self._follower.vanish(execution.log)
        turn_mark.set(None)
        if following:
            await self.start_safely(following)

    async def drain(self) -> None:
        """Finish what runs within the time given, hand the rest over to other workers."""
        self._draining = True
        deadline = time.monotonic() + self._limits.drain_seconds
        while self._running and (left := deadline - time.monotonic()) > 0:
            self._ended.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), left)
        if self._running:
            logger.info("handing running turns over", extra={"turns": len(self._running)})
        for execution in list(self._running.values()):
            execution.interrupt("handover")
        await asyncio.sleep(0)

    async def close(self) -> None:
        """Leave: what was handed over stays pending, and others see at once that we are gone."""
        global _engine
        if self._pulse:
            self._pulse.cancel()
            await asyncio.wait([self._pulse])
        # DBOS made its own threads the loop's; they end with it, the loop's work does not.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(4))
        await asyncio.to_thread(DBOS.destroy, workflow_completion_timeout_sec=0)
        with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            await workers.leave(self._services.pool, self.worker)
        _engine = None

    async def start_safely(self, turn_id: UUID, engine_id: str | None = None) -> None:
        """Start a turn that is on record already; if that fails now, a later pulse finds it."""
        try:
            await self.start(turn_id, engine_id)
        except Exception as exc:
            if translate(exc) is None:
                raise
            logger.warning("a turn could not be started; it will be found again")

    async def _beat(self) -> None:
        """Show life, notice wishes to cancel, and take over from the dead."""
        beat_pause = self._limits.lease_seconds / 3
        next_beat = next_orphans = 0.0
        while True:
            now = time.monotonic()
            try:
                if now >= next_beat:
                    next_beat = now + beat_pause
                    await workers.beat(self._services.pool, self.worker, APP_VERSION)
                    await self._take_over()
                    telemetry.QUEUED.set(await workers.waiting(self._services.pool))
                if now >= next_orphans:
                    next_orphans = now + ORPHAN_SECONDS
                    await self._find_orphans()
                if self._running:
                    await self._look_after_running()
            except Exception as exc:  # noqa: BLE001  # a worker without a pulse counts as dead
                note(logger, "pulse missed", exc)
            await asyncio.sleep(TICK_SECONDS)

    async def _look_after_running(self) -> None:
        """A turn that says nothing learns here that it is cancelled, or no longer ours."""
        attempts = {turn_id: e.log.attempt for turn_id, e in self._running.items()}
        cancelled, lost = await workers.cancelled_or_lost(self._services.pool, attempts)
        for turn_id in cancelled:
            self.interrupt(turn_id)
        for turn_id in lost:
            execution = self._running.get(turn_id)
            if execution and execution.log.attempt == attempts[turn_id]:
                execution.interrupt("lost")

    async def _take_over(self) -> None:
        if self._draining:
            return
        gone = await workers.dead(self._services.pool, self._limits.lease_seconds)
        gone = [w for w in gone if w != self.worker]
        if gone:
            logger.warning("workers are silent; taking their turns over", extra={"workers": gone})
            await asyncio.to_thread(DBOS._recover_pending_workflows, gone)  # pyright: ignore[reportPrivateUsage]

    async def _find_orphans(self) -> None:
        """Start again what nobody runs; what a takeover is about to run here is given one round."""
        if self._draining:
            return
        at_work = self._running.keys() | self._starting
        found = await workers.orphans(self._services.pool, ORPHAN_SECONDS, self.worker, at_work)
        found, self._suspects = self._suspects.intersection(found), set(found)
        for turn_id in found - self._running.keys() - self._starting:
            engine_id = await workers.redispatch(self._services.pool, turn_id)
            if engine_id:
                logger.warning("found a turn that nobody runs", extra={"turn": str(turn_id)})
                await self.start_safely(turn_id, engine_id)


class _Execution:
    """One attempt at one turn, and the ways in which it can be interrupted."""

    def __init__(self, claimed: turns.ClaimedTurn, services: Services, agents: Agents) -> None:
        turn = claimed.turn
        self.log = TurnLog(services.pool, turn.id, turn.attempt, turn.last_seq, self.interrupt)
        self._run = TurnRun(claimed, self.log, services)
        self._agents = agents
        self._reason: Interrupt | None = None
        self._work: asyncio.Task[None] | None = None
        self._began = time.monotonic()

    def interrupt(self, reason: Interrupt) -> None:
        """Stop the work; the first reason counts, but a lost fence outranks a wish to cancel."""
        if self._reason is None or (self._reason == "cancel" and reason != "cancel"):
            self._reason = reason
        if self._work:
            self._work.cancel()

    async def to_the_end(self) -> UUID | None:
        """Perform the turn and write its end; returns the session's next turn."""
        failure: BaseException | None = None
        self._work = asyncio.create_task(perform(self._run, self._agents), name="turn")
        try:
            await self._work
        except asyncio.CancelledError:
            if self._reason is None or self._reason == "handover":
                await self._leave_to_others()
            if self._reason == "lost":
                return await self._lost()
            failure = Cancelled()
        except Exception as exc:  # noqa: BLE001  # whatever it was, the turn must end
            failure = exc
        try:
            ending, events = conclude(self._run, failure, str(self._run.turn.id))
            following = await self.log.finish(ending, *events)
        except Fenced:
            return await self._lost()
        self._count(ending)
        return following

    async def _leave_to_others(self) -> None:
        """Hold still until the process ends: the workflow stays pending and is taken over."""
        if self._work and not self._work.done():
            self._work.cancel()
            await asyncio.wait([self._work])
        await self.log.abandon()
        await asyncio.Event().wait()

    async def _lost(self) -> None:
        telemetry.FENCED.inc()
        logger.warning("another worker owns the turn now; nothing more is written here")
        await self.log.abandon()

    def _count(self, ending: turns.TurnEnding) -> None:
        workflow = self._run.position.workflow or "root"
        telemetry.TURNS.labels(status=ending.status, workflow=workflow).inc()
        telemetry.TURN_SECONDS.observe(time.monotonic() - self._began)
        for used in self._run.usage:
            name = f"{used.provider}/{used.model}"
            said = model_attributes(used.provider, used.model)
            telemetry.count_tokens(name, used.input, used.output, used.cached, said)
        logger.info("turn ended", extra={"status": ending.status, "error": ending.error})


QUEUE = "turns"
_engine: Engine | None = None


class TurnNotEnded(Exception):
    """A turn whose end could not be written; it will be found and taken up again."""


@DBOS.workflow(
    name="turn",
    serialization_type=WorkflowSerializationFormat.PORTABLE,
    max_recovery_attempts=1000,  # giving up is ours: see MAX_ATTEMPTS in agent/turn.py
)
async def _turn(turn_id: str) -> None:
    context = get_local_dbos_context()
    if _engine is None or context is None or context.owner_xid is None:
        raise RuntimeError("a turn was started outside of the engine")
    try:
        await _engine.run(UUID(turn_id), context.workflow_id, context.owner_xid)
    except Exception as exc:
        logger.error("a turn could not be brought to its end", exc_info=exc)
        raise TurnNotEnded(
            type(exc).__name__
        ) from None  # its text stays out of the engine's tables


def _config(dsn: str, worker: str) -> DBOSConfig:
    return DBOSConfig(
        name=APP_NAME,
        system_database_url=dsn_for_sqlalchemy(dsn),
        application_version=APP_VERSION,
        executor_id=worker,
        run_migrations=False,
        serializer=DBOSPortableJSONSerializer(),
        sys_db_pool_size=10,
        max_executor_threads=32,
        log_level="ERROR",
    )
