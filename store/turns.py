"""A turn's life in the database: accepted, claimed, appended to, finished. One round trip each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast
from uuid import UUID

import asyncpg
import orjson

from contracts.blocks import Block, read_blocks
from contracts.events import DoneStatus, render
from contracts.json import JsonObject
from contracts.messages import (
    AskedApproval,
    Caller,
    Message,
    ModelUsage,
    Turn,
    TurnInput,
    TurnKind,
    TurnOptions,
    TurnStatus,
)
from store.pool import ROLE
from store.sql import Sql

AcceptOutcome = Literal[
    "run",
    "queued",
    "known",
    "conflict",
    "rate_limited",
    "too_many_open",
    "too_many_sessions",
    "not_found",
    "busy",
]
HISTORY_MESSAGES = 120
HISTORY_CHARACTERS = 400_000  # of the newest messages; a model sees far less of them


class Fenced(Exception):
    """Another execution owns the turn now; this one must not write any more."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What accept needs to know of a message that arrived."""

    turn_id: UUID
    session_id: UUID
    kind: TurnKind
    input: TurnInput
    options: TurnOptions
    key: str | None = None
    request_hash: bytes | None = None
    reject_busy: bool = False


@dataclass(frozen=True, slots=True)
class PersonLimits:
    """How much one person may ask for."""

    per_minute: int
    max_open: int
    max_sessions: int


@dataclass(frozen=True, slots=True)
class AcceptResult:
    """What became of an arrival."""

    outcome: AcceptOutcome
    turn_id: UUID | None
    session_id: UUID | None
    place: int
    retry_after: int


@dataclass(frozen=True, slots=True)
class ClaimedTurn:
    """A turn that this execution now owns, with what an earlier one left behind."""

    turn: Turn
    approvals: list[JsonObject]
    remembered: frozenset[str]
    said: list[tuple[str, str]]
    profile: JsonObject
    handover: JsonObject | None = None  # that people are awaited here, or have it


@dataclass(frozen=True, slots=True)
class EventLine:
    """A committed event as the line that every encoder sends."""

    turn: str
    seq: int
    type: str
    data: bytes


def _text(value: Any) -> str:
    return orjson.dumps(value).decode()


async def accept(conn: Sql, caller: Caller, arrival: Arrival, limits: PersonLimits) -> AcceptResult:
    """Decide on a new message: rate, idempotency, ownership and order, under one lock."""
    row = await conn.fetchrow(
        "select * from batuta.accept_turn($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13)",
        arrival.turn_id,
        caller.org_id,
        caller.user_id,
        arrival.session_id,
        arrival.kind,
        _text(arrival.input.stored()),
        _text(arrival.options.stored()),
        arrival.key,
        arrival.request_hash,
        limits.per_minute,
        limits.max_open,
        limits.max_sessions,
        arrival.reject_busy,
    )
    if row is None:
        raise RuntimeError("accept_turn answers with one row")
    return AcceptResult(
        row["outcome"], row["turn_id"], row["session_id"], row["place"], row["retry_after"]
    )


async def claim(
    pool: asyncpg.Pool, turn_id: UUID, engine_id: str, owner: str
) -> ClaimedTurn | None:
    """Take the turn up under a new attempt; None when it is not this execution's to run."""
    raw = await pool.fetchval(
        "select batuta.claim_turn($1,$2,$3,$4,$5)",
        turn_id,
        engine_id,
        owner,
        HISTORY_MESSAGES,
        HISTORY_CHARACTERS,
    )
    data = cast(JsonObject, orjson.loads(raw))
    if data["outcome"] == "lost":
        raise Fenced(str(turn_id))
    if data["outcome"] == "ended":
        return None
    t = data["turn"]
    caller = Caller(
        UUID(t["user_id"]),
        UUID(t["org_id"]),
        data["user"]["email"],
        frozenset(data["user"]["roles"]),
    )
    turn = Turn(
        id=turn_id,
        session_id=UUID(t["session_id"]),
        caller=caller,
        kind=t["kind"],
        input=TurnInput.read(t["input"]),
        options=TurnOptions.read(t["options"]),
        attempt=t["attempt"],
        last_seq=t["last_seq"],
        cancel_requested=t["cancel_requested"],
        frozen=t["frozen"],
        cursor=data["cursor"] or {},
        preferences=data["preferences"] or {},
        history=[_message(*m) for m in cast(list[Any], data["history"] or [])],
        steps=data["steps"] or {},
    )
    return ClaimedTurn(
        turn,
        data["approvals"] or [],
        frozenset(data["remembered"] or ()),
        [(s[0], s[1] or "") for s in cast(list[Any], data["said"] or [])],
        data["profile"] or {},
        data["handover"],
    )


