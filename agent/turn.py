"""The path of a message, to be read from top to bottom: check, route, conduct, end.

`Engine` (agent/durable.py) calls `perform` under a fence, and `conclude` (agent/path/ending.py)
after it. Whatever is said here is committed by the turn's log before anybody sees it
(agent/log/turn_log.py) and followed by readers on any worker (agent/log/follow.py). A takeover
runs the same path again: finished steps are replayed, not repeated.
"""

from __future__ import annotations

import asyncio

from agent.log.steps import CHECKED, PLAN_RESUMED, PROFILE, STARTED
from agent.path.advice import Advice, recount
from agent.path.approvals import decided, others_open
from agent.path.care import care_again
from agent.path.check import check_message
from agent.path.choose import ask_back, choose, take_route
from agent.path.conduct import conduct_turn
from agent.path.ending import Cancelled
from agent.path.files import receive_file
from agent.path.heard import tell_languages
from agent.path.meanwhile import answer_meanwhile
from agent.path.output import learn_own_data
from agent.path.people import ask_for_person, left_to_people, take_back, wish_outside
from agent.path.pinned import world_of
from agent.path.plan import left_open
from agent.path.ports import Agents
from agent.path.report import report_sample
from agent.path.run import TurnRun
from agent.path.tool_call import ToolCall
from contracts.errors import WorkerFrozen, WorkerLost
from contracts.events import TurnStart
from contracts.messages import EndedHandover
from guardrails.guard import Verdict

MAX_ATTEMPTS = 4  # the first, and three recoveries


async def perform(run: TurnRun, agents: Agents) -> None:
    """Do what the message asks for; what became of it is in the run, failures are raised."""
    _give_up(run)
    began = TurnStart(session=str(run.turn.session_id), message_id=run.answer.id)
    run.journal.keep(STARTED, True, began)
    run.world = await world_of(run)
    run.profile = dict(run.journal.keep(PROFILE, run.profile))
    recount(run)
    run.judge = agents.judge(Advice(run, "guard"))
    if run.turn.input.file is not None:
        await receive_file(run, run.turn.input.file)
        return
    check = await check_message(run)
    try:
        await _answer(run, agents, check)
    finally:
        if check and not check.done():
            check.cancel()
            await asyncio.wait([check])


async def _answer(run: TurnRun, agents: Agents, check: asyncio.Task[Verdict] | None) -> None:
    """Route the message and conduct its workflow, beside whoever else is asked about it."""
    await learn_own_data(run)
    if run.turn.cancel_requested:
        raise Cancelled
    if check is None and await _settled(run, agents):
        return
    opinion = await choose(run)
    ask_model = agents.router(Advice(run, "router")) if opinion.doubtful else None
    if check or ask_model:
        await answer_meanwhile(run, agents, check, opinion, ask_model)
        return
    take_route(run, opinion.route)
    tell_languages(run)
    if opinion.route.question is not None:
        ask_back(run, opinion.route)
        return
    await conduct_turn(run, agents)


async def _settled(run: TurnRun, agents: Agents) -> bool:
    """Do what needs no route: what people have decided, or are asked to decide."""
    await report_sample(run)
    if await left_to_people(run):
        return True
    if run.ended_handover is not None:
        await _go_on(run, agents, run.ended_handover)
        return True
    if not await _settle_approval(run):
        return True
    if wish := wish_outside(run):
        await ask_for_person(run, wish)
        return True
    return await care_again(run)


async def _go_on(run: TurnRun, agents: Agents, ended: EndedHandover) -> None:
    """Go on where the conversation stood when people took over."""
    if take_back(run, ended):
        take_route(run, (await choose(run)).route)
        await conduct_turn(run, agents)


def _give_up(run: TurnRun) -> None:
    """Refuse to try again what has cost a worker for certain, or several for no known reason.

    What the guards have blocked is told as that, whatever became of its workers.
    """
    checked = run.journal.find(CHECKED)
    if checked and checked.decision == "block":
        return
    if run.turn.frozen:
        raise WorkerFrozen(
            "this message kept its worker computing until it was given up; it is not tried again:"
            " say it in another way"
        )
    if run.turn.attempt > MAX_ATTEMPTS:
        raise WorkerLost(f"given up after {MAX_ATTEMPTS - 1} lost workers; send the message again")


def _resume_plan(run: TurnRun) -> None:
    """Show again the plan of the turn that has waited: it goes on in this one."""
    left = left_open(run.turn.history)
    if left:
        run.journal.keep(PLAN_RESUMED, True, left)
        run.plan.take(left)


async def _settle_approval(run: TurnRun) -> bool:
    """Carry out what a person has decided; False when nothing is left for an agent to say."""
    decision = await decided(run)
    if decision is None:
        return True
    approval, run.message = decision.approval, ""
    _resume_plan(run)
    if approval.kind == "continue":
        given = decision.approve
        run.answer.add({"type": "approval", "id": str(approval.id), "approve": given})
        return decision.approve
    tools = frozenset({approval.tool})
    call = ToolCall(run, approval.tool, decision.args, approval.call_id, tools)
    if decision.approve:
        await call.execute(approved=True)
    else:
        await call.deny()
    return not others_open(run, approval) and not run.asked
