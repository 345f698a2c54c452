"""What a database says about itself."""

from __future__ import annotations

import time
from dataclasses import dataclass

import asyncpg


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """The server's version (180004 is 18.4), its pgvector, and how far its clock is ahead."""

    version: int
    pgvector: str | None
    clock_ahead: float


async def server_facts(dsn: str) -> ServerFacts:
    """Connect once and ask."""
    link = await asyncpg.connect(dsn, timeout=10)
    try:
        version = await link.fetchval("select current_setting('server_version_num')")
        pgvector = await link.fetchval(
            "select default_version from pg_available_extensions where name = 'vector'"
        )
        before = time.time()
        there = await link.fetchval("select extract(epoch from clock_timestamp())")
        return ServerFacts(int(version), pgvector, float(there) - (before + time.time()) / 2)
    finally:
        await link.close()
