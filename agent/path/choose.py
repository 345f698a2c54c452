"""The routing of a turn: the decision is data, and acts on this very message."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

from agent.log.steps import NOW, ROUTED, choices_shown
from agent.path.buttons import (
    picked_by,
    pressed_by,
    refused_by,
    refused_offer,
    show_buttons,
    taken_again,
)
from agent.path.house import asks_whose
from agent.path.output import gate_text
from agent.path.people import wish_inside
from agent.path.questions_offered import question_meant
from agent.path.run import TurnRun
from agent.path.second_look import looked_again
from agent.path.standing import given_now, standing_asked, things_in
from agent.serving.after_end import after_end
from agent.serving.asked_otherwise import asked_otherwise
from agent.serving.last_yes import behind_last_yes, may_be_last_yes
from agent.serving.questions_beside import (
    QuestionsBeside,
    questions_beside,
    with_answers,
)
from agent.serving.route_context import interrupted, question_of
from contracts.blocks import Block, text_of
from contracts.events import Candidate, Choice, Choices, RouteChosen
from language.brief import by_length
from language.idle_words import telling_words
from language.matching import stems, words
from language.only_asking import only_asked, wants_nothing_done
from language.repairs import repair_in
from language.requests import clauses
from language.skeleton import plainly
from language.stories import IN_GENERAL, asked_about, joined
from router.info import RouteContext
from router.reasons import code_of
from router.route import ROOT, Route, RouteOpinion
from workflows.file.words import in_language
from workflows.machine.afterwards import take_up_changed
from workflows.machine.answering import saying_of
from workflows.machine.frequent import may_ask_beside
from workflows.machine.overhearing import OpenForm, open_form
from workflows.machine.texts import is_none_of_these

_SUMMED_UP = 4  # messages that a model sees of what was said before
_MOST_UNCLEAR = 5  # messages in a row that a button speaks of
_MOST_CHOOSING = 7  # words that say which was meant, and not much else
_A_TURN = 2  # messages
_ASKING = " ?"
_SUMMARY = 200  # characters of each


async def choose(run: TurnRun) -> RouteOpinion:
    """Decide which workflow the message goes to, as far as that needs no model."""
    router = run.services.router
    run.message = (
        picked_by(run)
        or await question_meant(run)
        or _taken_again(run)
        or await _put_right(run)
        or run.message
    )
    run.message = refused_offer(run) or _asked_inside(run) or run.message
    refused, run.message = refused_by(run)
    if kept := run.journal.find(ROUTED):
        return RouteOpinion.settled(kept)
    if wish_inside(run) or _took_none(run) or asks_whose(run):
        return RouteOpinion.settled(router.stay(run.position.workflow))
    if run.message:
        return await _considered(run, refused)
    # A decision was carried out: whoever asked for it goes on.
    return RouteOpinion.settled(router.choose("", run.position.workflow))


def _asked_inside(run: TurnRun) -> str | None:
    """Return what somebody only wants to know in the middle of something, as a question."""
    typed = run.incoming.typed and run.position.workflow not in (None, ROOT)
    if not typed or wants_nothing_done(run.message) or len(clauses(run.message)) > 1:
        return None
    return only_asked(run.message)


def _took_none(run: TurnRun) -> bool:
    """Tell whether none of the frequent questions was meant that were offered."""
    return is_none_of_these(run.message) and any(map(is_none_of_these, run.position.choices))


def _taken_again(run: TurnRun) -> str | None:
    """Take up the offer to do once more what is done, with what else is told of it."""
    taken = taken_again(run)
    if taken:  # what it changes is kept, so that a replay reads dates alike
        given = replace(given_now(run), now=run.journal.keep(NOW, run.wall_clock))
        take_up_changed(run.world, run.position, run.message, given.speech)
    return taken


async def _put_right(run: TurnRun) -> str | None:
    """Return the last question about another thing, where the message only names that one."""
    if ROOT not in run.world or not run.incoming.typed or len(run.turn.history) < _A_TURN:
        return None
    *_, before, told = run.turn.history
    if (before.role, told.role) != ("user", "assistant"):
        return None
    root = run.world.edition(ROOT).workflow
    texts = (" ".join(_words(block) for block in each.blocks).strip() for each in (before, told))
    return await asyncio.to_thread(asked_otherwise, root, run.message, *texts)


async def _considered(run: TurnRun, refused: frozenset[str]) -> RouteOpinion:
    """Ask the router, and see whether the message puts right what was done already."""
    opinion = await _routed(run, refused)
    run.world.note_given()
    if run.position.ended is None or not run.incoming.typed:
        return opinion
    access, caller = run.services.repertoire.access, run.turn.caller
    amending = partial(
        after_end,
        opinion.route, run.world, run.position, run.message, given_now(run).speech,
        lambda workflow: access.is_open(workflow, caller),
    )  # fmt: skip
    route = await by_length(run.message, amending)
    run.world.note_given()
    return opinion if route is opinion.route else RouteOpinion.settled(route)


async def _routed(run: TurnRun, refused: frozenset[str]) -> RouteOpinion:
    """Ask the router; of what holds frequent questions as well, about what is left without them."""
    form = open_form(run.world, run.position, given_now(run))
    router, pressed = run.services.router, pressed_by(run)
    context = replace(_context(run, form), refused=refused)
    said = await by_length(run.message, partial(plainly, run.message))
    if pressed is None and (told := await _last_yes(run, said, context)):
        return RouteOpinion.settled(told)
    if pressed is None and await standing_asked(run):
        stays = router.stay(run.position.workflow)
        return RouteOpinion.settled(await _left_first(run, said, context) or stays)
    if pressed is None and (beside := await _questions(run, form)):
        opinion = (
            await router.consider(plainly(beside.rest), context)
            if beside.rest
            else RouteOpinion.settled(router.stay(run.position.workflow))
        )
        if answered := with_answers(opinion, beside):
            return answered
    opinion = await router.consider(pressed or said, context)
    if pressed is not None or run.position.workflow not in (None, ROOT):
        return opinion
    return await looked_again(run, said, context, opinion)


async def _left_first(run: TurnRun, said: str, context: RouteContext) -> Route | None:
    """Leave first where a message does, and then asks how things stand."""
    first, *rest = clauses(said) or [""]
    if not rest or repair_in(first) != "cancel":
        return None
    route = (await run.services.router.consider(first, context)).route
    return replace(route, said=first) if route.intent == "exit" else None


async def _last_yes(run: TurnRun, said: str, context: RouteContext) -> Route | None:
    """Look for a last yes with something beside it, beside the loop."""
    if not run.incoming.typed or not may_be_last_yes(said, context):
        return None
    root = run.world.edition(ROOT).workflow if ROOT in run.world else None
    router, things = run.services.router, things_in(run)
    return await asyncio.to_thread(behind_last_yes, router, root, said, context, things)


async def _questions(run: TurnRun, form: OpenForm | None) -> QuestionsBeside | None:
    """Look for frequent questions in what may hold one, beside the loop."""
    if ROOT not in run.world or not may_ask_beside(run.message):
        return None
    root = run.world.edition(ROOT).workflow
    busy = run.position.workflow not in (None, ROOT)
    asked, language = run.open_question, run.language
    claimed = run.services.router.claims
    return await asyncio.to_thread(
        questions_beside,
        root,
        run.message,
        asked,
        language,
        busy=busy,
        claimed=claimed,
        form=form,
        things=things_in(run),
    )


def take_route(run: TurnRun, route: Route) -> None:
    """Go by a decision, which is made once per turn."""
    run.journal.keep(ROUTED, route, _event(route))
    if route.pressed:
        _read_button(run, route)
    elif _is_choice(run, route):
        told = [run.message] if _tells_of_it(run, route) else []
        run.message = joined([asked_about(_said_before(run)), *told])
    if route.question is None:
        run.target = route.workflow


def ask_back(run: TurnRun, route: Route) -> None:
    """Ask what was meant; the conversation stays where it is and the answer comes with a button."""
    question = route.question or ""
    if route.asks and ROOT in run.world:
        root = run.world.edition(ROOT).workflow
        for name in route.asks:
            run.answer.tell(gate_text(run, saying_of(root, name, run.language)))
    run.answer.tell(question)
    options = [Choice(label=option.label, value=option.value) for option in route.options]
    shown = Choices(id="route", question=question, options=options)
    show_buttons(run, choices_shown("route"), shown)
    run.asked_back = True


def _context(run: TurnRun, form: OpenForm | None) -> RouteContext:
    position = run.position
    return RouteContext(
        workflow=position.workflow,
        state=position.state,
        question=question_of(run.open_question, run.language),
        form=form,
        stack=interrupted(position),
        forced=run.turn.options.workflow,
        approval_pending=any(a.open for a in run.incoming.approvals),
        ui_result=run.incoming.page_answer is not None,
        language=run.language,
        roles=run.turn.caller.roles,
        access=run.services.repertoire.access.of(run.turn.caller.org_id),
        profile=run.profile,
        summary=_summary(run),
        left=run.left,
        aside=position.aside.workflow if position.aside else None,
        sent_file=any(b["type"] == "file" for m in run.turn.history for b in m.blocks),
        of_tables=_of_tables(run),
    )


def _of_tables(run: TurnRun) -> str | None:
    """Name the workflow whose agents ask tables; the built-in one where there are several."""
    tools, found = run.services.tools, list[str]()
    for name, workflow in run.services.workflows.items():
        used = (tool for agent in workflow.agents.values() for tool in agent.tools)
        if any(tool in tools and tools[tool].phrases.data == "ask" for tool in used):
            found.append(name)
    return min(found, key=lambda name: (name != "analysis", found.index(name)), default=None)


def _summary(run: TurnRun) -> str:
    """Sum up what was said last: the router's agent never sees the whole history."""
    lines: list[str] = []
    for message in run.turn.history[-_SUMMED_UP:]:
        text = " ".join(_words(block) for block in message.blocks).strip()
        if text:
            lines.append(f"{message.role}: {text[:_SUMMARY]}")
    return "\n".join(lines)


