"""Connections to the database a command works on, migrated if need be."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager

import asyncpg

from cli._database import database, place_of
from contracts.errors import NotFound
from server.settings import BadSetting, Settings
from store.migrate import migrate
from store.pool import open_pool, translate


@asynccontextmanager
async def connected(settings: Settings) -> AsyncGenerator[asyncpg.Pool]:
    """Reach the database beside a running server or without one, and let go of it afterwards."""
    running = ExitStack()
    dsn = await asyncio.to_thread(running.enter_context, database(settings))
    try:
        pool = await _open(dsn)
        try:
            yield pool
        except NotFound as exc:  # perhaps it is in another database
            raise NotFound(f"{exc.message} (looked in {place_of(settings)})") from exc
        finally:
            await pool.close()
    finally:
        await asyncio.to_thread(running.close)


async def _open(dsn: str) -> asyncpg.Pool:
    try:
        await migrate(dsn)
        return await open_pool(dsn, 2)
    except asyncpg.exceptions.ClientConfigurationError:
        form = "postgresql://user:password@host:5432/database"
        raise BadSetting(f"DATABASE_URL is not of the form {form}") from None
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as exc:
        told = translate(exc)
        if told is None:
            raise
        raise told from exc
