"""Which models a run of tests works with, what it records, and what it may cost."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from pathlib import Path

from agent.models.chain import ModelChain
from agent.models.provider import find_providers, key_variables
from agent.models.tape import Tape
from cli.testing.player import Player, SpendingLimit
from cli.testing.product import ephemeral_product
from contracts.errors import InvalidRequest, ModelAuth
from server.setting_groups.model_choice import ACCESSES
from server.settings import Settings
from server.wiring import load_tools, model_config
from workflows.file.load import CATALOG
from workflows.file.project import Project
from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.expect import Seen

_REPEATED = "repeated-from-a-recording"  # stands where a key would be; nobody is called with it


@dataclass(frozen=True, slots=True)
class LiveRun:
    """A run of tests on a whole product."""

    player: Player
    spending: SpendingLimit
    tape: Tape | None
    record: Path | None

    async def play(self, workflow: Workflow, case: WorkflowTest) -> Seen:
        """Have a test's conversation; what was paid for is kept at once."""
        try:
            return await self.player.play(workflow, case)
        finally:
            if self.tape and self.record:
                self.tape.save(self.record)


@contextlib.asynccontextmanager
async def live(
    project: Project,
    model: str | None,
    *,
    record: Path | None,
    replay: Path | None,
    usd: float | None,
) -> AsyncGenerator[LiveRun]:
    """Bring a product up that serves the project with one model."""
    settings = Settings.load().model_copy(update={"project": _folder(project)})
    tape: Tape | None = None
    if replay:
        tape = Tape.read(replay, replaying=True)
        settings = settings.model_copy(update=_as_recorded(tape))
    else:
        settings = settings.model_copy(update=_chosen(settings, str(model)))
        if record:
            tape = Tape.read(record, str(settings.model), replaying=False)
            tape.model = str(settings.model)
    load_tools(settings)  # a mistake in one stops the run here
    ModelChain(model_config(settings))
    spending = SpendingLimit(usd)
    async with ephemeral_product(settings, tape) as here:
        keyless = settings.model == "local"
        yield LiveRun(Player(here, spending, tape, keyless=keyless), spending, tape, record)


def _folder(project: Project) -> Path | None:
    if project.root.resolve() == CATALOG.resolve():
        return None
    if not (project.root / "workflows").is_dir():
        raise InvalidRequest(
            f"{project.root} has no folder 'workflows'; with --model the whole project is served"
        )
    return project.root


def _chosen(settings: Settings, model: str) -> dict[str, object]:
    """Have one model answer for every agent, and nobody else stand in for it."""
    if model == "local":
        return _models("local") | _keys({})
    chain = ModelChain(model_config(settings))
    wanted = chain.candidates(model)[0]
    asked = model.partition("/")[0]
    if wanted.provider == "local" or (model not in ("fast", "smart") and wanted.provider != asked):
        raise ModelAuth(
            f"there is no key for '{model}': set {key_variables(find_providers().values())}, or run"
            " with --model local, or repeat a recording with --replay"
        )
    kept = {n: key for n, key in settings.model_keys.items() if n == wanted.provider}
    return _models(str(wanted)) | _keys(kept)


def _as_recorded(tape: Tape) -> dict[str, object]:
    """Have the models of a recording seem to be there; no key of the machine is used."""
    named = {tape.model.partition("/")[0], *tape.providers()}
    return _models(tape.model) | _keys(dict.fromkeys(named, _REPEATED))


def _keys(given: Mapping[str, str]) -> dict[str, object]:
    """Set the keys of these providers, and of no others."""
    return {f"{name}_key": given.get(name) for name in ACCESSES}


def _models(name: str) -> dict[str, object]:
    return {"model": name, "model_fast": None, "model_smart": None, "model_judge": None}
