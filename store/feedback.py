"""What people say of their answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal
from uuid import UUID

import orjson

from contracts.json import JsonObject
from contracts.messages import Caller
from store.sql import Sql, plain

FeedbackKind = Literal["positive", "negative", "correction", "preference"]
FeedbackOutcome = Literal["kept", "not_found", "rate_limited"]
PER_MINUTE = 30
MOST_TIMES = 20  # how often one row may be changed


async def give(
    db: Sql, caller: Caller, turn_id: UUID, kind: FeedbackKind, comment: str | None, data: Any
) -> FeedbackOutcome:
    """Keep it, once per turn and type, the latest words."""
    return await db.fetchval(
        "select batuta.give_feedback($1,$2,$3,$4,$5,$6,$7,$8)",
        caller.user_id,
        caller.org_id,
        turn_id,
        kind,
        comment,
        None if data is None else orjson.dumps(data).decode(),
        PER_MINUTE,
        MOST_TIMES,
    )


async def of_turns(db: Sql, caller: Caller, turns: Sequence[UUID]) -> list[JsonObject]:
    """Return what a person has said of these answers, the latest words last."""
    rows = await db.fetch(
        "select turn_id::text as turn, type, comment from batuta.feedback"
        " where user_id = $1 and org_id = $2 and turn_id = any($3) order by updated_at",
        caller.user_id,
        caller.org_id,
        list(turns),
    )
    return [plain(row) for row in rows]


async def given(db: Sql, caller: Caller) -> list[JsonObject]:
    """Return all that a person has said of their answers."""
    rows = await db.fetch(
        "select turn_id, session_id, type, comment, data, created_at, updated_at"
        " from batuta.feedback where user_id = $1 and org_id = $2 order by created_at",
        caller.user_id,
        caller.org_id,
    )
    return [
        plain(row) | {"data": orjson.loads(row["data"]) if row["data"] else None} for row in rows
    ]
