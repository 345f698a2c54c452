"""A message goes to the workflow it belongs to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from router.answers import Question, fits
from router.info import RouteContext, RouteInfo
from router.route import Route, Router
from tests.support.routing import (
    AGE,
    CITY,
    EXAMPLES,
    NAME,
    SURE,
    TITLES,
    TOPIC,
    WHEN,
    info,
    project,
    split,
    while_in,
)

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("message", "workflow"),
    [
        ("could you give me back what I paid for this thing", "refund"),
        ("não me lembro da senha de acesso", "password"),
        ("my parcel still has not come", "delivery"),
        ("me mostra as vendas do mês em um gráfico", "dashboard"),
        ("preciso corrigir os dados do meu cadastro", "onboarding"),
    ],
)
async def test_a_message_goes_where_its_like_have_been(
    router: Router, message: str, workflow: str
) -> None:
    route = await router.decide(message, RouteContext())
    assert (route.workflow, route.intent, route.stage) == (workflow, "start", "local")
    assert route.candidates[0][0] == workflow
    assert 0.5 < route.confidence <= 1


@pytest.mark.parametrize(
    "message",
    ["good morning!", "tell me a joke about penguins", "qual é a capital da França?", "kkkk"],
)
async def test_what_nothing_claims_goes_to_the_root(router: Router, message: str) -> None:
    route = await router.decide(message, RouteContext())
    assert (route.workflow, route.intent) == ("root", "start")


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("17", AGE),
        ("tenho dezessete anos", AGE),
        ("I'm 40 years old", AGE),
        ("Dashboard", NAME),
        ("Recife", CITY),
        ("sim, pode", SURE),
        ("não, tenho 18", SURE),
        ("last month", WHEN),
        ("em março", WHEN),
        ("refund", TOPIC),
        ("a delivery", TOPIC),
        ("Ana Paula de Souza Lima", NAME),
        ("maria@example.com", Question("Your e-mail?", "email")),
    ],
)
async def test_an_answer_stays_even_if_it_looks_like_something_else(
    router: Router, message: str, question: Question
) -> None:
    language = "pt" if question in (CITY, SURE) or "anos" in message or "março" in message else "en"
    context = while_in("onboarding", question, language=language)
    route = await router.decide(message, context)
    assert (route.workflow, route.intent) == ("onboarding", "stay")


@pytest.mark.parametrize("question", [AGE, NAME, CITY, SURE, WHEN, None])
@pytest.mark.parametrize(
    ("message", "workflow"),
    [
        ("I want my money back for this order", "refund"),
        ("esqueci minha senha", "password"),
        ("wait, where is my package?", "delivery"),
        ("quero ver o painel de vendas", "dashboard"),
    ],
)
async def test_a_change_of_subject_switches_on_the_same_message(
    router: Router, message: str, workflow: str, question: Question | None
) -> None:
    route = await router.decide(message, while_in("onboarding", question))
    assert (route.workflow, route.intent) == (workflow, "switch")
    assert route.from_workflow == "onboarding"


async def test_what_fits_nothing_stays_where_the_conversation_is(router: Router) -> None:
    for message in ("hmm, let me think", "e amanhã, será que chove?", "because of my cousin"):
        route = await router.decide(message, while_in("refund"))
        assert (route.workflow, route.intent) == ("refund", "stay")


@pytest.mark.parametrize("message", ["sair", "Cancelar!", "exit", "never mind", "QUIT please"])
async def test_exit_words_leave_for_the_root_or_what_was_interrupted(
    router: Router, message: str
) -> None:
    route = await router.decide(message, while_in("refund", NAME))
    assert (route.workflow, route.intent, route.stage) == ("root", "exit", "rule")
    back = await router.decide(message, while_in("refund", stack=["gone", "onboarding"]))
    assert (back.workflow, back.intent) == ("onboarding", "exit")


async def test_exit_words_inside_a_sentence_or_among_the_choices_do_not_leave(
    router: Router,
) -> None:
    said = await router.decide("how do I exit through the gift shop", while_in("refund"))
    assert said.intent == "stay"
    offered = Question("What shall I do?", "choice", ["Cancel", "Go on"])
    assert (await router.decide("cancel", while_in("refund", offered))).intent == "stay"
    assert (await router.decide("sair", RouteContext())).workflow == "root"


async def test_an_answer_to_an_approval_or_a_form_belongs_to_its_state(router: Router) -> None:
    waiting = while_in("refund", approval_pending=True)
    for message in ("cancel", "yes", "não", ""):
        route = await router.decide(message, waiting)
        assert (route.workflow, route.intent, route.stage) == ("refund", "stay", "rule")
    elsewhere = await router.decide("show me the sales dashboard", waiting)
    assert elsewhere.workflow == "dashboard"
    form = await router.decide('{"dashboard": "sales"}', while_in("refund", ui_result=True))
    assert (form.workflow, form.stage) == ("refund", "rule")


def _incomplete(profile: Mapping[str, Any]) -> bool:
    return not profile.get("completed")


async def test_a_first_workflow_takes_the_turn_until_its_condition_fails() -> None:
    first = info("onboarding", [], first=_incomplete)
    router = Router(project(onboarding=first))
    ask = "show me the sales dashboard"
    route = await router.decide(ask, RouteContext())
    assert (route.workflow, route.stage) == ("onboarding", "rule")
    assert (await router.decide("it was broken", while_in("refund"))).workflow == "refund"
    assert (await router.decide("sair", while_in("onboarding"))).intent == "exit"
    assert (await router.decide(ask, RouteContext(left=["onboarding"]))).workflow == "dashboard"
    done = RouteContext(profile={"completed": True})
    assert (await router.decide(ask, done)).workflow == "dashboard"


async def test_a_request_that_names_its_workflow_gets_it(router: Router) -> None:
    route = await router.decide("hello", RouteContext(forced="refund"))
    assert (route.workflow, route.intent, route.stage) == ("refund", "start", "rule")
    unknown = await router.decide("hello", RouteContext(forced="refunds"))
    assert unknown.workflow == "root"


async def test_a_workflow_that_is_closed_to_the_caller_is_no_candidate() -> None:
    closed = info("dashboard", split(EXAMPLES["dashboard"]), access=["owner"])
    router = Router(project(dashboard=closed))
    ask = "show me the sales dashboard"
    for context in (
        RouteContext(roles={"user"}),
        RouteContext(roles={"user"}, forced="dashboard"),
        RouteContext("dashboard", roles={"user"}),
    ):
        route = await router.decide(ask, context)
        assert route.workflow != "dashboard"
        assert "dashboard" not in dict(route.candidates)
    for role in ("owner", "admin"):
        assert (await router.decide(ask, RouteContext(roles={role}))).workflow == "dashboard"


async def test_two_workflows_that_fit_alike_are_asked_about_and_a_press_decides() -> None:
    same = split(EXAMPLES["delivery"])
    router = Router(project(shipping=info("shipping", same)))
    route = await router.decide("where is my package", RouteContext())
    assert (route.intent, route.stage, route.workflow) == ("clarify", "ask", "root")
    assert route.question == "What would you like to do?"
    assert {"Delivery", "Shipping"} <= {option.label for option in route.options}
    for option in route.options:
        pressed = await router.decide(option.value, RouteContext(roles={"user"}))
        assert (f"@{pressed.workflow}", pressed.stage) == (option.value, "rule")
    assert Route.restored(json.loads(json.dumps(route.stored()))) == route
    asked = await router.decide("cadê a minha encomenda", RouteContext(language="pt"))
    assert asked.question == "O que você gostaria de fazer?"


async def test_two_of_a_kind_still_leave_each_other_alone_when_the_one_is_active() -> None:
    same = split(EXAMPLES["delivery"])
    router = Router(project(shipping=info("shipping", same)))
    route = await router.decide("where has my parcel got to", while_in("shipping"))
    assert (route.workflow, route.intent) == ("shipping", "stay")


async def test_the_title_of_a_workflow_starts_it(router: Router) -> None:
    route = await router.decide("sales DASHBOARD", RouteContext())
    assert (route.workflow, route.stage) == ("dashboard", "rule")


async def test_not_when_keeps_a_sentence_out() -> None:
    strict = info(
        "password", split(EXAMPLES["password"]), not_when=["what is a good password like"]
    )
    router = Router(project(password=strict))
    route = await router.decide("what is a good password like", RouteContext())
    assert route.workflow == "root"
    assert (await router.decide("I lost my password", RouteContext())).workflow == "password"


@pytest.mark.parametrize("count", [0, 1, 2])
async def test_few_examples_or_none_are_enough_to_decide_something(count: int) -> None:
    router = Router(
        {
            name: RouteInfo(name, TITLES.get(name, ""), "", split(text)[:count])
            for name, text in EXAMPLES.items()
        }
    )
    assert (await router.decide("tell me a joke", RouteContext())).workflow == "root"
    route = await router.decide("sales dashboard", RouteContext())
    assert route.workflow == "dashboard"


async def test_a_long_message_is_understood_by_what_it_says(router: Router) -> None:
    route = await router.decide("I want a refund of my purchase. " * 1_000, RouteContext())
    assert route.workflow == "refund"


async def test_a_language_without_examples_is_understood_by_meaning() -> None:
    english = {
        name: info(name, [t for t in split(text) if t.isascii() and " o " not in f" {t} "])
        for name, text in {
            "refund": "I want my money back|refund my purchase|return this order|get a refund",
            "password": "I forgot my password|reset my password|I can't log in|locked account",
            "delivery": "where is my package|track my delivery|my parcel is late|has it shipped",
        }.items()
    }
    router = Router(english)
    for message, workflow in (
        ("quero o meu dinheiro de volta", "refund"),
        ("esqueci a minha senha", "password"),
        ("onde está o meu pacote?", "delivery"),
    ):
        assert (await router.decide(message, RouteContext())).workflow == workflow
    assert (await router.decide("você gosta de futebol?", RouteContext())).workflow == "root"


@pytest.mark.parametrize("message", ["help", "why?", "quero falar com um atendente"])
async def test_what_is_said_to_the_workflow_itself_stays(message: str) -> None:
    router = Router(project())
    context = while_in("refund", Question("Which order?", "integer"))
    route = await router.decide(message, context)
    assert (route.workflow, route.intent, route.stage) == ("refund", "stay", "rule")


async def test_a_choice_may_be_answered_in_words_of_ones_own() -> None:
    asked = Question("What was wrong with it?", "choice", ["broken", "too late", "wrong colour"])
    assert fits("the box came in pieces", asked, "en") == "maybe"
    assert fits("where is my parcel?", asked, "en") == "no"
