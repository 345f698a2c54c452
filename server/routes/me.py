"""The caller's own: who they are, their preferences, what they have used."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal
from zoneinfo import available_timezones

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, ConfigDict, Field, field_validator

from contracts.messages import Caller
from server.routes.dependencies import caller
from server.runtime import Runtime, runtime
from store import me

router = APIRouter(prefix="/me", tags=["me"])
Known = Annotated[Caller, Depends(caller)]
Here = Annotated[Runtime, Depends(runtime)]


class Me(BaseModel):
    """Who the token belongs to."""

    id: str
    org: str
    email: str
    roles: list[str]


class Preferences(BaseModel):
    """How the person wants to be served. Unknown fields are refused, so that a typo is noticed."""

    model_config = ConfigDict(extra="forbid")

    autonomous: bool = Field(default=False, description="Tools that ask run without asking.")
    language: Literal["en", "pt"] | None = Field(default=None, description="Language of the pages.")
    timezone: str | None = Field(
        default=None, max_length=64, description="IANA name, such as America/Recife."
    )
    show_memory: bool = Field(default=False, description="Tell what was remembered or used.")

    @field_validator("timezone")
    @classmethod
    def known(cls, value: str | None) -> str | None:
        """Refuse a zone nobody knows."""
        if value is not None and value not in available_timezones():
            raise ValueError("not a known time zone; use a name such as America/Sao_Paulo")
        return value


class UsageDay(BaseModel):
    """One model's calls of one day; cost is null where a price is unknown."""

    day: str
    model: str
    calls: int
    input: int
    output: int
    cached: int
    cost_usd: float | None


class UsageOut(BaseModel):
    """Consumption by day and model, and its sum."""

    days: list[UsageDay]
    total: dict[str, Any]


@router.get("")
async def whoami(known: Known) -> Me:
    """Tell who you are."""
    return Me(
        id=str(known.user_id),
        org=str(known.org_id),
        email=known.email,
        roles=sorted(known.roles),
    )


@router.get("/preferences")
async def preferences(known: Known, here: Here) -> Preferences:
    """Return your preferences."""
    return Preferences.model_validate(await me.preferences(here.pool, known))


@router.put("/preferences")
async def set_preferences(body: Preferences, known: Known, here: Here) -> Preferences:
    """Replace your preferences; they hold from the next message on."""
    await me.set_preferences(here.pool, known, body.model_dump(exclude_none=True))
    return body


@router.get("/usage")
async def usage(
    known: Known, here: Here, days: Annotated[int, Query(ge=1, le=366)] = 30
) -> UsageOut:
    """Return what you have used."""
    rows = await me.usage(here.pool, known, datetime.now(UTC) - timedelta(days=days))
    costs = [r["cost_usd"] for r in rows]
    total = {key: sum(r[key] for r in rows) for key in ("calls", "input", "output", "cached")}
    return UsageOut(
        days=[UsageDay(**r) for r in rows],
        total=total | {"cost_usd": None if None in costs else sum(costs)},
    )
