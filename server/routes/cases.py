"""One case of the moderators: read it, decide it, hand it on."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from uuid import UUID

from fastapi import APIRouter

from agent.moderation.case_file import (
    assign_case,
    escalate_case,
    note_case,
    read_case,
    reveal_case,
)
from agent.moderation.decisions import decide_case
from agent.moderation.visibility import OWN_CASE
from agent.serving.project_settings import policy_of
from contracts.errors import Expired, Forbidden, NotFound
from server.limits.admission import ClosedRoute
from server.routes.cases_forms import (
    AssignBody,
    CasePage,
    DecisionBody,
    DecisionOut,
    EscalateBody,
    NoteBody,
    NoteOut,
    RevealBody,
    RevealedOut,
    case_page,
    transcript_line,
)
from server.routes.dependencies import ModeratorDep, RuntimeDep

router = APIRouter(prefix="/cases", tags=["moderation"], route_class=ClosedRoute)


@router.get("/{case_id}")
async def page(case_id: UUID, known: ModeratorDep, here: RuntimeDep) -> CasePage:
    """Open a case: all but the texts themselves; the reading is written down."""
    found = await read_case(here.pool, known, case_id)
    return await asyncio.to_thread(lambda: case_page(found, policy_of(here.settings.project)))


@router.post("/{case_id}/reveal")
async def reveal(
    case_id: UUID, body: RevealBody, known: ModeratorDep, here: RuntimeDep
) -> RevealedOut:
    """Show the texts as they were; who read them, and why, is written down first."""
    shown = await reveal_case(here.pool, known, case_id, body.reason)
    return RevealedOut(
        evidence=shown.evidence,
        remarks=shown.remarks,
        transcript=[transcript_line(m) for m in shown.transcript],
        person=shown.email,
    )


@router.post("/{case_id}/decision")
async def decide(
    case_id: UUID, body: DecisionBody, known: ModeratorDep, here: RuntimeDep
) -> DecisionOut:
    """Decide a case, alone or as one of two."""
    policy = await asyncio.to_thread(policy_of, here.settings.project)
    settled = await decide_case(here.pool, known, case_id, body.request(), policy)
    match settled.outcome:
        case "not_found":
            raise NotFound("your organisation has no case of this id")
        case "closed":
            raise Expired("this case is decided already; read its decision in the case")
        case "twice":
            raise Forbidden("you have decided this case; another moderator must do so too")
        case "own":
            raise Forbidden(OWN_CASE)
        case outcome:
            return DecisionOut(id=case_id, outcome=outcome, example=settled.example)


@router.post("/{case_id}/escalate", status_code=204)
async def escalate(
    case_id: UUID, body: EscalateBody, known: ModeratorDep, here: RuntimeDep
) -> None:
    """Hand a case on, to a moderator or a team."""
    teams = here.teams_known
    done = await escalate_case(here.pool, known, case_id, body.to, body.note, teams)
    if done == "not_found":
        raise NotFound("your organisation has no case of this id")
    if done == "own":
        raise Forbidden(OWN_CASE)
    if done == "closed":
        raise Expired("this case is decided already; a note can still be added")


@router.post("/{case_id}/notes", status_code=201)
async def add_note(case_id: UUID, body: NoteBody, known: ModeratorDep, here: RuntimeDep) -> NoteOut:
    """Note something for the others; it goes with the texts it is about."""
    return NoteOut(**asdict(await note_case(here.pool, known, case_id, body.text)))


@router.post("/{case_id}/assign", status_code=204)
async def assign(case_id: UUID, body: AssignBody, known: ModeratorDep, here: RuntimeDep) -> None:
    """Give a case to a moderator, by id or e-mail, or to nobody."""
    await assign_case(here.pool, known, case_id, body.to)
