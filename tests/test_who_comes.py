"""Who comes with the writer, told anywhere in a message, and when others come."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from language.detect import Language
from workflows.file.slots import Slot
from workflows.machine.slots.message import Reading
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext

NOW = datetime(2026, 11, 20, 10)  # noqa: DTZ001  a Friday
TRIPS = {"lagoon": {"en": "Lagoon Trip", "pt": "lagoa"}, "reef": {"en": "reef", "pt": "recife"}}
SLOTS: dict[str, dict[str, Any]] = {
    "trip": {"type": "choice", "of": TRIPS, "ask": {"en": "Which trip?", "pt": "Qual passeio?"}},
    "people": {
        "type": "integer", "min": 1, "max": 60, "title": {"en": "people", "pt": "pessoas"},
        "ask": {"en": "How many people will come?", "pt": "Quantas pessoas vão?"},
    },
    "day": {"type": "date", "min": "today", "ask": {"en": "Which day?", "pt": "Para que dia?"}},
    "hour": {"type": "time", "ask": {"en": "What time?", "pt": "A que horas?"}},
    "booker": {
        "type": "name", "title": {"en": "your name", "pt": "nome"},
        "ask": {"en": "What name shall I put it under?", "pt": "Em nome de quem fica?"},
    },
    "phone": {"type": "phone", "ask": {"en": "A phone number?", "pt": "Qual o telefone?"}},
    "sure": {"type": "boolean", "ask": {"en": "Shall I book it?", "pt": "Posso marcar?"}},
}  # fmt: skip


def heard(said: str, asked: str | None, language: Language, **known: str) -> Reading:
    slots = {name: Slot.model_validate(each) for name, each in SLOTS.items()}
    return read(
        slots, said, speech=SpeechContext(NOW, language), asked=asked, filled=list(known),
        known=known, confirming=asked == "sure",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("language", "asked", "said", "people"),
    [
        ("pt", None, "quero um barco, vamos eu, minha esposa e nossas duas filhas", 4),
        ("pt", None, "um passeio domingo, somos minha mãe, meu irmão e eu", 3),
        ("pt", None, "eu e meus primos vamos juntos", None),
        ("pt", None, "minha filha quer ir com duas amigas dela um dia", None),
        ("pt", None, "eu e minha esposa fizemos o passeio ano passado", None),
        ("pt", None, "eu e meus dois filhos queremos saber se tem vaga", None),
        ("pt", None, "oi, sou eu, Maria, quero um passeio", None),
        ("pt", "people", "só ele e três primos", 4),
        ("pt", "people", "gente já disse, são seis sobrinhos e eu", 7),
        ("pt", "people", "quatro crianças e nós dois", 6),
        ("pt", "people", "só ela", 1),
        ("pt", "people", "eu, meus primos e duas sobrinhas", None),
        ("pt", "people", "uns trinta e poucos convidados", 30),
        ("pt", "trip", "lagoa, só eu e minha vizinha no barco", 2),
        ("pt", "sure", "não, somos 4! eu, minha esposa e as duas crianças", 4),
        ("en", None, "hiya, a boat trip please, it's me, my wife and our two girls", 4),
        ("en", None, "it's my three nephews and us two, can we do the lagoon trip?", 5),
        ("en", None, "can I get the lagoon trip next Friday for 6", 6),
        ("en", None, "can I book for 3", None),
        ("en", None, "there's me, Tom and Ellie", 3),
        ("en", None, "it's me, Tom, and my wife", None),
        ("en", "people", "just him and three mates", 4),
        ("en", "people", "me, the wife, both girls", 4),
        ("en", "people", "her and me", 2),
        ("en", "day", "next Tuesday please, just me and my gran", 2),
    ],
)
def test_a_list_of_people_is_counted_as_a_whole(
    language: Language, asked: str | None, said: str, people: int | None
) -> None:
    assert heard(said, asked, language).values.get("people") == people


@pytest.mark.parametrize(
    ("language", "asked", "said", "name"),
    [
        ("pt", "trip", "é pra aposentadoria do INSS, papel assinado", None),
        ("pt", None, "um passeio pra minha neta Luiza, dia 5 de dezembro", None),
        ("pt", None, "quero marcar em nome da minha neta Luiza Prado", "Luiza Prado"),
        ("pt", "booker", "é pra minha neta Luiza", "Luiza"),
        ("pt", "phone", "21 98888-1234 falar com Sônia, a avó", "Sônia"),
        ("pt", "phone", "21 98888-1234, falar com a Recepção", None),
        ("pt", "hour", "15h, maria das dores, 21 98888-1234", "Maria das Dores"),
        ("pt", "hour", "15h, cadeira alta, 21 98888-1234", None),
        ("en", "hour", "quarter past 5, rob hayes, +44 7512 881234", "Rob Hayes"),
        ("en", "booker", "her name is isobel with an o", "Isobel"),
        ("en", "booker", "Kristian with a c", "Cristian"),
        ("en", "booker", "put KC please", "KC"),
        ("en", "booker", "just put whatever", None),
        ("en", "booker", "just a sec", None),
    ],
)
def test_a_booking_goes_under_who_books_it(
    language: Language, asked: str | None, said: str, name: str | None
) -> None:
    assert heard(said, asked, language).values.get("booker") == name


def test_who_answers_for_a_booking_puts_its_name_right() -> None:
    told = heard("são 3 pessoas e a responsável é Renata Moura", "sure", "pt", booker="Davi")
    assert (told.values["booker"], told.values["people"]) == ("Renata Moura", 3)
    told = heard("the contact is rob hayes", "sure", "en", booker="Davi")
    assert told.values["booker"] == "Rob Hayes"


@pytest.mark.parametrize(
    ("language", "asked", "said", "day"),
    [
        ("pt", None, "minha tia vem no natal e quero marcar um passeio", None),
        ("pt", None, "um passeio com meus netos que tão vindo do norte no natal", None),
        ("pt", None, "minha irmã chega dia 24, pode ser dia 27", "2026-11-27"),
        ("pt", "day", "eles voltam dia 28, então dia 30", "2026-11-30"),
        ("pt", "day", "os meninos vêm no sábado", "2026-11-21"),
        ("pt", None, "minha família vem dia 23 fazer o passeio", "2026-11-23"),
        ("en", None, "my cousins are visiting at Christmas and I'd like a trip", None),
        ("en", None, "my gran arrives on the 6th, so the 8th of December please", "2026-12-08"),
        ("en", None, "my kids come on the 4th", "2026-12-04"),
    ],
)
def test_the_day_on_which_others_come_is_not_the_one_wished_for(
    language: Language, asked: str | None, said: str, day: str | None
) -> None:
    assert heard(said, asked, language).values.get("day") == day
