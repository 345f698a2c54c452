"""The story that begins a workflow is the story that it asks for, in one message or in three."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from language.stories import asked_about, asks_for_story, tells_story
from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.conversation import converse
from workflows.testing.expect import Seen

HAPPENED = {"en": "Oh dear. What happened?", "pt": "Puxa. O que aconteceu?"}
FORM: dict[str, Any] = {
    "workflow": "damage",
    "version": 1,
    "title": {"en": "Report damage", "pt": "Avisar de um estrago"},
    "route": {"when": "Something is damaged.", "examples": ["report damage", "it broke", "c"]},
    "slots": {
        "floor": {
            "type": "choice",
            "of": {
                "cellar": {"en": "cellar", "pt": "porão"},
                "attic": {"en": "attic", "pt": "sótão"},
            },
            "title": {"en": "floor", "pt": "andar"},
        },
        "it": {"type": "text", "title": {"en": "report", "pt": "relato"}, "ask": HAPPENED},
        "call": {"type": "boolean", "title": {"en": "call", "pt": "ligação"}},
    },
    "start": "tell",
    "states": {
        "tell": {"ask": ["floor", "it", "call"], "go": "end"},
        "end": {"say": "OK", "end": "completed"},
    },
}
STORIES = {
    "en": "the pipe in the cellar burst last night and all my boxes are soaked",
    "pt": "o cano do porão estourou de noite e molhou todas as minhas caixas",
}


def talk(*say: str, language: str = "en") -> Seen:
    """Have a conversation with the form."""
    known: dict[str, Any] = {"name": "talk", "language": language, "say": say, "expect": {}}
    workflow = Workflow.model_validate(FORM)
    return converse({"damage": workflow}, workflow, WorkflowTest.model_validate(known), None)


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_story_that_begins_a_report_is_not_asked_for_again(language: str) -> None:
    seen = talk(STORIES[language], language=language)
    assert seen.slots == {"floor": "cellar", "it": STORIES[language]}
    assert HAPPENED[language] not in seen.said
    assert len(seen.said) == 2


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "I want to report some damage in the cellar"),
        ("en", "can you send somebody to the cellar on Friday"),
        ("pt", "bom dia, quero avisar de um estrago no porão"),
        ("pt", "vocês consertam coisas no porão?"),
    ],
)
def test_who_only_wants_to_report_is_asked(language: str, said: str) -> None:
    seen = talk(said, language=language)
    assert seen.slots.get("it") is None
    assert seen.said[-1] == HAPPENED[language]


def test_a_story_that_is_hardly_told_is_asked_for() -> None:
    assert talk("something is wrong in the attic").said[-1] == HAPPENED["en"]


def test_a_fact_of_ones_own_is_a_story_in_however_few_words() -> None:
    assert talk("my sweater shrank in the attic").slots["it"] == "my sweater shrank in the attic"


def test_a_wish_to_complain_is_no_story_whatever_it_denies_before() -> None:
    assert talk("I don't want to move in, I want to complain").said[-1] == "Which floor?"


def test_what_is_told_of_it_later_is_added() -> None:
    seen = talk(STORIES["en"], "my grandmother's letters were in those boxes")
    assert seen.slots["it"] == f"{STORIES['en']}. my grandmother's letters were in those boxes"
    assert seen.said[-1] == seen.said[-3]


@pytest.mark.parametrize(
    "question",
    [
        "Tell us what went wrong, please.", "What is the trouble with your boiler?",
        "Conte com suas palavras o que houve.", "O que deu errado?", "Describe the fault.",
        "O que houve, ou o que você quer mudar?", "What happened, or what is to be changed?",
    ],
)  # fmt: skip
def test_a_question_for_a_story_is_known_by_its_meaning(question: str) -> None:
    assert asks_for_story(question)


@pytest.mark.parametrize(
    "question",
    [
        "Anything else we should know?", "May I ask why?", "What shall the card say?",
        "Alguma observação?", "Qual é o endereço?", "When did it happen?", "Where was it?",
    ],
)  # fmt: skip
def test_a_question_for_something_else_is_none(question: str) -> None:
    assert not asks_for_story(question)


def test_a_story_in_several_messages_is_one_and_small_talk_is_no_part_of_it() -> None:
    told = asked_about(["hello there", "the amp hums for a minute", "then it goes silent!", "yes"])
    assert told == "the amp hums for a minute. then it goes silent! yes"


def test_the_talks_about_texts_go_as_they_say() -> None:
    from cli._project import project_at
    from workflows.testing.talk_cases import judge_talks, report_talks

    project = project_at(Path(__file__).parent / "data" / "values" / "talks_texts")
    own = {name: workflow for name, (workflow, _) in project.files.items()}
    told = report_talks(list(judge_talks(own, project.served, None))).all
    assert (told.cases - told.right, told.wrong) == (0, 0)


@pytest.mark.parametrize("code", ["f9b4z2d9f8r2", "p0c8l6b3m1z3", "g5z0k8h7f5g6", "a1b2c3d4e5f6"])
def test_a_code_tells_no_story(code: str) -> None:
    assert not tells_story(f"I want a refund for the thing I bought {code}", {"refund"})
