"""Names: put right where all is shown, and none made of ordinary or angry sentences."""

from __future__ import annotations

from typing import Any

import pytest

from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.conversation import converse
from workflows.testing.expect import Seen

FORM: dict[str, Any] = {
    "workflow": "class",
    "version": 1,
    "title": "Class",
    "route": {"when": "A lesson is booked.", "examples": ["book a lesson", "a class", "c"]},
    "slots": {
        "day": {"type": "date", "min": "today", "title": {"en": "day", "pt": "dia"}},
        "kind": {"type": "choice", "of": ["Pottery", "Glass"], "title": "kind"},
        "pupil": {
            "type": "name",
            "title": {"en": "name", "pt": "nome"},
            "ask": {"en": "In whose name?", "pt": "Em nome de quem?"},
        },
    },
    "start": "data",
    "states": {
        "data": {"ask": ["day", "kind", "pupil"], "go": "sure"},
        "sure": {
            "ask": {"right": {"type": "boolean", "ask": "{kind} on {day} for {pupil}. Book it?"}},
            "go": [{"if": "right", "to": "done"}, {"to": "data"}],
        },
        "done": {"say": "Booked.", "end": "completed"},
    },
}


def talk(*say: str, language: str = "en") -> Seen:
    """Have a conversation with the form."""
    workflow = Workflow.model_validate(FORM)
    known: dict[str, Any] = {"name": "talk", "language": language, "today": "2026-11-19"}
    case = WorkflowTest.model_validate(known | {"say": say, "expect": {}})
    return converse({"class": workflow}, workflow, case, None)


@pytest.mark.parametrize(
    ("first", "said", "pupil"),
    [
        ("Katherine Poole", "yes, but it goes under my brother's name, Denis Poole", "Denis Poole"),
        ("Katherine Poole", "its kathryn with a y", "Kathryn Poole"),
        ("Katherine Poole", "Catherine Poole, and yes go ahead", "Catherine Poole"),
        ("Katherine Poole", "K-A-T-H-R-I-N", "Kathrin Poole"),
        ("Katherine Poole", "ok, only my surname is spelt Poule", "Katherine Poule"),
        ("Katherine Poole", "in the name of Otto Blix please", "Otto Blix"),
        ("Katherine Poole", "for my niece Wanda", "Wanda"),
        ("Luis Prado", "pode ser, só que no nome da minha sogra, Iracema Prado", "Iracema Prado"),
        ("Luis Prado", "é Luiz com z", "Luiz Prado"),
        ("Luis Prado", "o nome é só Lula mesmo viu", "Lula"),
    ],
)
def test_a_name_is_put_right_and_shown_again(first: str, said: str, pupil: str) -> None:
    language = "pt" if first == "Luis Prado" else "en"
    seen = talk(
        "hello",
        "3/12" if language == "pt" else "3 December",
        "Glass",
        first,
        said,
        language=language,
    )
    assert seen.slots["pupil"] == pupil
    assert (seen.end, pupil in seen.said[-1]) == (None, True)


@pytest.mark.parametrize("said", ["yes, Pottery is closed in Manchester", "yes it's for Monday"])
def test_what_has_a_capital_is_not_always_a_name(said: str) -> None:
    seen = talk("hello", "3 December", "Glass", "Katherine Poole", said)
    assert seen.slots["pupil"] == "Katherine Poole"


def test_what_nobody_read_at_the_confirmation_is_named() -> None:
    told = talk("hello", "3 December", "Glass", "Ann Poole", "the kiln should face south").said[-2]
    assert "the kiln should face south" in told


def test_a_day_that_is_doubted_is_put_right_behind_its_question() -> None:
    seen = talk("hello", "3 December", "Glass", "Ann Poole", "the 3rd?? I said Friday")
    assert (seen.slots["day"], seen.end) == ("2026-11-20", None)


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("it's been attached", "en"),
        ("its forbidden", "en"),
        ("that's a secret", "en"),
        ("name? i want to COMPLAIN about you lot", "en"),
        ("nome pra quê? eu quero é DEVOLVER isso", "pt"),
        ("tô falando da minha encomenda que NÃO CHEGOU", "pt"),
        ("é proibido perguntar", "pt"),
        ("é sigiloso", "pt"),
        ("sou a vizinha do Tadeu", "pt"),
    ],
)
def test_no_name_is_made_of_what_somebody_says_instead(said: str, language: str) -> None:
    assert "pupil" not in talk("hello", "3/12", "Glass", said, language=language).slots


@pytest.mark.parametrize(
    ("said", "pupil"),
    [("it's imogen", "Imogen"), ("é só Tonho", "Tonho"), ("NORA VIDAL", "Nora Vidal")],
)
def test_a_name_in_any_case_is_one(said: str, pupil: str) -> None:
    assert talk("hello", "3 December", "Glass", said).slots["pupil"] == pupil


def test_a_day_that_is_told_again_is_no_name() -> None:
    assert "pupil" not in talk("hello", "Saturday. The day after tomorrow I said").slots
    told = ("hello", "3 December", "Glass", "Ann Poole", "we can't do Friday after all")
    assert talk(*told).slots["pupil"] == "Ann Poole"
