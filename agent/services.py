"""What a turn works with: the services that `create_app` wires together once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import get_args
from uuid import UUID

import asyncpg

from agent.models.chain import ModelChain
from agent.moderation.examples import ExampleCache
from agent.people.teams import TeamDirectory
from agent.serving.edition_cache import EditionCache
from agent.serving.repertoire import Repertoire
from guardrails.gate import Gate
from guardrails.guard import Guards
from guardrails.own_data import OwnDataCache
from language.detect import Language
from router.route import Router
from tools import Tool
from tools.dashboard_data import TileResults
from tools.dataset_cache import DatasetCache
from tools.policy import ResultCache
from tools.sandbox import Sandbox
from workflows.file.locale import ProjectLocale
from workflows.file.manifest import House
from workflows.file.schema import Workflow
from workflows.machine.steps import Ended


@dataclass(frozen=True, slots=True)
class HandoverLimits:
    """How many conversations may wait for people or be with them, and how long nobody comes."""

    most_open: int = 500  # of an organisation
    most_own: int = 3  # of one person
    hours: int = 72  # without a word of theirs the assistant goes on


@dataclass(frozen=True, slots=True)
class Services:
    """One worker's services; a turn reads them and never changes them.

    When other workflows are served, other services take their place; turns that run keep theirs.
    """

    pool: asyncpg.Pool
    models: ModelChain
    tools: Mapping[str, Tool]
    repertoire: Repertoire
    edition_cache: EditionCache
    guards: Guards
    examples: ExampleCache
    gate: type[Gate]
    cache: ResultCache
    sandbox: Sandbox
    tiles: TileResults
    max_steps: int
    approval_minutes: int
    retry_pause: float = 2.0
    own_data: OwnDataCache = field(default_factory=OwnDataCache)
    datasets: DatasetCache = field(default_factory=DatasetCache)
    project: str | None = None  # whose data everybody may ask
    teams: TeamDirectory = field(default_factory=TeamDirectory)
    handover_limits: HandoverLimits = field(default_factory=lambda: HandoverLimits())
    data_settled: asyncio.Event | None = None  # once the project's data was looked through
    house: House = field(default_factory=House)  # for whom the assistant speaks
    locale: ProjectLocale = field(default_factory=ProjectLocale)  # where its people are
    language: Language = "en"  # the project's own, until a person's words or wishes tell another
    languages: Collection[Language] = get_args(Language)  # those that the project speaks
    watch: Callable[[UUID, Ended], None] | None = None  # told of a workflow's end, by the turn

    @property
    def workflows(self) -> Mapping[str, Workflow]:
        """Return the workflows that are served to all, by name."""
        return self.repertoire.workflows

    @property
    def router(self) -> Router:
        """Return who chooses among them."""
        return self.repertoire.router
