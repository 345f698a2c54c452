"""Handovers: conversations that wait for people, or that people have taken over."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

import orjson

from contracts.blocks import Block
from contracts.events import Event, HandoverEnding, HandoverStatus
from contracts.messages import Caller, EndedHandover
from store.sessions import StoredMessage
from store.sql import Sql, SqlRow, plain

Opened = Literal["waiting", "full", "several", "gone"]
HandoverView = Literal["mine", "unassigned", "open", "ended"]
_COLUMNS = """h.id, h.org_id, h.user_id, h.session_id, h.turn_id, h.team, h.workflow, h.language,
  h.status, h.staff, h.staff_name, h.waits_since, h.heard_at, h.spoken_at, h.told_late, h.last_no,
  h.created_at, h.taken_at, h.ended_at"""
_ORG = "h.org_id = $1 and ($2::text[] is null or h.team = any ($2::text[]))"


@dataclass(frozen=True, slots=True)
class HandoverRecord:
    """A conversation that people were asked to take over, and what became of it."""

    id: UUID
    org_id: UUID
    user_id: UUID
    session_id: UUID
    turn_id: UUID
    team: str
    workflow: str | None
    language: Literal["en", "pt"]
    status: HandoverStatus
    staff: UUID | None
    staff_name: str | None
    waits_since: datetime
    heard_at: datetime
    spoken_at: datetime | None
    told_late: bool
    last_no: int | None
    created_at: datetime
    taken_at: datetime | None
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class QueuedHandover:
    """A handover as the queue shows it, with who asks and the conversation's title."""

    handover: HandoverRecord
    person: str
    title: str | None


@dataclass(frozen=True, slots=True)
class Reach:
    """Which conversations of an organisation somebody may see: those of some teams, or all."""

    org_id: UUID
    teams: Collection[str] | None

    @property
    def values(self) -> tuple[UUID, list[str] | None]:
        return self.org_id, None if self.teams is None else list(self.teams)


async def begin(
    db: Sql,
    handover_id: UUID,
    turn_id: UUID,
    team: str,
    workflow: str | None,
    language: str,
    most_waiting: int,
    most_own: int,
) -> Opened:
    """Let a turn's conversation wait for people; done already, it changes nothing."""
    return await db.fetchval(
        "select batuta.open_handover($1,$2,$3,$4,$5,$6,$7)",
        handover_id,
        turn_id,
        team[:100],
        workflow,
        language,
        most_waiting,
        most_own,
    )


async def place_of(db: Sql, handover_id: UUID) -> int | None:
    """Return the place in its team's queue, from 1; None if it does not wait."""
    return await db.fetchval(
        "select count(*)::int from batuta.handovers w, batuta.handovers h where h.id = $1"
        " and h.status = 'waiting' and w.org_id = h.org_id and w.team = h.team"
        " and w.status = 'waiting' and w.waits_since <= h.waits_since having count(*) > 0",
        handover_id,
    )


async def open_in(db: Sql, caller: Caller, session_id: UUID) -> HandoverRecord | None:
    """Return the open handover of one of the caller's own conversations."""
    row = await db.fetchrow(
        f"select {_COLUMNS} from batuta.handovers h where h.session_id = $1 and h.user_id = $2"
        " and h.org_id = $3 and h.ended_at is null",
        session_id,
        caller.user_id,
        caller.org_id,
    )
    return None if row is None else _record(row)


async def find(db: Sql, reach: Reach, handover_id: UUID) -> QueuedHandover | None:
    """Find a handover within somebody's reach."""
    rows = await _queued(db, reach, "h.id = $3", "limit 1", handover_id)
    return rows[0] if rows else None


async def hold(db: Sql, reach: Reach, handover_id: UUID) -> HandoverRecord | None:
    """Find a handover and keep others from it, and from its conversation, until the commit.

    The conversation first: whoever deletes it, or says something in it, takes the locks so too.
    """
    await db.execute(
        "select from batuta.sessions where id = (select h.session_id from batuta.handovers h"
        f" where {_ORG} and h.id = $3) for no key update",
        *reach.values,
        handover_id,
    )
    row = await db.fetchrow(
        f"select {_COLUMNS} from batuta.handovers h where {_ORG} and h.id = $3 for update",
        *reach.values,
        handover_id,
    )
    return None if row is None else _record(row)


async def listed(
    db: Sql,
    reach: Reach,
    view: HandoverView,
    reader: UUID,
    team: str | None,
    limit: int,
    before: datetime | None,
) -> list[QueuedHandover]:
    """Return a part of the queue: who waits longest first; of what has ended the latest first."""
    which = {
        "mine": "h.ended_at is null and h.staff = $3",
        "unassigned": "h.status = 'waiting'",
        "open": "h.ended_at is null",
        "ended": "h.ended_at is not null",
    }[view]
    order = "h.ended_at desc" if view == "ended" else "h.status desc, h.waits_since"
    return await _queued(
        db,
        reach,
        f"{which} and $3::uuid is not null and ($4::text is null or h.team = $4)"
        " and ($5::timestamptz is null or h.ended_at < $5)",
        f"order by {order} limit $6",
        reader,
        team,
        before,
        limit,
    )


