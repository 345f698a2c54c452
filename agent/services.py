"""What a turn works with: the services that `create_app` wires together once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import asyncpg

from agent.models.chain import ModelChain
from agent.moderation.examples import ExampleBook
from agent.serving.edition_cache import EditionCache
from agent.serving.repertoire import Repertoire
from guardrails.gate import Gate
from guardrails.guard import Guards
from router.route import Router
from tools import Tool
from tools.policy import ResultCache
from workflows.file.schema import Workflow


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
    examples: ExampleBook
    gate: type[Gate]
    cache: ResultCache
    max_steps: int
    approval_minutes: int
    retry_pause: float = 2.0

    @property
    def workflows(self) -> Mapping[str, Workflow]:
        """Return the workflows that are served to all, by name."""
        return self.repertoire.workflows

    @property
    def router(self) -> Router:
        """Return who chooses among them."""
        return self.repertoire.router
