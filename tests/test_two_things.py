"""What a message says besides is kept: an answer, a second request, what was left by meaning."""

from __future__ import annotations

import asyncpg
import orjson
import pytest

from tests.support.chatting import Chat, Json, every, only, text_of
from tests.test_routing import DELIVERY, REFUND
from workflows.machine.afterwards import MOST_TURNS

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def worker_env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A shop without a key."""
    shop = tmp_path_factory.mktemp("shop")
    (shop / "workflows").mkdir()
    (shop / "batuta.yaml").write_text("name: shop\nlanguages: [en, pt]\n")
    (shop / "workflows" / "refund.yaml").write_text(REFUND)
    (shop / "workflows" / "delivery.yaml").write_text(DELIVERY)
    return {
        "BATUTA_PROJECT": str(shop),
        "BATUTA_RATE_PER_MINUTE": "0",
        "BATUTA_MAX_OPEN_TURNS": "0",
    }


def goes_to(events: list[Json]) -> tuple[str, str]:
    chosen = only(events, "route")
    return chosen["workflow"], chosen["intent"]


def button(events: list[Json]) -> Json:
    return every(events, "choices")[-1]["options"][-1]


async def cursor(chat: Chat, pool: asyncpg.Pool) -> Json:
    stored = await pool.fetchval(
        "select cursor from batuta.sessions where id = $1::uuid", chat.session
    )
    return orjson.loads(stored)


@pytest.mark.parametrize(
    ("request_", "message", "back"),
    [
        ("I want a refund", "4711, and where is my package?", "What was wrong with it?"),
        ("quero um reembolso", "4711, e onde está meu pacote?", "O que houve com ele?"),
    ],
)
async def test_an_answer_with_a_request_in_it_is_kept_and_the_request_done(
    known: Chat, pool: asyncpg.Pool, request_: str, message: str, back: str
) -> None:
    await known.say(request_)
    aside = await known.say(message)
    assert goes_to(aside) == ("delivery", "switch")
    frames = (await cursor(known, pool))["frames"]
    assert frames[0]["slots"]["order"] == 4711
    assert text_of(await known.say("BR9")).endswith(back)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("I want a refund for order 4711 and where is my package?", "You also asked"),
        ("quero um reembolso do pedido 4711 e onde está meu pacote?", "Você também pediu"),
    ],
)
async def test_of_two_requests_the_first_is_done_and_the_second_offered(
    known: Chat, pool: asyncpg.Pool, message: str, said: str
) -> None:
    first = await known.say(message)
    assert goes_to(first) == ("refund", "start")
    assert said not in text_of(first), "a question is open: nothing is offered beside it"
    assert (await cursor(known, pool))["later"]["workflow"] == "delivery"
    done = await known.say("it was broken" if "refund" in message else "veio quebrado")
    assert said in text_of(done)
    assert button(done)["value"] == "@delivery"
    begun = await known.say("@delivery")
    assert goes_to(begun) == ("delivery", "start")
    assert "later" not in await cursor(known, pool)


async def test_a_second_request_that_is_passed_over_is_not_offered_again(
    known: Chat, pool: asyncpg.Pool
) -> None:
    await known.say("I want a refund for order 4711 and where is my package?")
    await known.say("it was broken")
    again = await known.say("thanks")
    assert every(again, "choices") == []
    assert "later" not in await cursor(known, pool)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ("I want a refund for order 4711", "you know what, I'd rather not go on with this"),
        ("quero um reembolso do pedido 4711", "pensando bem, melhor deixar isso para lá"),
    ],
)
async def test_what_is_left_by_meaning_can_be_taken_up_again_with_its_answers(
    known: Chat, pool: asyncpg.Pool, request_: str, message: str
) -> None:
    open_question = text_of(await known.say(request_))
    left = await known.say(message)
    assert goes_to(left) == ("root", "exit")
    assert button(left)["value"] == "@refund"
    back = await known.say("@refund")
    assert text_of(back).endswith(open_question)
    assert (await cursor(known, pool))["frames"][-1]["slots"]["order"] == 4711


async def test_what_is_left_by_the_word_for_it_is_gone_and_so_is_what_nobody_takes_up_for_long(
    known: Chat, pool: asyncpg.Pool
) -> None:
    await known.say("I want a refund for order 4711")
    assert every(await known.say("cancel"), "choices") == []
    assert "aside" not in await cursor(known, pool)
    await known.say("I want a refund for order 4711")
    await known.say("you know what, I'd rather not go on with this")
    for _ in range(MOST_TURNS):
        assert every(await known.say("hello"), "choices") == []  # it was offered once
        assert "aside" in await cursor(known, pool)
    await known.say("hello")
    assert "aside" not in await cursor(known, pool)
    assert text_of(await known.say("I want a refund")) == "Which order number?"


async def test_a_why_about_something_else_is_no_repair(known: Chat) -> None:
    await known.say("I want a refund")
    ours = await known.say("why do you need that?")
    assert goes_to(ours) == ("refund", "stay")
    assert "Which order number?" in text_of(ours)
    other = await known.say("why has my parcel not arrived yet?")
    assert goes_to(other) == ("delivery", "switch")
