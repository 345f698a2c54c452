"""What is no leaving: a no to the question, a wish, a lack of what is asked; and what is denied."""

from __future__ import annotations

from typing import Any

import pytest

from agent.models.local import smalltalk
from language.encoder import embed
from language.partners import wishes_person
from tests.support.routed_talk import routed_talk
from workflows.testing.expect import Seen

TUNING: dict[str, Any] = {
    "workflow": "tuning",
    "version": 1,
    "title": {"en": "Book a tuning", "pt": "Marcar afinação"},
    "route": {
        "when": "A piano is to be tuned.",
        "examples": {
            "en": ["my piano is out of tune", "I want to book a tuning", "can you tune my piano?"],
            "pt": ["quero marcar uma afinação", "meu piano está desafinado",
                   "preciso afinar meu piano", "queria agendar um afinador"],
        },
    },
    "slots": {
        "stool": {
            "type": "boolean",
            "ask": {"en": "Shall we bring a stool, for £5?", "pt": "Levamos um banco, por R$ 20?"},
        },
        "email": {
            "type": "email",
            "ask": {"en": "Which e-mail address gets the bill?", "pt": "Qual é o e-mail?"},
            "help": {"en": "The bill goes by e-mail.", "pt": "A conta vai por e-mail."},
        },
        "where": {"type": "text", "ask": {"en": "Where is the piano?", "pt": "Onde está o piano?"}},
    },
    "start": "data",
    "states": {
        "data": {"ask": ["stool", "email", "where"], "go": "done"},
        "done": {"say": {"en": "Done.", "pt": "Feito."}, "end": "completed"},
    },
}  # fmt: skip
COMPLAINT: dict[str, Any] = {
    "workflow": "complaint",
    "version": 1,
    "title": {"en": "Make a complaint", "pt": "Fazer uma reclamação"},
    "route": {
        "when": "Something went wrong with our work.",
        "examples": {
            "en": ["I want to complain", "your man scratched my piano", "it is worse than before"],
            "pt": ["quero reclamar", "o técnico riscou meu piano", "ficou pior do que antes"],
        },
    },
    "slots": {
        "day": {"type": "date", "ask": {"en": "On which day was that?", "pt": "Em que dia foi?"}},
        "story": {"type": "text", "ask": {"en": "What happened?", "pt": "O que aconteceu?"}},
    },
    "start": "data",
    "states": {
        "data": {"ask": ["day", "story"], "go": "done"},
        "done": {"say": {"en": "Noted.", "pt": "Anotado."}, "end": "completed"},
    },
}


def _talk(begun: str, *say: str, language: str = "en") -> Seen:
    """Have a conversation in a workflow that was begun; what follows the first is routed."""
    return routed_talk(TUNING, COMPLAINT, say=say, language=language, first=begun)


@pytest.mark.parametrize(
    "said", ["then no, don't bother with the stool", "so no, don't lug a stool up the stairs"]
)
def test_a_no_that_says_of_what_is_the_answer(said: str) -> None:
    seen = _talk("tuning", "I want to book a tuning", said)
    assert (seen.routes[-1], seen.slots.get("stool")) == ("tuning", False)


def test_a_no_that_cancels_leaves() -> None:
    assert _talk("tuning", "I want to book a tuning", "then no, cancel it").routes[-1] == "root"


@pytest.mark.parametrize(
    "said", ["I want it fixed obviously", "we need it sorted", "well I want it put right"]
)
def test_who_wants_something_done_does_not_leave(said: str) -> None:
    assert _talk("complaint", "I want to complain", said).routes[-1] == "complaint"


@pytest.mark.parametrize("said", ["I want out of this", "I want to stop"])
def test_who_wants_out_leaves(said: str) -> None:
    assert _talk("complaint", "I want to complain", said).routes[-1] == "root"


@pytest.mark.parametrize(
    "said",
    ["quero desmarcar", "quero cancelar a afinação de sábado", "preciso remarcar a de amanhã"],
)
def test_what_nobody_here_cancels_begins_no_booking(said: str) -> None:
    assert _talk("root", "oi", said, language="pt").routes[-1] == "root"


@pytest.mark.parametrize(
    "said", ["n quero marcar, quero DESMARCAR", "não quero marcar, quero cancelar"]
)
def test_a_booking_that_is_denied_for_a_cancelling_is_left(said: str) -> None:
    assert _talk("tuning", "quero marcar uma afinação", said, language="pt").routes[-1] == "root"


@pytest.mark.parametrize(
    "said",
    ["it's not a complaint, I need my piano tuned", "no no I want my piano tuning not a complaint"],
)
def test_what_is_said_not_to_be_a_complaint_goes_where_it_is_wanted(said: str) -> None:
    for told in ([], ["yesterday"]):
        assert _talk("complaint", "I want to complain", *told, said).routes[-1] == "tuning"


def test_a_story_may_tell_of_a_complaint_that_was_none() -> None:
    told = "they said it was not a complaint and laughed"
    seen = _talk("complaint", "I want to complain", "yesterday", told)
    assert seen.slots["story"] == told


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "i dont do email"),
        ("en", "sorry, we haven't got an e-mail address"),
        ("pt", "não tenho e-mail"),
        ("pt", "sou antigo, não uso email"),
    ],
)
def test_a_lack_of_what_is_asked_gets_its_help_and_the_way_out(language: str, said: str) -> None:
    first = {"en": ["I want to book a tuning", "no"], "pt": ["quero marcar uma afinação", "não"]}
    seen = _talk("tuning", *first[language], said, language=language)
    assert seen.routes[-1] == "tuning"
    assert (
        seen.said[-3]
        == {"en": "The bill goes by e-mail.", "pt": "A conta vai por e-mail."}[language]
    )


def test_the_title_of_what_is_under_way_answers_no_question_of_it() -> None:
    seen = _talk("tuning", "I want to book a tuning", "no", "bo@example.com", "book a tuning")
    assert "where" not in seen.slots
    assert seen.said[-2:] == ["Back to “Book a tuning”.", "Where is the piano?"]


@pytest.mark.parametrize("said", ["entao chama uma pessoa pra mudar pra mim", "chama alguém"])
def test_who_has_a_person_called_wants_one(said: str) -> None:
    assert wishes_person(said)


@pytest.mark.parametrize(
    "said", ["well I'd like someone to actually come", "quero que alguém venha"]
)
def test_who_wants_a_visit_wants_nobody_to_talk_to(said: str) -> None:
    assert not wishes_person(said)


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("oi voltei", "greeting"), ("voltei", "greeting"), ("sabado que vem", "fine"),
        ("cheers bye", "goodbye"), ("tenho que ir embora", "goodbye"), ("vlw obg", "thanks"),
        ("blz vlw", "thanks"), ("no worries cheers", "thanks"), ("tranquilo, valeu", "thanks"),
        ("fica tranquilo", "fine"), ("que saco isso", "upset"),
    ],
)  # fmt: skip
def test_a_goodbye_needs_a_farewell_and_trouble_a_scolding(said: str, intent: str) -> None:
    found = smalltalk.exact(said) or smalltalk.nearest(
        said, smalltalk.scores(said, embed([said])[0])
    )
    assert found == intent
