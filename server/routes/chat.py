"""POST /chat, and what belongs to a turn: re-join, cancel."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import JSONResponse, Response

from agent.path.accept import MessageLimits, accept_message, session_id_of
from contracts.errors import (
    Forbidden,
    NotFound,
    Unavailable,
)
from contracts.messages import ENDED
from server.limits.admission import ClosedRoute
from server.routes.chat_forms import EVENTS, ChatBody
from server.routes.dependencies import LARGEST_INT, CallerDep, RuntimeDep, browser_language
from server.stream import EventStream
from store import sessions, turns

router = APIRouter(tags=["chat"], route_class=ClosedRoute)


@router.post("/chat", responses=EVENTS, response_model=None)
async def chat(
    request: Request,
    body: ChatBody,
    known: CallerDep,
    here: RuntimeDep,
    idempotency_key: Annotated[str | None, Header(max_length=200)] = None,
) -> EventStream:
    """Send a message; the answer is the turn's stream, which outlives this connection."""
    if here.engine.draining:
        raise Unavailable("this worker is stopping; send the message again", retry_after=1)
    if body.user_id is not None and body.user_id not in (str(known.user_id), known.email):
        raise Forbidden("userId is not the person this token belongs to; leave it out")
    here.streams.keep_room()
    message = body.incoming(idempotency_key or None, browser_language(request))
    sizes = MessageLimits(here.settings.max_message_bytes, here.settings.max_attached_bytes)
    accepted = await accept_message(here.services, known, message, here.limits, sizes)
    return await here.carry_out(request, known, accepted)


@router.get("/chat/{turn_id}/events", responses=EVENTS, response_model=None)
async def rejoin(
    request: Request,
    turn_id: UUID,
    known: CallerDep,
    here: RuntimeDep,
    after: Annotated[int | None, Query(ge=0, le=LARGEST_INT)] = None,
    last_event_id: Annotated[str | None, Header(max_length=100)] = None,
) -> EventStream:
    """Follow a turn from an event on, live or ended, whichever worker runs it."""
    here.streams.keep_room()
    state = await turns.state_for(here.pool, known, turn_id)
    if state is None:
        raise NotFound("you have no turn of this id")
    mark = after if after is not None else _seq(last_event_id)
    # Nobody has seen what is not committed; a mark beyond it would wait for ever.
    mark = min(mark, state.last_seq)
    return here.stream(request, known, turn_id, after=mark, ended=state.status in ENDED)


@router.post(
    "/chat/{turn_id}/cancel",
    responses={200: {"description": "It had ended."}, 202: {"description": "It ends now."}},
)
async def cancel(turn_id: UUID, known: CallerDep, here: RuntimeDep) -> JSONResponse:
    """Stop a turn, running or waiting; its stream ends with `done`."""
    outcome = await turns.cancel(here.pool, known, turn_id, datetime.now(UTC))
    if outcome == "not_found":
        raise NotFound("you have no turn of this id")
    here.engine.interrupt(turn_id)
    return JSONResponse(
        {"turn": str(turn_id), "status": outcome}, 200 if outcome == "ended" else 202
    )


@router.get(
    "/sessions/{session_id}/stream",
    responses=EVENTS | {204: {"description": "Nothing runs."}},
    response_model=None,
)
async def session_stream(
    request: Request, session_id: str, known: CallerDep, here: RuntimeDep
) -> EventStream | Response:
    """Follow the turn that runs in a session; 204 when nothing runs."""
    here.streams.keep_room()
    key = session_id_of(known, session_id)
    running = await turns.running_in(here.pool, known, key)
    if running is None:
        if await sessions.find(here.pool, known, key) is None:
            raise NotFound("you have no session of this id")
        return Response(status_code=204)
    return here.stream(request, known, running.id)


def _seq(last_event_id: str | None) -> int:
    """Read `<turn>:<seq>`; what is unreadable means from the beginning."""
    try:
        return max(0, int((last_event_id or "").rsplit(":", 1)[-1]))
    except ValueError:
        return 0
