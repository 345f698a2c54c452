"""Which content of each workflow a turn works with: the same for every worker that takes it up."""

from __future__ import annotations

from collections.abc import Mapping

from agent.log.steps import edition_given
from agent.path.run import TurnRun
from workflows.machine.world import Edition, World


async def world_of(run: TurnRun) -> World:
    """Gather what is served to the person, and the contents that their conversation keeps."""
    named = {frame.hash for frame in run.position.frames if frame.hash}
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

    def edition(self, name: str) -> Edition:
        """Return what a conversation that begins now is given, and note it as a step."""
        found = super().edition(name)
        self._run.journal.keep(edition_given(name), found.hash)
        return found
