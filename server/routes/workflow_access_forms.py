"""What the access to workflows takes and gives."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from contracts.messages import Role
from server.limits.bounded_body import BoundedBody
from workflows.file.words import LocalizedText


class WorkflowAccessOut(BaseModel):
    """A workflow that is served, and who may use it; no role: everybody."""

    name: str
    title: LocalizedText
    file_roles: list[Role] = Field(description="What its file says.")
    roles: list[Role] | None = Field(description="What your organisation says instead, if it does.")


class WorkflowAccessList(BaseModel):
    """All workflows that are served."""

    workflows: list[WorkflowAccessOut]


class WorkflowAccessBody(BoundedBody):
    """Who may use it in your organisation; none: everybody; null: as its file says."""

    model_config = ConfigDict(extra="forbid")

    roles: list[Role] | None = Field(max_length=10)
