"""The moderators' queue: find cases, count them, export them, decide many at once."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import StreamingResponse

from agent.moderation.agreement import agreement_of
from agent.moderation.audit import record_action
from agent.moderation.bulk import decide_cases, undecided_cases
from agent.moderation.export import exported_cases
from agent.serving.project_settings import policy_of
from contracts.errors import InvalidRequest
from server.limits.admission import ClosedRoute
from server.routes.case_queue_forms import (
    BulkAnswer,
    BulkBody,
    CaseDesk,
    CaseList,
    CasesQuery,
    CaseStats,
    ExportQuery,
    ModeratorOut,
    bulk_outcome,
)
from server.routes.cases_forms import case_out
from server.routes.dependencies import ModeratorDep, Moment, RuntimeDep
from store import case_stats, cases, reviews

router = APIRouter(prefix="/cases", tags=["moderation"], route_class=ClosedRoute)
_FIRST_DAY = datetime(2000, 1, 1, tzinfo=UTC)


@router.get("")
async def list_(
    known: ModeratorDep, here: RuntimeDep, query: Annotated[CasesQuery, Query()]
) -> CaseList:
    """List your organisation's cases, the newest first or the oldest."""
    wanted = query.to_store()
    found = await cases.listed(
        here.pool,
        known,
        wanted,
        query.limit,
        query.before,
        after=query.after,
        oldest_first=query.order == "oldest",
    )
    return CaseList(
        cases=[case_out(case) for case in found],
        next=found[-1].no if len(found) == query.limit else None,
        counts=await cases.counts(here.pool, known, wanted) if query.counts else {},
    )


@router.get("/desk")
async def desk(known: ModeratorDep, here: RuntimeDep) -> CaseDesk:
    """List whom a case may be given to: moderators of your organisation, and teams."""
    found = await reviews.moderators(here.pool, known.org_id)
    return CaseDesk(
        moderators=[ModeratorOut(id=each, email=email) for each, email in found.items()],
        teams=sorted(here.teams_known),
    )


@router.get(
    "/export",
    response_model=None,
    responses={200: {"content": {"text/csv": {}, "application/jsonl": {}}}},
)
async def export(
    known: ModeratorDep, here: RuntimeDep, query: Annotated[ExportQuery, Query()]
) -> StreamingResponse:
    """Export the cases of a filter, without any text of theirs, the newest first."""
    facts = query.model_dump(mode="json", exclude_none=True)
    await record_action(here.pool, known, "cases.exported", None, facts)
    return StreamingResponse(
        exported_cases(here.pool, known, query.to_store(), query.format),
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
        guards=await case_stats.by_guard(*span),
        ages=await case_stats.ages(here.pool, known.org_id),
        waited=await case_stats.waits(*span),
        set_aside=await case_stats.set_aside(*span),
        agreement=agreement_of(await case_stats.pairs(*span)),
    )


@router.post("/bulk")
async def bulk(body: BulkBody, known: ModeratorDep, here: RuntimeDep) -> BulkAnswer:
    """Decide or escalate many cases; each one's outcome is told."""
    ids, more = body.ids or [], False
    if body.filter is not None:
        ids, more = await undecided_cases(here.pool, known, body.filter.to_store())
    policy = await asyncio.to_thread(policy_of, here.settings.project)
    done = await decide_cases(here.pool, known, ids, body.request(), policy)
    return BulkAnswer(outcomes=[bulk_outcome(each) for each in done], more=more)
