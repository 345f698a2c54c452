"""Questions to a person: asked by one turn, answered once, carried out by another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import asyncpg
import orjson

from contracts.json import JsonObject
from contracts.messages import Caller
from store.sql import Sql


@dataclass(frozen=True, slots=True)
class ApprovalRecord:
    """A question as its asker wrote it, and what became of it."""

    id: UUID
    session_id: UUID
    turn_id: UUID
    kind: str
    call_id: str
    tool: str
    title: str
    args: JsonObject
    reason: str
    code: str
    status: str
    expires_at: datetime
    created_at: datetime
    expired: bool


_COLUMNS = (
    "id, session_id, turn_id, kind, call_id, tool, title, args, reason, code, status, expires_at,"
    " created_at, expires_at <= now() as expired"
)


def _approval(row: asyncpg.Record) -> ApprovalRecord:
    return ApprovalRecord(**{**row, "args": orjson.loads(row["args"])})


async def answer(
    db: Sql,
    user_id: UUID,
    approval_id: UUID | str,
    turn_id: UUID,
    approve: bool,
    remember: bool = False,
) -> str:
    """Record the answer that a turn carries: `answered`, `expired` or `not_found`."""
    return await db.fetchval(
        "select batuta.answer_approval($1,$2,$3,$4,$5)",
        approval_id,
        user_id,
        turn_id,
        approve,
        remember,
    )


async def find(pool: asyncpg.Pool, caller: Caller, approval_id: UUID) -> ApprovalRecord | None:
    """Find one of the caller's approvals."""
    row = await pool.fetchrow(
        f"select {_COLUMNS} from batuta.approvals where id=$1 and user_id=$2 and org_id=$3",
        approval_id,
        caller.user_id,
        caller.org_id,
    )
    return None if row is None else _approval(row)


async def open_for(
    pool: asyncpg.Pool, caller: Caller, session: UUID | None
) -> list[ApprovalRecord]:
    """List what the caller has still to decide, oldest first."""
    rows = await pool.fetch(
        f"select {_COLUMNS} from batuta.approvals where user_id=$1 and org_id=$2 and status='open'"
        " and expires_at > now() and ($3::uuid is null or session_id=$3)"
        " order by created_at limit 200",
        caller.user_id,
        caller.org_id,
        session,
    )
    return [_approval(r) for r in rows]
