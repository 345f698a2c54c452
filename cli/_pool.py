"""Connections to the database a command works on, migrated if need be."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager

import asyncpg

from cli._database import database
from server.settings import Settings
from store.migrate import migrate
from store.pool import open_pool


@asynccontextmanager
async def connected(settings: Settings) -> AsyncGenerator[asyncpg.Pool]:
    """Reach the database beside a running server or without one, and let go of it afterwards."""
    running = ExitStack()
    dsn = await asyncio.to_thread(running.enter_context, database(settings))
    try:
        await migrate(dsn)
        pool = await open_pool(dsn, 2)
        try:
            yield pool
        finally:
            await pool.close()
    finally:
        await asyncio.to_thread(running.close)
