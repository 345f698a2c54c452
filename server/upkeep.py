"""What runs beside the requests of a worker as long as it lives."""

from __future__ import annotations

import asyncio
import logging

import asyncpg

from agent.people.patience import look_after
from contracts.errors import BatutaError
from server.limits.live_streams import LiveStreams
from server.runtime import Runtime
from server.settings import Settings
from store import embedded, retention, users
from store.pool import note

logger = logging.getLogger(__name__)
CLEAN_UP_SECONDS = 3600
LOOK_SECONDS = 1.0
HANDOVER_SECONDS = 10.0


async def watch_embedded_database(settings: Settings) -> None:
    """Start the embedded database again when somebody killed it."""
    while True:
        await asyncio.sleep(1)
        try:
            await asyncio.to_thread(embedded.ensure, settings.home)
        except BatutaError as exc:
            logger.error("embedded database cannot be started", extra={"reason": exc.message})


async def apply_retention(pool: asyncpg.Pool, settings: Settings) -> None:
    """Apply the retention rules every hour, on whichever worker comes first."""
    while True:
        try:
            deleted = await retention.alone(pool, settings)
            if deleted:
                logger.info("old rows deleted", extra={"rows": deleted})
        except Exception as exc:  # noqa: BLE001  # what was missed is done the next hour
            note(logger, "clean-up postponed", exc)
        await asyncio.sleep(CLEAN_UP_SECONDS)


async def watch_access(runtime: Runtime) -> None:
    """Look for what administrators of any worker say of who may use which workflow."""
    while True:
        try:
            await runtime.take_up_access()
        except Exception as exc:  # noqa: BLE001  # nobody can use anything while the database is away
            note(logger, "workflows' access not looked at", exc)
        await asyncio.sleep(LOOK_SECONDS)


async def watch_handovers(runtime: Runtime) -> None:
    """Look after those who wait for people; the assistant goes on where nobody came."""
    while True:
        await asyncio.sleep(HANDOVER_SECONDS)
        try:
            hours = runtime.services.handover_limits.hours
            for resumed in await look_after(runtime.pool, runtime.teams, hours):
                if resumed.starts:
                    await runtime.engine.start_safely(resumed.turn_id)
        except Exception as exc:  # noqa: BLE001  # they are looked at again
            note(logger, "handovers not looked at", exc)


async def watch_readers(pool: asyncpg.Pool, streams: LiveStreams) -> None:
    """Look now and then whether those who follow turns may still read here; one query for all."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        if not (asked := streams.look()):
            continue
        try:
            streams.hold_against(asked, await users.epochs(pool, asked))
        except Exception as exc:  # noqa: BLE001  # nothing new is read while the database is away
            note(logger, "readers not looked at", exc)
