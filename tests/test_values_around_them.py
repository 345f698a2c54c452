"""Values beside what is none: turns of speech, feasts, others' data, parts put right, doubts."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from language.address_parts import merged, with_number
from language.dates import mentioned_dates
from language.detect import Language
from language.feasts import feast_in
from language.hesitant import proposed, requested
from language.phones import find_phones
from workflows.file.slots import Slot
from workflows.machine.slots.message import Reading
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext

NOW = datetime(2026, 11, 20, 12)  # noqa: DTZ001  a Friday
RAW: dict[str, dict[str, Any]] = {
    "who": {"type": "name", "title": {"en": "your name", "pt": "nome"}},
    "breed": {
        "type": "choice",
        "of": {"poodle": ["poodle"], "husky": ["husky"], "pug": ["pug"]},
        "title": {"en": "breed", "pt": "raça"},
    },
    "dogs": {
        "type": "integer",
        "min": 1,
        "max": 9,
        "title": {"en": "number of dogs", "pt": "número de cachorros"},
        "ask": {"en": "How many dogs?", "pt": "Quantos cachorros?"},
    },
    "day": {
        "type": "date",
        "min": "today",
        "title": {"en": "day", "pt": "dia"},
        "ask": {"en": "Which day?", "pt": "Que dia?"},
    },
    "hour": {
        "type": "time",
        "min": "08:00",
        "max": "18:00",
        "title": {"en": "hour", "pt": "hora"},
        "ask": {"en": "At what time?", "pt": "A que horas?"},
    },
    "place": {
        "type": "text",
        "title": {"en": "address", "pt": "endereço"},
        "ask": {"en": "Where do you live?", "pt": "Qual é o endereço?"},
    },
    "phone": {"type": "phone", "title": {"en": "phone", "pt": "telefone"}},
    "limit": {
        "type": "money",
        "currency": "USD",
        "title": {"en": "limit", "pt": "limite"},
        "ask": {"en": "The most you would pay?", "pt": "O máximo que pagaria?"},
    },
    "note": {
        "type": "text",
        "skip": True,
        "title": {"en": "remark", "pt": "observação"},
        "ask": {"en": "Anything else?", "pt": "Mais alguma coisa?"},
    },
}
SLOTS = {name: Slot.model_validate(raw) for name, raw in RAW.items()}
SURE = Slot.model_validate({"type": "boolean", "ask": {"en": "All right?", "pt": "Tudo certo?"}})
KNOWN: dict[str, Any] = {
    "who": "Ann Roe", "breed": "pug", "dogs": 1, "day": "2026-12-05", "hour": "10:00",
    "place": "7 Canal St, Vergennes", "phone": "+18028724400", "limit": 90, "note": "he bites",
}  # fmt: skip
SPEECH: dict[Language, SpeechContext] = {
    "en": SpeechContext(NOW, "en", "US"),
    "pt": SpeechContext(NOW, "pt", "BR"),
}


def answer(asked: str, said: str, language: Language = "en", **known: Any) -> Reading:
    """Read an answer to a question, with some slots known."""
    speech = SPEECH[language]
    return read(SLOTS, said, speech=speech, asked=asked, known=known, filled=list(known))


def confirmed(said: str, language: Language = "en", **known: Any) -> dict[str, Any]:
    """Read an answer to whether all is right: the values that differ."""
    held = KNOWN | known
    slots = SLOTS | {"sure": SURE}
    reading = read(
        slots, said, speech=SPEECH[language], asked="sure", known=held, filled=list(held),
        confirming=True,
    )  # fmt: skip
    return {n: v for n, v in reading.values.items() if n != "sure" and held.get(n) != v}


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("en", "on second thought, three dogs", {"dogs": 3}),
        ("en", "on second thought drop the shampoo", {}),
        ("en", "one sec", {}),
        ("en", "thanks a million", {}),
        ("en", "we sat 2 hours in the sun.", {}),
        ("en", "he is the second to come", {}),
        ("pt", "queria uma segunda opinião", {}),
        ("pt", "moro na quinta casa da rua", {}),
        ("pt", "mil desculpas, é dia 12", {"day": "2026-12-12"}),
        ("pt", "um minutinho", {}),
    ],
)
def test_a_turn_of_speech_tells_no_value(
    language: Language, said: str, told: dict[str, Any]
) -> None:
    assert confirmed(said, language) == told


@pytest.mark.parametrize(
    ("language", "said", "days"),
    [
        ("en", "the Tuesday after Thanksgiving", [(12, 1)]),
        ("en", "two days before Christmas", [(12, 23)]),
        ("en", "the Friday after my operation", []),
        ("en", "tuesday after lunch", [(11, 24)]),
        ("en", "the 7th, or any day that week, the Wednesday is best", [(12, 9)]),
        ("en", "we have guests for Christmas, so the 18th", [(12, 18)]),
        ("en", "the week of December 7th", []),
        ("en", "Christmas Eve or December 27th", [(12, 24), (12, 27)]),
        ("en", "make it Friday, Thursday is Thanksgiving", [(11, 27)]),
        ("en", "the third would suit us", [(12, 3)]),
        ("en", "the third customer", []),
        ("pt", "a terça depois do Natal", [(12, 29)]),
        ("pt", "terça depois do almoço", [(11, 24)]),
        ("pt", "dia vinte e três de dezembro, uma quarta", [(12, 23)]),
        ("pt", "a segunda via da conta", []),
        ("pt", "segunda cedo", [(11, 23)]),
    ],
)
def test_a_day_is_counted_from_what_it_is_told_by(
    language: Language, said: str, days: list[tuple[int, int]]
) -> None:
    found = mentioned_dates(said, NOW.date(), language, "future", language == "pt")
    assert [(f.value.month, f.value.day) for f in found] == days


def test_a_feast_moves_with_the_moon_or_the_week() -> None:
    assert feast_in("easter", 2027) == date(2027, 3, 28)
    assert feast_in("carnaval", 2027) == date(2027, 2, 9)
    assert feast_in("thanksgiving", 2026) == date(2026, 11, 26)
    assert feast_in("memorial day", 2026) == date(2026, 5, 25)


@pytest.mark.parametrize(
    ("asked", "language", "said", "told"),
    [
        ("place", "en", "6 School Lane, Stowe 802 253 1187",
         {"place": "6 School Lane, Stowe", "phone": "+18022531187"}),
        ("place", "en", "33 Oak Terrace Colchester 8028785512 nothing else",
         {"place": "33 Oak Terrace Colchester", "phone": "+18028785512"}),
        ("place", "en", "9 Park Rd, no 19 Park Rd, Milton", {"place": "19 Park Rd, Milton"}),
        ("place", "pt", "Rua Direita, 310, Centro. E são 3 cachorros",
         {"place": "Rua Direita, 310, Centro", "dogs": 3}),
        ("place", "pt", "rua pium 700 bairro sion meu nome é jorge antunes",
         {"place": "rua pium 700 bairro sion", "who": "Jorge Antunes"}),
        ("place", "pt", "Rua Alagoas 1314, Funcionários. Beatriz Lemos",
         {"place": "Rua Alagoas 1314, Funcionários", "who": "Beatriz Lemos"}),
        ("hour", "en", "10ish. 8 Pine St Shelburne",
         {"hour": "10:00", "place": "8 Pine St Shelburne"}),
    ],
)  # fmt: skip
def test_an_address_leaves_out_what_stands_around_it(
    asked: str, language: Language, said: str, told: dict[str, Any]
) -> None:
    assert answer(asked, said, language).values == told


def test_who_is_at_an_address_is_no_part_of_it() -> None:
    said = "Hello, this is Colin Frost at 204 Birch Street, Winooski, 802-655-3321"
    told = read(SLOTS, said, speech=SPEECH["en"]).values
    assert told["place"] == "204 Birch Street, Winooski"
    assert told["who"] == "Colin Frost"


@pytest.mark.parametrize(
    ("language", "known", "said", "place"),
    [
        ("en", "7 Canal St, Vergennes", "its 17 Canal St not 7", "17 Canal St, Vergennes"),
        ("en", "7 Canal St, Vergennes", "it's number 17 not 7", "17 Canal St, Vergennes"),
        ("en", "7 Canal St", "it's in Vergennes", "7 Canal St, Vergennes"),
        ("pt", "rua do Ouro, na Serra", "a rua é do Ouro 218", "rua do Ouro 218, na Serra"),
        ("pt", "rua do Ouro, na Serra", "o número da casa é 218", "rua do Ouro 218, na Serra"),
        ("en", "7 Canal St, Vergennes", "9 Oak Rd instead", "9 Oak Rd"),
    ],
)
def test_a_part_of_an_address_is_put_right_and_the_others_are_kept(
    language: Language, known: str, said: str, place: str
) -> None:
    assert confirmed(said, language, place=known) == {"place": place}


def test_a_whole_address_takes_the_place_of_another() -> None:
    assert merged("5 Main St, Essex", "9 Main St, Stowe") == "9 Main St, Stowe"
    assert merged("5 Main St, flat 2, Essex", "15 Main St") == "15 Main St, flat 2, Essex"
    assert with_number("Rua Direita, 310, Centro", "12") == "Rua Direita, 12, Centro"


@pytest.mark.parametrize(
    ("asked", "language", "said", "told"),
    [
        ("hour", "en", "late morning if that's all right, say 11?", {"hour": "11:00"}),
        ("dogs", "en", "a pug and a husky, so two I guess?", {"dogs": 2}),
        ("day", "en", "could you come on the third of december?", {"day": "2026-12-03"}),
        ("day", "pt", "quinta, pela manhã, seria possível?", {"day": "2026-11-26"}),
        ("day", "en", "do you open on Saturdays?", {}),
        ("dogs", "en", "how much for 2?", {}),
        ("hour", "pt", "Dez horas. Mas não sei se meu filho vem, ele sai às doze.",
         {"hour": "10:00"}),
        ("limit", "en", "maybe 150 dollars? no, 200", {"limit": 200}),
        ("limit", "en", "80 dollars max, that's 8x12=96 right? hm make it 100", {"limit": 100}),
        ("breed", "en", "poodle, no hang on it's a husky", {"breed": "husky"}),
        ("phone", "en", "eight oh two, eight nine nine, 3411. sorry 3114",
         {"phone": "+18028993114"}),
    ],
)  # fmt: skip
def test_a_doubt_or_a_change_of_mind_is_an_answer(
    asked: str, language: Language, said: str, told: dict[str, Any]
) -> None:
    reading = answer(asked, said, language).values
    assert {name: reading[name] for name in reading if name == asked} == told


def test_only_what_holds_a_value_is_an_answer_with_a_question_mark() -> None:
    assert proposed("so two I guess?") == "so two I guess"
    assert proposed("parking?") is None
    assert proposed("is 2 all right?") is None
    assert requested("can you tell me which days you have?") is None


@pytest.mark.parametrize(
    "said",
    [
        "My neighbour Pat opens the door, her number is 802-372-5150",
        "call my husband Dan when you get here, he's on 802 899 3411",
    ],
)
def test_somebody_else_s_number_stays_in_the_remark(said: str) -> None:
    known = {name: value for name, value in KNOWN.items() if name != "note"}
    assert answer("note", said, **known).values == {"note": said}


def test_a_last_group_that_is_told_anew_replaces_the_last_digits() -> None:
    assert [f.value for f in find_phones("802 878 4450. sorry 4405", "US")] == ["+18028784405"]
    assert [f.value for f in find_phones("802 878 4450, not 4405", "US")] == ["+18028784450"]


def test_a_day_beside_the_answer_to_another_question_is_heard() -> None:
    told = answer("phone", "802 863 2345, and make it Friday", day="2026-12-05").values
    assert told == {"phone": "+18028632345", "day": "2026-12-04"}
