"""The caller's own: who they are, their preferences, what they have used."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Query

from server.limits.admission import ClosedRoute
from server.routes.dependencies import CallerDep, RuntimeDep
from server.routes.me_forms import Me, Preferences, UsageOut, UsageTotal
from store import me

router = APIRouter(prefix="/me", tags=["me"], route_class=ClosedRoute)


@router.get("")
async def whoami(known: CallerDep, here: RuntimeDep) -> Me:
    """Tell who you are, and what a page should know before it shows anything."""
    organisation, chosen = await me.standing(here.pool, known)
    return Me(
        org_name=organisation,
        language=Preferences.model_validate(chosen).language,
        keyless=here.models.is_keyless(),
        id=str(known.user_id),
        org=str(known.org_id),
        email=known.email,
        roles=sorted(known.roles),
    )


@router.get("/preferences")
async def preferences(known: CallerDep, here: RuntimeDep) -> Preferences:
    """Return your preferences."""
    return Preferences.model_validate(await me.preferences(here.pool, known))


@router.put("/preferences")
async def set_preferences(body: Preferences, known: CallerDep, here: RuntimeDep) -> Preferences:
    """Replace your preferences; they hold from the next message on."""
    await me.set_preferences(here.pool, known, body.to_store())
    return body


@router.get("/usage")
async def usage(
    known: CallerDep, here: RuntimeDep, days: Annotated[int, Query(ge=1, le=366)] = 30
) -> UsageOut:
    """Return what you have used."""
    rows = await me.usage(here.pool, known, datetime.now(UTC) - timedelta(days=days))
    costs = [row.cost_usd for row in rows]
    total = UsageTotal(
        calls=sum(row.calls for row in rows),
        input=sum(row.input for row in rows),
        output=sum(row.output for row in rows),
        cached=sum(row.cached for row in rows),
        cost_usd=None if None in costs else sum(cost for cost in costs if cost is not None),
    )
    return UsageOut(days=rows, total=total)
