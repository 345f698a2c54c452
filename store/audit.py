"""Who did what to whom, kept apart from the logs and never with a secret in it.

It names people by id alone and holds nothing of conversations: no word can be taken out again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

import orjson

from contracts.json import JsonObject
from store.sql import Sql, plain

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
    "password.changed",
    "refresh.reused",
    "keys.rotated",
    "workflow.published",
    "workflow.trial",
    "workflow.promoted",
    "workflow.trial_ended",
    "workflow.reverted",
    "workflow.withdrawn",
    "workflow.access",
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
    "handover.read",
    "handover.taken",
    "handover.passed",
    "handover.returned",
    "handover.closed",
    "user.teams",
    "dashboard.shared",
    "dashboard.share_revoked",
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


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One row of the log, with the e-mails of people who are there yet."""

    id: int
    at: datetime
    org: str | None
    action: str
    actor: UUID | None
    actor_email: str | None
    subject: str | None
    subject_email: str | None
    detail: JsonObject


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which rows are wanted; a person is whoever acted or whom it is about."""

    person: UUID | None = None
    action: str | None = None  # a whole one, or its first word: `case`
    since: datetime | None = None
    until: datetime | None = None
    org: UUID | None = None
    before: int | None = None  # rows older than this one


async def listed(db: Sql, wanted: AuditFilter, limit: int) -> list[AuditEntry]:
    """Return the newest rows that are wanted, the newest first."""
    rows = await db.fetch(
        """select a.id, a.at, o.slug as org, a.action, a.actor, u.email as actor_email, a.subject,
             s.email as subject_email, a.detail
           from batuta.audit a left join batuta.organisations o on o.id = a.org_id
           left join batuta.users u on u.id = a.actor
           left join batuta.users s on s.id::text = a.subject
           where ($1::uuid is null or a.actor = $1 or a.subject = $1::text)
             and ($2::text is null or a.action = $2 or starts_with(a.action, $2 || '.'))
             and ($3::timestamptz is null or a.at >= $3)
             and ($4::timestamptz is null or a.at < $4)
             and ($6::uuid is null or a.org_id = $6) and ($7::bigint is null or a.id < $7)
           order by a.id desc limit $5""",
        wanted.person,
        wanted.action,
        wanted.since,
        wanted.until,
        limit,
        wanted.org,
        wanted.before,
    )
    return [AuditEntry(**plain(row) | {"detail": orjson.loads(row["detail"])}) for row in rows]
