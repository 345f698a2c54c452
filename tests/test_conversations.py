"""Whole conversations with a real worker that has no key, over the welcome and a small shop.

What people do to a dialogue: say everything at once, correct themselves, wander off and come back,
change the subject, leave, answer in words, ask why, give up. In both languages.
"""

from __future__ import annotations

from pathlib import Path

import asyncpg
import orjson
import pytest

from tests.support.chatting import Chat, Json, every, only, text_of
from workflows.machine.cursor import Cursor

pytestmark = pytest.mark.anyio

SHOP = Path(__file__).parent / "data" / "shop"


@pytest.fixture(scope="module")
def worker_env() -> dict[str, str]:
    return {
        "BATUTA_PROJECT": str(SHOP),
        "BATUTA_LEASE_SECONDS": "2",
        "BATUTA_RATE_PER_MINUTE": "0",
        "BATUTA_MAX_OPEN_TURNS": "0",
    }


def states(events: list[Json]) -> list[str]:
    return [e["state"] for e in every(events, "state")]


def goes_to(events: list[Json]) -> str:
    return only(events, "route")["workflow"]


def buttons(events: list[Json]) -> list[str]:
    found = every(events, "choices")
    return [o["label"] for o in found[-1]["options"]] if found else []


async def slots(chat: Chat, pool: asyncpg.Pool) -> Json:
    raw = await pool.fetchval(
        "select cursor from batuta.sessions where id = $1::uuid", chat.session
    )
    frame = Cursor.read(orjson.loads(raw)).active
    return frame.slots if frame else {}


# --- the welcome ---


@pytest.mark.parametrize(
    ("said", "asked", "done"),
    [
        (
            ["Oi! Sou a Ana, moro em Recife", "17 anos", "ensino médio", "não, tenho 18", "sim"],
            "Quantos anos você tem?",
            "Tudo pronto, Ana!",
        ),
        (
            ["Hi! I'm Ana, I live in Boston", "seventeen", "high school", "no, I'm 18", "yes"],
            "How old are you?",
            "All set, Ana!",
        ),
    ],
    ids=["pt", "en"],
)
async def test_several_data_only_what_is_missing_a_correction_and_the_end(
    chat: Chat, pool: asyncpg.Pool, said: list[str], asked: str, done: str
) -> None:
    first = await chat.say(said[0])
    assert goes_to(first) == "onboarding"
    assert text_of(first).endswith(asked)
    await chat.say(said[1])
    confirm = await chat.say(said[2])
    assert states(confirm)[-1] == "confirm"
    assert "17" in text_of(confirm)
    assert len(buttons(confirm)) == 2
    corrected = await chat.say(said[3])
    assert "18" in text_of(corrected)
    assert (await slots(chat, pool))["age"] == 18
    assert text_of(await chat.say(said[4])).endswith(done)


@pytest.mark.parametrize(
    ("hello", "why", "reason", "name"),
    [
        ("olá, tudo bem com você?", "por que você quer saber?", "Para eu saber como", "Bia"),
        ("oi", "pq vcs precisam disso?", "Para eu saber como", "Bia"),
        ("hello there, my friend", "why do you ask?", "know what to call you", "Bia"),
    ],
    ids=["pt", "abbreviated", "en"],
)
async def test_why_and_help_are_answered_and_the_question_comes_again(
    chat: Chat, hello: str, why: str, reason: str, name: str
) -> None:
    asked = text_of(await chat.say(hello))
    told = await chat.say(why)
    assert reason in text_of(told)
    assert asked.splitlines()[-1] in text_of(told)
    helped = await chat.say("help" if "hello" in hello else "ajuda")
    assert asked.splitlines()[-1] in text_of(helped)
    assert states(await chat.say(name)) == []


async def test_an_answer_out_of_range_is_explained_and_the_next_one_is_taken_in_words(
    chat: Chat, pool: asyncpg.Pool
) -> None:
    await chat.say("oi")
    await chat.say("Ana")
    wrong = await chat.say("200")
    assert "no máximo 120" in text_of(wrong)
    await chat.say("trinta e dois")
    assert (await slots(chat, pool))["age"] == 32