def _words(block: Block) -> str:
    return text_of(block) if block["type"] == "text" else ""


def _read_button(run: TurnRun, route: Route) -> None:
    """Take a button for what it says; after a question back, the message asked about counts."""
    chosen = run.services.workflows.get(route.workflow)
    run.pressed = in_language(chosen.title, run.language) if chosen else route.workflow
    later = run.position.later
    if later.get("workflow") == route.workflow:
        before = later.get("message", "")
    else:
        before = asked_about(_said_before(run)) if run.position.unclear else ""
    if route.intent == "stay":
        before = before.rstrip(_ASKING)  # it answers what is under way
    run.message = before or run.pressed


def _is_choice(run: TurnRun, route: Route) -> bool:
    """Tell whether a message says in its own words which of the offered workflows was meant.

    Then it is told beside what was asked about; where both hold numbers, the last word counts.
    """
    offered = f"@{route.workflow}" in run.position.buttons.values()
    if not run.position.unclear or not offered or route.intent not in ("start", "switch"):
        return False
    told = any(map(str.isdigit, run.message)) or route.said is not None
    return run.incoming.typed and not told and len(words(run.message)) <= _MOST_CHOOSING


def _tells_of_it(run: TurnRun, route: Route) -> bool:
    """Tell whether a choice says more than what is chosen is called."""
    chosen = run.services.workflows.get(route.workflow)
    called = set(stems(in_language(chosen.title, run.language))) if chosen else set[str]()
    said = telling_words(run.message, _MOST_CHOOSING)
    return bool(set(said) - called - IN_GENERAL)


def _said_before(run: TurnRun) -> list[str]:
    """Return the messages that were asked back about, one after the other."""
    said = [message for message in run.turn.history if message.role == "user"]
    unclear = said[-min(run.position.unclear, _MOST_UNCLEAR) :]
    return [" ".join(_words(block) for block in message.blocks).strip() for message in unclear]


def _event(route: Route) -> RouteChosen:
    return RouteChosen(
        workflow=route.workflow,
        from_workflow=route.from_workflow,
        intent=route.intent,
        confidence=route.confidence,
        reason=route.reason,
        code=code_of(route.reason, route.stage),
        candidates=[Candidate(workflow=w, confidence=c) for w, c in route.candidates],
    )
