"""The moderators' queue: find cases, read them, decide them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Depends, Query
from starlette.responses import StreamingResponse

from agent.moderation.review import (
    Ruling,
    Settled,
    agreement,
    as_row,
    csv_lines,
    json_lines,
    log,
    masked,
    nearest,
    seen_notes,
    seen_reviews,
    settle,
)
from contracts.errors import Expired, Forbidden, InvalidRequest, NotFound
from contracts.messages import Caller
from guardrails.policy import Policy
from server.routes.case_forms import (
    MOST_AT_ONCE,
    AssignBody,
    BulkAnswer,
    BulkBody,
    BulkOutcome,
    CaseList,
    CasePage,
    CasesQuery,
    Decided,
    DecisionBody,
    EscalateBody,
    ExportQuery,
    Line,
    NoteBody,
    NoteOut,
    ReadingOut,
    RevealBody,
    Revealed,
    ReviewOut,
    Similar,
    Stats,
    case_out,
    line_out,
)
from server.routes.dependencies import require
from server.routes.fields import Moment
from server.runtime import Runtime, policy_of, runtime
from store import case_stats, cases, reviews, users
from store.cases import Case, Filter
from store.sessions import StoredMessage
from store.sql import Sql

router = APIRouter(prefix="/cases", tags=["moderation"])
Moderator = Annotated[Caller, Depends(require("moderator"))]
Here = Annotated[Runtime, Depends(runtime)]
EXPORT_PAGE = 500
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_FIRST_DAY = datetime(2000, 1, 1, tzinfo=UTC)
LIKE_FROM = 300  # the newest of a category, among which the similar ones are looked for


@router.get("")
async def list_(known: Moderator, here: Here, query: Annotated[CasesQuery, Query()]) -> CaseList:
    """List your organisation's cases, the newest first."""
    wanted = query.to_store()
    found = await cases.listed(here.pool, known.org_id, wanted, query.limit, query.before)
    return CaseList(
        cases=[case_out(case) for case in found],
        next=found[-1].no if len(found) == query.limit else None,
        counts=await cases.counts(here.pool, known.org_id, wanted),
    )


@router.get(
    "/export",
    response_model=None,
    responses={200: {"content": {"text/csv": {}, "application/jsonl": {}}}},
)
async def export(
    known: Moderator, here: Here, query: Annotated[ExportQuery, Query()]
) -> StreamingResponse:
    """Export the cases of a filter, without personal data, the newest first."""
    facts = query.model_dump(mode="json", exclude_none=True, exclude={"q"})
    await log(here.pool, known, "cases.exported", None, facts)
    as_csv = query.format == "csv"
    return StreamingResponse(
        _exported(here, known, query.to_store(), as_csv),
        media_type="text/csv; charset=utf-8" if as_csv else "application/jsonl",
        headers={"content-disposition": f'attachment; filename="cases.{query.format}"'},
    )


async def _exported(
    here: Runtime, known: Caller, wanted: Filter, as_csv: bool
) -> AsyncGenerator[str]:
    before: int | None = None
    first = True
    while first or before is not None:
        page = await cases.listed(here.pool, known.org_id, wanted, EXPORT_PAGE, before)
        rows = [as_row(case) for case in page]
        yield csv_lines(rows, head=first) if as_csv else json_lines(rows)
        first, before = False, page[-1].no if len(page) == EXPORT_PAGE else None


@router.get("/stats")
async def stats(
    known: Moderator, here: Here, since: Moment | None = None, until: Moment | None = None
) -> Stats:
    """Count what was opened and decided, and how far two moderators agree (last 30 days)."""
    end = until or datetime.now(UTC)
    begin = since or max(end, _FIRST_DAY) - timedelta(days=30)
    if not timedelta(0) < end - begin <= timedelta(days=366):
        raise InvalidRequest("`until` must be after `since`, by 366 days at most")
    span = (here.pool, known.org_id, begin, end)
    return Stats(
        days=await case_stats.by_day(*span),
        categories=await case_stats.by_category(*span),
        agreement=agreement(await case_stats.pairs(*span)),
    )


