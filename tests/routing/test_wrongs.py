"""A workflow for complaints begins with what tells of a wrong, and with nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from agent.serving.route_infos import route_infos
from router.info import RouteContext
from router.route import Route, Router
from router.wrongs import tells_of_wrong, wishes_to_complain, without_complaint_denied
from tests.support.routed_talk import routed_talk
from workflows.file.schema import Workflow
from workflows.testing.expect import Seen

COMPLAINT: dict[str, Any] = {
    "workflow": "complaint",
    "version": 1,
    "title": {"en": "Complaint", "pt": "Reclamação"},
    "route": {
        "when": "The person complains of a kayak, a delay, a guide or a bill.",
        "examples": {
            "en": [
                "I want to complain",
                "the kayak leaked",
                "you charged me twice",
                "the guide was rude",
                "nobody was at the pier",
            ],
            "pt": [
                "quero reclamar",
                "o caiaque estava furado",
                "me cobraram duas vezes",
                "o guia foi grosso",
                "não tinha ninguém no píer",
            ],
        },
    },
    "slots": {
        "story": {"type": "text", "ask": {"en": "What happened?", "pt": "O que aconteceu?"}},
        "when": {"type": "date", "ask": {"en": "On which day?", "pt": "Em que dia?"}},
    },
    "start": "data",
    "states": {
        "data": {"ask": ["story", "when"], "go": "end"},
        "end": {"say": {"en": "Noted.", "pt": "Anotado."}, "end": "completed"},
    },
}
KAYAK: dict[str, Any] = {
    "workflow": "kayak",
    "version": 1,
    "title": {"en": "Rent a kayak", "pt": "Alugar caiaque"},
    "route": {
        "when": "The person wants to rent a kayak.",
        "examples": {
            "en": [
                "I want to rent a kayak",
                "two kayaks for Saturday",
                "is a kayak free?",
                "book a double kayak",
            ],
            "pt": [
                "quero alugar um caiaque",
                "dois caiaques para sábado",
                "tem caiaque livre?",
                "reservar um caiaque duplo",
            ],
        },
    },
    "slots": {
        "kind": {
            "type": "choice",
            "of": {
                "single": {"en": ["single"], "pt": ["simples"]},
                "double": {"en": ["double"], "pt": ["duplo"]},
                "none": {"en": ["no preference"], "pt": ["sem preferência"]},
            },
            "ask": {"en": "Which kind: single or double?", "pt": "Qual tipo: simples ou duplo?"},
        },
        "day": {"type": "date", "ask": {"en": "Which day?", "pt": "Que dia?"}},
        "name": {"type": "name", "ask": {"en": "What is your name?", "pt": "Qual é o seu nome?"}},
    },
    "start": "data",
    "states": {
        "data": {"ask": ["kind", "day", "name"], "go": "end"},
        "end": {"say": {"en": "Booked.", "pt": "Reservado."}, "end": "completed"},
    },
}


def _talk(first: str, *say: str, language: str = "en") -> Seen:
    return routed_talk(KAYAK, COMPLAINT, say=say, first=first, language=language)


@pytest.mark.parametrize(
    "said",
    [
        "no complaints at all, thank you",
        "I never made a complaint",
        "não tenho nada a reclamar",
        "não foi reclamação não",
        "we've nothing to complain of",
        "oh sorry, it's six and not five",
        "na verdade é às nove, não às dez",
        "could you collect it on Monday?",
    ],
)
def test_a_denial_or_a_change_tells_of_no_wrong(said: str) -> None:
    assert not tells_of_wrong(said)


@pytest.mark.parametrize(
    "said",
    [
        "the paddle broke after ten minutes",
        "I don't like to complain, but the boat was filthy",
        "ninguém respondeu a minha reclamação",
        "não quero reclamar, mas o remo veio quebrado",
        "nobody ever answered my complaint",
        "cobraram o dobro do combinado",
    ],
)
def test_a_wrong_is_heard_also_beside_a_denial(said: str) -> None:
    assert tells_of_wrong(said)


def test_what_is_wanted_instead_of_complaining_is_left_of_it() -> None:
    said = "i dont have a complaint i want a double kayak"
    assert without_complaint_denied(said) == "i want a double kayak"
    assert without_complaint_denied("they told me it was no complaint") != ""


@pytest.mark.parametrize(
    ("language", "say", "asked"),
    [
        ("en", ["double", "5 December", "i told you already, Dora Bell"], "name"),
        ("pt", ["duplo", "pode ser qualquer dia, sem pressa"], "day"),
        ("en", ["i don't need any kind in particular"], "kind"),
    ],
)
def test_an_answer_in_other_words_is_no_complaint(
    language: str, say: list[str], asked: str
) -> None:
    begun = "quero alugar um caiaque" if language == "pt" else "I want to rent a kayak"
    assert _talk("kayak", begun, *say, language=language).routes[-1] in ("kayak", "root"), asked


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "i'm not complaining, I want to rent a kayak"),
        ("en", "I have no complaint, a double kayak please"),
        ("pt", "não é reclamação, quero alugar um caiaque"),
    ],
)
def test_who_denies_a_complaint_goes_where_they_want(language: str, said: str) -> None:
    begun = "quero reclamar" if language == "pt" else "I want to complain"
    assert _talk("complaint", begun, said, language=language).routes[-1] == "kayak"


def test_a_complaint_in_the_middle_of_a_form_is_one() -> None:
    said = "I'd rather complain, the kayak leaked last time"
    assert _talk("kayak", "I want to rent a kayak", "double", said).routes[-1] == "complaint"


@pytest.mark.anyio
@pytest.mark.parametrize(
    "said",
    [
        "I WANT TO COMPLAIN your man dented my own canoe yesterday",
        "QUERO RECLAMAR o instrutor amassou o meu carro ontem",
    ],
)
async def test_who_wants_to_complain_in_so_many_words_gets_there(said: str) -> None:
    assert (await _first(said)).workflow == "complaint"


@pytest.mark.parametrize(
    ("language", "begun", "said"),
    [
        ("pt", "quero alugar um caiaque", "NÃO É PRA ALUGAR NADA eu quero reclamar!!"),
        ("en", "I want to rent a kayak", "I don't want to rent anything I want to complain"),
    ],
)
def test_who_would_rather_complain_leaves_a_form_for_it(
    language: str, begun: str, said: str
) -> None:
    assert _talk("kayak", begun, said, language=language).routes[-1] == "complaint"


@pytest.mark.parametrize(
    ("said", "wished"),
    [
        ("I'd rather complain, the kayak leaked", True),
        ("não é pra marcar nada eu quero reclamar", True),
        ("não quero reclamar, quero um caiaque", False),
        ("I don't want to complain", False),
        ("nobody ever answered my complaint", False),
    ],
)
def test_the_wish_to_complain_is_heard_in_so_many_words(said: str, wished: bool) -> None:
    assert wishes_to_complain(said) == wished


@pytest.mark.anyio
async def test_who_does_not_know_what_is_wrong_is_asked() -> None:
    said = "I don't know, my daughter told me to write, the thing makes a horrible noise"
    assert (await _first(said)).intent != "start"


async def _first(said: str) -> Route:
    """Decide for a first message."""
    world = {str(w["workflow"]): Workflow.model_validate(w) for w in (KAYAK, COMPLAINT)}
    return await Router(route_infos(world, first=False)).decide(said, RouteContext())


def test_a_value_is_no_second_request() -> None:
    first = "I want to rent a kayak, a double one, on 5 December. The name: Dora Bell, as before."
    seen = _talk("kayak", first)
    assert seen.slots["kind"] == "double"
    assert not any("also asked" in each for each in seen.said)


def test_a_wrong_with_a_question_behind_it_is_a_complaint() -> None:
    said = "Well done. The kayak leaked and I was soaked. Who is going to answer for that?"
    assert _talk("complaint", said).routes[-1] == "complaint"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("message", "workflow"),
    [
        (
            "I want to raise an issue with our visit. The guide fell asleep on the bank.",
            "complaint",
        ),
        ("que atendimento péssimo, o guia atrasou duas horas e ninguém avisou", "complaint"),
        ("double kayak rent", "kayak"),
    ],
)
async def test_a_wrong_and_an_option_say_which_workflow_is_meant(
    message: str, workflow: str
) -> None:
    world = {each["workflow"]: Workflow.model_validate(each) for each in (KAYAK, COMPLAINT)}
    router = Router(route_infos(world, first=False))
    assert (await router.decide(message, RouteContext())).workflow == workflow
