"""Looks after those who wait for people: who waits too long is told, who is forgotten goes back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import asyncpg

from agent.people import words
from agent.people.inbox import Resumed, let_go
from agent.people.teams import TeamDirectory
from contracts.events import Done, Handover, Text, TurnStart
from contracts.messages import new_id
from store import handovers
from store.handovers import HandoverRecord, NewStaffMessage, Reach
from store.sql import Sql


async def look_after(pool: asyncpg.Pool, teams: TeamDirectory, hours: int) -> list[Resumed]:
    """Tell and take back what is due; returns the turns by which the assistant goes on.

    Any number of workers may do so at once: each conversation is held while it is looked at.
    """
    resumed: list[Resumed] = []
    for due in await handovers.overdue(pool, hours):
        if not (_is_late(due, teams) or _is_forgotten(due, hours)):
            continue
        async with pool.acquire() as db, db.transaction():
            known = await handovers.hold(db, Reach(due.org_id, None), due.id)
            if known is None or known.ended_at is not None:
                continue
            if _is_forgotten(known, hours):
                resumed.append(await let_go(db, known, "expired"))
            elif _is_late(known, teams):
                await _tell_late(db, known, teams)
    return resumed


def _is_late(known: HandoverRecord, teams: TeamDirectory) -> bool:
    """Tell whether somebody waits for longer than their team means, while it is there."""
    if known.status != "waiting" or known.told_late:
        return False
    team, now = teams.of(known.team), datetime.now(UTC)
    there = team.hours is None or team.hours.is_open(now)
    return there and now - known.waits_since > timedelta(minutes=team.wait_minutes)


def _is_forgotten(known: HandoverRecord, hours: int) -> bool:
    moments = (known.waits_since, known.taken_at, known.spoken_at)
    last = max(moment for moment in moments if moment is not None)
    return datetime.now(UTC) - last > timedelta(hours=hours)


async def _tell_late(db: Sql, known: HandoverRecord, teams: TeamDirectory) -> None:
    await handovers.note_late(db, known.id)
    message_id, text = new_id(), words.late(known.language)
    title = teams.title(known.team, known.language)
    events = [
        TurnStart(session=str(known.session_id), message_id=str(message_id)),
        Handover(
            status="waiting",
            team=known.team,
            title=title,
            late=True,
            place=await handovers.place_of(db, known.id),
        ),
        Text(message_id=str(message_id), content=text),
        Done(status="finished", message_id=str(message_id)),
    ]
    message = NewStaffMessage(message_id, [{"type": "text", "text": text}])
    await handovers.tell(db, known.session_id, new_id(), datetime.now(UTC), events, message)
