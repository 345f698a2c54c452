"""POST /chat, and what belongs to a turn: re-join, cancel."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID, uuid5

import orjson
from fastapi import APIRouter, Depends, Header, Query, Request
from pydantic import AliasChoices, BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from contracts.errors import (
    Busy,
    Forbidden,
    InvalidRequest,
    NotFound,
    RateLimited,
    TooLarge,
    Unavailable,
)
from contracts.events import StreamEvent
from contracts.messages import ENDED, Caller, new_id
from server.routes.dependencies import caller
from server.routes.fields import is_text
from server.runtime import Runtime, runtime
from server.stream import EventStream
from store import sessions, turns
from store.turns import Accepted, Arrival

router = APIRouter(tags=["chat"])
MOST = 2**31 - 1  # what the database counts to
Known = Annotated[Caller, Depends(caller)]
Here = Annotated[Runtime, Depends(runtime)]


class UiResult(BaseModel):
    """What a client-side component answered."""

    id: str = Field(min_length=1, max_length=200)
    value: Any = None


class ChatBody(BaseModel):
    """A chat message. Unknown fields are tolerated."""

    model_config = ConfigDict(extra="ignore")

    message: str | None = Field(default=None, validation_alias=AliasChoices("message", "chatInput"))
    session_id: str | None = Field(
        default=None,
        max_length=200,
        validation_alias=AliasChoices("session_id", "sessionId", "session"),  # events say `session`
    )
    user_id: str | None = Field(default=None, validation_alias=AliasChoices("user_id", "userId"))
    ui_result: UiResult | None = None
    workflow: str | None = Field(default=None, max_length=63)
    autonomous: bool | None = None
    client_state: dict[str, Any] | None = None
    on_busy: str = Field(default="queue", pattern="^(queue|reject)$")
    metadata: dict[str, Any] | None = None


EVENTS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The turn's events, one JSON object a line (or SSE, if asked for).",
        "model": StreamEvent,
        "content": {"application/x-ndjson": {}, "text/event-stream": {}},
    }
}


def session_uuid(known: Caller, given: str) -> UUID:
    """Read a session id; what is no UUID names a session within the caller's own."""
    try:
        return UUID(given)
    except ValueError:
        if not given.strip() or not is_text(given):
            raise InvalidRequest("session_id is empty or not text") from None
        return uuid5(known.user_id, given)


async def may_name(here: Runtime, known: Caller, given: str | None, session_id: UUID) -> None:
    """Let nobody begin a session under the id that a name of another person's will lead to."""
    if not given or session_id.version != 5 or session_id != _uuid_or_none(given):
        return
    if await sessions.find(here.pool, known, session_id) is None:
        raise NotFound("you have no session of this id")


@router.post("/chat", responses=EVENTS, response_model=None)
async def chat(
    request: Request,
    body: ChatBody,
    known: Known,
    here: Here,
    idempotency_key: Annotated[str | None, Header(max_length=200)] = None,
) -> EventStream:
    """Send a message; the answer is the turn's stream, which outlives this connection."""
    _check(body, known, here)
    session = session_uuid(known, body.session_id) if body.session_id else new_id()
    await may_name(here, known, body.session_id, session)
    arrival = Arrival(
        turn_id=new_id(),
        session_id=session,
        kind="ui" if body.ui_result else "message",
        input=_input(body),
        options=_options(body),
        key=idempotency_key or None,
        request_hash=_hash(body) if idempotency_key else None,
        reject_busy=body.on_busy == "reject",
    )
    accepted = await turns.accept(here.pool, known, arrival, here.limits)
    turn_id = refuse(accepted)
    fresh = accepted.outcome == "run"
    if fresh:
        await here.start(turn_id)
    return here.stream(request, turn_id, look_first=not fresh)


@router.get("/chat/{turn_id}/events", responses=EVENTS, response_model=None)
async def rejoin(
    request: Request,
    turn_id: UUID,
    known: Known,
    here: Here,
    after: Annotated[int | None, Query(ge=0, le=MOST)] = None,
    last_event_id: Annotated[str | None, Header(max_length=100)] = None,
) -> EventStream:
    """Follow a turn from an event on, live or ended, whichever worker runs it."""
    state = await turns.state_for(here.pool, known, turn_id)
    if state is None:
        raise NotFound("you have no turn of this id")
    mark = after if after is not None else _seq(last_event_id)
    # Nobody has seen what is not committed; a mark beyond it would wait for ever.
    mark = min(mark, state.last_seq)
    return here.stream(request, turn_id, after=mark, ended=state.status in ENDED)


