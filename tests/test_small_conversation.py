"""What somebody without any key hears: small talk, fragments, days, and what is out of reach."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from agent.models.local.reply import reply
from agent.models.local.request import read_request
from agent.models.situation import SituationOffer, TurnSituation, situation
from language.detect import Language
from language.expressions import find_expression
from language.fragments import is_fragment
from language.intents import behind_greeting
from tests.support.chatting import Chat, every, text_of
from tests.test_local_model import call, request, said, text
from tools import ToldResult
from tools.tool import load_catalog

pytestmark = pytest.mark.anyio
SHOP = Path(__file__).parent / "data" / "shop"


@pytest.fixture(scope="module")
def worker_env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    project = shutil.copytree(SHOP, tmp_path_factory.mktemp("loja") / "shop")
    return {"BATUTA_PROJECT": str(project), "BATUTA_RATE_PER_MINUTE": "0"}


def _answer(message: str, language: Language = "en", **known: object) -> str:
    token = situation.set(TurnSituation(language, **known))  # pyright: ignore[reportArgumentType]
    try:
        return reply(read_request(request(said("user", message), tools=False))).text
    finally:
        situation.reset(token)


@pytest.mark.parametrize("message", ["hello", "who painted the Mona Lisa?", "thanks", "boa noite"])
async def test_no_answer_is_given_word_for_word_three_times(message: str) -> None:
    talk = [said("user", message)]
    heard: list[str] = []
    for _ in range(2):
        heard.append(await text(*talk))
        talk += [said("model", heard[-1]), said("user", message)]
    assert await text(*talk) != heard[-1] != heard[0]


@pytest.mark.parametrize("message", ["yesterday", "03/04", "terça-feira", "42", "25/12", "10/2026"])
async def test_a_day_or_a_number_alone_is_asked_about(message: str) -> None:
    assert f"“{message}”" in await text(said("user", message))


@pytest.mark.parametrize("message", ["100/4", "9-5", "what is 3/4?", "call me tomorrow", "oi"])
def test_what_says_more_is_no_fragment(message: str) -> None:
    assert not is_fragment(message, "en")


@pytest.mark.parametrize(
    ("message", "date"),
    [
        ("que dia da semana cai o natal de 2031?", "2031-12-25"),
        ("what weekday was March 3, 2020?", "2020-03-03"),
        ("quantos dias faltam para 20/12/2032?", "2032-12-20"),
        ("em que dia da semana caiu 15/08/1998?", "1998-08-15"),
    ],
)
async def test_the_calendar_is_asked_about_a_day_and_not_the_clock(message: str, date: str) -> None:
    assert await call(said("user", message)) == ("calendar_day", {"date": date})


async def test_the_clock_is_asked_about_now_and_about_a_city_that_is_named_like_a_feast() -> None:
    assert (await call(said("user", "que dia é hoje?")))[0] == "current_time"
    assert await call(said("user", "que horas são em Natal?")) == (
        "current_time",
        {"zone": "Natal"},
    )


@pytest.mark.parametrize(
    ("days", "message", "language", "told"),
    [
        (36, "how many days until then?", "en", "Thursday, 36 days from today."),
        (36, "how many weeks until then?", "en", "Thursday, 5 weeks and 1 day from today."),
        (-7, "em que dia da semana foi?", "pt", "foi quinta-feira, há 7 dias."),
        (1, "que dia é amanhã?", "pt", "Amanhã é quinta-feira, 1 de junho de 2028."),
    ],
)
def test_a_day_is_told_with_how_far_away_it_is(
    days: int, message: str, language: Language, told: str
) -> None:
    result = {"date": "2028-06-01", "weekday": "Thursday", "days_from_today": days}
    tell = load_catalog()["calendar_day"].phrases.tell
    assert tell is not None
    assert tell(ToldResult(result, {}, message, language)).endswith(told)


@pytest.mark.parametrize(
    ("message", "expression"),
    [
        ("split 86.40 between 3", "86.4 / 3"),
        ("três quartos de 240", "3 / 4 * 240"),
        ("two thirds of 90", "2 / 3 * 90"),
    ],
)
def test_shares_are_sums(message: str, expression: str) -> None:
    assert find_expression(message, "pt" if "ê" in message else "en") == expression


@pytest.mark.parametrize("message", ["about order 4711 w0n5d9x0t1", "b2x5k", "a box of 30x40cm"])
def test_a_code_or_a_size_is_no_sum(message: str) -> None:
    assert find_expression(message) is None


@pytest.mark.parametrize(
    ("message", "behind"),
    [
        ("olá, tudo bem com você?", ""),
        ("hello, how are you doing today?", ""),
        ("bom dia, como estão?", ""),
        ("oi, como está meu pedido?", "como esta meu pedido"),
        ("oi, tudo certo com a minha reserva?", "com a minha reserva"),
        ("how are you?", None),
    ],
)
def test_what_is_asked_out_of_courtesy_belongs_to_the_greeting(
    message: str, behind: str | None
) -> None:
    assert behind_greeting(message) == behind


@pytest.mark.parametrize(
    ("message", "note"),
    [
        ("anota tambem comprar pao", "comprar pao"),
        ("me lembra de também ligar pro contador", "ligar pro contador"),
        ("please also note down that the plumber comes", "the plumber comes"),
    ],
)
async def test_also_is_no_part_of_a_note(message: str, note: str) -> None:
    assert await call(said("user", message)) == ("save_note", {"text": note})


@pytest.mark.parametrize("message", ["delete it", "na verdade apaga, já comprei"])
async def test_what_names_nothing_is_asked_which(message: str) -> None:
    assert "?" in await text(said("user", message))


@pytest.mark.parametrize(
    ("message", "language", "heard"),
    [
        ("🙏", "pt", "De nada"),
        ("😂😂", "en", "laugh"),
        ("🦆", "en", "What can I do"),
        ("testando", "pt", "Funcionando"),
        ("who built you?", "en", "program"),
        ("Me chamo Rute", "pt", "Prazer, Rute!"),
        ("hoje tô me sentindo bem sozinha", "pt", "Sinto muito"),
        ("parabéns pelo trabalho de vocês", "pt", "obrigado"),
        ("blz abraço", "pt", "Tchau"),
        ("thanks! I'll think it over and come back later", "en", "Goodbye"),
    ],
)
def test_small_talk_gets_a_short_fitting_answer(
    message: str, language: Language, heard: str
) -> None:
    told = _answer(message, language, own_project=True)
    assert heard in told
    assert "\n" not in told


def test_a_project_is_offered_where_something_is_out_of_reach() -> None:
    offers = (SituationOffer("Book a table", "a table for two"),)
    told = _answer("who discovered America?", own_project=True, offers=offers)
    assert told == "I can't help with that. Here you can ask for: “Book a table”."
    told = _answer("who discovered America?", own_project=True, offers=offers, people=True)
    assert told.startswith("That I do not know. A person can tell you")
    helped = _answer("help", own_project=True, offers=offers, people=True)
    assert "Book a table: “a table for two”" in helped
    assert "a person, please" in helped


async def test_a_frequent_answer_that_was_heard_is_told_as_that(known: Chat) -> None:
    first = text_of(await known.say("what can you do?"))
    assert text_of(await known.say("what can you do?")) == f"As I said: {first}"
    await known.say("hello")
    assert "again" in text_of(await known.say("hello"))


@pytest.mark.parametrize(
    "message", ["obrigado", "who made you?", "you are useless", "😀", "tomorrow"]
)
async def test_small_talk_starts_nothing_and_offers_nothing(known: Chat, message: str) -> None:
    events = await known.say(message)
    assert not [e for kind in ("tool_start", "choices", "handover") for e in every(events, kind)]
    assert {e["workflow"] for e in every(events, "route")} <= {"root"}
