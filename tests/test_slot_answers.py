"""Families of answers: orders, first times, trips, everything but, abbreviations, rough days."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from language.agreement import agreement
from language.detect import Language
from workflows.file.slots import Slot
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext

NOW = datetime.combine(date(2026, 11, 19), datetime.min.time()).replace(hour=10)  # a Thursday
COLOURS = {"red": ["vermelho"], "green": ["verde"], "blue": ["azul"]}
LEVELS = {"school": ["high school"], "university": ["university"], "phd": ["doctorate"]}
PAIR = {"tea": ["chá", "tea"], "coffee": ["café", "coffee"]}


def value(slot: dict[str, Any], said: str, language: Language = "en") -> Any:
    """Return what an answer to the question of a slot gives it."""
    known = {"it": Slot.model_validate(slot)}
    return read(known, said, speech=SpeechContext(NOW, language), asked="it").values.get("it")


@pytest.mark.parametrize(
    ("question", "said", "meant"),
    [
        ("Shall I order it?", "order it please", True),
        ("Do you want me to post it?", "post it", True),
        ("Shall I order it?", "order the other one at noon", None),
        ("Agendo a entrega?", "agenda aí", True),
        ("Posso enviar?", "isso, tudo certo", True),
        ("Posso enviar?", "agora tá bom", True),
        ("Shall we go on?", "yeah no, don't", False),
        ("Você é estudante?", "sou dentista", None),
        ("Você é estudante?", "sou estudante sim", True),
        ("Vai precisar de carona?", "vou a pé", None),
        ("Is this your first stay with us?", "never stayed with you", True),
        ("É sua primeira compra?", "já comprei aí", False),
        ("Is it OK?", "uh-huh", True),
        ("Já pagou a taxa?", "já paguei", True),
    ],
)
def test_a_yes_is_heard_in_what_was_asked(question: str, said: str, meant: bool | None) -> None:
    assert agreement(said, question.lower(), "pt" if "ê" in question else "en") is meant


@pytest.mark.parametrize(
    ("slot", "said", "meant"),
    [
        ({"type": "choice", "of": COLOURS}, "tudo menos verde", ["red", "blue"]),
        ({"type": "choice", "of": COLOURS}, "vermelho e azul, verde não", ["red", "blue"]),
        ({"type": "choice", "of": COLOURS}, "quero todas", ["red", "green", "blue"]),
        ({"type": "choice", "of": COLOURS}, "os dois", None),
        ({"type": "choice", "of": PAIR}, "os dois", ["tea", "coffee"]),
        ({"type": "choice", "of": PAIR}, "café sem chá", ["coffee"]),
        ({"type": "integer"}, "a 4 e a 9", [4, 9]),
        ({"type": "city"}, "Osasco depois Santos depois Bauru", ["Osasco", "Santos", "Bauru"]),
    ],
)
def test_a_list_is_what_is_left_of_what_was_said(
    slot: dict[str, Any], said: str, meant: list[Any] | None
) -> None:
    assert value({"type": "list", "items": slot}, said, "pt") == meant


@pytest.mark.parametrize(
    ("kind", "ask", "said", "meant"),
    [
        ("city", "Para onde vai?", "saio de Recife pra Natal", "Natal"),
        ("city", "Where do you leave from?", "from Hull to York", "Hull"),
        ("date", "When?", "two weeks today", "2026-12-03"),
        ("date", "When were you born?", "3 May '71", "1971-05-03"),
        ("date", "Quando?", "daqui a uns dez dias, dia 30", "2026-11-30"),
        ("date", "Quando?", "sabadão", "2026-11-21"),
        ("time", "When?", "1530 hours", "15:30"),
        ("time", "When?", "quarter past one pm", "13:15"),
        ("integer", "How many nights?", "2 adults, 3 nights", 3),
    ],
)
def test_one_of_two_is_taken_where_the_question_settles_it(
    kind: str, ask: str, said: str, meant: Any
) -> None:
    language = "en" if said.isascii() and " de " not in said and "daqui" not in said else "pt"
    assert value({"type": kind, "ask": ask}, said, language) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [("uni", "university"), ("Ph.D.", "phd"), ("no university, high school", "school")],
)
def test_an_option_is_heard_in_its_short_form(said: str, meant: str) -> None:
    assert value({"type": "choice", "of": LEVELS}, said) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [("kitten", "cat"), ("a hamster", None), ("no cat", None), ("good morning", None)],
)
def test_an_option_is_taken_by_its_meaning_where_that_is_clear(
    said: str, meant: str | None
) -> None:
    assert value({"type": "choice", "of": ["dog", "cat", "bird"]}, said) == meant


@pytest.mark.parametrize(
    ("said", "day", "hour"),
    [
        ("on Monday, sorry, Tuesday, at 3, make that 4 pm", "2026-11-24", "16:00"),
        ("Saturday no Sunday after 5 pm", "2026-11-22", None),
        ("either Monday or Tuesday", None, None),
    ],
)
def test_what_nobody_asked_for_is_taken_as_it_stands_in_the_end(
    said: str, day: str | None, hour: str | None
) -> None:
    known = {"day": Slot(type="date"), "hour": Slot(type="time")}
    values = read(known, said, speech=SpeechContext(NOW, "en")).values
    assert (values.get("day"), values.get("hour")) == (day, hour)


@pytest.mark.parametrize(
    ("said", "insured"),
    [
        ("21 99777-0011, não tenho convênio", False),
        ("21 99777-0011, convênio não", False),
        ("tenho convênio, 21 99777-0011", True),
        ("21 99777-0011, com convênio é mais barato?", None),
        ("21 99777-0011", None),
    ],
)
def test_a_yes_or_no_beside_its_name_needs_no_question(said: str, insured: bool | None) -> None:
    known = {"phone": Slot(type="phone", region="BR"), "it": Slot(type="boolean", title="convênio")}
    values = read(known, said, speech=SpeechContext(NOW, "pt"), asked="phone").values
    assert values == {"phone": "+5521997770011"} | ({} if insured is None else {"it": insured})


def test_an_option_is_heard_in_a_smaller_form() -> None:
    assert value({"type": "choice", "of": COLOURS}, "um azulzinho", "pt") == "blue"


@pytest.mark.parametrize(("said", "taken"), [("2500", 2500), ("2.000", 2000), ("o segundo", 500)])
def test_a_sum_that_was_not_offered_is_taken_for_itself(said: str, taken: int) -> None:
    slot = Slot(type="money", currency="BRL", ask="Até quanto?")
    speech = SpeechContext(NOW, "pt")
    offered = {"limite": {"offered": [2000, 500]}}
    told = read({"limite": slot}, said, speech=speech, asked="limite", heard=offered)
    assert told.values == {"limite": taken}