@router.post(
    "/chat/{turn_id}/cancel",
    responses={200: {"description": "It had ended."}, 202: {"description": "It ends now."}},
)
async def cancel(turn_id: UUID, known: Known, here: Here) -> JSONResponse:
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
    request: Request, session_id: str, known: Known, here: Here
) -> EventStream | Response:
    """Follow the turn that runs in a session; 204 when nothing runs."""
    running = await turns.running_in(here.pool, known, session_uuid(known, session_id))
    if running is None:
        return Response(status_code=204)
    return here.stream(request, running.id)


def refuse(accepted: Accepted) -> UUID:
    """Return the turn of an arrival that was taken; raise what any other is answered with."""
    match accepted.outcome:
        case "run" | "queued" | "known":
            if accepted.turn_id is None:
                raise RuntimeError("a turn was accepted without an id")
            return accepted.turn_id
        case "conflict":
            raise InvalidRequest("this Idempotency-Key was used with another body; use a new key")
        case "rate_limited":
            raise RateLimited(
                f"too many messages; try again in {accepted.retry_after} s",
                retry_after=accepted.retry_after,
            )
        case "too_many_open":
            raise RateLimited(
                "too many of your messages are still being answered; wait for one to end",
                retry_after=accepted.retry_after,
            )
        case "not_found":
            raise NotFound("you have no session of this id")
        case "busy":
            raise Busy("the session is answering another message", retry_after=1)


def _check(body: ChatBody, known: Caller, here: Runtime) -> None:
    if here.engine.draining:
        raise Unavailable("this worker is stopping; send the message again", retry_after=1)
    if body.user_id is not None and body.user_id not in (str(known.user_id), known.email):
        raise Forbidden("userId is not the person this token belongs to; leave it out")
    if body.ui_result is None and not (body.message or "").strip():
        raise InvalidRequest("message is empty; send `message` (or `ui_result`)")
    size = len((body.message or "").encode("utf-8", "surrogatepass"))
    if size > here.settings.max_message_bytes:
        raise TooLarge(
            f"the message has {size} bytes; at most {here.settings.max_message_bytes} are taken"
        )
    for text in (body.message, body.session_id):
        if text and not is_text(text):
            raise InvalidRequest("the message has characters that are not text (NUL or surrogates)")
    if body.workflow and body.workflow not in here.workflows:
        raise NotFound(f"there is no workflow '{body.workflow}'")
    if body.workflow and not here.may_use(known, body.workflow):
        raise Forbidden(f"the workflow '{body.workflow}' is not open to your roles")


def _input(body: ChatBody) -> dict[str, Any]:
    given: dict[str, Any] = {}
    if body.message:
        given["message"] = body.message
    if body.ui_result:
        given["ui_result"] = {"id": body.ui_result.id, "value": body.ui_result.value}
    return plain(given)


def _options(body: ChatBody) -> dict[str, Any]:
    given = {
        "workflow": body.workflow,
        "autonomous": body.autonomous,
        "client_state": body.client_state,
        "metadata": body.metadata,
    }
    return plain({k: v for k, v in given.items() if v is not None})


def plain(value: dict[str, Any]) -> dict[str, Any]:
    """Refuse what the database cannot hold as JSON."""
    try:
        text = orjson.dumps(value)
    except (TypeError, ValueError):
        raise InvalidRequest("the request holds values that are not plain JSON text") from None
    if b"\\u0000" in text:
        raise InvalidRequest("the request holds NUL characters")
    return value


def _hash(body: ChatBody) -> bytes:
    parts = (_input(body), _options(body), body.session_id, body.on_busy)
    said = b"\n".join(orjson.dumps(p, option=orjson.OPT_SORT_KEYS) for p in parts)
    return hashlib.sha256(said).digest()


def _uuid_or_none(given: str) -> UUID | None:
    try:
        return UUID(given)
    except ValueError:
        return None


def _seq(last_event_id: str | None) -> int:
    """Read `<turn>:<seq>`; what is unreadable means from the beginning."""
    try:
        return max(0, int((last_event_id or "").rsplit(":", 1)[-1]))
    except ValueError:
        return 0
