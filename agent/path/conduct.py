"""Walks the workflow that a message was routed to: the machine decides, a performance does it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import orjson

from agent.log import telemetry
from agent.log.steps import NOW
from agent.path.house import asks_whose, introduction
from agent.path.output import gate_text
from agent.path.people import offer_else, wish_inside
from agent.path.perform import Performance
from agent.path.ports import Agents, Visitor
from agent.path.run import TurnRun
from agent.path.standing import standing_asked, things_in
from agent.path.visit import OFFERS, Visit
from contracts.blocks import text_of
from language.afterthoughts import afterthought
from language.brief import by_length
from language.only_asking import only_supposes
from language.speech_acts.acts import may_question
from workflows.file.project_root import ROOT
from workflows.file.schema import Workflow
from workflows.machine.answering import told_of
from workflows.machine.cursor import Cursor
from workflows.machine.frequent import find_answer
from workflows.machine.options_asked import options_told
from workflows.machine.price_answers import price_of_more
from workflows.machine.steps import AnswerFound, Given, Later, Outcome, Step
from workflows.machine.texts import words
from workflows.machine.transitions import Conducted, broken_off, conduct

_LATELY = 8  # answers


async def conduct_turn(run: TurnRun, agents: Agents) -> None:
    """Perform the turn; what it says and does is found in the run afterwards."""

    async def walk(visitor: Visitor) -> None:
        performance = Performance(run, agents, visitor)
        given = _given(run)
        found = await _frequent(run, given)
        stands = await standing_asked(run) if given.message and _here(run) else None
        told, ways_on = _looked_through(run, given), _shows_ways_on(run, found)
        undone = _leaves_undone(run, found)
        moves = conduct(run.world, run.position, replace(given, frequent=found, standing=stands))
        outcome: Outcome | None = None
        try:
            while True:
                step, end = await _advanced(run, moves, outcome, told)
                if step is None:
                    break
                outcome = await performance.perform(step)
            run.position = end or run.position
        except OFFERS:
            run.position = broken_off(moves)
            raise
        if undone:
            run.answer.tell(gate_text(run, words("not_called_off", run.language)))
        if (ways_on or undone) and not run.buttons:
            offer_else(run)

    with telemetry.turn_span(run.turn):
        await agents.walk(Visit(run, "", aloud=True), walk)


async def _advanced(
    run: TurnRun, moves: Conducted, outcome: Outcome | None, told: str
) -> tuple[Step | None, Cursor | None]:
    """Go on to the next step, or to where the walk has ended.

    What is long is read beside the loop: each slot looks through all of it.
    """

    def advance() -> tuple[Step | None, Cursor | None]:
        try:
            return moves.send(outcome), None
        except StopIteration as ended:
            return None, ended.value

    advanced = await by_length(told, advance)
    run.world.note_given()
    return advanced


def _shows_ways_on(run: TurnRun, found: AnswerFound | None) -> bool:
    """Tell whether no frequent question is answered, and a form asks nothing: the ways on are
    shown, behind "none of these" and behind what there is to choose from."""
    return found is not None and not found.names and run.open_question is None


def _leaves_undone(run: TurnRun, found: AnswerFound | None) -> bool:
    """Tell whether what is to be called off only gets an answer about the rules of that."""
    beyond = run.route is not None and run.route.unserved
    wished = beyond and afterthought(run.message) == "call off" and not may_question(run.message)
    return wished and found is not None and bool(found.names)


def _looked_through(run: TurnRun, given: Given) -> str:
    """Return all that a form may read: what was said before, and what began another, as well."""
    if given.target in (None, run.position.workflow):
        return run.message
    left = run.position.active if given.mistaken else None
    return f"{run.message} {given.spoken_of} {left.begun or '' if left else ''}"


def _given(run: TurnRun) -> Given:
    """Say what the turn brings; the moment is kept, so that a replay reads dates alike."""
    answer = _page_answer(run)
    wordless = answer is not None or run.message == run.pressed
    route = run.route
    roles = run.turn.caller.roles
    wish = wish_inside(run) if _stays(run) else None
    return Given(
        message=""
        if wordless
        else run.message
        if route is None or route.said is None
        else route.said,
        spoken_of=run.said_before,
        language=run.language,
        now=run.journal.keep(NOW, run.wall_clock),
        region=run.services.locale.region,
        target=run.target,
        then=route.then if route else None,
        leave=route is not None and route.intent == "exit",
        drops=route is not None and route.drops,
        mistaken=route is not None and route.mistaken,
        certain=route is None or route.stage == "rule",
        answer=route.answer if route else None,
        agreed=route is not None and route.agreed,
        amends=route is not None and route.amends,
        own=route is not None and route.own,
        chosen=route is not None and route.pressed and route.intent == "stay",
        beside=tuple(route.asks) if route else (),
        also=Later(route.also.workflow, route.also.message) if route and route.also else None,
        ui=answer,
        profile=run.profile,
        roles=None if "admin" in roles else roles,
        person=wish is not None,
        team=wish.team if wish else None,
        given_back=run.ended_handover is not None,
    )


def _stays(run: TurnRun) -> bool:
    return run.route is not None and run.route.intent == "stay" and not run.route.pressed


def _here(run: TurnRun) -> bool:
    """Tell whether the message was left to what is under way, or to the assistant."""
    route = run.route
    return (
        route is not None and not route.pressed and route.workflow in (run.position.workflow, ROOT)
    )


async def _frequent(run: TurnRun, given: Given) -> AnswerFound | None:
    """Tell what the message asks that needs no agent, beside the loop: a frequent question of the
    workflow, or what there is to choose from."""
    name = given.target or run.position.workflow or ""
    asked = run.world.edition(name).workflow if name in run.world else None
    if asked is None or not given.message:
        return None
    found = await _answered(run, asked, given) if asked.answers else None
    if name != ROOT or (found and found.sure):
        return found
    told = options_told, run.open_workflows(), given.message, run.language
    options = await asyncio.to_thread(*told)
    return AnswerFound(name, (), True, options=options) if options else found


async def _answered(run: TurnRun, asked: Workflow, given: Given) -> AnswerFound | None:
    """Tell which of a workflow's frequent questions the message asks."""
    name = asked.workflow
    things = things_in(run).beside(run.message)  # of which what is asked may be a part
    if asks_whose(run):
        return await asyncio.to_thread(introduction, run, asked)
    found = await asyncio.to_thread(find_answer, asked, given.message, things)
    lately = _told_lately(run)
    if found is None and lately and (of := price_of_more(asked, given.message, lately[-1])):
        found = AnswerFound(name, (of,), False)
    beyond = run.route is not None and run.route.unserved
    if found and beyond and not (found.sure or (found.likely and only_supposes(given.message))):
        return None  # it is said at once that nobody here does that
    return found and told_of(asked, found, lately)


def _told_lately(run: TurnRun) -> list[str]:
    """Return what was answered last: further back nobody minds hearing it again."""
    answers = [m for m in run.turn.history if m.role == "assistant"][-_LATELY:]
    return [text_of(b) for m in answers for b in m.blocks if b["type"] == "text"]


def _page_answer(run: TurnRun) -> tuple[str, Any] | None:
    """Return what a component of the page answered, as the guards have let it through."""
    if run.incoming.page_answer is None:
        return None
    try:
        answered = orjson.loads(run.message)
    except orjson.JSONDecodeError:
        return None
    return str(answered.get("id")), answered.get("value")
