"""The router as a workflow's own tests ask it: the local one, without a model."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime

from agent.serving.after_end import after_end
from agent.serving.last_yes import behind_last_yes, may_be_last_yes
from agent.serving.questions_beside import questions_beside, with_answers
from agent.serving.route_context import interrupted, question_of
from agent.serving.route_infos import route_infos
from language.detect import Language
from router.info import RouteContext
from router.route import ROOT, Route, RouteOpinion, Router
from workflows.file.schema import Workflow
from workflows.machine.cursor import Cursor
from workflows.machine.open_question import open_question
from workflows.machine.overhearing import open_form
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.steps import Given, Later
from workflows.testing.conversation import NOW, Choose, Chosen


def router_of_tests(world: Mapping[str, Workflow]) -> Choose:
    """Ask the local router, as it would decide for a person whose profile is complete."""
    router = Router(route_infos(world, first=False))

    def choose(message: str, cursor: Cursor, language: Language, now: datetime = NOW) -> Chosen:
        context = RouteContext(
            workflow=cursor.workflow,
            state=cursor.state,
            question=question_of(open_question(world, cursor), language),
            form=open_form(world, cursor, Given(language=language, now=now)),
            stack=interrupted(cursor),
            language=language,
            aside=cursor.aside.workflow if cursor.aside else None,
        )
        decided = _decided(router, world, message, cursor, context)
        route = after_end(decided, world, cursor, message, SpeechContext(now, language))
        options = tuple((option.label, option.value) for option in route.options)
        return Chosen(
            route.workflow,
            route.intent == "exit",
            route.pressed,
            route.question,
            options,
            certain=route.stage == "rule",
            drops=route.drops,
            mistaken=route.mistaken,
            said=route.said,
            answer=route.answer,
            agreed=route.agreed,
            amends=route.amends,
            own=route.own,
            also=Later(route.also.workflow, route.also.message) if route.also else None,
            beside=tuple(route.asks),
        )

    return choose


def _decided(
    router: Router,
    world: Mapping[str, Workflow],
    message: str,
    cursor: Cursor,
    context: RouteContext,
) -> Route:
    """Decide as a turn does: of what asks frequent questions as well, about the rest."""
    if may_be_last_yes(message, context):
        told = behind_last_yes(router, world.get(ROOT), message, context)
        if told is not None:
            return told
    asked, busy = open_question(world, cursor), cursor.workflow not in (None, ROOT)
    root, claimed = world.get(ROOT), router.claims
    beside = questions_beside(
        root, message, asked, context.language, busy=busy, claimed=claimed, form=context.form
    )
    if beside is not None:
        stays = RouteOpinion.settled(router.stay(cursor.workflow))
        rest = asyncio.run(router.consider(beside.rest, context)) if beside.rest else stays
        if answered := with_answers(rest, beside):
            return answered.route
    return asyncio.run(router.decide(message, context))
