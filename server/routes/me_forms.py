"""What the API of the caller's own takes and gives."""

from __future__ import annotations

from typing import Literal, cast
from zoneinfo import available_timezones

from pydantic import BaseModel, ConfigDict, Field, field_validator

from contracts.messages import PersonPreferences
from server.limits.bounded_body import BoundedBody
from store.me import DailyUsage


class Me(BaseModel):
    """Who the token belongs to."""

    id: str
    org: str
    email: str
    roles: list[str]
    org_name: str = Field(description="What the organisation is called.")
    language: Literal["en", "pt"] | None = Field(description="The language you have chosen.")
    keyless: bool = Field(description="No model is configured: the built-in one answers.")


class Preferences(BoundedBody):
    """How the person wants to be served. Unknown fields are refused, so that a typo is noticed."""

    model_config = ConfigDict(extra="forbid")

    autonomous: bool = Field(default=False, description="Tools that ask run without asking.")
    language: Literal["en", "pt"] | None = Field(default=None, description="Language of the pages.")
    timezone: str | None = Field(
        default=None, max_length=64, description="IANA name, such as America/Recife."
    )
    show_memory: bool = Field(default=False, description="Tell what was remembered or used.")
    max_steps: int | None = Field(
        default=None,
        ge=1,
        le=50,
        description="Model calls of an agent before you are asked whether to go on.",
    )

    def to_store(self) -> PersonPreferences:
        """Return what was chosen in the store's words."""
        return cast("PersonPreferences", self.model_dump(exclude_none=True))

    @field_validator("timezone")
    @classmethod
    def known(cls, value: str | None) -> str | None:
        """Refuse a zone nobody knows."""
        if value is not None and value not in available_timezones():
            raise ValueError("not a known time zone; use a name such as America/Sao_Paulo")
        return value


class UsageTotal(BaseModel):
    """The sum over days and models; its cost is null where one of theirs is."""

    calls: int
    input: int
    output: int
    cached: int
    cost_usd: float | None


class UsageOut(BaseModel):
    """Consumption by day and model, and its sum."""

    days: list[DailyUsage]
    total: UsageTotal