@router.post("/bulk")
async def bulk(body: BulkBody, known: Moderator, here: Here) -> BulkAnswer:
    """Decide or escalate many cases; each one's outcome is told."""
    ids, more = body.ids or [], False
    if body.filter is not None:
        wanted = body.filter.to_store()
        # What was handed to somebody is theirs, unless the filter asks for it by name.
        found = await _undecided(here, known, replace(wanted, status=wanted.status or "open"))
        ids, more = [case.id for case in found[:MOST_AT_ONCE]], len(found) > MOST_AT_ONCE
    policy = await _policy(here)
    outcomes = [await _one_of_many(here, known, each, body, policy) for each in dict.fromkeys(ids)]
    return BulkAnswer(outcomes=outcomes, more=more)


async def _undecided(here: Runtime, known: Caller, wanted: Filter) -> list[Case]:
    return await cases.listed(
        here.pool, known.org_id, wanted, MOST_AT_ONCE + 1, only_undecided=True
    )


async def _one_of_many(
    here: Runtime, known: Caller, case_id: UUID, body: BulkBody, policy: Policy
) -> BulkOutcome:
    if body.decision == "escalate":
        done = await _escalate(here, known, case_id, None, None, body.note or "")
        return BulkOutcome(id=case_id, outcome=done)
    ruling = Ruling(body.decision, body.category, body.note, body.example)
    settled = await settle(here.pool, known, case_id, ruling, policy)
    return BulkOutcome(id=case_id, outcome=settled.outcome, example=settled.example)


@router.get("/{case_id}")
async def page(case_id: UUID, known: Moderator, here: Here) -> CasePage:
    """Open a case; personal data is masked, and the reading is written down."""
    async with here.pool.acquire() as db, db.transaction():
        case = await _found(db, known, case_id)
        await reviews.read(db, case_id, known.user_id)
        await log(db, known, "case.read", case_id)
        given = await reviews.reviews(db, case_id)
        written = await reviews.notes(db, case_id)
        read = await reviews.readings(db, case_id)
        if case.user_id == known.user_id:
            read = [reading for reading in read if reading.reader == known.user_id]
        lines = await cases.transcript(db, case)
        steps = await cases.steps(db, case)
        others = await cases.like(db, case, LIKE_FROM)
        shown = seen_reviews(case, given, known.user_id)
        noted = seen_notes(case, given, written, known.user_id)
        named = {r.reviewer for r in shown} | {n.author for n in noted} | {r.reader for r in read}
        people = await users.emails(db, known.org_id, [*named, *filter(None, [case.assignee])])
    similar, transcript, seen = await asyncio.to_thread(
        lambda: (nearest(case, others), _masked(lines), masked(steps))
    )
    return CasePage(
        case=case_out(case),
        findings=case.findings,
        route=masked(case.route or next((s for s in steps if s["type"] == "route"), None)),
        steps=seen,
        transcript=transcript,
        reviews=[ReviewOut(**asdict(r)) for r in shown],
        notes=[NoteOut(**asdict(n)) for n in noted],
        readings=[ReadingOut(**asdict(r)) for r in read],
        similar=[
            Similar(
                id=c.id, likeness=share, excerpt=c.excerpt, status=c.status, decision=c.decision
            )
            for c, share in similar
        ],
        people=people,
    )


@router.post("/{case_id}/reveal")
async def reveal(case_id: UUID, body: RevealBody, known: Moderator, here: Here) -> Revealed:
    """Show the texts as they were; who read them, and why, is written down first."""
    async with here.pool.acquire() as db, db.transaction():
        case = await _found(db, known, case_id)
        await reviews.read(db, case_id, known.user_id, body.reason)
        await log(db, known, "case.revealed", case_id, {"reason": body.reason})
        lines = await cases.transcript(db, case)
        original = await cases.evidence(db, known.org_id, case_id)
        people = await users.emails(db, known.org_id, [case.user_id])
    return Revealed(
        evidence=original,
        transcript=[line_out(m) for m in lines],
        person=people.get(str(case.user_id)),
    )


