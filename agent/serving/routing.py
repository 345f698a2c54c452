"""Tells the router about the workflows that are served, and where a conversation stands."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from language.detect import Language
from router.answers import Question
from router.info import Condition, RouteContext, RouteInfo
from router.route import Router
from workflows.file.conditions import compile_condition
from workflows.file.schema import Workflow
from workflows.file.words import in_language
from workflows.machine.cursor import Cursor
from workflows.machine.open_question import OpenQuestion, open_question
from workflows.machine.repairs import repair_in
from workflows.machine.slots.read import kind_of
from workflows.machine.slots.values import option_names
from workflows.machine.texts import question
from workflows.testing.run_tests import Choose, Chosen


def route_infos(workflows: Mapping[str, Workflow], *, first: bool = True) -> dict[str, RouteInfo]:
    """Return what each workflow says about its routing; `first` keeps their claims to the turn."""
    return {name: _info(workflow, first) for name, workflow in workflows.items()}


def _info(workflow: Workflow, first: bool) -> RouteInfo:
    route = workflow.route
    return RouteInfo(
        name=workflow.workflow,
        title=workflow.title,
        when=in_language(route.when, "en") if route.when else "",
        examples=route.examples,
        not_when=route.not_when,
        first=_claim(route.first) if first and route.first else None,
        access=workflow.access,
    )


def _claim(text: str) -> Condition:
    condition = compile_condition(text)

    def holds(profile: Mapping[str, Any]) -> bool:
        return condition.holds({"profile": profile})

    return holds


def question_of(found: OpenQuestion | None, language: str) -> Question | None:
    """Tell what the conversation has just asked, so that an answer is taken for one."""
    if found is None:
        return None
    name, slot = found
    choices = [called for _, called in option_names(slot)]
    return Question(question(name, slot, language), kind_of(name, slot), choices)


def interrupted(cursor: Cursor) -> list[str]:
    """Return the workflows that wait to be taken up again, the latest last."""
    return [frame.workflow for frame in cursor.waiting]


def chooser(world: Mapping[str, Workflow]) -> Choose:
    """Ask the local router, as it would decide for a person whose profile is complete."""
    router = Router(route_infos(world, first=False))

    def choose(message: str, cursor: Cursor, language: Language) -> Chosen:
        context = RouteContext(
            workflow=cursor.workflow,
            state=cursor.state,
            question=question_of(open_question(world, cursor), language),
            stack=interrupted(cursor),
            language=language,
            repair=repair_in(message) is not None,
        )
        route = asyncio.run(router.decide(message, context))
        options = tuple((option.label, option.value) for option in route.options)
        leaves = route.intent == "exit"
        return Chosen(route.workflow, leaves, route.pressed, route.question, options)

    return choose
