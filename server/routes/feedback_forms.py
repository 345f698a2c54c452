"""What the API of feedback takes and gives."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

import orjson
from pydantic import BaseModel, ConfigDict, Field, field_validator

from contracts.json import JsonObject
from server.limits.bounded_body import BoundedBody
from server.routes.dependencies import ONLY_TEXT

MOST_DATA = 8192  # bytes of JSON


class FeedbackBody(BoundedBody):
    """A thumb up or down, or words; sent again for the same turn and type it replaces them."""

    model_config = ConfigDict(extra="forbid")

    turn_id: UUID
    type: Literal["positive", "negative", "correction", "preference"]
    comment: Annotated[str, Field(min_length=1, max_length=4000), ONLY_TEXT] | None = None
    data: JsonObject | None = Field(
        default=None, description=f"What the page adds, {MOST_DATA} bytes at most."
    )

    @field_validator("data")
    @classmethod
    def _bounded(cls, value: JsonObject | None) -> JsonObject | None:
        try:
            said = orjson.dumps(value)
        except TypeError:
            raise ValueError("it is not plain JSON") from None
        if len(said) > MOST_DATA:
            raise ValueError(f"it takes {len(said)} bytes; {MOST_DATA} are allowed")
        if b"\\u0000" in said:
            raise ValueError("it has characters that are not text (NUL or surrogates)")
        return value


class FeedbackOut(BaseModel):
    """What was kept."""

    turn_id: UUID
    type: str
