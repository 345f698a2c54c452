"""First messages that tell what one form alone asks for, or what no house of its kind does."""

from __future__ import annotations

import pytest

from router.info import RouteContext, RouteInfo
from router.route import Router

pytestmark = pytest.mark.anyio

ROOT = RouteInfo("root", "Assistant", "", ["how much is a service?", "quanto custa a revisão?"])
COMPLAINT = RouteInfo(
    "complaint",
    {"en": "Complaint", "pt": "Reclamação"},
    "The person complains about something that went wrong.",
    ["I want to complain", "it broke again the next day", "quero reclamar", "voltou pior"],
)
PIANOS = {
    "root": ROOT,
    "tune": RouteInfo(
        "tune",
        {"en": "Have a piano seen to", "pt": "Chamar o técnico de piano"},
        "The person wants somebody to come and see to their piano.",
        ["I'd like to have my piano tuned", "can somebody come and look at my piano?",
         "quero afinar meu piano", "meu piano tem uma tecla presa, podem vir?"],
        options={
            "job": ["tuning", "afinação", "new strings", "troca de cordas", "pedals", "pedais"],
            "kind": ["upright", "piano de armário", "grand", "piano de cauda"],
        },
    ),
    "buy": RouteInfo(
        "buy",
        {"en": "Buy a piano", "pt": "Comprar um piano"},
        "The person wants to buy a piano.",
        ["I want to buy a piano", "have you got a second-hand piano?", "quero comprar um piano",
         "tem piano usado à venda?"],
        options={"budget": ["under 2000", "até 10 mil"]},
    ),
    "complaint": COMPLAINT,
}  # fmt: skip


@pytest.fixture(scope="module")
def pianos() -> Router:
    return Router(PIANOS)


@pytest.mark.parametrize(
    "said",
    ["só quero trocar as cordas do piano", "just new strings for the piano please",
     "the pedals on my upright are loose, I'd like somebody to come",
     "marca uma afinação pra quinta, piano de armário", "book a tuning for thursday, grand"],
)  # fmt: skip
async def test_an_option_that_one_form_alone_has_begins_that_form(
    pianos: Router, said: str
) -> None:
    route = await pianos.decide(said, RouteContext())
    assert (route.workflow, route.intent) == ("tune", "start")


@pytest.mark.parametrize(
    "said",
    ["quero alugar um piano pro casamento", "I want to rent a piano for a wedding",
     "how much for new strings on a grand?", "I want to sell my old upright"],
)  # fmt: skip
async def test_what_is_not_done_there_or_only_asked_after_begins_nothing(
    pianos: Router, said: str
) -> None:
    route = await pianos.decide(said, RouteContext())
    assert route.workflow == "root"


async def test_what_went_wrong_is_the_reason_of_the_wish_behind_it(pianos: Router) -> None:
    said = "os pedais do meu piano fazem um barulho horrível, queria que alguém viesse ver"
    assert (await pianos.decide(said, RouteContext())).workflow != "complaint"


async def test_who_only_blames_the_house_complains(pianos: Router) -> None:
    said = "I took the morning off and nobody turned up, you never even rang"
    assert (await pianos.decide(said, RouteContext())).workflow == "complaint"


@pytest.mark.parametrize("said", ["piano", "revisão", "preço da afinação", "tuning"])
async def test_a_word_that_only_names_something_is_no_complaint(pianos: Router, said: str) -> None:
    assert (await pianos.decide(said, RouteContext())).workflow != "complaint"