def _message(
    role: Literal["user", "assistant"], blocks: Any, workflow: str | None, known_as: str
) -> Message:
    return Message(role, read_blocks(blocks), workflow, known_as)


async def prepare(pool: asyncpg.Pool, turn_id: UUID, key: str, result: Any) -> None:
    """Leave a step with a turn that has not begun, as an earlier attempt would have done."""
    await pool.execute(
        "with begun as (update batuta.turns set attempt = 1 where id = $1 and attempt = 0"
        " returning id) insert into batuta.turn_steps (turn_id, key, result)"
        " select id, $2, $3::json from begun",
        turn_id,
        key,
        _text(result),
    )


async def append(
    pool: asyncpg.Pool,
    turn_id: UUID,
    attempt: int,
    after: int,
    at: datetime,
    events: Sequence[tuple[str, bytes]],
    steps: Sequence[tuple[str, bytes]],
) -> bool:
    """Commit events and finished steps; tells whether somebody asked to cancel."""
    cancelled = await pool.fetchval(
        "select batuta.append_turn($1,$2,$3,$4,$5,$6,$7,$8)",
        turn_id,
        attempt,
        after,
        at,
        [kind for kind, _ in events],
        [body.decode() for _, body in events],
        [key for key, _ in steps],
        [result.decode() for _, result in steps],
    )
    if cancelled is None:
        raise Fenced(str(turn_id))
    return cast(bool, cancelled)


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message to be stored, complete; the first one with a title names its session."""

    id: UUID
    role: Literal["user", "assistant"]
    blocks: list[Block]
    workflow: str | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class TurnEnding:
    """All that is written when a turn ends, besides its last events."""

    status: DoneStatus
    error: str | None
    messages: list[NewMessage]
    cursor: JsonObject | None
    usage: list[ModelUsage]
    approvals: list[AskedApproval]


async def finish(
    pool: asyncpg.Pool,
    turn_id: UUID,
    attempt: int,
    after: int,
    at: datetime,
    events: Sequence[tuple[str, bytes]],
    ending: TurnEnding,
) -> UUID | None:
    """Write the end of a turn in one transaction; returns the session's next turn, now running."""
    raw = await pool.fetchval(
        "select batuta.finish_turn($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)",
        turn_id,
        attempt,
        after,
        ending.status,
        ending.error,
        at,
        [kind for kind, _ in events],
        [body.decode() for _, body in events],
        _text(ending.messages),
        None if ending.cursor is None else _text(ending.cursor),
        _text(ending.usage),
        _text(ending.approvals),
    )
    if raw is None:
        raise Fenced(str(turn_id))
    following = orjson.loads(raw)["next"]
    return UUID(following) if following else None


async def name_frozen(dsn: str, turn_id: UUID, attempt: int, *, frozen: bool) -> None:
    """Say that an attempt holds its worker's loop, or does so no more.

    By a link of its own: the pool's links stand still with the loop.
    """
    link = await asyncpg.connect(dsn, server_settings={"role": ROLE})
    try:
        await link.execute(
            "update batuta.turns set frozen = $3"
            " where id = $1 and attempt = $2 and status = 'running'",
            turn_id,
            attempt,
            frozen,
        )
    finally:
        await link.close()


