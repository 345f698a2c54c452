"""The answer begins while second opinions are out: the judge's, the router's agent's, or both.

Nothing of it is shown and no tool is called before they agree with it. Its model calls are steps
like any others: a takeover finds them, and the opinions, and asks for none of them again. Where
they disagree, what was begun is forgotten, and the message goes the way that they say.
"""

from __future__ import annotations

import asyncio
from typing import Any

from agent.path.check import take_verdict
from agent.path.choose import ask_back, take_route
from agent.path.conduct import conduct_turn
from agent.path.ports import Agents
from agent.path.report import report_sample
from agent.path.run import TurnRun
from guardrails.guard import Verdict
from router.ask import AskModel
from router.route import Route, RouteOpinion


async def answer_meanwhile(
    run: TurnRun,
    agents: Agents,
    check: asyncio.Task[Verdict] | None,
    opinion: RouteOpinion,
    ask_model: AskModel | None,
) -> None:
    """Begin the likeliest answer, and go on with it if the judge and the router agree."""
    second = _asked(run, opinion, ask_model)
    work: asyncio.Task[None] | None = None
    if opinion.likely.question is None:
        run.hold(opinion.likely)
        work = asyncio.create_task(conduct_turn(run, agents), name="meanwhile")
    try:
        verdict = await check if check else None
        blocked = verdict is not None and verdict.decision == "block"
        route = opinion.route if blocked or second is None else await second
        if work and _agrees(run, opinion.likely, verdict, route):
            _confirm(run, verdict, route)
            await report_sample(run)
            await work
            return
        if work:
            await _ended(work)
            run.take_back()
            run.journal.use_up()
    finally:
        await _ended(second, work)
        if run.likely:
            run.take_back()
    if verdict:
        take_verdict(run, verdict)
    await report_sample(run)
    take_route(run, route)
    if route.question is not None:
        ask_back(run, route)
        return
    await conduct_turn(run, agents)


def _asked(
    run: TurnRun, opinion: RouteOpinion, ask_model: AskModel | None
) -> asyncio.Task[Route] | None:
    """Ask the router's agent, where it is worth asking."""
    if ask_model is None or not opinion.doubtful:
        return None
    seconds = run.services.router.model_seconds
    return asyncio.create_task(opinion.second(ask_model, seconds), name="second opinion")


def _agrees(run: TurnRun, likely: Route, verdict: Verdict | None, route: Route) -> bool:
    """Tell whether what was begun is what the message comes to."""
    if verdict is not None:
        heard = run.incoming.given if verdict.text is None else verdict.text
        if verdict.decision == "block" or heard != run.message:
            return False
    return _course(likely) == _course(route)


def _course(route: Route) -> tuple[Any, ...]:
    """Return what the walk depends on."""
    return (
        route.workflow, route.intent, route.question, route.then, route.said, route.answer,
        route.also, route.drops, route.asks,
    )  # fmt: skip


def _confirm(run: TurnRun, verdict: Verdict | None, route: Route) -> None:
    """Tell what was decided, and then what was held back until it was."""
    held = run.log.let_go()
    if verdict:
        take_verdict(run, verdict)
    take_route(run, route)
    run.confirm(held)


async def _ended(*tasks: asyncio.Task[Any] | None) -> None:
    """Stop what still runs, and wait until it has stopped; what it failed of is of no interest."""
    begun = [task for task in tasks if task]
    for task in begun:
        task.cancel()
    await asyncio.gather(*begun, return_exceptions=True)
