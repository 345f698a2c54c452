"""Stretches of days: each end in its own slot, and no end in the place of a beginning."""

from __future__ import annotations

from datetime import datetime

import pytest

from language.detect import Language
from workflows.file.slots import Slot
from workflows.machine.slots.message import Reading
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext

NOW = datetime(2026, 11, 19, 10)  # noqa: DTZ001  a Thursday


def day(title: str, ask: str) -> Slot:
    return Slot.model_validate({"type": "date", "min": "today", "title": title, "ask": ask})


STAY = {
    "arrival": day("arrival / chegada", "Which day do you arrive? Que dia vocês chegam?"),
    "departure": day("departure / saída", "Which day do you leave? Que dia vocês saem?"),
    "people": Slot.model_validate(
        {"type": "integer", "title": "people", "ask": "How many people?"}
    ),
}
VISIT = {"day": day("day", "Which day suits you?")}
COURSE = {"day": day("start", "Which day do you want to start?")}


def heard(slots: dict[str, Slot], said: str, asked: str | None, **known: str) -> Reading:
    pt = any(f" {w} " in f" {said} " for w in ("de", "do", "a", "até", "noites", "saindo", "abrem"))
    language: Language = "pt" if pt else "en"
    speech = SpeechContext(NOW, language)
    return read(slots, said, speech=speech, asked=asked, filled=list(known), known=known)


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("friday til sunday", "2026-11-20", "2026-11-22"),
        ("from the 3rd to the 5th", "2026-12-03", "2026-12-05"),
        ("24 to 27 november", "2026-11-24", "2026-11-27"),
        ("dec 29 - jan 2", "2026-12-29", "2027-01-02"),
        ("between the 8th and the 11th of december", "2026-12-08", "2026-12-11"),
        ("the 3rd, for four nights", "2026-12-03", "2026-12-07"),
        ("arriving monday, leaving thursday", "2026-11-23", "2026-11-26"),
        ("wednesday through monday", "2026-11-25", "2026-11-30"),
        ("de 10 a 12", "2026-12-10", "2026-12-12"),
        ("de 28 a 2", "2026-11-28", "2026-12-02"),
        ("sexta a domingo", "2026-11-20", "2026-11-22"),
        ("do dia 3 ao dia 5 de dezembro", "2026-12-03", "2026-12-05"),
        ("do dia 22 até o dia 26", "2026-11-22", "2026-11-26"),
        ("chego dia 28 e fico 3 noites", "2026-11-28", "2026-12-01"),
        ("sexta, saindo domingo", "2026-11-20", "2026-11-22"),
    ],
)
def test_both_ends_are_taken(said: str, first: str, last: str) -> None:
    assert heard(STAY, said, "arrival").values == {"arrival": first, "departure": last}


@pytest.mark.parametrize(
    ("said", "asked", "known", "values"),
    [
        ("three nights", "departure", {"arrival": "2026-12-03"}, {"departure": "2026-12-06"}),
        ("até dia 9", "departure", {"arrival": "2026-12-03"}, {"departure": "2026-12-09"}),
        ("no, until the 9th", "people", {"arrival": "2026-12-03", "departure": "2026-12-05"},
         {"departure": "2026-12-09"}),
        ("no, from the 4th to the 8th", "people", {"arrival": "2026-12-03",
         "departure": "2026-12-05"},
         {"arrival": "2026-12-04", "departure": "2026-12-08"}),
        ("2 a 3", "people", {"arrival": "2026-12-03", "departure": "2026-12-05"}, {}),
    ],
)  # fmt: skip
def test_one_end_goes_by_what_is_known(
    said: str, asked: str, known: dict[str, str], values: dict[str, str]
) -> None:
    assert heard(STAY, said, asked, **known).values == values


def test_an_end_is_not_taken_beside_a_doubtful_beginning() -> None:
    reading = heard(STAY, "next friday til sunday", "arrival")
    assert reading.values == {}
    assert reading.refused["arrival"].limit == ["2026-11-20", "2026-11-27"]


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("friday til sunday", ["2026-11-20", "2026-11-21", "2026-11-22"]),
        ("de segunda a quarta", ["2026-11-23", "2026-11-24", "2026-11-25"]),
        ("from the 3rd to the 5th", ["2026-12-03", "2026-12-04", "2026-12-05"]),
        ("from the 3rd to the 25th", None),
    ],
)
def test_one_day_is_asked_back_where_several_are_told(said: str, days: list[str] | None) -> None:
    reading = heard(VISIT, said, "day")
    refused = reading.refused["day"]
    assert (reading.values, refused.limit) == ({}, days)
    assert refused.kind == ("several" if days else "span")


def test_a_beginning_is_taken_where_one_is_asked_for() -> None:
    assert heard(COURSE, "friday til sunday", "day").values == {"day": "2026-11-20"}


@pytest.mark.parametrize("said", ["are you open on sunday?", "vcs abrem domingo?"])
def test_a_day_that_is_asked_about_is_not_the_day(said: str) -> None:
    assert heard(VISIT, said, "day").values == {}
    assert heard(STAY, said, "arrival").values == {}


def test_what_follows_upon_such_a_question_is() -> None:
    assert heard(VISIT, "do you open sundays? if not tuesday", "day").values == {
        "day": "2026-11-24"
    }
