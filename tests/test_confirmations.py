"""A yes to all that was told has it done; with anything more it is a correction, or asked back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from language.detect import Language
from workflows.file.slots import Slot
from workflows.machine.slots.confirming import weigh_confirmation
from workflows.machine.slots.message import Reading
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext

NOW = datetime(2026, 11, 19, 10)  # noqa: DTZ001  # a Thursday, where the person is


def slot(**given: object) -> Slot:
    return Slot.model_validate(given)


SLOTS = {
    "day": slot(type="date", title={"en": "day", "pt": "dia"}, min="today", max="+90d"),
    "time": slot(type="time", title={"en": "time", "pt": "horário"}, min="08:00", max="21:30"),
    "people": slot(type="integer", title={"en": "people", "pt": "pessoas"}, min=1, max=30),
    "flavour": slot(
        type="choice",
        title={"en": "flavour", "pt": "sabor"},
        of={"lemon": {"en": "lemon", "pt": "limão"}, "chocolate": []},
    ),
    "payment": slot(type="choice", of={"pix": [], "card": {"en": "card", "pt": "cartão"}}),
    "name": slot(type="name", title={"en": "name", "pt": "nome"}),
    "address": slot(type="text", title={"en": "address", "pt": "endereço"}),
    "right": slot(type="boolean", ask={"en": "Shall I book it?", "pt": "Posso mandar fazer?"}),
}
TOLD = {
    "day": "2026-11-20", "time": "13:00", "people": 12, "flavour": "lemon", "payment": "pix",
    "name": "Ana", "address": "Rua Augusta 1500",
}  # fmt: skip


def answered(message: str, language: Language) -> Reading:
    speech = SpeechContext(NOW, language, None)
    reading = read(SLOTS, message, speech=speech, asked="right", filled=list(TOLD), confirming=True)
    weigh_confirmation(reading, "right", SLOTS, message, TOLD)
    return reading


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", m) for m in (
        "yes", "yes please", "please book it", "I would like to book it", "sounds good to me mate",
        "yeah go for it", "👍", "ok cool", "correct, Ana", "yep thanks a lot!", "do it please asap",
        "yes for 12 people, perfect", "yes tomorrow at 1pm is fine", "yes, lemon",
    )]
    + [("pt", m) for m in (
        "pode mandar", "pode marcar sim", "fechado, obrigada!", "tá tudo certo", "sim sim", "bora",
        "manda ver", "pode confirmar por favor querida", "sim, amanhã às 13h", "quero sim",
        "sim, pra 12 pessoas", "blz pode fechar", "perfeito, valeu demais",
    )],
)  # fmt: skip
def test_a_yes_with_courtesies_or_with_what_is_known_is_a_yes(
    language: Language, message: str
) -> None:
    assert answered(message, language).values == {"right": True}


@pytest.mark.parametrize(
    ("language", "message", "changed"),
    [
        ("en", "let's go with Saturday", {"day": "2026-11-21"}),
        ("en", "let's make it chocolate", {"flavour": "chocolate"}),
        ("en", "book it for 4pm instead", {"time": "16:00"}),
        ("en", "ok 5pm", {"time": "17:00"}),
        ("en", "go ahead with friday next week", {"day": "2026-11-27"}),
        ("en", "sure, for 20", {"people": 20}),
        ("en", "I want to book for two people", {"people": 2}),
        ("en", "that's right, but 5pm", {"time": "17:00"}),
        ("en", "hang on, can you make it Saturday instead", {"day": "2026-11-21"}),
        ("pt", "pode mandar, mas às 21h", {"time": "21:00"}),
        ("pt", "sim, no cartão", {"payment": "card"}),
        ("pt", "sim, e o endereço é Av Paulista 900", {"address": "Av Paulista 900"}),
        ("pt", "pode, só troca pra 20h", {"time": "20:00"}),
        ("pt", "sim só que às nove da noite", {"time": "21:00"}),
        ("pt", "quero mudar o dia para segunda", {"day": "2026-11-23"}),
        ("pt", "na verdade quero às 20h", {"time": "20:00"}),
    ],
)
def test_what_differs_is_a_correction_and_no_yes(
    language: Language, message: str, changed: dict[str, Any]
) -> None:
    assert answered(message, language).values == changed


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", m) for m in (
        "I want to add candles", "sure if Dave is cutting", "yes if there's parking",
        "yes pls but call me before", "yes please but can you call me first",
        "I'd like to check with my wife first", "spot where?",
    )]
    + [("pt", m) for m in (
        "sim, se tiver estacionamento", "sim, aproveita e coloca um refri", "deixa eu ver",
        "quero falar com minha esposa primeiro", "sim mas me liga antes",
    )],
)  # fmt: skip
def test_a_yes_with_a_condition_or_a_wish_has_nothing_done(
    language: Language, message: str
) -> None:
    assert answered(message, language).values == {}


@pytest.mark.parametrize(
    ("language", "message", "changed"),
    [
        ("en", "no, saturday", {"day": "2026-11-21"}),
        ("en", "nope, chocolate", {"flavour": "chocolate"}),
        ("pt", "não, no cartão", {"payment": "card"}),
        ("pt", "não, o endereço é Av Paulista 900", {"address": "Av Paulista 900"}),
        ("pt", "não, o horário é 20h", {"time": "20:00"}),
    ],
)
def test_a_no_with_a_value_is_a_no_and_a_correction(
    language: Language, message: str, changed: dict[str, Any]
) -> None:
    assert answered(message, language).values == changed | {"right": False}
