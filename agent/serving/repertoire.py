"""What a worker serves: a set of workflows that is never changed, only replaced as a whole."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from agent.serving.route_infos import route_infos
from agent.serving.workflow_access import WorkflowAccess
from contracts.messages import Caller
from router.route import Router
from workflows.file.schema import Workflow
from workflows.machine.frequent import answer_index
from workflows.machine.world import Edition


@dataclass(frozen=True, slots=True)
class Trial:
    """Another version of a workflow, served to a part of the people."""

    edition: Edition
    percent: int


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why a workflow is not served as it was meant to be."""

    workflow: str
    message: str


@dataclass(frozen=True, slots=True)
class Repertoire:
    """One set of workflows, with all that is made of it before anybody is served by it."""

    editions: Mapping[str, Edition]
    router: Router
    trials: Mapping[str, Trial] = field(default_factory=dict[str, Trial])
    flaws: tuple[Flaw, ...] = ()
    workflows: Mapping[str, Workflow] = field(default_factory=dict[str, Workflow])
    access: WorkflowAccess = field(default_factory=WorkflowAccess)

    @classmethod
    def make(
        cls,
        editions: Mapping[str, Edition],
        trials: Mapping[str, Trial] | None = None,
        flaws: Iterable[Flaw] = (),
    ) -> Repertoire:
        """Fit the router to the workflows; takes a moment, so call it in a thread."""
        workflows = {name: edition.workflow for name, edition in editions.items()}
        router = Router(route_infos(workflows))
        for workflow in workflows.values():
            if workflow.answers:
                answer_index(workflow)
        return cls(dict(editions), router, dict(trials or {}), tuple(flaws), workflows)

    def edition(self, name: str, person: Caller) -> Edition:
        """Return what a conversation that this person begins now is given.

        The version on trial only if it is open to them: a trial opens nothing.
        """
        trial = self.trials.get(name)
        if trial is None or not self.access.is_open(trial.edition.workflow, person):
            return self.editions[name]
        version = trial.edition.workflow.version
        drawn = takes_part(person.user_id, name, version, trial.percent)
        return trial.edition if drawn else self.editions[name]

    def for_person(self, person: Caller) -> dict[str, Edition]:
        """Return everything that is served to a person."""
        return {**self.editions, **{name: self.edition(name, person) for name in self.trials}}

    @property
    def teams(self) -> frozenset[str]:
        """Return the teams of people that somebody may be handed over to."""
        states = (s for e in self.all_editions() for s in e.workflow.states.values())
        return frozenset(state.handoff for state in states if state.handoff)

    def all_editions(self) -> list[Edition]:
        """List every content that somebody may be served."""
        return [*self.editions.values(), *(trial.edition for trial in self.trials.values())]


def takes_part(user_id: UUID, workflow: str, version: int, percent: int) -> bool:
    """Tell whether a person is among those who try a version: always alike, and more with more."""
    digest = hashlib.sha256(f"{user_id}/{workflow}/{version}".encode()).digest()
    return int.from_bytes(digest[:8]) % 10_000 < percent * 100
