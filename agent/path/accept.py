"""How a message, or the answer to an approval, becomes a turn on record.

Before this nothing is kept of it; from then on it is carried out, whatever dies.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid5

import asyncpg
import orjson

from agent.path.attached import check_attached
from agent.services import Services
from contracts.errors import (
    Busy,
    Expired,
    Forbidden,
    InvalidRequest,
    LimitReached,
    NotFound,
    RateLimited,
    TooLarge,
)
from contracts.json import JsonObject
from contracts.messages import Caller, GivenDecision, OnBusy, TurnInput, TurnOptions, new_id
from language.clean import is_text
from store import approvals, sessions, turns
from store.approvals import ApprovalRecord
from store.turns import AcceptResult, Arrival, PersonLimits
from tools import Tool
from tools.tool import ToolArguments


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """A message as its sender gives it; `session` is an id, or a name within the sender's own."""

    input: TurnInput
    options: TurnOptions
    session: str | None = None
    idempotency_key: str | None = None
    on_busy: OnBusy = "queue"


@dataclass(frozen=True, slots=True)
class MessageLimits:
    """How many bytes a message may have, and what a page sends beside it."""

    message_bytes: int
    attached_bytes: int


@dataclass(frozen=True, slots=True)
class ApprovalDecision:
    """Yes or no; other arguments for the call; whether to stop asking in this session."""

    approve: bool
    edited_args: JsonObject | None = None
    remember: bool = False


@dataclass(frozen=True, slots=True)
class AcceptedTurn:
    """A turn on record; one that `starts` runs here and now, any other is followed as it is."""

    id: UUID
    starts: bool


async def accept_message(
    services: Services,
    caller: Caller,
    message: IncomingMessage,
    limits: PersonLimits,
    sizes: MessageLimits,
) -> AcceptedTurn:
    """Refuse what cannot be a message; put any other on record as a turn."""
    _check(services, caller, message, sizes)
    session_id = await usable_session_id(services.pool, caller, message.session)
    checked_json(message.input.stored())
    checked_json(message.options.stored())
    arrival = Arrival(
        turn_id=new_id(),
        session_id=session_id,
        kind="message" if message.input.page_answer is None else "ui",
        input=message.input,
        options=message.options,
        key=message.idempotency_key,
        request_hash=_hash(message) if message.idempotency_key else None,
        reject_busy=message.on_busy == "reject",
    )
    return accepted(await turns.accept(services.pool, caller, arrival, limits))


async def accept_answer(
    services: Services,
    caller: Caller,
    approval_id: UUID,
    answer: ApprovalDecision,
    limits: PersonLimits,
) -> AcceptedTurn:
    """Answer an approval, once; the turn that is put on record carries the answer out."""
    asked = await approvals.find(services.pool, caller, approval_id)
    if asked is None:
        raise NotFound("you have no approval of this id")
    if asked.status != "open" or asked.expired:
        raise Expired("this approval was answered or has expired; send a message to start again")
    edited = _edited_args(services.tools, asked, answer)
    carried_out: GivenDecision = {
        "id": str(approval_id),
        "approve": answer.approve,
        "edited_args": edited,
        "remember": answer.remember,
    }
    arrival = Arrival(
        turn_id=new_id(),
        session_id=asked.session_id,
        kind="approval",
        input=TurnInput(approval=carried_out),
        options=TurnOptions(),
    )
    async with services.pool.acquire() as db, db.transaction():
        turn = accepted(await turns.accept(db, caller, arrival, limits))
        outcome = await approvals.answer(
            db,
            caller.user_id,
            approval_id,
            arrival.turn_id,
            answer.approve,
            answer.remember,
        )
        if outcome != "answered":
            raise Expired("this approval was answered or has expired just now")
    return turn


def session_id_of(caller: Caller, given: str) -> UUID:
    """Read a session id; what is no UUID names a session within the caller's own."""
    try:
        return UUID(given)
    except ValueError:
        if not given.strip() or not is_text(given):
            raise InvalidRequest("session_id is empty or not text") from None
        return uuid5(caller.user_id, given)