@router.post("/{case_id}/decision")
async def decide(case_id: UUID, body: DecisionBody, known: Moderator, here: Here) -> Decided:
    """Decide a case, alone or as one of two."""
    settled: Settled = await settle(here.pool, known, case_id, body.ruling(), await _policy(here))
    match settled.outcome:
        case "not_found":
            raise NotFound("your organisation has no case of this id")
        case "closed":
            raise Expired("this case is decided already; read its decision in the case")
        case "twice":
            raise Forbidden("you have decided this case; another moderator must do so too")
        case "own":
            raise Forbidden("this case is about you; another moderator must decide it")
        case outcome:
            return Decided(id=case_id, outcome=outcome, example=settled.example)


@router.post("/{case_id}/escalate", status_code=204)
async def escalate(case_id: UUID, body: EscalateBody, known: Moderator, here: Here) -> None:
    """Hand a case on, to a moderator or a team."""
    assignee, team = await _recipient(here, known, body.to)
    done = await _escalate(here, known, case_id, assignee, team, body.note)
    if done == "not_found":
        raise NotFound("your organisation has no case of this id")
    if done == "closed":
        raise Expired("this case is decided already; a note can still be added")


@router.post("/{case_id}/notes", status_code=201)
async def add_note(case_id: UUID, body: NoteBody, known: Moderator, here: Here) -> NoteOut:
    """Note something for the others; the person it is about never sees it."""
    async with here.pool.acquire() as db, db.transaction():
        await _found(db, known, case_id)
        kept = await reviews.note(db, case_id, known.user_id, body.text)
        await log(db, known, "case.noted", case_id)
    return NoteOut(**asdict(kept))


@router.post("/{case_id}/assign", status_code=204)
async def assign(case_id: UUID, body: AssignBody, known: Moderator, here: Here) -> None:
    """Give a case to a moderator, by id or e-mail, or to nobody."""
    assignee = None if body.to is None else await _moderator(here, known, body.to)
    async with here.pool.acquire() as db, db.transaction():
        await _found(db, known, case_id)
        await reviews.assign(db, case_id, assignee)
        await log(db, known, "case.assigned", case_id, {"to": str(assignee) if assignee else None})


async def _escalate(
    here: Runtime,
    known: Caller,
    case_id: UUID,
    assignee: UUID | None,
    team: str | None,
    note: str,
) -> Literal["escalated", "closed", "not_found"]:
    async with here.pool.acquire() as db, db.transaction():
        case = await cases.find(db, known.org_id, case_id, lock=True)
        if case is None:
            return "not_found"
        if case.status == "decided":
            return "closed"
        await reviews.escalate(db, case_id, assignee, team)
        await reviews.note(db, case_id, known.user_id, note, "escalation")
        facts: dict[str, object] = {"to": str(assignee or team or "")}
        await log(db, known, "case.escalated", case_id, facts)
    return "escalated"


async def _recipient(
    here: Runtime, known: Caller, to: str | None
) -> tuple[UUID | None, str | None]:
    """Read whom a case goes to: somebody, by id or e-mail, or a team."""
    if to is None or not (_EMAIL.fullmatch(to) or _uuid(to)):
        return None, to
    return await _moderator(here, known, to), None


async def _moderator(here: Runtime, known: Caller, called: str) -> UUID:
    found = await reviews.moderator(
        here.pool, known.org_id, _uuid(called) or called.strip().lower()
    )
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


async def _found(db: Sql, known: Caller, case_id: UUID) -> Case:
    case = await cases.find(db, known.org_id, case_id)
    if case is None:
        raise NotFound("your organisation has no case of this id")
    return case


async def _policy(here: Runtime) -> Policy:
    return await asyncio.to_thread(policy_of, here.settings.project)


def _masked(lines: Sequence[StoredMessage]) -> list[Line]:
    return [line_out(replace(line, blocks=masked(line.blocks))) for line in lines]
