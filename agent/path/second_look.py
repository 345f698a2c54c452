"""A second look at a message outside of forms: what only asks begins nothing, and what only points
goes where the thing belongs that was spoken of before."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

from agent.path.run import TurnRun
from agent.path.standing import given_now
from agent.serving.questions_beside import asks_alone
from router.info import RouteContext
from router.route import ROOT, Route, RouteOpinion
from workflows.file.schema import Workflow
from workflows.machine.options_asked import options_told
from workflows.machine.spoken_of import naming_what_it_wants


async def looked_again(
    run: TurnRun, said: str, context: RouteContext, opinion: RouteOpinion
) -> RouteOpinion:
    """Return what becomes of a message that the router has looked at; mostly what it said."""
    if opinion.route.intent == "clarify" or opinion.route.workflow == ROOT:
        return await _pointing(run, said, context) or await _answered(run, opinion)
    # "What is the total by month?" asks a table, and no price.
    if opinion.route.workflow == context.of_tables or not await _only_asks(run, opinion.route):
        return opinion
    return _to_assistant(run, opinion.route)


async def _answered(run: TurnRun, opinion: RouteOpinion) -> RouteOpinion:
    """Answer the frequent question that was to be asked back about, where it surely is one."""
    route = opinion.route
    if route.intent != "clarify" or route.asks or ROOT not in run.world:
        return opinion
    root = run.world.edition(ROOT).workflow
    asked = await asyncio.to_thread(_is_answered, run, root)
    return _to_assistant(run, route) if asked else opinion


def _to_assistant(run: TurnRun, route: Route) -> RouteOpinion:
    answered = run.services.router.answer(run.position.workflow)
    return RouteOpinion.settled(replace(answered, then=route.then))


async def _only_asks(run: TurnRun, route: Route) -> bool:
    """Tell whether what would begin a workflow only asks a frequent question, beside the loop.

    What a rule has decided stands: who asks for a workflow is obeyed, and what comes first comes.
    """
    if route.stage == "rule" or route.intent != "start" or ROOT not in run.world:
        return False
    if route.asks or route.also:
        return False
    like = run.services.router.is_like
    if await asyncio.to_thread(like, run.message, route.workflow):
        return False
    root = run.world.edition(ROOT).workflow
    return await asyncio.to_thread(_is_answered, run, root)


def _is_answered(run: TurnRun, root: Workflow) -> bool:
    """Tell whether a message surely asks a frequent question, or what there is to choose from."""
    options = options_told(run.open_workflows(), run.message, run.language)
    return bool(options) or asks_alone(root, run.message)


async def _pointing(run: TurnRun, said: str, context: RouteContext) -> RouteOpinion | None:
    """Ask the router about what was spoken of before, where the message wants that."""
    told = partial(
        naming_what_it_wants, said, run.said_before, run.services.workflows.values(),
        given_now(run).speech,
    )  # fmt: skip
    named = await asyncio.to_thread(told)
    opinion = await run.services.router.consider(named.text, context) if named else None
    if named is None or opinion is None:
        return None
    route = opinion.route
    if route.intent == "clarify" and opinion.decision and route.candidates[:1]:
        likeliest, confidence = route.candidates[0]
        if likeliest == named.workflow:
            route = opinion.decision.go(likeliest, confidence, "it is likeliest", "local")
    if route.intent != "start" or route.workflow == ROOT:
        return None
    return RouteOpinion.settled(replace(route, said=None))
