"""A conversation as it was, for who makes a test of it: words, states, what tools gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

import orjson

from contracts.blocks import Block, read_blocks
from contracts.json import JsonObject
from contracts.messages import TurnKind, TurnStatus
from store.sql import Sql, SqlRow


@dataclass(frozen=True, slots=True)
class VisitedState:
    """A state of a workflow that a turn has entered."""

    workflow: str
    state: str


@dataclass(slots=True)
class TranscriptTurn:
    """One turn: what was sent, what came of it, and what it began with."""

    id: UUID
    kind: TurnKind
    status: TurnStatus
    visited: list[VisitedState] = field(default_factory=list[VisitedState])
    asked: list[Block] = field(default_factory=list[Block])  # as the guards let it through
    answered: list[Block] = field(default_factory=list[Block])
    steps: JsonObject = field(default_factory=JsonObject)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A conversation up to a turn."""

    user_id: UUID
    email: str
    turns: list[TranscriptTurn]


async def up_to(db: Sql, turn_id: UUID, steps: Sequence[str]) -> Transcript | None:
    """Read the conversation of a turn up to it, whoever it belongs to; None if it is not known.

    Of what its turns have kept, the steps of these keys come along.
    """
    rows = await db.fetch(
        "select t.id, t.kind, t.status, t.user_id, u.email"
        " from batuta.turns last join batuta.turns t"
        " on t.session_id = last.session_id and t.no <= last.no"
        " join batuta.users u on u.id = t.user_id where last.id = $1 order by t.no",
        turn_id,
    )
    if not rows:
        return None
    turns = {row["id"]: _turn(row) for row in rows}
    await _fill(db, turns, steps)
    return Transcript(rows[0]["user_id"], rows[0]["email"], list(turns.values()))


def _turn(row: SqlRow) -> TranscriptTurn:
    return TranscriptTurn(row["id"], row["kind"], row["status"])


async def _fill(db: Sql, turns: Mapping[UUID, TranscriptTurn], keys: Sequence[str]) -> None:
    ids = list(turns)
    entered = await db.fetch(
        "select turn_id, body from batuta.turn_events where turn_id = any($1) and type = 'state'"
        " order by turn_id, seq",
        ids,
    )
    for row in entered:
        told = orjson.loads(row["body"])
        turns[row["turn_id"]].visited.append(VisitedState(told["workflow"], told["state"]))
    messages = await db.fetch(
        "select turn_id, role, blocks from batuta.messages where turn_id = any($1) order by no", ids
    )
    for row in messages:
        turn = turns[row["turn_id"]]
        side = turn.asked if row["role"] == "user" else turn.answered
        side += read_blocks(orjson.loads(row["blocks"]))
    steps = await db.fetch(
        "select turn_id, key, result from batuta.turn_steps"
        " where turn_id = any($1) and key = any($2)",
        ids,
        keys,
    )
    for row in steps:
        turns[row["turn_id"]].steps[row["key"]] = orjson.loads(row["result"])
