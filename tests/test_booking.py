"""Every type of slot through a real worker: questions, buttons, what a tool is given, in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from language.said_dates import say_moment
from tests.support.chatting import Chat, every, text_of

pytestmark = pytest.mark.anyio

BOOKING = Path(__file__).parent / "data" / "booking"
SAID = {
    "en": (
        "book a visit", "in ten days", "half past two in the afternoon", "(81) 98877-6655",
        "278.055.040-67", "300 reais", "example.org", "Ana Souza and Rui", "tomorrow at 9am",
        "yep, that's right",
    ),
    "pt": (
        "quero marcar uma visita", "daqui a dez dias", "o último", "81 98877-6655",
        "278 055 040 67", "trezentos reais", "exemplo ponto com", "só o Rui", "amanhã às 9h",
        "isso mesmo, pode marcar",
    ),
}  # fmt: skip


TIMES = {"en": ["9:00 am", "10:30 am", "2:30 pm"], "pt": ["9h", "10h30", "14h30"]}


@pytest.fixture(scope="module")
def worker_env() -> dict[str, str]:
    return {"BATUTA_PROJECT": str(BOOKING), "BATUTA_RATE_PER_MINUTE": "0"}


@pytest.mark.parametrize("language", ["en", "pt"])
async def test_a_visit_is_booked_with_data_of_every_type(chat: Chat, language: str) -> None:
    told = [text_of(await chat.say(SAID[language][0], workflow="visit"))]
    for message in SAID[language][1:]:
        events = await chat.say(message)
        told.append(text_of(events))
        if message == SAID[language][1]:
            labels = [o["label"] for o in every(events, "choices")[-1]["options"]]
            assert labels == TIMES[language]
    day = (datetime.now(UTC) - timedelta(hours=3)).date() + timedelta(days=10)
    said_day = say_moment(day.isoformat(), "pt" if language == "pt" else "en", "long") or ""
    assert said_day in told[-2]
    assert ("R$ 300,00" if language == "pt" else "R$ 300.00") in told[-2]
    assert "(81) 98877-6655" in told[-2]
    assert day.isoformat() not in "".join(told)
