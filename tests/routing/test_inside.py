"""Inside a workflow a message may answer, ask for something else, do both, or mean to leave."""

from __future__ import annotations

import pytest

from language.detect import Language
from language.intents import asks_why
from language.requests import asks, clauses
from router.answers import Question, fits
from router.info import RouteContext
from router.outcome import Wish
from router.route import Router
from tests.support.routing import AGE, CITY, SURE, while_in

pytestmark = pytest.mark.anyio

STORY = Question("What do you do for a living?", "text")
REASON = Question("O que aconteceu?", "text")


@pytest.mark.parametrize(
    "message",
    [
        "não quero mais me cadastrar, deixa",
        "cancela tudo, desisti",
        "pensando bem, melhor não fazer isso",
        "never mind, I found it in the drawer",
        "you know what, I'd rather not go on with this",
        "forget it, my sister did it for me",
        "chega disso, não vou preencher mais nada",
    ],
)
async def test_who_means_to_leave_is_let_go_in_whatever_words(router: Router, message: str) -> None:
    route = await router.decide(message, while_in("onboarding", AGE))
    assert (route.workflow, route.intent) == ("root", "exit")


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("I gave up smoking in May", STORY),
        ("I quit my job last year and now I drive a taxi", STORY),
        ("desisti da faculdade de direito", STORY),
        ("o voo foi cancelado", REASON),
        ("I leave at six", Question("When are you at home?", "text")),
        ("faço dashboards de vendas numa varejista", STORY),
        ("I track deliveries for a parcel service", STORY),
    ],
)
async def test_a_story_told_to_an_open_question_stays_whatever_it_speaks_of(
    router: Router, message: str, question: Question
) -> None:
    route = await router.decide(message, while_in("onboarding", question))
    assert (route.workflow, route.intent) == ("onboarding", "stay")


@pytest.mark.parametrize(
    ("message", "question", "answer", "workflow"),
    [
        ("17, and where is my package?", AGE, "17", "delivery"),
        ("tenho 40 anos. onde está minha encomenda?", AGE, "tenho 40 anos", "delivery"),
        ("Recife, mas antes quero ver o painel de vendas", CITY, "Recife", "dashboard"),
        ("sim, e me devolve o dinheiro da compra", SURE, "sim", "refund"),
    ],
)
async def test_an_answer_and_a_request_are_two_things(
    router: Router, message: str, question: Question, answer: str, workflow: str
) -> None:
    route = await router.decide(message, while_in("onboarding", question, language="pt"))
    assert (route.workflow, route.intent, route.answer) == (workflow, "switch", answer)
    assert route.said
    assert answer not in route.said


@pytest.mark.parametrize(
    ("message", "workflow", "other"),
    [
        ("I forgot my password and where is my package?", "password", "delivery"),
        ("quero o meu dinheiro de volta e mostre o painel de vendas", "refund", "dashboard"),
    ],
)
async def test_of_two_requests_the_first_is_done_and_the_second_noted(
    router: Router, message: str, workflow: str, other: str
) -> None:
    route = await router.decide(message, RouteContext())
    assert (route.workflow, route.intent) == (workflow, "start")
    assert isinstance(route.also, Wish)
    assert route.also.workflow == other
    assert route.said is not None
    assert route.also.message not in route.said


@pytest.mark.parametrize(
    "message",
    [
        "esquece o reembolso, quero ver o painel de vendas",
        "forget the refund, open the sales dashboard",
    ],
)
async def test_a_target_that_is_named_wins_over_what_is_under_way(
    router: Router, message: str
) -> None:
    route = await router.decide(message, while_in("refund", Question("Which order?", "integer")))
    assert (route.workflow, route.intent, route.drops) == ("dashboard", "switch", True)


@pytest.mark.parametrize(
    ("message", "asked", "ours"),
    [
        ("por que você quer saber?", "Qual é a sua idade?", True),
        ("why do you need that?", "How old are you?", True),
        ("por que a idade?", "Qual é a sua idade?", True),
        ("why my e-mail?", "", True),
        ("why?", "", True),
        ("pra que serve isso", "", True),
        ("por que as devoluções dobraram em abril?", "Qual é a sua idade?", False),
        ("why did sales fall in June?", "How old are you?", False),
        ("why is my order late?", "Which order number?", False),
        ("para que serve o seguro?", "", False),
    ],
)
def test_a_why_is_ours_if_it_is_about_our_asking(message: str, asked: str, ours: bool) -> None:
    assert asks_why(message, asked) is ours


@pytest.mark.parametrize(
    ("message", "yes"),
    [
        ("cadê meu pedido", True),
        ("ah, e me manda a fatura", True),
        ("can you lower it", True),
        ("eu queria ver o saldo", True),
        ("I was moving house", False),
        ("dois ingressos", False),
        ("show", False),
    ],
)
def test_a_request_is_told_from_an_answer(message: str, yes: bool) -> None:
    assert asks(message) is yes


def test_clauses_lie_between_stops_and_conjunctions() -> None:
    assert clauses("Ana, mas antes me diz: onde está? e quando chega") == [
        "Ana", "antes me diz: onde está", "quando chega",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("message", "fit"),
    [
        ("na verdade 3 pizzas", "yes"),
        ("actually 20", "yes"),
        ("muda o endereço", "yes"),
        ("na verdade quero ver meus pedidos", "no"),
        ("actually I want to talk about my invoice", "no"),
    ],
)
def test_what_takes_back_what_was_said_belongs_to_the_form(message: str, fit: str) -> None:
    language: Language = "pt" if message[0] in "nm" else "en"
    question = Question("Shall I send it?", "boolean", ("Yes", "No"))
    assert fits(message, question, language) == fit
