"""What `batuta.yaml` says: what holds for the whole project."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from contracts.mcp import McpServer
from contracts.messages import Role
from language.detect import Language
from workflows.file.locale import ProjectLocale, known_zone, phone_region
from workflows.file.teams import Teams
from workflows.file.words import LocalizedText, Name


class DemoPerson(BaseModel):
    """Somebody to try a project as."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    email: Annotated[str, Field(min_length=3, max_length=254)]
    roles: Annotated[list[Role], Field(min_length=1)] = ["user"]


class House(NamedTuple):
    """Who has the assistant: what they are called, and a sentence or two about them."""

    name: str = ""
    title: LocalizedText | None = None
    description: LocalizedText | None = None


class Manifest(BaseModel):
    """`batuta.yaml`: what holds for the whole project."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(min_length=1, max_length=100)] = "project"
    title: LocalizedText | None = Field(
        default=None, description="What people call it; the assistant says it is this one's."
    )
    description: LocalizedText | None = Field(
        default=None, description="A sentence or two with which the assistant introduces it."
    )
    small_tools: list[Literal["clock", "sums", "notes"]] = Field(
        default=[], description="Built-in abilities that the built-in assistant has here."
    )
    languages: Annotated[list[Language], Field(min_length=1)] | None = Field(
        default=None, description="The first is the one of texts without a language."
    )
    include: list[Name] = Field(
        default=[], description="Built-in workflows that are served beside the project's own."
    )
    timezone: Annotated[str, AfterValidator(known_zone)] | None = Field(
        default=None, description="Where its people are: America/Sao_Paulo; UTC if left out."
    )
    region: Annotated[str, AfterValidator(phone_region)] | None = Field(
        default=None, description="The country whose telephone numbers need no code: BR, US."
    )
    models: dict[Literal["fast", "smart", "judge"], str] = Field(
        default={}, description="provider/name for each tier; a setting of the server goes before."
    )
    teams: Teams = Field(
        default={},
        description="Teams that conversations and cases may be handed to, beside those of `handoff`"
        " states; the first one answers who asks for a person.",
    )
    demo: Annotated[list[DemoPerson], Field(max_length=20)] = Field(
        default=[], description="People whom `batuta serve --demo` makes, to try the project as."
    )
    mcp: Annotated[list[McpServer], Field(max_length=20)] = Field(
        default=[], description="MCP servers whose tools agents may be given."
    )
    policies: dict[str | bool, Any] = Field(default={}, description="What the guards let through.")

    @property
    def house(self) -> House:
        """What the assistant calls those whom it speaks for."""
        return House(self.name, self.title, self.description)

    @property
    def locale(self) -> ProjectLocale:
        """Where its people are: what time it is there, whose telephone numbers they give."""
        return ProjectLocale(self.timezone or "UTC", self.region)
