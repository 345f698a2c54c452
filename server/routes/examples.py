"""The texts that moderators have settled and the guards hold to."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from agent.moderation.audit import record_action
from contracts.errors import NotFound
from server.limits.admission import ClosedRoute
from server.routes.case_queue_forms import NameText
from server.routes.dependencies import ModeratorDep, RuntimeDep
from server.routes.examples_forms import ExampleList, example_out
from store import examples
from store.examples import ExampleFilter, ExampleKind, ExampleStage

router = APIRouter(prefix="/guard-examples", tags=["moderation"], route_class=ClosedRoute)


@router.get("")
async def list_(
    known: ModeratorDep,
    here: RuntimeDep,
    kind: ExampleKind | None = None,
    category: NameText | None = None,
    stage: ExampleStage | None = None,
    met: Annotated[bool | None, Query(description="Whether it has ever settled a text.")] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    after: UUID | None = None,
) -> ExampleList:
    """List what your organisation's guards hold to, the latest first, but your own words."""
    wanted = ExampleFilter(kind, category, stage, met)
    found = await examples.page(here.pool, known.org_id, known.user_id, wanted, limit, after)
    return ExampleList(
        examples=[example_out(each) for each in found],
        next=found[-1].id if len(found) == limit else None,
    )


@router.delete("/{example_id}", status_code=204)
async def remove(example_id: UUID, known: ModeratorDep, here: RuntimeDep) -> None:
    """Put an example out of use: the guards decide by themselves again within seconds."""
    async with here.pool.acquire() as db, db.transaction():
        if not await examples.remove(db, known.org_id, example_id, known.user_id):
            raise NotFound("your organisation has no guard example of this id")
        await record_action(db, known, "example.removed", example_id)
