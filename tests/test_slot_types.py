"""Each type of slot: what is said becomes a value, people read it in their words, tools get it."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from language.detect import Language
from workflows.file.load import WorkflowError, load_source, parse
from workflows.file.slots import Slot
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.slots.answer_schema import answer_schema
from workflows.machine.slots.evidence import bears_out
from workflows.machine.slots.options import with_options
from workflows.machine.slots.read import LONGEST, read
from workflows.machine.slots.shown import shown
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.values import accept
from workflows.testing.run_tests import run_tests
from workflows.testing.slot_cases import judge, read_cases, report

DATA = Path(__file__).parent / "data"
NOW = datetime(2026, 11, 19, 10)  # noqa: DTZ001  a Thursday, by the clock of the project
PT, EN = SpeechContext(NOW, "pt"), SpeechContext(NOW, "en")


def slot(kind: str, **more: Any) -> Slot:
    return Slot.model_validate({"type": kind, **more})


TYPES: list[tuple[Slot, str, str, Any, str, str]] = [  # said in pt, in en, value, shown pt, en
    (
        slot("date"), "dia 25", "the 25th", "2026-11-25", "25 de novembro de 2026",
        "25 November 2026",
    ),
    (slot("time"), "14h30", "half past two pm", "14:30", "14h30", "2:30 pm"),
    (
        slot("datetime"), "amanhã às 9h", "tomorrow at 9am", "2026-11-20T09:00",
        "20 de novembro de 2026 às 9h", "20 November 2026 at 9:00 am",
    ),
    (
        slot("money", currency="BRL"), "mil e duzentos", "1,200 reais", 1200, "R$ 1.200,00",
        "R$ 1,200.00",
    ),
    (slot("number"), "um metro e sessenta e dois", "1.62", 1.62, "1,62", "1.62"),
    (
        slot("phone", region="BR"), "11 98765-4321", "+55 11 98765 4321", "+5511987654321",
        "(11) 98765-4321", "(11) 98765-4321",
    ),
    (
        slot("document", of=["cpf", "cnpj"]), "278.055.040-67", "it's 27805504067", "27805504067",
        "278.055.040-67", "278.055.040-67",
    ),
    (
        slot("document", of=["cnpj"]), "9U.7HU.RZ8/0001-08", "9u7hurz8000108", "9U7HURZ8000108",
        "9U.7HU.RZ8/0001-08", "9U.7HU.RZ8/0001-08",
    ),
    (
        slot("url"), "loja ponto com ponto br", "loja.com.br please", "https://loja.com.br",
        "https://loja.com.br", "https://loja.com.br",
    ),
    (
        slot("list", items={"type": "name"}), "Ana, Rui e Zé", "Ana, Rui and Zé",
        ["Ana", "Rui", "Zé"], "Ana, Rui e Zé", "Ana, Rui and Zé",
    ),
    (
        slot("list", items={"type": "date"}, min="today"), "24, 25 e 26 de dezembro",
        "24, 25 and 26 December", ["2026-12-24", "2026-12-25", "2026-12-26"],
        "24 de dezembro de 2026, 25 de dezembro de 2026 e 26 de dezembro de 2026",
        "24 December 2026, 25 December 2026 and 26 December 2026",
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", TYPES, ids=lambda case: str(case[3])[:24])
def test_what_is_said_becomes_a_value_that_people_read_in_their_words(
    case: tuple[Slot, str, str, Any, str, str],
) -> None:
    about, in_pt, in_en, value, shown_pt, shown_en = case
    for speech, said in ((PT, in_pt), (EN, in_en)):
        assert read({"it": about}, said, speech=speech, asked="it").values == {"it": value}, said
        assert accept(about, value, speech) == (value, None)  # also as a form or a model writes it
        assert bears_out(said, about, value, speech, asked=True)
    assert shown(about, value, PT) == shown_pt
    assert shown(about, value, EN) == shown_en


def test_a_day_is_written_in_the_form_that_a_text_asks_for() -> None:
    about = slot("date")
    told = {
        form: shown(about, "2026-11-21", PT, form) for form in ("long", "short", "weekday", "iso")
    }
    assert told == {
        "long": "sábado, 21 de novembro de 2026",
        "short": "21/11/2026",
        "weekday": "sábado",
        "iso": "2026-11-21",
    }
    assert shown(about, "2026-11-21", EN, "short") == "21 Nov 2026"


def test_the_conversations_of_a_project_with_every_type_go_as_they_say() -> None:
    workflow, source = load_source(DATA / "booking" / "workflows" / "visit.yaml")
    results, _ = run_tests({"visit": workflow}, workflow, source, region="BR")
    assert [f"{r.name}: {problem}" for r in results for problem in r.problems] == []


@pytest.mark.parametrize(
    ("about", "said", "language", "kind"),
    [
        (slot("date", min="today", max="+90d"), "yesterday", "en", "min"),
        (slot("date", min="today", max="+90d"), "1 de dezembro de 2027", "pt", "max"),
        (slot("date", max="-18y"), "10/10/2020", "pt", "max"),
        (slot("time", min="09:00", max="18:00"), "às 20h", "pt", "max"),
        (slot("date"), "monday or tuesday", "en", "several"),
        (slot("time"), "at 9", "en", "several"),  # in the morning or in the evening?
        (slot("money", currency="BRL"), "50 euros", "pt", "currency"),
        (slot("list", items={"type": "integer"}, max=2), "1, 2 and 3", "en", "max"),
        (slot("integer", min=18), "seventeen", "en", "min"),
        (slot("datetime"), "segunda-feira", "pt", "time"),
    ],
)
def test_what_does_not_fit_is_told_why(
    about: Slot, said: str, language: Language, kind: str
) -> None:
    reading = read({"it": about}, said, speech=SpeechContext(NOW, language), asked="it")
    assert reading.values == {}
    assert reading.refused["it"].kind == kind


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("{type: date, min: 3}", "dates"),
        ("{type: time, min: today}", "times"),
        ("{type: money}", "currency"),
        ("{type: phone, region: XX}", "no telephone numbers"),
        ("{type: document, of: [rg]}", "cpf, cnpj"),
        ("{type: list}", "items"),
        ("{type: list, items: {type: list, items: {type: text}}}", "holds no list"),
        ("{type: choice, of: {from: somewhere}}", "from"),
        ("{type: text, region: BR}", "belongs to a phone"),
    ],
)
def test_a_slot_that_cannot_be_is_refused_with_what_to_write(written: str, told: str) -> None:
    text = (
        f"workflow: x\nversion: 1\ntitle: X\nslots:\n  it: {written}\nstart: a\n"
        "states: {a: {ask: it, end: completed}}\n"
    )
    with pytest.raises(WorkflowError) as failure:
        parse(text, "x.yaml")
    assert "x.yaml:5" in failure.value.message
    assert told in failure.value.message


def test_a_bare_time_in_a_file_is_the_time_that_it_looks_like() -> None:
    about = parse(
        "workflow: x\nversion: 1\ntitle: X\nslots:\n  it: {type: time, min: 14:30}\nstart: a\n"
        "states: {a: {ask: it, end: completed}}\n",
        "x.yaml",
    ).slots["it"]
    assert about.bound("min", NOW) == "14:30"


BROUGHT: list[tuple[dict[str, Any], Any, dict[str, str]]] = [
    ({"from": "results.look.slots"}, ["a", "b", 3], {"a": "a", "b": "b", "3": "3"}),
    (
        {"from": "results.look.slots", "value": "id", "label": "name"},
        [{"id": 7, "name": "Seven"}, {"id": None, "name": "None"}],
        {"7": "Seven"},
    ),
    ({"from": "results.look.slots"}, {"r": "Red", "b": "Blue"}, {"r": "Red", "b": "Blue"}),
    ({"from": "results.look.slots"}, ["2026-11-21"], {"2026-11-21": "21 November 2026"}),
    ({"from": "results.look.slots"}, "a text", {}),
    ({"from": "results.look.slots"}, [[], {}, True, ""], {}),
    ({"from": "results.look.missing.deeper"}, ["a"], {}),
]


@pytest.mark.parametrize(("source", "brought", "options"), BROUGHT)
def test_options_come_from_what_a_tool_has_brought(
    source: dict[str, Any], brought: Any, options: dict[str, str]
) -> None:
    known = {"results": {"look": {"slots": brought}}, "profile": {}}
    found = with_options(slot("choice", of=source), known)
    assert {value: shown(found, value, EN) for value in found.options} == options


def test_more_options_than_anybody_reads_are_left_out() -> None:
    known = {"results": {"look": [f"option {n}" for n in range(10_000)]}, "profile": {}}
    assert len(with_options(slot("choice", of={"from": "results.look"}), known).options) == 50


def test_a_stored_conversation_keeps_the_options_that_it_was_shown() -> None:
    cursor = Cursor([Frame("visit", "details", results={"look": {"times": ["09:00"]}})])
    assert Cursor.read(cursor.stored()) == cursor


def test_a_model_and_a_page_are_told_how_each_type_is_written() -> None:
    schema = answer_schema(
        {
            "budget": slot("money", currency="BRL"),
            "guests": slot("list", items={"type": "name"}),
            "day": slot("date"),
        }
    )["properties"]
    assert schema["budget"]["type"] == ["number", "null"]
    assert "BRL" in schema["budget"]["description"]
    assert schema["guests"]["items"]["type"] == ["string", "null"]
    assert schema["day"]["format"] == "date"


def test_a_model_s_value_is_kept_only_where_the_message_has_it() -> None:
    assert bears_out("me liga no 81 98877-6655", slot("phone"), "+5581988776655", PT, asked=False)
    assert not bears_out("me liga", slot("phone"), "+5581988776655", PT, asked=True)
    assert not bears_out("it was cheap", slot("money", currency="USD"), 20, EN, asked=True)
    names = slot("list", items={"type": "name"})
    assert not bears_out("Ana comes along", names, ["Ana", "Bob"], EN, asked=True)


# --- labelled answers, and hostile ones ---


@pytest.mark.parametrize("name", ["answers", "answers_more", "answers_last", "answers_apart"])
def test_labelled_answers_are_read_as_people_meant_them(name: str) -> None:
    told = report(judge(read_cases(DATA / "values" / f"{name}.yaml"))).all
    assert told.right / told.cases >= 0.98
    assert told.wrong / told.cases <= 0.01


EVERY: dict[str, Slot] = {str(n): case[0] for n, case in enumerate(TYPES)} | {
    "name": slot("name"),
    "city": slot("city"),
    "whole": slot("integer"),
    "yes": slot("boolean"),
    "mail": slot("email"),
    "text": slot("text"),
    "one": slot("choice", of=["pix", "card", "high school"]),
}
PUMPS = [
    "1", "9 ", "a ", "não ", "no, ", "dia 3 e ", "24, ", "1/1/", "10 ou ", "twenty ", "e ",
    "sou o ",
    "mil ", "@", "a@b.", "a.", "+55 ", "(11) ", "às 3 e ", "half past ", "'s ", "¾", "٣", "👍",
    "my son is ", "in the ", "quinta que vem ", "next week on ", "R$ 1.000.", "meio ", "na ",
    "e mais ", "de a ", "isso, ", "agora ", "tudo menos ", "B.",
]  # fmt: skip


@pytest.mark.parametrize("pump", PUMPS)
def test_an_answer_of_any_length_costs_little(pump: str) -> None:
    """Half a megabyte is read as far as anybody reads, and nothing grows beyond that."""
    text = (pump * (500_000 // len(pump)))[:500_000]
    began = time.process_time()
    for name in EVERY:
        read(EVERY, text, speech=PT, asked=name)
    took = (time.process_time() - began) / len(EVERY)
    assert took < 0.5, f"{took * 1000:.0f} ms"  # of one message; what grows with it takes seconds


@pytest.mark.parametrize(
    "said",
    [
        "9" * LONGEST,
        "1e308",
        "٣٤٥",
        "²",
        "½",
        "-0",
        "00:00:00",
        "∞",
        "nan",
        "1" + "0" * 400,
        "\u202e12",
    ],
)
def test_absurd_numbers_are_values_or_nothing(said: str) -> None:
    for name, about in EVERY.items():
        for speech in (PT, EN):
            reading = read({name: about}, said, speech=speech, asked=name)
            for value in reading.values.values():
                assert accept(about, value, speech) == (value, None)


@pytest.mark.parametrize(
    ("said", "kind"),
    [("3333-4545", "broken"), ("98111-0022", "broken"), ("(11) 91234-567", "unassigned")],
)
def test_half_a_number_is_asked_for_its_area_code(said: str, kind: str) -> None:
    slots = {"phone": Slot.model_validate({"type": "phone", "region": "BR", "ask": "Telefone?"})}
    reading = read(slots, said, speech=SpeechContext(datetime(2026, 11, 19), "pt"), asked="phone")  # noqa: DTZ001
    assert (reading.values, reading.refused["phone"].kind) == ({}, kind)