async def test_a_city_that_is_called_like_a_wish_is_an_answer(
    chat: Chat, pool: asyncpg.Pool
) -> None:
    await chat.say("oi, sou o Caio, 40 anos")
    await chat.say("Salvador")
    assert (await slots(chat, pool))["city"] == "Salvador"


# --- the shop ---


@pytest.mark.parametrize(
    ("said", "order", "reason"),
    [
        ("quero meu dinheiro de volta", "De qual pedido se trata?", "O que houve com ele?"),
        ("I want my money back", "Which order is it about?", "What was wrong with it?"),
    ],
    ids=["pt", "en"],
)
async def test_a_wish_in_own_words_finds_its_workflow(
    known: Chat, said: str, order: str, reason: str
) -> None:
    first = await known.say(said)
    assert goes_to(first) == "refund"
    assert text_of(first).endswith(order)
    assert text_of(await known.say("1234")).endswith(reason)


@pytest.mark.parametrize(
    ("start", "aside", "answer", "back"),
    [
        ("quero um reembolso", "onde está meu pedido?", "Qual é o número do pedido?", "Reembolso"),
        ("I want a refund", "where is my order?", "What is the order's number?", "Refund"),
    ],
    ids=["pt", "en"],
)
async def test_another_subject_is_taken_up_on_the_same_message_and_then_it_comes_back(
    known: Chat, start: str, aside: str, answer: str, back: str
) -> None:
    asked = text_of(await known.say(start))
    away = await known.say(aside)
    assert goes_to(away) == "order"
    assert text_of(away) == answer
    done = await known.say("1234")
    assert [e["tool"] for e in every(done, "tool_end")] == ["order_state"]
    assert back in text_of(done)
    assert text_of(done).endswith(asked)
    went_on = await known.say("4321")
    assert goes_to(went_on) == "refund"


async def test_small_talk_in_the_middle_is_answered_and_the_question_comes_again(
    known: Chat,
) -> None:
    asked = text_of(await known.say("quero um reembolso"))
    aside = await known.say("que horas são?")
    assert goes_to(aside) == "root"
    assert text_of(aside).endswith(asked)
    assert goes_to(await known.say("1234")) == "refund"


@pytest.mark.parametrize("word", ["cancelar", "sair", "deixa pra lá", "cancel", "never mind"])
async def test_who_wants_to_leave_is_let_go(known: Chat, pool: asyncpg.Pool, word: str) -> None:
    await known.say("quero um reembolso" if word[0] in "sd" else "I want a refund")
    left = await known.say(word)
    assert only(left, "done").get("next") is None
    assert await slots(known, pool) == {}
    assert goes_to(await known.say("quanto é 2 mais 2?")) == "root"


@pytest.mark.parametrize(
    ("start", "words", "reason"),
    [
        ("quero um reembolso do pedido 1234", "mudei de ideia", "regret"),
        ("quero um reembolso do pedido 1234", "chegou com defeito", "broken"),
        ("I want a refund for order 1234", "it came too late", "late"),
        ("I want a refund for order 1234", "I changed my mind", "regret"),
    ],
)
async def test_a_choice_is_made_by_another_name_of_it(
    known: Chat, pool: asyncpg.Pool, start: str, words: str, reason: str
) -> None:
    asked = await known.say(start)
    assert len(buttons(asked)) == 3
    await known.say(words)
    assert (await slots(known, pool))["reason"] == reason


