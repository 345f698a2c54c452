"""Which content of each workflow a turn works with: the same for every worker that takes it up."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from typing_extensions import override

from agent.log.steps import edition_given
from agent.path.run import TurnRun
from workflows.machine.world import Edition, World


async def world_of(run: TurnRun) -> World:
    """Gather what is served to the person, and the contents that their conversation keeps."""
    kept_frames = [*run.position.frames, *run.position.before_people]
    named = {frame.hash for frame in kept_frames if frame.hash}
    chosen = run.journal.every(edition_given)
    kept = await run.services.edition_cache.find(named | set(chosen.values()))
    served = run.services.repertoire.for_person(run.turn.caller)
    served |= {name: kept[known] for name, known in chosen.items() if known in kept}
    return TurnWorld(run, served, kept)


class TurnWorld(World):
    """The world of one turn: what it was once given it is given again after a takeover."""

    def __init__(
        self, run: TurnRun, served: Mapping[str, Edition], kept: Mapping[str, Edition]
    ) -> None:
        super().__init__(served, kept)
        self._run = run
        self._given: dict[str, str] = {}

    def edition(self, name: str) -> Edition:
        """Return what a conversation that begins now is given, and note it as a step."""
        found = super().edition(name)
        self._given[name] = found.hash
        if _on_the_loop():
            self.note_given()
        return found

    @override
    def note_given(self) -> None:
        """Keep as steps what was given: a walk may be made in a thread, a journal written not."""
        for name, content in self._given.items():
            self._run.journal.keep(edition_given(name), content)
        self._given.clear()


def _on_the_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
