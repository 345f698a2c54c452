"""What the staff does in the queue: look, read, take, answer, pass on, hand back, close.

Who is of a team sees that team's conversations, an administrator all of the organisation's. Each
command holds the conversation while it looks and acts, so that of two the first one counts.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal
from uuid import UUID, uuid5

import asyncpg

from agent.people.teams import TeamDirectory
from contracts.blocks import Block, HandoverBlock, StaffBlock
from contracts.errors import Conflict, Expired, InvalidRequest, NotFound, RateLimited
from contracts.events import Done, Event, Handover, HandoverStatus, StaffMessage, TurnStart
from contracts.messages import Caller, EndedHandover, new_id
from language.suggestions import meant
from store import audit, handovers, staff, users
from store.handovers import HandoverRecord, NewStaffMessage, QueuedHandover, Reach
from store.sessions import StoredMessage
from store.sql import Sql
from store.staff import StaffMember

REREAD_MINUTES = 10  # so long one opening of a conversation counts as one reading
REPLIES_PER_MINUTE = 60
SHOWN_MESSAGES = 200
ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class StaffDesk:
    """Somebody of the staff at the queue: who they are, and what they may see."""

    caller: Caller
    member: StaffMember

    @property
    def reach(self) -> Reach:
        everything = ADMIN in self.caller.roles
        return Reach(self.caller.org_id, None if everything else self.member.teams)


@dataclass(frozen=True, slots=True)
class OpenedHandover:
    """A conversation as its reader sees it."""

    queued: QueuedHandover
    messages: Sequence[StoredMessage]
    readers: Sequence[tuple[str, datetime]]


@dataclass(frozen=True, slots=True)
class Resumed:
    """A turn by which the assistant goes on; one that `starts` may run at once."""

    turn_id: UUID
    starts: bool


async def desk_of(db: Sql, caller: Caller) -> StaffDesk:
    """Return where somebody of the staff sits; whoever looks at the queue is there."""
    await staff.seen(db, caller)
    return StaffDesk(caller, await staff.member(db, caller))


async def read(
    pool: asyncpg.Pool, desk: StaffDesk, handover_id: UUID, after: int
) -> OpenedHandover:
    """Show a conversation, or what is new in it; the reading is written down."""
    async with pool.acquire() as db, db.transaction():
        found = await handovers.find(db, desk.reach, handover_id)
        if found is None:
            raise none_of_yours()
        reader = desk.caller.user_id
        if await handovers.note_reading(db, handover_id, reader, REREAD_MINUTES):
            await _record(db, desk, "handover.read", handover_id)
        said = await handovers.messages(db, found.handover, after, SHOWN_MESSAGES)
        known = await handovers.readers(db, handover_id)
        emails = await users.emails(db, desk.caller.org_id, [who for who, _ in known])
    named = [(emails.get(str(who), ""), at) for who, at in known]
    return OpenedHandover(found, said, named)


async def take(
    pool: asyncpg.Pool, desk: StaffDesk, teams: TeamDirectory, handover_id: UUID
) -> HandoverRecord:
    """Take a conversation, and tell the person; one that somebody else has taken stays theirs."""
    async with _held(pool, desk, handover_id) as (db, known):
        _require_open(known)
        if known.staff is not None and known.status == "taken":
            if known.staff == desk.caller.user_id:
                return known
            raise Conflict(f"{await _called(db, known)} has taken this conversation")
        await handovers.take(db, known.id, desk.caller.user_id, desk.member.name)
        await _tell_status(db, known, teams, "taken", desk.member.name)
        await _record(db, desk, "handover.taken", known.id, {"team": known.team})
        return await _again(db, known)


async def reply(
    pool: asyncpg.Pool,
    desk: StaffDesk,
    teams: TeamDirectory,
    handover_id: UUID,
    text: str,
    key: str | None,
) -> int:
    """Answer in a conversation that is one's own; sent again with the same key it is said once."""
    message_id = uuid5(handover_id, f"{desk.caller.user_id}/{key}") if key else new_id()
    async with _held(pool, desk, handover_id) as (db, known):
        if key and (no := await handovers.is_told(db, message_id)) is not None:
            return no
        await _require_own(db, desk, known)
        wait = await handovers.use_reply(db, desk.caller.user_id, REPLIES_PER_MINUTE)
        if wait:
            raise RateLimited(f"too many answers; try again in {wait} s", retry_after=wait)
        title, name = teams.title(known.team, known.language), known.staff_name
        block: StaffBlock = {
            "type": "staff", "text": text, "team": known.team, "title": title, "name": name,
        }  # fmt: skip
        event = StaffMessage(
            message_id=str(message_id), text=text, team=known.team, title=title, name=name
        )
        await handovers.spoke(db, known.id)
        return await _tell(db, known, event, message_id, block)


