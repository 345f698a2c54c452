"""What moderators do with a case before it is decided: read, reveal, note, assign, escalate."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

import asyncpg

from agent.moderation.audit import record_action
from agent.moderation.reasons import quotes
from agent.moderation.visibility import is_own, require_case, visible_notes, visible_reviews
from contracts.errors import Expired, InvalidRequest
from contracts.json import JsonObject
from contracts.messages import Caller
from language.suggestions import meant
from store import cases, examples, reviews, users
from store.cases import Case, ComparedCase
from store.examples import GuardExample
from store.reviews import CaseNote, CaseReading, Review
from store.sessions import StoredMessage

_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_COMPARED = 300  # the newest of a category, among which the similar ones are looked for


@dataclass(frozen=True, slots=True)
class CaseFile:
    """Everything about a case that its reader may see, short of what anybody said in it."""

    case: Case
    reviews: Sequence[Review]
    notes: Sequence[CaseNote]
    readings: Sequence[CaseReading]
    steps: list[JsonObject]
    compared: Sequence[ComparedCase]
    examples: Sequence[GuardExample]
    emails: dict[str, str]


@dataclass(frozen=True, slots=True)
class RevealedCase:
    """The texts of a case as they were, and what agents remarked on them."""

    evidence: list[str]
    remarks: list[str]
    transcript: Sequence[StoredMessage]
    email: str | None


async def read_case(pool: asyncpg.Pool, reader: Caller, case_id: UUID) -> CaseFile:
    """Open a case; the reading is written down."""
    async with pool.acquire() as db, db.transaction():
        case = await require_case(db, reader, case_id)
        await reviews.read(db, case_id, reader.user_id)
        await record_action(db, reader, "case.read", case_id)
        given = await reviews.reviews(db, case_id)
        shown = visible_reviews(case, given, reader.user_id)
        notes = visible_notes(case, given, await reviews.notes(db, case_id), reader.user_id)
        readings = await reviews.readings(db, case_id)
        named = {r.reviewer for r in shown} | {n.author for n in notes}
        named |= {r.reader for r in readings} | set(filter(None, [case.assignee]))
        return CaseFile(
            case=case,
            reviews=shown,
            notes=notes,
            readings=readings,
            steps=await cases.steps(db, case),
            compared=await cases.like(db, reader, case, _COMPARED),
            examples=await examples.of_case(db, reader.org_id, case_id),
            emails=await users.emails(db, reader.org_id, [*named]),
        )


async def reveal_case(
    pool: asyncpg.Pool, reader: Caller, case_id: UUID, reason: str
) -> RevealedCase:
    """Show the texts as they were; who reads them, and why, is written down first.

    Why stands in the case and not in the audit log, which nobody can take a word out of again.
    """
    async with pool.acquire() as db, db.transaction():
        case = await require_case(db, reader, case_id)
        texts = await cases.evidence(db, reader.org_id, case_id)
        if texts is None:
            raise Expired("the time of this case's texts is over; they are not kept any more")
        if await asyncio.to_thread(quotes, reason, texts):
            raise InvalidRequest("the reason repeats the text, and would outlive it; say only why")
        await reviews.read(db, case_id, reader.user_id, reason)
        await record_action(db, reader, "case.revealed", case_id)
        emails = await users.emails(db, reader.org_id, [case.user_id])
        return RevealedCase(
            texts,
            await cases.remarks(db, case),
            await cases.transcript(db, case),
            emails.get(str(case.user_id)),
        )


async def note_case(pool: asyncpg.Pool, author: Caller, case_id: UUID, text: str) -> CaseNote:
    """Note something for the other moderators."""
    async with pool.acquire() as db, db.transaction():
        await require_case(db, author, case_id)
        kept = await reviews.note(db, case_id, author.user_id, text)
        await record_action(db, author, "case.noted", case_id)
    return kept


async def assign_case(pool: asyncpg.Pool, by: Caller, case_id: UUID, to: str | None) -> None:
    """Give a case to a moderator, by id or e-mail, or to nobody."""
    assignee = None if to is None else await _moderator(pool, by, to)
    async with pool.acquire() as db, db.transaction():
        case = await require_case(db, by, case_id)
        _refuse_subject(case, assignee)
        await reviews.assign(db, case_id, assignee)
        facts = {"to": str(assignee) if assignee else None}
        await record_action(db, by, "case.assigned", case_id, facts)


async def escalate_case(
    pool: asyncpg.Pool,
    by: Caller,
    case_id: UUID,
    to: str | None,
    note: str,
    teams: Collection[str] = (),
) -> Literal["escalated", "closed", "own", "not_found"]:
    """Hand a case on: to somebody, by id or e-mail, to a team, or to whoever takes it."""
    assignee, team = await _recipient(pool, by, to, teams)
    async with pool.acquire() as db, db.transaction():
        case = await cases.find(db, by.org_id, case_id, lock=True)
        if case is None:
            return "not_found"
        if is_own(case, by):
            return "own"
        if case.status == "decided":
            return "closed"
        _refuse_subject(case, assignee)
        await reviews.escalate(db, case_id, assignee, team)
        await reviews.note(db, case_id, by.user_id, note, "escalation")
        facts = {"to": str(assignee or team or "")}
        await record_action(db, by, "case.escalated", case_id, facts)
    return "escalated"


def _refuse_subject(case: Case, assignee: UUID | None) -> None:
    """Refuse to give a case to the person it is about, who could do nothing with it."""
    if assignee == case.user_id:
        raise InvalidRequest("the case is about this moderator; give it to another one")


async def _recipient(
    pool: asyncpg.Pool, by: Caller, to: str | None, teams: Collection[str]
) -> tuple[UUID | None, str | None]:
    named = to and to.strip()
    if named is None:
        return None, None
    if _EMAIL.fullmatch(named) or _uuid(named):
        return await _moderator(pool, by, named), None
    if named not in teams:
        raise InvalidRequest(_unknown(named, teams))
    return None, named


def _unknown(team: str, known: Collection[str]) -> str:
    if not known:
        return f"there is no team '{team}': no `handoff` and no `teams` in batuta.yaml name one"
    return f"there is no team '{team}'{meant(team, known)}; there are: {', '.join(sorted(known))}"


async def _moderator(pool: asyncpg.Pool, by: Caller, called: str) -> UUID:
    found = await reviews.moderator(pool, by.org_id, _uuid(called) or called.strip().lower())
    if found is None:
        raise InvalidRequest(
            "this is no moderator of your organisation; give the id or the e-mail of one"
        )
    return found


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
