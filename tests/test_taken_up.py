"""An offer behind the end is taken up with what else is told, refused kindly, or put otherwise."""

from __future__ import annotations

import pytest

from tests.support.chatting import Chat, every, only, text_of
from tests.test_after_the_end import BOOKED, CLUB, talk

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def worker_env() -> dict[str, str]:
    """A club without a key."""
    return {
        "BATUTA_PROJECT": str(CLUB),
        "BATUTA_RATE_PER_MINUTE": "0",
        "BATUTA_MAX_OPEN_TURNS": "0",
    }


async def _offered(known: Chat, language: str, change: str) -> None:
    """Book a court for tomorrow, and hear that a change can only be done as another booking."""
    booking = [*BOOKED[language]]
    booking[3] = {"en": "tomorrow", "pt": "amanhã"}[language]
    for said in booking:
        await known.say(said)
    told = await known.say(change)
    assert "@court" in [each["value"] for each in every(told, "choices")[-1]["options"]]


@pytest.mark.parametrize(
    ("language", "change", "taken", "hour"),
    [
        ("en", "can I change it?", "do it again at 3pm", "3:00 pm. Right?"),
        ("en", "can i move it to half 2", "yes, do it at 4pm", "4:00 pm. Right?"),
        ("pt", "preciso mudar a reserva", "faz com 15h", "15h. Certo?"),
    ],
)
async def test_what_is_told_with_the_taking_of_an_offer_is_done_once_more(
    known: Chat, language: str, change: str, taken: str, hour: str
) -> None:
    await _offered(known, language, change)
    assert hour in text_of(await known.say(taken))


@pytest.mark.parametrize(
    "said", ["no need, tomorrow is fine then. bye", "no, leave it then, thank you, bye"]
)
async def test_who_refuses_an_offer_and_parts_begins_nothing(known: Chat, said: str) -> None:
    await _offered(known, "en", "can i move it to half 2")
    told = await known.say(said)
    assert only(told, "route")["workflow"] == "root"
    assert "name" not in text_of(told)
    assert "Right?" not in text_of(told)


async def test_a_long_message_of_many_parts_refuses_no_offer(known: Chat) -> None:
    await _offered(known, "en", "can i move it to half 2")
    told = await known.say("no. " + "well go. " * 30 + "bye")
    assert only(told, "done")["status"] == "finished"


@pytest.mark.parametrize(
    ("language", "said", "slots"),
    [
        ("en", "oh forget it, make it 4 players instead", {"players": 4}),
        ("en", "never mind that, do it at 3pm", {"hour": "15:00"}),
        ("pt", "deixa pra lá, faz com 4 jogadores", {"players": 4}),
    ],
)
def test_words_of_leaving_before_another_value_change_the_form(
    language: str, said: str, slots: dict[str, object]
) -> None:
    told = talk(said, language=language, before_yes=True)
    assert told.state == "sure"
    assert slots.items() <= told.slots.items()
