"""What a person is told of people who have their conversation."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field

from contracts.messages import Caller
from server.runtime import Runtime
from store import handovers


class SessionHandover(BaseModel):
    """People who are awaited in a conversation, or have it."""

    status: Literal["waiting", "taken"]
    team: str
    title: str = Field(description="The team's title, in the conversation's language.")
    name: str | None = Field(description="Of whoever answers, as they are called.")
    place: int | None = Field(description="Place in the team's queue, from 1.")
    open: bool = Field(description="Whether anybody of the team is there now.")
    opens_at: datetime | None
    since: datetime


async def session_handover(
    here: Runtime, known: Caller, session_id: UUID
) -> SessionHandover | None:
    """Tell who has a conversation of the caller's; None: the assistant."""
    found = await handovers.open_in(here.pool, known, session_id)
    if found is None:
        return None
    standing = await here.teams.standing(here.pool, known.org_id, found.team, found.language)
    return SessionHandover(
        status="taken" if found.status == "taken" else "waiting",
        team=found.team,
        title=standing.title,
        name=found.staff_name,
        place=await handovers.place_of(here.pool, found.id),
        open=standing.open,
        opens_at=standing.opens_at,
        since=found.taken_at or found.waits_since,
    )
