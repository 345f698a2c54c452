"""Artifacts: the HTML and SVG of answers, each kept once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from contracts.messages import Caller
from store.sql import Sql, plain

ArtifactKind = Literal["html", "svg"]
MOST_CHARACTERS = 262_144


@dataclass(frozen=True, slots=True)
class StoredArtifact:
    """One piece of an answer that is shown in a frame."""

    id: UUID
    session_id: UUID
    turn_id: UUID
    kind: ArtifactKind
    title: str
    content: str
    created_at: datetime


async def add(
    db: Sql, turn_id: UUID, artifact_id: UUID, kind: ArtifactKind, title: str, content: str
) -> None:
    """Keep an artifact of a turn; found again, it is there already."""
    await db.execute(
        """insert into batuta.artifacts
             (id, org_id, user_id, session_id, turn_id, kind, title, content)
             select $2, t.org_id, t.user_id, t.session_id, t.id, $3, $4, $5
             from batuta.turns t where t.id = $1
           on conflict (id) do nothing""",
        turn_id,
        artifact_id,
        kind,
        title,
        content,
    )


async def find(db: Sql, caller: Caller, artifact_id: UUID) -> StoredArtifact | None:
    """Find one of the caller's artifacts."""
    row = await db.fetchrow(
        """select id, session_id, turn_id, kind, title, content, created_at
           from batuta.artifacts where id = $1 and user_id = $2 and org_id = $3""",
        artifact_id,
        caller.user_id,
        caller.org_id,
    )
    return None if row is None else StoredArtifact(**plain(row))


async def framed(db: Sql, artifact_id: UUID) -> StoredArtifact | None:
    """Find an artifact for whoever holds an address that was signed for its owner."""
    row = await db.fetchrow(
        """select id, session_id, turn_id, kind, title, content, created_at
           from batuta.artifacts where id = $1""",
        artifact_id,
    )
    return None if row is None else StoredArtifact(**plain(row))