async def cancel(pool: asyncpg.Pool, caller: Caller, turn_id: UUID, at: datetime) -> str:
    """Ask for the end of a turn: `cancelled`, `asked`, `ended` or `not_found`."""
    return cast(
        str,
        await pool.fetchval("select batuta.cancel_turn($1,$2,$3)", turn_id, caller.user_id, at),
    )


@dataclass(frozen=True, slots=True)
class KeyedTurn:
    """The turn that an Idempotency-Key stands for, and the hash of what was sent with it."""

    turn_id: UUID
    request_hash: bytes | None


async def of_key(db: Sql, caller: Caller, key: str) -> KeyedTurn | None:
    """Return what one of the caller's keys stands for, as long as it counts."""
    row = await db.fetchrow(
        "select id, request_hash from batuta.turns where user_id = $1 and org_id = $2"
        " and idempotency_key = $3 and created_at > now() - interval '24 hours'",
        caller.user_id,
        caller.org_id,
        key,
    )
    return KeyedTurn(row["id"], row["request_hash"]) if row else None


async def input_of(db: Sql, caller: Caller, turn_id: UUID) -> TurnInput | None:
    """Return what one of the caller's turns was begun with, as far as it is kept."""
    raw = await db.fetchval(
        "select input from batuta.turns where id = $3 and user_id = $1 and org_id = $2",
        caller.user_id,
        caller.org_id,
        turn_id,
    )
    return TurnInput.read(orjson.loads(raw)) if raw else None


@dataclass(frozen=True, slots=True)
class TurnState:
    """Where a turn stands, for a reader who may see it."""

    id: UUID
    session_id: UUID
    status: TurnStatus
    last_seq: int


async def state_for(pool: asyncpg.Pool, caller: Caller, turn_id: UUID) -> TurnState | None:
    """Find a turn of the caller."""
    return await _state(pool, caller, "id = $3", turn_id)


async def running_in(pool: asyncpg.Pool, caller: Caller, session_id: UUID) -> TurnState | None:
    """Find the turn that runs in one of the caller's sessions."""
    return await _state(pool, caller, "session_id = $3 and status = 'running'", session_id)


async def _state(pool: asyncpg.Pool, caller: Caller, which: str, named: UUID) -> TurnState | None:
    row = await pool.fetchrow(
        "select id, session_id, status, last_seq from batuta.turns"
        f" where user_id = $1 and org_id = $2 and {which}",
        caller.user_id,
        caller.org_id,
        named,
    )
    return None if row is None else TurnState(*row)


async def missing(pool: asyncpg.Pool, watched: Sequence[UUID]) -> list[UUID]:
    """Tell which of these turns do not exist any more."""
    rows = await pool.fetch(
        "select w.id from unnest($1::uuid[]) w (id)"
        " where not exists (select from batuta.turns t where t.id = w.id)",
        watched,
    )
    return [r[0] for r in rows]


async def events_after(
    pool: asyncpg.Pool, watched: Sequence[tuple[UUID, int]], limit: int = 5000
) -> dict[UUID, list[EventLine]]:
    """Read what was committed after each turn's mark, for many turns at once."""
    rows = await pool.fetch(
        "select e.turn_id, e.seq, e.at, e.type, e.body"
        " from unnest($1::uuid[], $2::int[]) w (id, after)"
        " join batuta.turn_events e on e.turn_id = w.id and e.seq > w.after"
        " order by e.turn_id, e.seq limit $3",
        [turn for turn, _ in watched],
        [after for _, after in watched],
        limit,
    )
    found: dict[UUID, list[EventLine]] = {}
    for turn_id, seq, at, kind, body in rows:
        data = render(str(turn_id), seq, at, kind, body.encode())
        found.setdefault(turn_id, []).append(EventLine(str(turn_id), seq, kind, data))
    return found
