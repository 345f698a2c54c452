"""What a turn knows of how its conversation stands: what was chosen, and whether that is asked."""

from __future__ import annotations

import asyncio

from agent.path.run import TurnRun
from language.price_asked import asks_price
from language.standing import StandingQuestion, asks_standing
from workflows.file.project_root import ROOT
from workflows.file.states import is_open
from workflows.machine.form_things import NO_THINGS, FormThings, form_things
from workflows.machine.frequent import find_answer


def things_in(run: TurnRun) -> FormThings:
    """Return the things of the form under way, and which of them the person has chosen."""
    frame = run.position.active
    if frame is None or frame.workflow not in run.world:
        return NO_THINGS
    return form_things(run.world.at(frame), frame.slots)


async def standing_asked(run: TurnRun) -> StandingQuestion | None:
    """Tell whether the message asks how things stand here, where there is something to tell.

    What a workflow claims ("is my parcel on its way?") or the house has an answer to goes there.
    """
    if not run.incoming.typed or not (_inside(run) or run.position.ended is not None):
        return None
    return await asyncio.to_thread(_asked, run)


def _asked(run: TurnRun) -> StandingQuestion | None:
    ended = run.position.ended.workflow if run.position.ended else None
    if run.services.router.claims(run.message, but=ended):
        return None
    asked = None if asks_price(run.message) else asks_standing(run.message)
    root = run.world.edition(ROOT).workflow if asked and ROOT in run.world else None
    found = find_answer(root, run.message)  # what was chosen has no part in it
    return None if found is not None and found.sure else asked


def _inside(run: TurnRun) -> bool:
    """Tell whether a form is under way that waits for an answer in words."""
    frame = run.position.active
    if frame is None or frame.state is None or frame.workflow not in run.world:
        return False
    state = run.world.at(frame).states.get(frame.state)
    return state is not None and not is_open(state) and frame.pending is None