async def _queued(
    db: Sql, reach: Reach, where: str, order: str, *values: object
) -> list[QueuedHandover]:
    rows = await db.fetch(
        f"select {_COLUMNS}, u.email as person, s.title from batuta.handovers h"
        " join batuta.users u on u.id = h.user_id join batuta.sessions s on s.id = h.session_id"
        f" where {_ORG} and {where} {order}",
        *reach.values,
        *values,
    )
    return [QueuedHandover(_record(row), row["person"], row["title"]) for row in rows]


@dataclass(frozen=True, slots=True)
class QueueCount:
    """How many conversations of a team wait, how many have somebody, and how many are one's own."""

    team: str
    waiting: int
    taken: int
    mine: int
    oldest: datetime | None


async def counts(db: Sql, reach: Reach, reader: UUID) -> list[QueueCount]:
    """Count the open handovers by team."""
    rows = await db.fetch(
        "select h.team, count(*) filter (where h.status = 'waiting')::int as waiting,"
        " count(*) filter (where h.status = 'taken')::int as taken,"
        " count(*) filter (where h.staff = $3)::int as mine,"
        " min(h.waits_since) filter (where h.status = 'waiting') as oldest"
        f" from batuta.handovers h where {_ORG} and h.ended_at is null group by 1 order by 1",
        *reach.values,
        reader,
    )
    return [QueueCount(**plain(row)) for row in rows]


async def messages(
    db: Sql, handover: HandoverRecord, after: int, limit: int
) -> list[StoredMessage]:
    """Return the newest messages of a conversation after a number, oldest first.

    What was said after the handover had ended is no part of it.
    """
    rows = await db.fetch(
        "select id, turn_id, no, role, blocks, workflow, created_at from batuta.messages"
        " where session_id = $1 and org_id = $2 and no > $3 and no <= coalesce($4, no)"
        " order by no desc limit $5",
        handover.session_id,
        handover.org_id,
        after,
        handover.last_no,
        limit,
    )
    return [StoredMessage(**plain(r) | {"blocks": orjson.loads(r["blocks"])}) for r in rows[::-1]]


async def note_reading(db: Sql, handover_id: UUID, reader: UUID, minutes: int) -> bool:
    """Write down that somebody reads a conversation, unless they did so a moment ago."""
    tag = await db.execute(
        "insert into batuta.handover_readings (handover_id, reader) select $1, $2"
        " where not exists (select from batuta.handover_readings where handover_id = $1"
        " and reader = $2 and at > now() - make_interval(mins => $3))",
        handover_id,
        reader,
        minutes,
    )
    return tag.endswith(" 1")


async def readers(db: Sql, handover_id: UUID) -> list[tuple[UUID, datetime]]:
    """Return who has read a conversation, and when last."""
    rows = await db.fetch(
        "select reader, max(at) as at from batuta.handover_readings where handover_id = $1"
        " group by 1 order by 2",
        handover_id,
    )
    return [(row["reader"], row["at"]) for row in rows]


async def take(db: Sql, handover_id: UUID, staff: UUID, name: str | None) -> None:
    """Give a conversation to somebody of the staff."""
    await db.execute(
        "update batuta.handovers set status = 'taken', staff = $2, staff_name = $3,"
        " taken_at = now(), spoken_at = null where id = $1",
        handover_id,
        staff,
        name,
    )


async def pass_on(db: Sql, handover_id: UUID, team: str) -> None:
    """Let a conversation wait for another team, at the end of its queue."""
    await db.execute(
        "update batuta.handovers set status = 'waiting', team = $2, staff = null,"
        " staff_name = null, taken_at = null, told_late = false,"
        " waits_since = clock_timestamp() where id = $1",
        handover_id,
        team,
    )


async def end(db: Sql, handover_id: UUID, how: HandoverEnding) -> bool:
    """Close a handover; false if it had ended."""
    tag = await db.execute(
        "update batuta.handovers h set status = $2, ended_at = now(), last_no = s.last_no"
        " from batuta.sessions s where h.id = $1 and s.id = h.session_id and h.ended_at is null",
        handover_id,
        how,
    )
    return tag == "UPDATE 1"


async def heard(db: Sql, handover_id: UUID) -> None:
    """Note that the person has said something."""
    await db.execute("update batuta.handovers set heard_at = now() where id = $1", handover_id)


async def spoke(db: Sql, handover_id: UUID) -> None:
    """Note that the staff has said something."""
    await db.execute("update batuta.handovers set spoken_at = now() where id = $1", handover_id)


@dataclass(frozen=True, slots=True)
class NewStaffMessage:
    """A message of the staff, to be stored with what is told of it."""

    id: UUID
    blocks: Sequence[Block]


