"""Conversations as their owner sees them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

import asyncpg
import orjson

from contracts.events import render
from contracts.json import JsonObject
from contracts.messages import Caller
from store.turns import PersonLimits

_TRIES = 4
_OWN = "user_id = $1 and org_id = $2"


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A conversation in a list."""

    id: UUID
    title: str | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message as it was, with all its blocks."""

    id: UUID
    turn_id: UUID
    no: int
    role: str
    blocks: list[JsonObject]
    workflow: str | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class CreationResult:
    """What became of a wish for a new session."""

    outcome: Literal["made", "taken", "rate_limited", "too_many_sessions"]
    retry_after: int


async def create(
    pool: asyncpg.Pool, caller: Caller, session_id: UUID, title: str | None, limits: PersonLimits
) -> CreationResult:
    """Create a session, unless the id is taken or the person has too many."""
    row = await pool.fetchrow(
        "select * from batuta.create_session($1,$2,$3,$4,$5,$6)",
        session_id,
        caller.org_id,
        caller.user_id,
        title,
        limits.per_minute,
        limits.max_sessions,
    )
    if row is None:
        raise RuntimeError("create_session answers with one row")
    return CreationResult(row["outcome"], row["retry_after"])


async def list_for(
    pool: asyncpg.Pool, caller: Caller, limit: int, before: datetime | None
) -> list[SessionRow]:
    """List the caller's sessions, the newest first."""
    rows = await pool.fetch(
        f"select id, title, created_at, updated_at from batuta.sessions where {_OWN}"
        " and ($4::timestamptz is null or updated_at < $4) order by updated_at desc limit $3",
        caller.user_id,
        caller.org_id,
        limit,
        before,
    )
    return [SessionRow(**r) for r in rows]


async def find(pool: asyncpg.Pool, caller: Caller, session_id: UUID) -> SessionRow | None:
    """Find one of the caller's sessions."""
    row = await pool.fetchrow(
        f"select id, title, created_at, updated_at from batuta.sessions where {_OWN} and id = $3",
        caller.user_id,
        caller.org_id,
        session_id,
    )
    return SessionRow(**row) if row else None


async def cursor(pool: asyncpg.Pool, caller: Caller, session_id: UUID) -> JsonObject:
    """Return where one of the caller's conversations stands."""
    raw = await pool.fetchval(
        f"select cursor from batuta.sessions where {_OWN} and id = $3",
        caller.user_id,
        caller.org_id,
        session_id,
    )
    return orjson.loads(raw) if raw else {}


async def messages(
    pool: asyncpg.Pool, caller: Caller, session_id: UUID, limit: int, before: int | None
) -> list[StoredMessage]:
    """Return the newest messages before a number, oldest first."""
    rows = await pool.fetch(
        "select id, turn_id, no, role, blocks, workflow, created_at from batuta.messages"
        f" where {_OWN} and session_id = $3 and ($5::int is null or no < $5)"
        " order by no desc limit $4",
        caller.user_id,
        caller.org_id,
        session_id,
        limit,
        before,
    )
    return [StoredMessage(**{**r, "blocks": orjson.loads(r["blocks"])}) for r in reversed(rows)]


async def open_turns(
    pool: asyncpg.Pool, caller: Caller, session_id: UUID
) -> list[tuple[UUID, str, str | None, datetime]]:
    """List what the session is still working on: turn, status, the message, its time."""
    rows = await pool.fetch(
        "select id, status, input ->> 'message', created_at from batuta.turns"
        f" where {_OWN} and session_id = $3 and status in ('running', 'queued') order by no",
        caller.user_id,
        caller.org_id,
        session_id,
    )
    return [(r[0], r[1], r[2], r[3]) for r in rows]


async def asked(pool: asyncpg.Pool, caller: Caller, session_id: UUID) -> list[JsonObject]:
    """Return the buttons and components with which the conversation's latest question was asked.

    What ended otherwise than well, or only told of a file or what people wrote, has moved nothing.
    """
    rows = await pool.fetch(
        "select turn_id, seq, at, type, body from batuta.turn_events"
        f" where turn_id = (select id from batuta.turns where {_OWN} and session_id = $3"
        " and kind <> 'file' and (kind <> 'people' or attempt > 0)"
        " and status in ('finished', 'waiting') order by no desc limit 1)"
        " and type in ('choices', 'ui') order by seq",
        caller.user_id,
        caller.org_id,
        session_id,
    )
    return [orjson.loads(render(str(r[0]), r[1], r[2], r[3], r[4].encode())) for r in rows]


async def told(pool: asyncpg.Pool, caller: Caller, turns: Sequence[UUID]) -> list[JsonObject]:
    """Return what was told of turns beside their messages: their way, verdicts, what they used."""
    rows = await pool.fetch(
        "select e.turn_id, e.seq, e.at, e.type, e.body from batuta.turn_events e"
        " join batuta.turns t on t.id = e.turn_id"
        " where t.user_id = $1 and t.org_id = $2 and e.turn_id = any($3)"
        " and e.type in ('route', 'guard', 'usage') order by e.turn_id, e.seq",
        caller.user_id,
        caller.org_id,
        list(turns),
    )
    return [orjson.loads(render(str(r[0]), r[1], r[2], r[3], r[4].encode())) for r in rows]


async def rename(pool: asyncpg.Pool, caller: Caller, session_id: UUID, title: str) -> bool:
    """Give a session another title."""
    tag = await pool.execute(
        f"update batuta.sessions set title = $4 where {_OWN} and id = $3",
        caller.user_id,
        caller.org_id,
        session_id,
        title,
    )
    return tag == "UPDATE 1"


async def delete(pool: asyncpg.Pool, caller: Caller, session_id: UUID) -> list[UUID] | None:
    """Delete a session with all it holds; returns its open turns, None if it is unknown.

    A turn that ends meanwhile takes the same locks in the other order: one of the two starts again.
    """
    for _ in range(_TRIES):
        with contextlib.suppress(asyncpg.DeadlockDetectedError):
            return await _delete(pool, caller, session_id)
    return await _delete(pool, caller, session_id)


async def _delete(pool: asyncpg.Pool, caller: Caller, session_id: UUID) -> list[UUID] | None:
    async with pool.acquire() as conn, conn.transaction():
        known = await conn.fetchval(
            f"select id from batuta.sessions where {_OWN} and id = $3 for update",
            caller.user_id,
            caller.org_id,
            session_id,
        )
        if known is None:
            return None
        rows = await conn.fetch(
            "select id from batuta.turns where session_id = $1 and status in ('running', 'queued')",
            session_id,
        )
        # What a guard has flagged stays with the moderators; what chance or its owner showed, not.
        await conn.execute(
            "with shown as (delete from batuta.cases where session_id = $1"
            " and stage in ('sample', 'feedback')) delete from batuta.sessions where id = $1",
            session_id,
        )
    return [r[0] for r in rows]
