"""The trace of what moderators do."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from contracts.messages import Caller
from store import audit
from store.sql import Sql


async def record_action(
    db: Sql,
    known: Caller,
    action: audit.Action,
    subject: UUID | None,
    detail: Mapping[str, object] | None = None,
) -> None:
    """Write down what a moderator did, under their organisation."""
    await audit.record(
        db, action, subject=subject, actor=known.user_id, detail=detail, org=known.org_id
    )
