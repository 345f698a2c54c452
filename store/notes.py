"""Notes that people asked to have kept; each belongs to one person and one session."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from contracts.messages import Caller
from store.sql import Sql

MOST_LISTED = 100


@dataclass(frozen=True, slots=True)
class Note:
    """One kept note."""

    id: UUID
    text: str
    created_at: datetime


async def save(db: Sql, caller: Caller, session_id: UUID, key: str, text: str) -> bool:
    """Keep a note in one of the caller's sessions; False if this key was kept before.

    A session of somebody else reads as one that is not there: nothing is kept.
    """
    made = await db.fetchval(
        """insert into batuta.notes (org_id, user_id, session_id, key, text)
             select s.org_id, s.user_id, s.id, $4, $5 from batuta.sessions s
             where s.org_id = $1 and s.user_id = $2 and s.id = $3
           on conflict (user_id, key) do nothing returning true""",
        caller.org_id,
        caller.user_id,
        session_id,
        key,
        text,
    )
    return bool(made)


async def list_(db: Sql, caller: Caller) -> list[Note]:
    """Return the caller's newest notes, oldest first."""
    rows = await db.fetch(
        """select id, text, created_at from batuta.notes
           where org_id = $1 and user_id = $2 order by created_at desc, id desc limit $3""",
        caller.org_id,
        caller.user_id,
        MOST_LISTED,
    )
    return [Note(**row) for row in reversed(rows)]


async def forget(db: Sql, caller: Caller, session_id: UUID, about: str = "") -> int:
    """Delete the caller's notes of one session that hold these words, and count them."""
    rows = await db.fetch(
        """delete from batuta.notes
           where org_id = $1 and user_id = $2 and session_id = $3
             and position(lower($4) in lower(text)) > 0 returning id""",
        caller.org_id,
        caller.user_id,
        session_id,
        about,
    )
    return len(rows)
