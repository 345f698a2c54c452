"""The router as a workflow's own tests ask it: the local one, without a model."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from agent.serving.route_context import interrupted, question_of
from agent.serving.route_infos import route_infos
from language.detect import Language
from router.info import RouteContext
from router.route import Router
from workflows.file.schema import Workflow
from workflows.machine.cursor import Cursor
from workflows.machine.open_question import open_question
from workflows.machine.steps import Later
from workflows.testing.conversation import Choose, Chosen


def router_of_tests(world: Mapping[str, Workflow]) -> Choose:
    """Ask the local router, as it would decide for a person whose profile is complete."""
    router = Router(route_infos(world, first=False))

    def choose(message: str, cursor: Cursor, language: Language) -> Chosen:
        context = RouteContext(
            workflow=cursor.workflow,
            state=cursor.state,
            question=question_of(open_question(world, cursor), language),
            stack=interrupted(cursor),
            language=language,
        )
        route = asyncio.run(router.decide(message, context))
        options = tuple((option.label, option.value) for option in route.options)
        return Chosen(
            route.workflow,
            route.intent == "exit",
            route.pressed,
            route.question,
            options,
            certain=route.stage == "rule",
            drops=route.drops,
            said=route.said,
            answer=route.answer,
            also=Later(route.also.workflow, route.also.message) if route.also else None,
        )

    return choose
