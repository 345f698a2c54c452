"""Short texts and what may be left out: a no with its reason, a name with words around it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.conversation import converse
from workflows.testing.expect import Seen
from workflows.testing.slot_cases import judge, read_cases, report

VALUES = Path(__file__).parent / "data" / "values"
FORM: dict[str, Any] = {
    "workflow": "stall",
    "version": 1,
    "title": {"en": "Rent a stall", "pt": "Alugar uma barraca"},
    "route": {"when": "A stall is wanted.", "examples": ["rent a stall", "a market stall", "c"]},
    "slots": {
        "metres": {"type": "integer", "title": {"en": "metres", "pt": "metros"}},
        "keeper": {
            "type": "name",
            "title": {"en": "keeper", "pt": "feirante"},
            "ask": {"en": "Who keeps it?", "pt": "Quem cuida dela?"},
        },
        "guild": {
            "type": "text",
            "max": 60,
            "skip": True,
            "title": {"en": "guild", "pt": "cooperativa"},
            "ask": {"en": "Which guild do you belong to?", "pt": "De qual cooperativa você é?"},
        },
        "helper": {
            "type": "name",
            "skip": True,
            "title": {"en": "helper", "pt": "ajudante"},
            "ask": {"en": "Who helps you?", "pt": "Quem ajuda você?"},
        },
        "awning": {"type": "boolean", "title": {"en": "awning", "pt": "toldo"}},
        "scales": {"type": "boolean", "title": {"en": "scales", "pt": "balança"}},
    },
    "start": "data",
    "states": {
        "data": {"ask": ["metres", "keeper", "guild", "helper", "awning", "scales"], "go": "look"},
        "look": {"tool": "look", "args": {"guild": "{guild}"}, "go": "sure"},
        "sure": {
            "ask": {"right": {"type": "boolean", "ask": {"en": "All right?", "pt": "Tudo certo?"}}},
            "go": [{"if": "right", "to": "end"}, {"to": "data"}],
        },
        "end": {"say": "OK", "end": "completed"},
    },
}


def talk(*say: str, language: str = "en") -> Seen:
    """Have a conversation with the form."""
    known: dict[str, Any] = {"name": "talk", "language": language, "say": say, "expect": {}}
    workflow = Workflow.model_validate(FORM)
    case = WorkflowTest.model_validate(known | {"mock": {"look": "ok"}})
    return converse({"stall": workflow}, workflow, case, None)


def test_texts_and_choices_are_read_and_left_out_as_labelled() -> None:
    told = report(judge(read_cases(VALUES / "answers_texts.yaml"))).all
    assert (told.wrong, told.missing) == (0, 0)


@pytest.mark.parametrize(
    ("language", "said", "taken"),
    [
        ("en", "none, it is my own business", None),
        ("pt", "cooperativa nenhuma, trabalho por conta", None),
        ("en", "Weavers, as I told you", "Weavers"),
        ("pt", "sim, a Flor do Campo", "Flor do Campo"),
        ("en", "No Man's Land", "No Man's Land"),
    ],
)
def test_a_no_is_none_and_a_name_keeps_only_its_own_words(
    language: str, said: str, taken: str | None
) -> None:
    seen = talk("hello", "3", "Ruth Amsel", said, language=language)
    assert (seen.slots.get("guild"), seen.slots["keeper"]) == (taken, "Ruth Amsel")
    assert seen.said[-1] == {"en": "Who helps you?", "pt": "Quem ajuda você?"}[language]


def test_a_bare_yes_is_no_name() -> None:
    assert talk("hello", "3", "Ruth Amsel", "yes").slots.get("guild") is None


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("en", "no, take the guild out", "Left out: guild."),
        ("en", "there is no guild", "Left out: guild."),
        ("pt", "tira a cooperativa, por favor", "Deixei de fora: cooperativa."),
        ("pt", "não tem cooperativa nenhuma não", "Deixei de fora: cooperativa."),
    ],
)
def test_what_was_told_and_is_denied_is_emptied_and_its_results_are_made_anew(
    language: str, said: str, told: str
) -> None:
    before = ("hello", "3", "Ruth Amsel", "Weavers", "no", "no", "no")
    seen = talk(*before, said, language=language)
    assert (seen.slots.get("guild"), seen.slots["metres"], seen.end) == (None, 3, None)
    assert told in seen.said
    assert [args for _, args in seen.calls] == [{"guild": "Weavers"}, {"guild": None}]


def test_what_was_asked_again_and_denied_is_emptied() -> None:
    before = ("hello", "3", "Ruth Amsel", "Weavers", "Tim Hall", "no", "no")
    seen = talk(*before, "no", "the helper", "nobody, I manage alone")
    assert (seen.slots.get("helper"), seen.slots["keeper"]) == (None, "Ruth Amsel")


@pytest.mark.parametrize(
    ("language", "said", "awning", "scales"),
    [
        ("en", "3 metres, yes please to the awning, no scales for us", True, False),
        ("en", "3 metres, no awning or scales", False, False),
        ("en", "3 metres and we won't be needing the scales", None, False),
        ("pt", "3 metros, com toldo e balança", True, True),
        ("pt", "3 metros, toldo: sim, não vamos precisar de balança", True, False),
        ("en", "3 metres, next to the awning of the baker", None, None),
    ],
)
def test_yes_and_no_are_heard_beside_what_they_name(
    language: str, said: str, awning: bool | None, scales: bool | None
) -> None:
    slots = talk(said, language=language).slots
    assert (slots.get("awning"), slots.get("scales")) == (awning, scales)


def test_a_yes_that_was_said_before_answers_its_own_question() -> None:
    seen = talk("hello", "3", "Ruth Amsel", "skip", "skip", "I already said yes to the awning!")
    assert seen.slots["awning"] is True


@pytest.mark.parametrize(
    ("language", "said", "name"),
    [
        ("en", "3 metres, keeper Ruth Amsel, guild: Weavers", "Ruth Amsel"),
        ("pt", "3 metros, feirante Lia Prado, coop: Weavers", "Lia Prado"),
    ],
)
def test_data_goes_where_its_label_says_with_and_without_a_colon(
    language: str, said: str, name: str
) -> None:
    slots = talk(said, language=language).slots
    assert (slots["metres"], slots["keeper"], slots["guild"]) == (3, name, "Weavers")