async def usable_session_id(pool: asyncpg.Pool, caller: Caller, given: str | None) -> UUID:
    """Return the id of the session that is named, or of a new one.

    Nobody begins a session under the id that a name of another person's will lead to.
    """
    if not given:
        return new_id()
    session_id = session_id_of(caller, given)
    derived = session_id.version == 5 and session_id == _uuid(given)
    if derived and await sessions.find(pool, caller, session_id) is None:
        raise NotFound("you have no session of this id")
    return session_id


def too_many_sessions() -> LimitReached:
    """Say that a person has as many conversations as they may have, and what helps."""
    return LimitReached(
        "you have as many conversations as are kept of one person; delete one that you no longer "
        "need (DELETE /sessions/{session_id}), or go on in one that exists"
    )


def checked_json(value: JsonObject) -> JsonObject:
    """Refuse what the database cannot hold as JSON."""
    try:
        text = orjson.dumps(value)
    except (TypeError, ValueError):
        raise InvalidRequest("the request holds values that are not plain JSON text") from None
    if b"\\u0000" in text:
        raise InvalidRequest("the request holds NUL characters")
    return value


def _check(
    services: Services, caller: Caller, message: IncomingMessage, sizes: MessageLimits
) -> None:
    written = message.input.message
    if message.input.page_answer is None and not written.strip():
        raise InvalidRequest("message is empty; send `message` (or `ui_result`)")
    size = len(written.encode("utf-8", "surrogatepass"))
    if size > sizes.message_bytes:
        raise TooLarge(f"the message has {size} bytes; at most {sizes.message_bytes} are taken")
    check_attached(message.input.stored() | message.options.stored(), sizes.attached_bytes)
    for text in (written, message.session):
        if text and not is_text(text):
            raise InvalidRequest("the message has characters that are not text (NUL or surrogates)")
    workflow = message.options.workflow
    if workflow and workflow not in services.workflows:
        raise NotFound(f"there is no workflow '{workflow}'")
    access = services.repertoire.access
    if workflow and not access.is_open(services.workflows[workflow], caller):
        raise Forbidden(f"the workflow '{workflow}' is not open to your roles")


def accepted(result: AcceptResult) -> AcceptedTurn:
    """Return the turn of an arrival that was taken; refuse any other."""
    match result.outcome:
        case "run" | "queued" | "known":
            if result.turn_id is None:
                raise RuntimeError("a turn was accepted without an id")
            return AcceptedTurn(result.turn_id, starts=result.outcome == "run")
        case "conflict":
            raise InvalidRequest("this Idempotency-Key was used with another body; use a new key")
        case "rate_limited":
            raise RateLimited(
                f"too many messages; try again in {result.retry_after} s",
                retry_after=result.retry_after,
            )
        case "too_many_open":
            raise RateLimited(
                "too many of your messages are still being answered; wait for one to end",
                retry_after=result.retry_after,
            )
        case "too_many_sessions":
            raise too_many_sessions()
        case "not_found":
            raise NotFound("you have no session of this id")
        case "busy":
            raise Busy("the session is answering another message", retry_after=1)


def _edited_args(
    tools: Mapping[str, Tool], asked: ApprovalRecord, answer: ApprovalDecision
) -> JsonObject | None:
    """Hold edited arguments against the tool's schema."""
    if answer.edited_args is None or not answer.approve:
        return None
    tool = tools.get(asked.tool)
    if tool is None:
        raise InvalidRequest("this approval has no arguments to edit")
    try:
        return checked_json(tool.validate(checked_json(answer.edited_args)))
    except ToolArguments as exc:
        raise InvalidRequest(exc.message) from None


def _hash(message: IncomingMessage) -> bytes:
    given, options = message.input.stored(), message.options.stored()
    options.pop("language", None)  # the same message, whichever browser sends it again
    parts = (given, options, message.session, message.on_busy)
    said = b"\n".join(orjson.dumps(p, option=orjson.OPT_SORT_KEYS) for p in parts)
    return hashlib.sha256(said).digest()


def _uuid(given: str) -> UUID | None:
    try:
        return UUID(given)
    except ValueError:
        return None
