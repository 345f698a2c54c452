"""What moderators do with a case: read it, note, hand it on, decide it, alone or as one of two."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from store.cases import Case, CaseDecision
from store.sql import Sql, plain

ReviewOutcome = Literal["decided", "awaits_second", "disagreed", "closed", "twice"]
_MODERATES = "roles && array['moderator', 'admin'] and disabled_at is null"


@dataclass(frozen=True, slots=True)
class Review:
    """One moderator's decision."""

    reviewer: UUID
    decision: CaseDecision
    category: str
    note: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class CaseNote:
    """What somebody wrote down for the others."""

    author: UUID
    kind: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CaseReading:
    """Who opened a case, when, and for which reason the text was revealed."""

    reader: UUID
    kind: str
    reason: str | None
    at: datetime


async def decide(
    db: Sql, case: Case, reviewer: UUID, decision: CaseDecision, category: str, note: str | None,
    reviewers: int,
) -> ReviewOutcome:  # fmt: skip
    """Add a decision to a case that is locked, and close it if that settles it.

    Two who must agree and do not leave it escalated; whoever comes third has the last word.
    """
    if case.status == "decided":
        return "closed"
    earlier = await reviews(db, case.id)
    if any(review.reviewer == reviewer for review in earlier):
        return "twice"
    await db.execute(
        "insert into batuta.case_reviews (case_id, reviewer, decision, category, note)"
        " values ($1, $2, $3, $4, $5)",
        case.id,
        reviewer,
        decision,
        category,
        note,
    )
    wanted = case.reviewers or reviewers
    given = [*(review.decision for review in earlier), decision]
    if len(given) < wanted:
        await _set(db, case.id, "reviewers = $2", wanted)
        return "awaits_second"
    if len(given) == 2 and given[0] != given[1]:
        await _set(db, case.id, "status = 'escalated'")
        return "disagreed"
    await _set(
        db,
        case.id,
        "status = 'decided', decision = $2, category = $3, reviewers = $4, decided_at = now()",
        decision,
        category,
        wanted,
    )
    return "decided"


async def reviews(db: Sql, case_id: UUID) -> list[Review]:
    """Return a case's decisions, the first one first."""
    rows = await db.fetch(
        "select reviewer, decision, category, note, at from batuta.case_reviews"
        " where case_id = $1 order by at",
        case_id,
    )
    return [Review(**plain(row)) for row in rows]


async def notes(db: Sql, case_id: UUID) -> list[CaseNote]:
    """Return a case's notes, the latest two hundred, oldest first."""
    rows = await db.fetch(
        "select author, kind, text, at from batuta.case_notes where case_id = $1"
        " order by id desc limit 200",
        case_id,
    )
    return [CaseNote(**plain(row)) for row in reversed(rows)]


async def readings(db: Sql, case_id: UUID) -> list[CaseReading]:
    """Return who has read a case, the latest two hundred, oldest first."""
    rows = await db.fetch(
        "select reader, kind, reason, at from batuta.case_readings where case_id = $1"
        " order by id desc limit 200",
        case_id,
    )
    return [CaseReading(**plain(row)) for row in reversed(rows)]


async def read(db: Sql, case_id: UUID, reader: UUID, reason: str | None = None) -> None:
    """Write down that somebody reads a case; with a reason, that it was revealed to them."""
    await db.execute(
        "insert into batuta.case_readings (case_id, reader, kind, reason) values ($1, $2, $3, $4)",
        case_id,
        reader,
        "opened" if reason is None else "revealed",
        reason,
    )


async def note(db: Sql, case_id: UUID, author: UUID, text: str, kind: str = "note") -> CaseNote:
    """Add a note, and return it as it is kept."""
    at = await db.fetchval(
        "insert into batuta.case_notes (case_id, author, kind, text) values ($1, $2, $3, $4)"
        " returning at",
        case_id,
        author,
        kind,
        text,
    )
    await _set(db, case_id)
    return CaseNote(author, kind, text, at)


async def escalate(db: Sql, case_id: UUID, assignee: UUID | None, team: str | None) -> None:
    """Hand a case on, to somebody or to a team if they are named."""
    await _set(
        db,
        case_id,
        "status = 'escalated', assignee = coalesce($2, assignee), team = coalesce($3, team)",
        assignee,
        team,
    )


async def assign(db: Sql, case_id: UUID, assignee: UUID | None) -> None:
    """Give a case to somebody, or to nobody."""
    await _set(db, case_id, "assignee = $2", assignee)


async def moderator(db: Sql, org_id: UUID, called: UUID | str) -> UUID | None:
    """Find, by id or e-mail, somebody who may be given cases of the organisation."""
    column = "id" if isinstance(called, UUID) else "email"
    return await db.fetchval(
        f"select id from batuta.users where {column} = $1 and org_id = $2 and {_MODERATES}",
        called,
        org_id,
    )


async def moderators(db: Sql, org_id: UUID) -> dict[UUID, str]:
    """Return the e-mails of those who may be given cases, by id; the first five hundred."""
    rows = await db.fetch(
        f"select id, email from batuta.users where org_id = $1 and {_MODERATES}"
        " order by email limit 500",
        org_id,
    )
    return {row["id"]: row["email"] for row in rows}


async def _set(db: Sql, case_id: UUID, change: str = "", *values: object) -> None:
    change = f"{change}, " if change else ""
    await db.execute(
        f"update batuta.cases set {change}updated_at = now() where id = $1", case_id, *values
    )
