"""Days as people say them: beside a weekday, for the slot that they fit, asked back if unsure."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest

from language.dates import mentioned_dates
from language.detect import Language
from workflows.file.slots import Slot
from workflows.machine.complaints import complaint
from workflows.machine.slots.message import Reading
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.values import ValueProblem

NOW = datetime(2026, 11, 19, 10)  # noqa: DTZ001  a Thursday
PT, EN = SpeechContext(NOW, "pt"), SpeechContext(NOW, "en")
SPEECH: dict[Language, SpeechContext] = {"pt": PT, "en": EN}


def slot(kind: str, **more: Any) -> Slot:
    return Slot.model_validate({"type": kind, **more})


DAY = slot("date", min="today", title={"en": "day", "pt": "dia"})
BIRTH = slot("date", max="today", title={"en": "date of birth", "pt": "data de nascimento"})
BOTH = {"nascimento": BIRTH, "dia": DAY}


def asked(about: Slot, said: str, speech: SpeechContext) -> Reading:
    return read({"it": about}, said, speech=speech, asked="it")


@pytest.mark.parametrize(
    ("said", "language", "day"),
    [
        ("on Saturday, March 6", "en", "2027-03-06"),
        ("Saturday 6 March at noon", "en", "2027-03-06"),
        ("sat mar 6", "en", "2027-03-06"),
        ("the 6th of march, a saturday", "en", "2027-03-06"),
        ("saturday the 28th", "en", "2026-11-28"),
        ("the 5th, a saturday", "en", "2026-12-05"),
        ("thursday the 7th", "en", "2027-01-07"),  # the weekday tells which 7th
        ("monday 12/7", "en", "2026-12-07"),
        ("sábado, 6 de março", "pt", "2027-03-06"),
        ("6 de março, num sábado", "pt", "2027-03-06"),
        ("sábado dia 28", "pt", "2026-11-28"),
        ("sábado que vem, dia 28", "pt", "2026-11-28"),
        ("segunda-feira, 21/12", "pt", "2026-12-21"),
        ("dia 5 de dezembro (sábado)", "pt", "2026-12-05"),
    ],
)
def test_a_weekday_beside_a_date_says_no_other_day(said: str, language: Language, day: str) -> None:
    assert asked(DAY, said, SPEECH[language]).values == {"it": day}
    assert read({"dia": DAY}, f"ok, {said}", speech=SPEECH[language]).values == {"dia": day}


@pytest.mark.parametrize(
    ("said", "language", "days"),
    [
        ("friday 6th march", "en", ["2027-03-05", "2027-03-06"]),
        ("sat 24th", "en", ["2026-11-21", "2026-11-24"]),
        ("next friday", "en", ["2026-11-20", "2026-11-27"]),
        ("sábado, 7 de março", "pt", ["2027-03-06", "2027-03-07"]),
        ("sábado que vem, dia 24", "pt", ["2026-11-21", "2026-11-24"]),
        ("sexta que vem", "pt", ["2026-11-20", "2026-11-27"]),
        ("próxima sexta", "pt", ["2026-11-20", "2026-11-27"]),
    ],
)
def test_what_may_be_two_days_is_asked_back_with_both(
    said: str, language: Language, days: list[str]
) -> None:
    for reading in (
        asked(DAY, said, SPEECH[language]),
        read({"it": DAY}, said, speech=SPEECH[language]),
    ):
        assert reading.values == {}
        assert reading.refused["it"] == ValueProblem("several", days)


def test_the_two_days_are_told_with_their_weekdays_whatever_the_author_says_of_others() -> None:
    about = slot("date", min="today", max="+90d", invalid="From today on, for 90 days.")
    told = complaint(about, asked(about, "next friday", EN).refused["it"], EN)
    assert told == "Which one: Friday, 20 November 2026 or Friday, 27 November 2026?"


def test_the_year_that_a_slot_looks_back_to_is_settled_by_the_weekday() -> None:
    assert asked(slot("date"), "sábado, 7 de março", PT).values == {"it": "2026-03-07"}
    assert asked(slot("date"), "friday 6th march", EN).values == {"it": "2026-03-06"}


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("semana que vem", "pt"),
        ("fim do mês", "pt"),
        ("no começo de dezembro", "pt"),
        ("mês que vem", "pt"),
        ("next week", "en"),
        ("end of the month", "en"),
        ("sometime in december", "en"),
        ("at the weekend", "en"),
    ],
)
def test_a_stretch_of_days_is_answered_with_a_question_for_the_day(
    said: str, language: Language
) -> None:
    about = slot("date", min="today", invalid="From today on.")
    reading = asked(about, said, SPEECH[language])
    assert reading.refused == {"it": ValueProblem("span")}
    told = complaint(about, reading.refused["it"], SPEECH[language])
    assert told == {"pt": "Preciso de um dia exato.", "en": "I need one exact day."}[language]


@pytest.mark.parametrize(
    ("said", "day", "language"),
    [
        ("limpeza, se possível na segunda-feira à tarde", "2026-11-23", "pt"),
        ("dentista sabado", "2026-11-21", "pt"),
        ("limpeza dia 25", "2026-11-25", "pt"),
        ("a cleaning on the 25th", "2026-11-25", "en"),
        ("cleaning tomorrow", "2026-11-20", "en"),
        ("10 de março", "2027-03-10", "pt"),
    ],
)
def test_a_day_ahead_is_never_read_backwards_for_a_slot_that_nobody_named(
    said: str, day: str, language: Language
) -> None:
    speech = SPEECH[language]
    assert read(BOTH, said, speech=speech).values == {"dia": day}
    alone = read({"nascimento": BIRTH}, said, speech=speech)
    assert (alone.values, alone.refused) == ({}, {})


@pytest.mark.parametrize(
    "said", ["quero mudar o dia para segunda", "não, o dia é segunda", "muda o dia pra segunda"]
)
@pytest.mark.parametrize("at", [None, "nascimento", "certo"])
def test_a_day_that_is_named_is_changed_whatever_was_asked(said: str, at: str | None) -> None:
    slots = {**BOTH, "certo": slot("boolean")}
    filled = ["dia", "nascimento"]
    reading = read(slots, said, speech=PT, asked=at, filled=filled)
    assert reading.values.get("dia") == "2026-11-23"
    assert "nascimento" not in {**reading.values, **reading.refused}


def test_a_day_of_the_past_goes_to_the_slot_that_looks_back() -> None:
    assert read(BOTH, "10/03/1990", speech=PT).values == {"nascimento": "1990-03-10"}
    born = read(BOTH, "nasci no dia 10 de março, quero a limpeza", speech=PT).values
    assert born == {"nascimento": "2026-03-10"}
    told = read(BOTH, "nascimento 10 de março de 1990 e o dia 25", speech=PT).values
    assert told == {"nascimento": "1990-03-10", "dia": "2026-11-25"}


@pytest.mark.parametrize(
    ("region", "language", "day"),
    [
        ("GB", "en", "2026-12-05"),
        ("IE", "en", "2026-12-05"),
        ("BR", "pt", "2026-12-05"),
        ("US", "en", "2027-05-12"),
        ("US", "pt", "2027-05-12"),
        (None, "pt", "2026-12-05"),
    ],
)
def test_the_country_tells_what_is_day_and_what_month(
    region: str | None, language: Language, day: str
) -> None:
    speech = replace(SPEECH[language], region=region)
    assert asked(DAY, "05/12", speech).values == {"it": day}


def test_day_and_month_are_asked_back_where_nothing_tells_the_country() -> None:
    days = ["2026-12-05", "2027-05-12"]
    assert asked(DAY, "05/12", EN).refused == {"it": ValueProblem("several", days)}
    assert asked(DAY, "25/12", EN).values == {"it": "2026-12-25"}
    assert asked(slot("date", min="today", max="+90d"), "05/12", EN).values == {"it": days[0]}


def test_a_bare_number_is_no_time_of_day_where_a_number_was_asked() -> None:
    slots = {"quantity": slot("integer", min=1, max=10), "when": slot("time")}
    reading = read(slots, "19", speech=PT, asked="quantity")
    assert reading.values == {}
    assert reading.refused == {"quantity": ValueProblem("max", 10)}
    assert read(slots, "dezenove", speech=PT, asked="quantity").values == {}
    assert read(slots, "às 19h", speech=PT, asked="quantity").values == {"when": "19:00"}


def test_an_author_s_word_on_wrong_values_is_not_said_of_what_was_not_understood() -> None:
    mail = slot("email", invalid="That address does not exist.")
    assert complaint(mail, ValueProblem("type"), EN).startswith("That is not an e-mail address")
    broken = asked(mail, "ana@@example", EN).refused["it"]
    assert complaint(mail, broken, EN) == "That address does not exist."
    amount = slot("integer", max=10, invalid="From 1 to 10.")
    assert complaint(amount, ValueProblem("type"), EN) == "Please give me a number."
    assert complaint(amount, ValueProblem("max", 10), EN) == "From 1 to 10."
    name = slot("name", invalid="Only letters.")
    assert complaint(name, ValueProblem("type"), PT).startswith("Não encontrei um nome")


HOUR = slot(
    "choice",
    of={"08:00": {"pt": ["8h"], "en": ["8:00 am"]}, "14:00": {"pt": ["14h"], "en": ["2:00 pm"]}},
)


@pytest.mark.parametrize(
    ("said", "language", "value"),
    [
        ("não, às 8h", "pt", "08:00"),
        ("na verdade quero às 8h", "pt", "08:00"),
        ("não, 8 da manhã", "pt", "08:00"),
        ("troca pras 14h", "pt", "14:00"),
        ("no, at 8 am", "en", "08:00"),
        ("actually 2pm", "en", "14:00"),
        ("make that 8 o'clock", "en", "08:00"),
    ],
)
def test_an_hour_chosen_from_a_tool_s_is_corrected_by_its_value(
    said: str, language: Language, value: str
) -> None:
    slots = {"hour": HOUR, "sure": slot("boolean")}
    reading = read(slots, said, speech=SPEECH[language], asked="sure", filled=["hour"])
    assert reading.values.get("hour") == value


def test_an_hour_that_may_be_either_of_two_options_is_not_guessed() -> None:
    either = slot("choice", of=["08:00", "20:00"])
    slots = {"hour": either, "sure": slot("boolean")}
    reading = read(slots, "no, at 8", speech=EN, asked="sure", filled=["hour"])
    assert "hour" not in reading.values


PIZZAS = slot("integer", min=1, max=10, ask={"pt": "Quantas pizzas?", "en": "How many pizzas?"})


@pytest.mark.parametrize(
    ("said", "language", "value"),
    [
        *((said, "pt", 1) for said in (
            "uma", "um", "só uma", "uma pizza", "quero uma", "quero só uma, por favor",
            "pode ser uma", "vou querer uma pizza só", "uma pizza grande", "é uma só", "me vê uma",
        )),
        *((said, "en", 1) for said in (
            "one", "just one", "a single one", "one pizza please", "I'll have one", "a pizza",
            "one large pizza", "make it one", "just a single pizza", "one will do",
        )),
        *((said, "pt", None) for said in (
            "um momento", "uma pergunta", "um minuto", "não sei, uma pessoa me disse",
        )),
        *((said, "en", None) for said in ("one moment", "one second please", "a few", "a lot")),
    ],
)  # fmt: skip
def test_one_is_said_with_an_article(said: str, language: Language, value: int | None) -> None:
    reading = asked(PIZZAS, said, SPEECH[language])
    assert reading.values == ({} if value is None else {"it": value})


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("dia 3 do mês passado", "pt", date(2026, 10, 3)),
        ("November 31st", "en", None),
        ("31 de novembro", "pt", None),
    ],
)
def test_a_day_of_the_month_before_is_that_one_and_one_that_no_month_has_is_none(
    text: str, language: Language, day: date | None
) -> None:
    told = mentioned_dates(text, date(2026, 11, 19), language, "past")
    assert [found.value for found in told] == ([day] if day else [])


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("book it for two, 12 december", ["2026-12-12"]),
        ("mesa pra 3, 12 de dezembro", ["2026-12-12"]),
        ("pra 3 ou 4 de dezembro", ["2026-12-03", "2026-12-04"]),
        ("24, 25 and 26 December", ["2026-12-24", "2026-12-25", "2026-12-26"]),
    ],
)
def test_for_how_many_stands_before_a_day_and_is_none(said: str, days: list[str]) -> None:
    language: Language = "pt" if " de " in said else "en"
    told = mentioned_dates(said, NOW.date(), language, "future", None)
    assert [str(each.value) for each in told] == days
