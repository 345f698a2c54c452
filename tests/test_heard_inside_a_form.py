"""What is asked while the welcome is open is answered, and its question asked again."""

from __future__ import annotations

from pathlib import Path

import pytest

from language.sums import is_sum
from tests.support.chatting import Chat, every, text_of

pytestmark = pytest.mark.anyio

NAME = {"en": "What is your name?", "pt": "Qual é o seu nome?"}


@pytest.fixture(scope="module")
def worker_env() -> dict[str, str]:
    """A worker without a key, over the welcome and the assistant."""
    return {
        "BATUTA_PROJECT": str(Path(__file__).parent / "data" / "shop"),
        "BATUTA_RATE_PER_MINUTE": "0",
        "BATUTA_MAX_OPEN_TURNS": "0",
    }


@pytest.mark.parametrize(
    ("hello", "message", "told", "language"),
    [
        ("oi", "quanto é 14 x 25?", "350", "pt"),
        ("hi", "96.60 / 3", "32.2", "en"),
        ("oi", "que dia da semana cai o ano novo de 2027?", "sexta", "pt"),
    ],
)
async def test_what_the_assistant_can_do_is_done_and_the_question_asked_again(
    chat: Chat, hello: str, message: str, told: str, language: str
) -> None:
    await chat.say(hello)
    answered = await chat.say(message)
    assert told in text_of(answered)
    assert text_of(answered).endswith(NAME[language])


@pytest.mark.parametrize(
    ("hello", "message", "language"),
    [
        ("hi", "back now, where were we? continue please", "en"),
        ("oi", "voltei, onde a gente parou? continua por favor", "pt"),
    ],
)
async def test_who_goes_on_has_said_no_name(
    chat: Chat, hello: str, message: str, language: str
) -> None:
    await chat.say(hello)
    assert text_of(await chat.say(message)).endswith(NAME[language])


@pytest.mark.parametrize("name", ["Nina Horas", "Mark Book"])
async def test_a_name_that_looks_like_a_request_is_a_name(chat: Chat, name: str) -> None:
    await chat.say("hi")
    assert text_of(await chat.say(name)).endswith("How old are you?")


async def test_a_greeting_before_a_request_does_not_hide_it(known: Chat) -> None:
    heard = await known.say("good evening. could you tell me the time in Lisbon, please?")
    assert [e["tool"] for e in every(heard, "tool_start")] == ["current_time"]


@pytest.mark.parametrize("text", ["86.40 / 3", "25 * 3,5", "(12 + 4) x 2", "R$ 90 / 4 ="])
def test_signs_alone_are_a_sum(text: str) -> None:
    assert is_sum(text)


@pytest.mark.parametrize("text", ["12/05/2027", "98765-4321", "+55 11 98765-4321", "12", "3 a 4"])
def test_dates_telephones_and_numbers_are_no_sum(text: str) -> None:
    assert not is_sum(text)
