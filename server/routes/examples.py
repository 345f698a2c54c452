"""The texts that moderators have settled and the guards hold to."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query

from agent.moderation.audit import record_action
from contracts.errors import NotFound
from server.limits.admission import ClosedRoute
from server.routes.dependencies import ModeratorDep, RuntimeDep
from server.routes.examples_forms import ExampleList, ExampleOut
from store import examples

router = APIRouter(prefix="/guard-examples", tags=["moderation"], route_class=ClosedRoute)


@router.get("")
async def list_(
    known: ModeratorDep,
    here: RuntimeDep,
    kind: Literal["allow", "block"] | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    after: UUID | None = None,
) -> ExampleList:
    """List the examples that your organisation's guards hold to, but those of your own words."""
    found = await examples.active(here.pool, known.org_id, kind, limit, after, known.user_id)
    return ExampleList(
        examples=[
            ExampleOut(
                id=e.id,
                kind=e.kind,
                stage=e.stage,
                category=e.category,
                kept=e.text is not None,
                case=e.case_id,
                made_by=e.made_by,
                created_at=e.created_at,
                updated_at=e.updated_at,
                hits=e.hits,
                last_hit_at=e.last_hit_at,
            )
            for e in found
        ],
        next=found[-1].id if len(found) == limit else None,
    )


@router.delete("/{example_id}", status_code=204)
async def remove(example_id: UUID, known: ModeratorDep, here: RuntimeDep) -> None:
    """Put an example out of use: the guards decide by themselves again within seconds."""
    async with here.pool.acquire() as db, db.transaction():
        if not await examples.remove(db, known.org_id, example_id, known.user_id):
            raise NotFound("your organisation has no guard example of this id")
        await record_action(db, known, "example.removed", example_id)
