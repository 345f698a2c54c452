"""What comes into a conversation by itself: people who answer, the assistant that goes on after."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response

from agent.log.follow_session import BegunTurn
from agent.path.accept import session_id_of
from contracts.errors import InvalidRequest, NotFound
from server.limits.admission import ClosedRoute
from server.routes.chat_forms import EVENTS
from server.routes.dependencies import CallerDep, RuntimeDep
from server.routes.session_events_forms import SessionHandover, session_handover
from server.stream import EventStream
from store import handovers, sessions

router = APIRouter(prefix="/sessions", tags=["sessions"], route_class=ClosedRoute)


@router.get(
    "/{session_id}/events",
    responses=EVENTS | {204: {"description": "The assistant has the conversation."}},
    response_model=None,
)
async def events(
    request: Request,
    session_id: str,
    known: CallerDep,
    here: RuntimeDep,
    after: Annotated[
        str | None,
        Query(max_length=100, description="The newest turn that you know, or TURN:SEQ of it."),
    ] = None,
    last_event_id: Annotated[str | None, Header(max_length=100)] = None,
) -> EventStream | Response:
    """Follow what the staff says and does, until the assistant has the conversation again.

    204 where it has it, and nothing is left to tell.
    """
    here.streams.keep_room()
    key = session_id_of(known, session_id)
    if await sessions.find(here.pool, known, key) is None:
        raise NotFound("you have no session of this id")
    turn, seq = _mark(after or last_event_id)
    mark = await handovers.mark_of(here.pool, known, key, turn)
    begun = None
    if turn is not None and seq is not None and mark.unasked:
        begun = BegunTurn(turn, min(seq, mark.last_seq), mark.ended)
    if begun is None and not await here.session_follower.has_news(key, mark.no):
        return Response(status_code=204)
    return here.session_stream(request, known, key, mark.no, begun)


@router.get("/{session_id}/handover")
async def handover(session_id: str, known: CallerDep, here: RuntimeDep) -> SessionHandover | None:
    """Tell who has a conversation: people who are awaited or answer, or (null) the assistant."""
    key = session_id_of(known, session_id)
    if await sessions.find(here.pool, known, key) is None:
        raise NotFound("you have no session of this id")
    return await session_handover(here, known, key)


def _mark(given: str | None) -> tuple[UUID | None, int | None]:
    """Read TURN or TURN:SEQ; nothing means from now on."""
    if not given:
        return None, None
    named, colon, seq = given.partition(":")
    try:
        return UUID(named), max(0, int(seq)) if colon else None
    except ValueError:
        raise InvalidRequest("`after` is the id of a turn, or TURN:SEQ") from None