async def pass_on(
    pool: asyncpg.Pool,
    desk: StaffDesk,
    teams: TeamDirectory,
    handover_id: UUID,
    team: str,
    known_teams: Collection[str],
) -> HandoverRecord:
    """Let a conversation wait for another team, or for somebody else of the same one."""
    if team not in known_teams:
        listed = ", ".join(known_teams)
        raise InvalidRequest(
            f"there is no team '{team}'{meant(team, known_teams)}; there are: {listed}"
        )
    async with _held(pool, desk, handover_id) as (db, known):
        _require_open(known)
        if known.status == "waiting" and known.team == team:
            return known
        await handovers.pass_on(db, known.id, team)
        await _tell_status(db, known, teams, "waiting", None, team)
        facts = {"from": known.team, "to": team}
        await _record(db, desk, "handover.passed", known.id, facts)
        return await _again(db, known)


async def end(
    pool: asyncpg.Pool, desk: StaffDesk, handover_id: UUID, how: Literal["returned", "closed"]
) -> Resumed | None:
    """Hand a conversation back to the assistant, or close it; None if that was done already."""
    async with _held(pool, desk, handover_id) as (db, known):
        if known.status == how and known.staff == desk.caller.user_id:
            return None
        _require_open(known)
        if known.status == "taken":
            await _require_own(db, desk, known)
        action = "handover.returned" if how == "returned" else "handover.closed"
        await _record(db, desk, action, known.id, {"team": known.team})
        return await let_go(db, known, how)


async def let_go(
    db: Sql, known: HandoverRecord, how: Literal["returned", "closed", "expired"]
) -> Resumed:
    """End a handover that is held, and let the assistant go on behind what is on record."""
    await handovers.end(db, known.id, how)
    ended: EndedHandover = {"team": known.team, "how": how, "name": known.staff_name}
    turn_id = new_id()
    starts = await handovers.proceed(db, known.session_id, turn_id, ended)
    return Resumed(turn_id, starts)


# --- what the commands share --------------------------------------------------------------------


@asynccontextmanager
async def _held(
    pool: asyncpg.Pool, desk: StaffDesk, handover_id: UUID
) -> AsyncGenerator[tuple[Any, HandoverRecord]]:
    """Hold a conversation until what is done about it is committed."""
    try:
        async with pool.acquire() as db, db.transaction():
            known = await handovers.hold(db, desk.reach, handover_id)
            if known is None:
                raise none_of_yours()
            yield db, known
    except asyncpg.DeadlockDetectedError:
        raise Conflict("something else happened in this conversation; try again") from None


def _require_open(known: HandoverRecord) -> None:
    if known.ended_at is not None:
        raise Expired("this conversation is with the assistant again; it cannot be answered here")


async def _require_own(db: Sql, desk: StaffDesk, known: HandoverRecord) -> None:
    _require_open(known)
    if known.status != "taken":
        raise Conflict("take the conversation first")
    if known.staff != desk.caller.user_id:
        raise Conflict(f"{await _called(db, known)} has taken this conversation")


async def _called(db: Sql, known: HandoverRecord) -> str:
    """Name who has a conversation, for others of the staff."""
    staff_id = known.staff
    emails = await users.emails(db, known.org_id, [staff_id] if staff_id else [])
    email = emails.get(str(staff_id), "somebody else")
    return f"{known.staff_name} ({email})" if known.staff_name else email


async def _again(db: Sql, known: HandoverRecord) -> HandoverRecord:
    """Return what became of it, also where it is out of one's own reach now."""
    found = await handovers.find(db, Reach(known.org_id, None), known.id)
    return known if found is None else found.handover


async def _tell_status(
    db: Sql,
    known: HandoverRecord,
    teams: TeamDirectory,
    status: HandoverStatus,
    name: str | None,
    team: str | None = None,
) -> None:
    """Tell the person who has the conversation now."""
    team = team or known.team
    title = teams.title(team, known.language)
    block: HandoverBlock = {
        "type": "handover", "status": status, "team": team, "title": title, "name": name,
    }  # fmt: skip
    await _tell(
        db, known, Handover(status=status, team=team, title=title, name=name), new_id(), block
    )


async def _tell(
    db: Sql, known: HandoverRecord, event: Event, message_id: UUID, block: Block
) -> int:
    events = [
        TurnStart(session=str(known.session_id), message_id=str(message_id)),
        event,
        Done(status="finished", message_id=str(message_id)),
    ]
    message = NewStaffMessage(message_id, [block])
    at = datetime.now(UTC)
    return await handovers.tell(db, known.session_id, new_id(), at, events, message)


async def _record(
    db: Sql,
    desk: StaffDesk,
    action: audit.Action,
    handover_id: UUID,
    detail: dict[str, str] | None = None,
) -> None:
    """Write down what somebody of the staff did, by ids and teams alone."""
    who = desk.caller
    await audit.record(
        db, action, subject=handover_id, actor=who.user_id, detail=detail, org=who.org_id
    )


def none_of_yours() -> NotFound:
    """Say that there is no such conversation, for who asks."""
    return NotFound("no conversation of your teams has this id")
