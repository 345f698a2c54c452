"""The moderators' queue: find cases, read them, decide them."""

from __future__ import annotations

import asyncio
import re
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from starlette.responses import StreamingResponse

from agent.moderation.agreement import agreement_of
from agent.moderation.audit import record_action
from agent.moderation.case_file import (
    assign_case,
    escalate_case,
    note_case,
    read_case,
    reveal_case,
)
from agent.moderation.decisions import DecisionRequest, decide_case
from agent.moderation.export import exported_cases
from agent.serving.project_settings import policy_of
from contracts.errors import Expired, Forbidden, InvalidRequest, NotFound
from contracts.messages import Caller
from guardrails.policy import Policy
from server.routes.cases_forms import (
    MOST_AT_ONCE,
    AssignBody,
    BulkAnswer,
    BulkBody,
    BulkOutcome,
    CaseList,
    CasePage,
    CasesQuery,
    CaseStats,
    DecisionBody,
    DecisionOut,
    EscalateBody,
    ExportQuery,
    NoteBody,
    NoteOut,
    RevealBody,
    RevealedOut,
    case_out,
    case_page,
    transcript_line,
)
from server.routes.dependencies import ModeratorDep, Moment, RuntimeDep
from server.runtime import Runtime
from store import case_stats, cases
from store.cases import Case, CaseFilter

router = APIRouter(prefix="/cases", tags=["moderation"])
EXPORT_PAGE = 500
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_FIRST_DAY = datetime(2000, 1, 1, tzinfo=UTC)
LIKE_FROM = 300  # the newest of a category, among which the similar ones are looked for


@router.get("")
async def list_(
    known: ModeratorDep, here: RuntimeDep, query: Annotated[CasesQuery, Query()]
) -> CaseList:
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
    known: ModeratorDep, here: RuntimeDep, query: Annotated[ExportQuery, Query()]
) -> StreamingResponse:
    """Export the cases of a filter, without personal data, the newest first."""
    facts = query.model_dump(mode="json", exclude_none=True, exclude={"q"})
    await record_action(here.pool, known, "cases.exported", None, facts)
    return StreamingResponse(
        exported_cases(here.pool, known.org_id, query.to_store(), query.format),
        media_type="text/csv; charset=utf-8" if query.format == "csv" else "application/jsonl",
        headers={"content-disposition": f'attachment; filename="cases.{query.format}"'},
    )


@router.get("/stats")
async def stats(
    known: ModeratorDep, here: RuntimeDep, since: Moment | None = None, until: Moment | None = None
) -> CaseStats:
    """Count what was opened and decided, and how far two moderators agree (last 30 days)."""
    end = until or datetime.now(UTC)
    begin = since or max(end, _FIRST_DAY) - timedelta(days=30)
    if not timedelta(0) < end - begin <= timedelta(days=366):
        raise InvalidRequest("`until` must be after `since`, by 366 days at most")
    span = (here.pool, known.org_id, begin, end)
    return CaseStats(
        days=await case_stats.by_day(*span),
        categories=await case_stats.by_category(*span),
        agreement=agreement_of(await case_stats.pairs(*span)),
    )


@router.post("/bulk")
async def bulk(body: BulkBody, known: ModeratorDep, here: RuntimeDep) -> BulkAnswer:
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


async def _undecided(here: Runtime, known: Caller, wanted: CaseFilter) -> list[Case]:
    return await cases.listed(
        here.pool, known.org_id, wanted, MOST_AT_ONCE + 1, only_undecided=True
    )


async def _one_of_many(
    here: Runtime, known: Caller, case_id: UUID, body: BulkBody, policy: Policy
) -> BulkOutcome:
    if body.decision == "escalate":
        done = await escalate_case(here.pool, known, case_id, None, body.note or "")
        return BulkOutcome(id=case_id, outcome=done)
    wanted = DecisionRequest(body.decision, body.category, body.note, body.example)
    settled = await decide_case(here.pool, known, case_id, wanted, policy)
    return BulkOutcome(id=case_id, outcome=settled.outcome, example=settled.example)


@router.get("/{case_id}")
async def page(case_id: UUID, known: ModeratorDep, here: RuntimeDep) -> CasePage:
    """Open a case; personal data is masked, and the reading is written down."""
    found = await read_case(here.pool, known, case_id)
    return await asyncio.to_thread(case_page, found)


@router.post("/{case_id}/reveal")
async def reveal(
    case_id: UUID, body: RevealBody, known: ModeratorDep, here: RuntimeDep
) -> RevealedOut:
    """Show the texts as they were; who read them, and why, is written down first."""
    shown = await reveal_case(here.pool, known, case_id, body.reason)
    return RevealedOut(
        evidence=shown.evidence,
        transcript=[transcript_line(m) for m in shown.transcript],
        person=shown.email,
    )


@router.post("/{case_id}/decision")
async def decide(
    case_id: UUID, body: DecisionBody, known: ModeratorDep, here: RuntimeDep
) -> DecisionOut:
    """Decide a case, alone or as one of two."""
    settled = await decide_case(here.pool, known, case_id, body.request(), await _policy(here))
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
            return DecisionOut(id=case_id, outcome=outcome, example=settled.example)


@router.post("/{case_id}/escalate", status_code=204)
async def escalate(
    case_id: UUID, body: EscalateBody, known: ModeratorDep, here: RuntimeDep
) -> None:
    """Hand a case on, to a moderator or a team."""
    done = await escalate_case(here.pool, known, case_id, body.to, body.note)
    if done == "not_found":
        raise NotFound("your organisation has no case of this id")
    if done == "closed":
        raise Expired("this case is decided already; a note can still be added")


@router.post("/{case_id}/notes", status_code=201)
async def add_note(case_id: UUID, body: NoteBody, known: ModeratorDep, here: RuntimeDep) -> NoteOut:
    """Note something for the others; the person it is about never sees it."""
    return NoteOut(**asdict(await note_case(here.pool, known, case_id, body.text)))


@router.post("/{case_id}/assign", status_code=204)
async def assign(case_id: UUID, body: AssignBody, known: ModeratorDep, here: RuntimeDep) -> None:
    """Give a case to a moderator, by id or e-mail, or to nobody."""
    await assign_case(here.pool, known, case_id, body.to)


async def _policy(here: Runtime) -> Policy:
    return await asyncio.to_thread(policy_of, here.settings.project)
