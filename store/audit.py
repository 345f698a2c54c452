"""Who did what to whom, kept apart from the logs and never with a secret in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Literal
from uuid import UUID

from store.sql import Sql

Action = Literal[
    "user.added",
    "user.linked",
    "user.roles",
    "user.disabled",
    "user.enabled",
    "user.link_made",
    "token.issued",
    "login",
    "login.failed",
    "login.link",
    "logout",
    "password.reset",
    "refresh.reused",
    "keys.rotated",
    "workflow.published",
    "workflow.trial",
    "workflow.promoted",
    "workflow.trial_ended",
    "workflow.reverted",
    "turn.transcribed",
    "case.read",
    "case.revealed",
    "case.reviewed",
    "case.noted",
    "case.escalated",
    "case.assigned",
    "cases.exported",
    "example.removed",
    "examples.exported",
    "guards.calibrated",
]


async def record(
    db: Sql,
    action: Action,
    *,
    subject: UUID | None = None,
    actor: UUID | None = None,
    detail: Mapping[str, object] | None = None,
    org: UUID | None = None,
) -> None:
    """Add a row; its organisation is `org`, else that of the person it is about or of who acted."""
    await db.execute(
        """insert into batuta.audit (org_id, actor, action, subject, detail)
           select coalesce($5::uuid,
                    (select org_id from batuta.users where id = coalesce($2::uuid, $1::uuid))),
                  $1, $3, ($2::uuid)::text, $4::text::jsonb""",
        actor,
        subject,
        action,
        json.dumps(dict(detail or {})),
        org,
    )
