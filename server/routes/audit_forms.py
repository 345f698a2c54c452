"""What the audit log is asked for, and what it shows."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, get_args
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from contracts.json import JsonObject
from server.routes.dependencies import ONLY_TEXT, Moment
from store.audit import Action, AuditEntry, AuditFilter

ActionName = Annotated[str, Field(max_length=40, pattern=r"^[a-z]+(\.[a-z_]+)?$"), ONLY_TEXT]


class AuditQuery(BaseModel):
    """A page of the log."""

    model_config = ConfigDict(extra="forbid")

    person: UUID | None = Field(default=None, description="Who did it, or to whom it was done.")
    action: ActionName | None = Field(
        default=None, description="One kind, or all that begin so: `user.roles`, `user`."
    )
    since: Moment | None = None
    until: Moment | None = None
    limit: int = Field(default=50, ge=1, le=200)
    before: int | None = Field(default=None, ge=1, lt=2**63)

    def to_store(self, org_id: UUID) -> AuditFilter:
        """Return it in the store's words, for one organisation."""
        return AuditFilter(self.person, self.action, self.since, self.until, org_id, self.before)


class AuditRow(BaseModel):
    """Who did what to whom; e-mails of people who are there yet."""

    id: int
    at: datetime
    action: str
    actor: str | None
    actor_email: str | None
    subject: str | None
    subject_email: str | None
    detail: JsonObject


class AuditPage(BaseModel):
    """A page of the log, the newest first; `next` is the `before` of the next one."""

    entries: list[AuditRow]
    next: int | None
    actions: list[Action] = Field(
        default=sorted(get_args(Action)), description="All kinds that there are."
    )


def audit_row(entry: AuditEntry) -> AuditRow:
    """Show a row."""
    return AuditRow(
        id=entry.id,
        at=entry.at,
        action=entry.action,
        actor=str(entry.actor) if entry.actor else None,
        actor_email=entry.actor_email,
        subject=entry.subject,
        subject_email=entry.subject_email,
        detail=entry.detail,
    )
