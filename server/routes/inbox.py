"""The staff's inbox: conversations that wait for people, and those that people have."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Header, Query

from agent.people import inbox
from agent.people.inbox import StaffDesk
from contracts.messages import Caller
from server.limits.admission import ClosedRoute
from server.routes.dependencies import LanguageDep, RuntimeDep, StaffDep
from server.routes.inbox_forms import (
    AfterQuery,
    HandoverDetail,
    HandoverOut,
    InboxCounts,
    InboxPage,
    InboxQuery,
    PassBody,
    ReplyBody,
    ReplyOut,
    StaffSelf,
    StaffSelfBody,
    TeamOut,
    detail_out,
    handover_out,
    team_out,
)
from server.runtime import Runtime
from store import handovers, staff
from store.handovers import QueueCount

router = APIRouter(prefix="/inbox", tags=["people"], route_class=ClosedRoute)


@router.get("")
async def list_(
    known: StaffDep,
    here: RuntimeDep,
    language: LanguageDep,
    query: Annotated[InboxQuery, Query()],
) -> InboxPage:
    """List the conversations of your teams; whoever asks counts as there."""
    desk = await inbox.desk_of(here.pool, known)
    found = await handovers.listed(
        here.pool, desk.reach, query.view, known.user_id, query.team, query.limit, query.before
    )
    counts = await handovers.counts(here.pool, desk.reach, known.user_id)
    now = datetime.now(UTC)
    more = query.view == "ended" and len(found) == query.limit
    return InboxPage(
        handovers=[handover_out(each, desk, here.teams, now, language) for each in found],
        next=found[-1].handover.ended_at if more else None,
        counts=InboxCounts(
            mine=sum(each.mine for each in counts),
            unassigned=sum(each.waiting for each in counts),
            open=sum(each.waiting + each.taken for each in counts),
        ),
        teams=await _teams(here, desk, language, counts),
        me=_self(desk),
    )


@router.put("/me")
async def describe_self(body: StaffSelfBody, known: StaffDep, here: RuntimeDep) -> StaffSelf:
    """Say by which name those know you whom you answer from now on, and whether you are away."""
    name = (body.name or "").strip() or None
    await staff.describe(here.pool, known, name, body.away)
    return _self(await inbox.desk_of(here.pool, known))


@router.get("/{handover_id}")
async def detail(
    handover_id: UUID,
    known: StaffDep,
    here: RuntimeDep,
    language: LanguageDep,
    query: Annotated[AfterQuery, Query()],
) -> HandoverDetail:
    """Read a conversation of your teams, or what is new in it; the reading is written down."""
    desk = await inbox.desk_of(here.pool, known)
    opened = await inbox.read(here.pool, desk, handover_id, query.after)
    return detail_out(opened, desk, here.teams, query.after, language)


@router.post("/{handover_id}/take")
async def take(
    handover_id: UUID, known: StaffDep, here: RuntimeDep, language: LanguageDep
) -> HandoverOut:
    """Take a conversation; 409 tells who has it already."""
    desk = await inbox.desk_of(here.pool, known)
    await inbox.take(here.pool, desk, here.teams, handover_id)
    found = await handovers.find(here.pool, desk.reach, handover_id)
    if found is None:
        raise inbox.none_of_yours()
    return handover_out(found, desk, here.teams, datetime.now(UTC), language)


@router.post("/{handover_id}/reply", status_code=201)
async def reply(
    handover_id: UUID,
    body: ReplyBody,
    known: StaffDep,
    here: RuntimeDep,
    idempotency_key: Annotated[str | None, Header(max_length=200)] = None,
) -> ReplyOut:
    """Answer in a conversation that you have taken; with a key it is said once."""
    desk = await inbox.desk_of(here.pool, known)
    no = await inbox.reply(here.pool, desk, here.teams, handover_id, body.text, idempotency_key)
    return ReplyOut(no=no)


@router.post("/{handover_id}/pass", status_code=204)
async def pass_on(handover_id: UUID, body: PassBody, known: StaffDep, here: RuntimeDep) -> None:
    """Let a conversation wait for another team, or for somebody else of its own."""
    desk = await inbox.desk_of(here.pool, known)
    await inbox.pass_on(here.pool, desk, here.teams, handover_id, body.team, here.teams_known)


@router.post("/{handover_id}/return", status_code=204)
async def give_back(handover_id: UUID, known: StaffDep, here: RuntimeDep) -> None:
    """Hand a conversation back to the assistant: its workflow goes on where it was."""
    await _end(here, known, handover_id, "returned")


@router.post("/{handover_id}/close", status_code=204)
async def close(handover_id: UUID, known: StaffDep, here: RuntimeDep) -> None:
    """Close a conversation: its workflow ends, and the assistant answers what comes next."""
    await _end(here, known, handover_id, "closed")


async def _end(
    here: Runtime, known: Caller, handover_id: UUID, how: Literal["returned", "closed"]
) -> None:
    desk = await inbox.desk_of(here.pool, known)
    resumed = await inbox.end(here.pool, desk, handover_id, how)
    if resumed and resumed.starts:
        await here.engine.start_safely(resumed.turn_id)


async def _teams(
    here: Runtime, desk: StaffDesk, language: LanguageDep, counts: list[QueueCount]
) -> list[TeamOut]:
    """Show all teams: whoever passes a conversation on must know where somebody is there."""
    org, by_name = desk.caller.org_id, {each.team: each for each in counts}
    people = await staff.members(here.pool, org)
    shown: list[TeamOut] = []
    for name in here.teams_known:
        standing = await here.teams.standing(here.pool, org, name, language)
        own = desk.reach.teams is None or name in desk.reach.teams
        shown.append(team_out(standing, by_name.get(name), people, own))
    return shown


def _self(desk: StaffDesk) -> StaffSelf:
    return StaffSelf(
        name=desk.member.name,
        away=desk.member.away,
        teams=list(desk.member.teams),
        all_teams=desk.reach.teams is None,
    )
