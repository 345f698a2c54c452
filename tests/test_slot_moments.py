"""Times, days, lengths and counts said over whole forms: each in its slot, none in another."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from language.clock_ranges import find_ranges
from language.company import company_of, concluded
from language.count_steps import find_step
from language.detect import Language
from language.numbers import find
from tests.support.form_cases import counted, judge_forms
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.which_moment import meant_moment

FOLDER = Path(__file__).parent / "data" / "values" / "moments"
NOW = datetime(2026, 11, 19, 10)  # noqa: DTZ001  a Thursday


@pytest.mark.parametrize(
    ("file", "right", "wrong"), [("seen", 172, 0), ("apart", 71, 0), ("later", 29, 0)]
)
def test_what_is_said_over_a_form_goes_where_it_belongs(file: str, right: int, wrong: int) -> None:
    told = counted(judge_forms(FOLDER / f"{file}.yaml"))
    assert told.right >= right
    assert told.wrong <= wrong


@pytest.mark.parametrize(
    ("said", "language", "first", "last", "minutes"),
    [
        ("from six till nine in the evening", "en", "18:00", "21:00", 180),
        ("7 til 10", "en", "07:00", "10:00", 180),
        ("2 til 6pm", "en", "14:00", "18:00", 240),
        ("ten to two pm", "en", None, None, None),  # ten minutes to two
        ("from 10pm to 1am", "en", "22:00", "01:00", 180),
        ("from noon to 2", "en", "12:00", "14:00", 120),
        ("das 15 às 17", "pt", "15:00", "17:00", 120),
        ("das sete às nove da noite", "pt", "19:00", "21:00", 120),
        ("19h-21h30", "pt", "19:00", "21:30", 150),
        ("entre nove e meia e dez", "pt", "09:30", "10:00", 30),
        ("umas 10, 11 horas", "pt", "10:00", "11:00", 60),
        ("de 2 a 3 horas", "pt", None, None, None),
        ("5-6 people", "en", None, None, None),
        ("de 10 a 15 de dezembro", "pt", None, None, None),
    ],
)
def test_a_stretch_of_the_day_is_read_as_one(
    said: str, language: Language, first: str | None, last: str | None, minutes: int | None
) -> None:
    found = [(r.first.value, r.last.value, r.minutes) for r in find_ranges(said, language)]
    assert found == ([] if first is None else [(first, last, minutes)])


@pytest.mark.parametrize(
    ("said", "language", "people"),
    [
        ("eu e mais 4", "pt", 5),
        ("sou eu mais três", "pt", 4),
        ("só eu e o cachorro", "pt", 1),
        ("eu, minha mãe e meu violão", "pt", 2),
        ("eu minha neta o namorado dela e os dois irmaos dele", "pt", 5),
        ("eu e a família", "pt", None),
        ("me and the missus", "en", 2),
        ("me my brother and his girlfriend", "en", 3),
        ("me and my two dogs", "en", 1),
        ("me and Rosalind", "en", 2),
        ("two adults", "en", None),
    ],
)
def test_who_comes_along_is_counted_and_no_dog(
    said: str, language: Language, people: int | None
) -> None:
    assert company_of(said, language) == people


def test_a_count_is_what_its_writer_comes_to() -> None:
    assert concluded("theres 4 of us but kev might not make it so prob 3", "en") == 3
    assert concluded("eu mais 6 amigos, então 7 né", "pt") == 7
    assert concluded("somos 4, então às 8", "pt") is None


@pytest.mark.parametrize(
    ("said", "language", "step"),
    [
        ("make it one person less", "en", (-1, "people")),
        ("two fewer, the boys have football", "en", (-2, None)),
        ("another hour please", "en", (1, "hours")),
        ("vai mais um", "pt", (1, None)),
        ("tira uma pessoa", "pt", (-1, "people")),
        ("duas noites a mais", "pt", (2, "nights")),
        ("one more thing", "en", None),
        ("eu e mais 4", "pt", None),
        ("mais de 5", "pt", None),
        ("no more than 5", "en", None),
        ("umas 8 mais ou menos", "pt", None),
    ],
)
def test_a_change_by_so_many_is_no_number_of_its_own(
    said: str, language: Language, step: tuple[int, str | None] | None
) -> None:
    found = find_step(said, language)
    assert (None if found is None else (found.value, found.unit)) == step


@pytest.mark.parametrize(
    ("said", "counts"),
    [("the same one I gave you", 0), ("not a new one", 0), ("just one", 1), ("one person less", 1)],
)
def test_one_that_stands_for_something_counts_nothing(said: str, counts: int) -> None:
    assert len(find(said, "en", articles=True)) == counts


FRIDAYS = ["2026-11-20", "2026-11-27"]
HOURS = ["11:00", "14:30", "18:15"]


@pytest.mark.parametrize(
    ("said", "language", "offered", "meant"),
    [
        ("sexta", "pt", ["2026-11-26", "2026-11-27"], "2026-11-27"),
        ("a segunda", "pt", FRIDAYS, "2026-11-27"),
        ("segunda", "pt", ["2026-11-23", "2026-11-24"], "2026-11-23"),
        ("a segunda", "pt", ["2026-11-23", "2026-11-24"], None),
        ("a de amanhã não, a outra", "pt", FRIDAYS, "2026-11-27"),
        ("não esse, o próximo", "pt", FRIDAYS, "2026-11-27"),
        ("the earlier of the two please", "en", FRIDAYS, "2026-11-20"),
        ("the other one", "en", FRIDAYS, None),
        ("neither, the 9th", "en", FRIDAYS, None),
        ("the afternoon one", "en", HOURS, "14:30"),
        ("not the first one, the second", "en", HOURS, "14:30"),
        ("at noon", "en", HOURS, None),
    ],
)
def test_what_was_offered_is_looked_at_first(
    said: str, language: Language, offered: list[str], meant: str | None
) -> None:
    assert meant_moment(said, offered, SpeechContext(NOW, language)).value == meant


def test_who_does_not_mind_gets_the_first_that_was_offered_and_is_told() -> None:
    told = meant_moment("tanto faz", FRIDAYS, SpeechContext(NOW, "pt"))
    assert (told.value, told.any) == ("2026-11-20", True)
