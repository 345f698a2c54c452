"""Who may use which workflow: the roles that its file names, or those that an organisation says."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from contracts.messages import Caller, Role
from store import workflow_access
from store.sql import Sql
from workflows.file.schema import Workflow

OrganisationAccess = Mapping[str, Collection[Role]]


@dataclass(frozen=True, slots=True)
class WorkflowAccess:
    """What organisations have said, by organisation and workflow; the files hold for the rest."""

    said: Mapping[UUID, OrganisationAccess] = field(default_factory=dict[UUID, OrganisationAccess])
    revision: int = 0

    def of(self, org_id: UUID) -> OrganisationAccess:
        """Return what one organisation has said."""
        return self.said.get(org_id, {})

    def is_open(self, workflow: Workflow, person: Caller) -> bool:
        """Tell whether a person has a role that the workflow asks for; it may ask for none."""
        roles = self.of(person.org_id).get(workflow.workflow, workflow.access)
        return not roles or person.has(*roles)


async def read_access(db: Sql, known: WorkflowAccess | None = None) -> WorkflowAccess:
    """Return what holds now; what is known, if nothing of it has changed."""
    latest = await workflow_access.revision(db)
    if known is not None and latest == known.revision:
        return known
    return WorkflowAccess(await workflow_access.said(db), latest)