@pytest.mark.parametrize(
    ("start", "people", "day"),
    [
        ("quero marcar uma visita", "somos quatro pessoas", "5 de março de 2027"),
        ("I want to book a visit", "there will be four of us", "March 5, 2027"),
    ],
    ids=["pt", "en"],
)
async def test_numbers_and_dates_are_read_in_words_and_a_wrong_form_is_asked_again(
    known: Chat, pool: asyncpg.Pool, start: str, people: str, day: str
) -> None:
    await known.say(start)
    await known.say(people)
    form = await known.say(day)
    assert await slots(known, pool) == {"people": 4, "day": "2027-03-05"}
    asked = only(form, "ui")
    assert asked["component"] == "contact_form"
    wrong = await known.say(None, ui_result={"id": asked["id"], "value": {"phone": 12}})
    assert "phone" in text_of(wrong)
    assert only(wrong, "ui")["id"] == asked["id"]
    right = {"id": asked["id"], "value": {"phone": "11999990000"}}
    assert states(await known.say(None, ui_result=right)) == ["done"]


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ("quero um reembolso", "quero falar com um atendente"),
        ("I want a refund", "I want to talk to a human"),
    ],
    ids=["pt", "en"],
)
async def test_who_asks_for_a_person_gets_one(known: Chat, start: str, words: str) -> None:
    await known.say(start)
    handed = await known.say(words)
    assert states(handed) == ["human"]
    assert "support" in text_of(handed)


async def test_after_three_misunderstandings_a_person_takes_over(known: Chat) -> None:
    await known.say("I want a refund")
    for word in ("blue", "green"):
        assert "Please give me a number." in text_of(await known.say(word))
    told = await known.say("red")
    assert "support" in text_of(told)


async def test_an_unclear_wish_is_asked_back_about_and_the_button_acts_on_it(
    known: Chat, pool: asyncpg.Pool
) -> None:
    asked = await known.say("something should be done about my late order")
    assert only(asked, "route")["intent"] == "clarify"
    assert {"Refund", "Where is my order"} <= set(buttons(asked))
    assert states(asked) == []
    offered = only(asked, "choices")["options"]
    begun = await known.say(next(o["value"] for o in offered if o["label"] == "Refund"))
    assert goes_to(begun) == "refund"
    assert await slots(known, pool) == {"reason": "late"}


async def test_data_that_may_not_be_collected_is_not(known: Chat, pool: asyncpg.Pool) -> None:
    await known.say("quero um reembolso")
    await known.say("meu cpf é 529.982.247-25")
    kept = await pool.fetchval(
        "select cursor::text from batuta.sessions where id = $1::uuid", known.session
    )
    assert "529" not in kept
    assert (await known.say("1234"))[-1]["status"] == "finished"


async def test_what_follows_an_end_is_offered_and_begins_with_its_button(known: Chat) -> None:
    await known.say("I want a refund for order 1234, it came damaged, bought on January 2, 2026")
    waiting = await known.say("yes")
    done = await known.approve(only(waiting, "tool_approval_request")["approval"])
    assert text_of(done).endswith("Done: R-1234.")
    offered = only(done, "choices")["options"]
    assert [o["label"] for o in offered] == ["Book a visit"]
    kept = (await known.get(f"/sessions/{known.session}")).json()["asked"]
    assert kept == [only(done, "choices")]
    begun = await known.say(offered[0]["value"])
    assert goes_to(begun) == "visit"
    assert text_of(begun) == "How many people?"


async def test_a_conversation_in_two_languages_follows_the_person(known: Chat) -> None:
    assert text_of(await known.say("I want a refund")) == "Which order is it about?"
    told = await known.say("na verdade prefiro falar em português, o pedido é 1234")
    assert text_of(told).endswith("O que houve com ele?")


@pytest.mark.parametrize("hostile", ["x" * 9_000, "🙂" * 40, "{order}", "@nobody", "null", "0"])
async def test_odd_messages_neither_break_nor_move_it(
    known: Chat, pool: asyncpg.Pool, hostile: str
) -> None:
    await known.say("quero um reembolso")
    told = await known.say(hostile)
    assert told[-1]["type"] == "done"
    assert "order" not in await slots(known, pool)
    back = await known.say("pedido 4321")
    assert goes_to(back) == "refund"