async def tell(
    db: Sql,
    session_id: UUID,
    turn_id: UUID,
    at: datetime,
    events: Sequence[Event],
    message: NewStaffMessage | None,
) -> int:
    """Tell a conversation something as a turn of its own; returns the newest message's number."""
    return await db.fetchval(
        "select batuta.tell_session($1,$2,$3,$4,$5,$6,$7)",
        turn_id,
        session_id,
        at,
        [event.type_name for event in events],
        [event.body().decode() for event in events],
        None if message is None else message.id,
        None if message is None else orjson.dumps(message.blocks).decode(),
    )


async def use_reply(db: Sql, staff: UUID, per_minute: int) -> int:
    """Count one more answer of somebody; returns the seconds they must wait first, else 0."""
    await db.execute("select pg_advisory_xact_lock(hashtextextended($1::text, 24))", str(staff))
    wait = await db.fetchval("select batuta.seconds_to_wait($1, 'reply', $2)", staff, per_minute)
    if not wait:
        await db.execute(
            "insert into batuta.recent_uses (user_id, kind) values ($1, 'reply')", staff
        )
    return wait


async def proceed(db: Sql, session_id: UUID, turn_id: UUID, ended: EndedHandover) -> bool:
    """Let the assistant go on by a turn of its own; tells whether that can run at once."""
    return await db.fetchval(
        "select batuta.continue_session($1,$2,$3)",
        turn_id,
        session_id,
        orjson.dumps({"handover": ended}).decode(),
    )


async def is_told(db: Sql, message_id: UUID) -> int | None:
    """Return the number of a message of the staff, if it was stored before."""
    return await db.fetchval("select no from batuta.messages where id = $1", message_id)


async def overdue(db: Sql, hours: int, limit: int = 100) -> list[HandoverRecord]:
    """Return what waits to be looked after: told of no delay yet, or left alone for too long."""
    rows = await db.fetch(
        f"select {_COLUMNS} from batuta.handovers h where h.ended_at is null"
        " and ((h.status = 'waiting' and not h.told_late)"
        " or greatest(h.waits_since, h.taken_at, h.spoken_at) < now() - make_interval(hours => $1))"
        " order by h.waits_since limit $2",
        hours,
        limit,
    )
    return [_record(row) for row in rows]


async def note_late(db: Sql, handover_id: UUID) -> None:
    """Note that the person was told of the delay."""
    await db.execute("update batuta.handovers set told_late = true where id = $1", handover_id)


@dataclass(frozen=True, slots=True)
class UnaskedTurn:
    """A turn that nobody has sent: of the staff, or of the assistant that goes on by itself."""

    id: UUID
    session_id: UUID
    no: int
    ended: bool


async def with_assistant(db: Sql, sessions: Sequence[UUID]) -> set[UUID]:
    """Tell which of these conversations people neither have nor are awaited in."""
    rows = await db.fetch(
        "select w.id from unnest($1::uuid[]) w (id) where not exists"
        " (select from batuta.handovers h where h.session_id = w.id and h.ended_at is null)",
        sessions,
    )
    return {row["id"] for row in rows}


async def unasked_after(
    db: Sql, followed: Sequence[tuple[UUID, int]], limit: int = 200
) -> list[UnaskedTurn]:
    """Return the turns that came by themselves after a mark, for many conversations at once."""
    rows = await db.fetch(
        "select t.id, t.session_id, t.no, t.status not in ('running', 'queued') as ended"
        " from unnest($1::uuid[], $2::bigint[]) w (session_id, after)"
        " join batuta.turns t on t.session_id = w.session_id and t.no > w.after"
        " where t.kind = 'people' order by t.no limit $3",
        [session for session, _ in followed],
        [after for _, after in followed],
        limit,
    )
    return [UnaskedTurn(**plain(row)) for row in rows]


@dataclass(frozen=True, slots=True)
class SessionMark:
    """How far somebody has read a conversation: up to a turn, which may be one of ours."""

    no: int
    last_seq: int = 0
    unasked: bool = False
    ended: bool = True


async def mark_of(db: Sql, caller: Caller, session_id: UUID, turn_id: UUID | None) -> SessionMark:
    """Return the mark of a turn of the caller's conversation, or of its newest one."""
    row = await db.fetchrow(
        "select no, last_seq, kind = 'people' as unasked,"
        " status not in ('running', 'queued') as ended from batuta.turns where session_id = $1"
        " and user_id = $2 and org_id = $3 and ($4::uuid is null or id = $4)"
        " order by no desc limit 1",
        session_id,
        caller.user_id,
        caller.org_id,
        turn_id,
    )
    return SessionMark(0) if row is None else SessionMark(**plain(row))


def _record(row: SqlRow) -> HandoverRecord:
    known = plain(row)
    return HandoverRecord(**{name: known[name] for name in HandoverRecord.__slots__})
