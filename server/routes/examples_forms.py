"""What the API of guard examples gives."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field

from store.examples import GuardExample


class ExampleOut(BaseModel):
    """How the guards must take a text, which is read in its case."""

    id: UUID
    kind: Literal["allow", "block"]
    stage: str
    category: str
    kept: bool = Field(description="Whether the text is kept yet; without it the hash holds.")
    case: UUID
    made_by: UUID
    created_at: datetime
    updated_at: datetime
    hits: int = Field(description="How many texts it has settled; no case is opened for them.")
    last_hit_at: datetime | None


class ExampleList(BaseModel):
    """A page of examples; `next` is the `after` of the next page."""

    examples: list[ExampleOut]
    next: UUID | None


def example_out(example: GuardExample) -> ExampleOut:
    """Show an example without its text."""
    return ExampleOut(
        id=example.id,
        kind=example.kind,
        stage=example.stage,
        category=example.category,
        kept=example.text is not None,
        case=example.case_id,
        made_by=example.made_by,
        created_at=example.created_at,
        updated_at=example.updated_at,
        hits=example.hits,
        last_hit_at=example.last_hit_at,
    )
