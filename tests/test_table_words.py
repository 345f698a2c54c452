"""What people ask tables for in words of their own, and how they go on from the last answer."""

from __future__ import annotations

import pytest

from tests.support.chatting import Chat, every, text_of
from tests.support.uploads import send

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]

ITEMS = b"""date,item,branch,units,revenue
2026-01-05,Mug,York,3,30
2026-01-09,Mug,Hull,5,50
2026-02-02,Fork,York,10,20
2026-02-14,Mug,Leeds,2,21
2026-03-03,Lamp,York,1,40
2026-03-09,Fork,Hull,7,14
"""
JOBS = b"""data,servico,profissional,cliente,valor
2026-09-03,corte,Bruna,Lia,60
2026-09-10,escova,Bruna,Nair,45
2026-09-21,pintura,Tadeu,Lia,180
2026-10-02,corte,Tadeu,Otto,50
2026-10-15,escova,Bruna,Lia,55
2026-10-30,pintura,Tadeu,Nair,210
"""


@pytest.fixture(scope="module")
def worker_env() -> dict[str, str]:
    return {"ANTHROPIC_API_KEY": "", "GEMINI_API_KEY": "", "BATUTA_RATE_PER_MINUTE": "0"}


async def _asked(chat: Chat, name: str, table: bytes, *questions: str) -> list[str]:
    where: str = (await chat.post("/sessions", {})).json()["id"]
    assert (await send(chat, where, name, table)).status_code == 201
    chat.session = where
    return [text_of(await chat.say(question)) for question in questions]


@pytest.mark.parametrize(
    ("questions", "told"),
    [
        (["how many mugs did we sell", "no i mean in york only"], ["10", "3"]),
        (["how many forks were sold in Hull?"], ["7"]),
        (["which branch made the most money?"], ["York"]),
        (["which branch had the least revenue?", "total by branch"], ["Leeds", "York"]),
    ],
)
async def test_what_was_sold_is_units_and_money_is_the_one_figure_of_money(
    known: Chat, questions: list[str], told: list[str]
) -> None:
    answers = await _asked(known, "items.csv", ITEMS, *questions)
    for answer, figure in zip(answers, told, strict=True):
        assert figure in answer.split("Source")[0]


@pytest.mark.parametrize(
    ("questions", "told"),
    [
        (["qual foi o serviço que mais deu dinheiro"], ["pintura"]),
        (["quem trouxe mais dinheiro, a Bruna ou o Tadeu?"], ["Tadeu"]),
        (["qual cliente gastou mais?", "e a média de corte?"], ["Lia", "Média de valor: 55"]),
        (["qual serviço rendeu menos?", "total por serviço", "e só da Bruna?"],
         ["escova", "pintura 390", "escova 100; corte 60"]),
    ],
)  # fmt: skip
async def test_a_superlative_ends_with_its_question(
    known: Chat, questions: list[str], told: list[str]
) -> None:
    answers = await _asked(known, "maio.csv", JOBS, *questions)
    for answer, figure in zip(answers, told, strict=True):
        assert figure in answer.split("Fonte")[0]


async def test_who_says_hello_after_sending_a_table_is_greeted(chat: Chat) -> None:
    where: str = (await chat.post("/sessions", {})).json()["id"]
    assert (await send(chat, where, "items.csv", ITEMS)).status_code == 201
    chat.session = where
    events = await chat.say("oi")
    assert not every(events, "choices")
    assert text_of(events).startswith("Olá!")
