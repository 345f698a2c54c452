"""The roles to which organisations have opened workflows, instead of those their files name."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from contracts.messages import Role
from store.sql import Sql


async def revision(db: Sql) -> int:
    """Return a number that grows with each change; a sum, because the numbers of changes that are
    made at the same moment are not committed in their order."""
    return int(await db.fetchval("select coalesce(sum(revision), 0) from batuta.workflow_access"))


async def said(db: Sql) -> dict[UUID, dict[str, list[Role]]]:
    """Return what all organisations have said."""
    rows = await db.fetch(
        "select org_id, workflow, roles from batuta.workflow_access where roles is not null"
    )
    found: dict[UUID, dict[str, list[Role]]] = {}
    for row in rows:
        found.setdefault(row["org_id"], {})[row["workflow"]] = list(row["roles"])
    return found


async def say(
    db: Sql, org_id: UUID, workflow: str, roles: Collection[Role] | None, by: UUID
) -> None:
    """Open a workflow to roles, to everybody if there are none; None: as its file says.

    A row stays when it says nothing any more: its revision tells workers of that.
    """
    await db.execute(
        """insert into batuta.workflow_access (org_id, workflow, roles, changed_by)
           values ($1, $2, $3, $4)
           on conflict (org_id, workflow) do update set roles = excluded.roles,
             changed_by = excluded.changed_by, changed_at = now(),
             revision = nextval('batuta.workflow_access_revision')""",
        org_id,
        workflow,
        sorted(set(roles)) if roles is not None else None,
        by,
    )
