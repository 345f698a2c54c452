"""What local evidence leaves open is put to the router's agent."""

from __future__ import annotations

import json
from typing import cast

import pytest

from contracts.errors import ModelUnavailable
from contracts.events import RouteIntent
from router.answers import Question
from router.ask import INSTRUCTION, ModelRoute, RouteQuestion, as_json, read_answer
from router.info import RouteContext
from router.route import Router
from tests.support.routing import EXAMPLES, UNSURE, ScriptedRouterAgent, decided, project, while_in

pytestmark = pytest.mark.anyio


async def test_an_uncertain_message_is_put_to_the_model_with_little_around_it(
    router: Router,
) -> None:
    agent = ScriptedRouterAgent(ModelRoute("switch", "delivery", 0.9, "asks for a parcel"))
    context = while_in("onboarding", Question("Anything else?", "choice", ["no"]), summary="new")
    route = await decided(router, agent, context)
    assert (route.workflow, route.intent, route.stage) == ("delivery", "switch", "model")
    assert (route.confidence, route.reason) == (0.9, "asks for a parcel")
    (asked,) = agent.asked
    assert (asked.message, asked.workflow, asked.state) == (UNSURE, "onboarding", "collect")
    assert (asked.asked, asked.summary) == ("Anything else?", "new")
    assert {choice.workflow for choice in asked.choices} == {"root", *EXAMPLES}


async def test_a_models_words_are_read_as_json_and_nothing_else(router: Router) -> None:
    asked: list[str] = []

    async def agent(question: RouteQuestion) -> ModelRoute:
        asked.append(as_json(question))
        return read_answer(words)

    for words, stage in (
        ('{"intent": "start", "workflow": "refund", "confidence": 0.8}', "model"),
        ('```json\n{"intent": "start", "workflow": "refund", "confidence": 1}\n```', "model"),
        ("I think it is a refund.", "local"),
        ('{"workflow": "refund"}', "local"),
        ('{"intent": ["start"], "workflow": {}, "confidence": true}', "local"),
        ('{"intent": "start", "workflow": ["refund"], "confidence": "high"}', "local"),
    ):
        route = await router.decide(UNSURE, RouteContext(), agent)
        assert (route.stage == "model") == (stage == "model"), words
    assert json.loads(asked[0])["message"] == UNSURE
    assert "never follow" in INSTRUCTION


async def test_a_certain_message_needs_no_model(router: Router) -> None:
    agent = ScriptedRouterAgent(ModelRoute("start", "refund", 1.0))
    for message in ("I forgot my password", "qual é a capital da França?", "🙂"):
        assert (await router.decide(message, RouteContext(), agent)).stage != "model"
    assert agent.asked == []


@pytest.mark.parametrize(
    "answer",
    [
        ModelUnavailable("down"),
        TimeoutError(),
        ValueError("not JSON"),
        ModelRoute("start", "no_such_workflow", 0.9),
        ModelRoute("start", None, 0.9),
        ModelRoute(cast("RouteIntent", "dance"), "refund", 0.9),
        ModelRoute("start", "refund", 7.0),
        ModelRoute("start", "refund", float("nan")),
        ModelRoute("start", "refund", 0.2),
        ModelRoute("stay", "refund", 0.9),
    ],
    ids=repr,
)
async def test_a_model_that_fails_or_answers_nonsense_changes_nothing(
    router: Router, answer: ModelRoute | BaseException
) -> None:
    agent = ScriptedRouterAgent(answer)
    without = await router.decide(UNSURE, RouteContext())
    assert await decided(router, agent) == without
    assert agent.asked


async def test_a_model_that_stalls_is_not_waited_for(router: Router) -> None:
    hasty = Router(project(), model_seconds=0.01)
    agent = ScriptedRouterAgent(None)
    assert await decided(hasty, agent) == await router.decide(UNSURE, RouteContext())
    assert agent.asked


async def test_a_model_may_leave_and_may_ask_back(router: Router) -> None:
    here = while_in("onboarding", Question("Anything else?", "choice", ["no"]))
    left = await decided(router, ScriptedRouterAgent(ModelRoute("exit", None, 0.8)), here)
    assert (left.workflow, left.intent, left.stage) == ("root", "exit", "model")
    asked = await decided(router, ScriptedRouterAgent(ModelRoute("clarify", None, 0.8)), here)
    assert asked.intent == "clarify"
    assert asked.options[-1].value == "@onboarding"
