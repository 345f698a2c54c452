"""What is said to an open form: a yes with a change, the wrong workflow denied, a day left."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from agent.serving.routing_of_tests import router_of_tests
from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.steps import Given, Later, Offered
from workflows.machine.transitions import conduct
from workflows.testing.conversation import Choose, converse
from workflows.testing.expect import Seen

STAY: dict[str, Any] = {
    "workflow": "kennel",
    "version": 1,
    "title": {"en": "Book a kennel", "pt": "Reservar um canil"},
    "route": {
        "when": "A dog is to be looked after for some nights.",
        "examples": {
            "en": ["I want to book a kennel", "can you take my dog on Friday?", "a place for Rex"],
            "pt": ["quero reservar um canil", "vocês ficam com meu cachorro na sexta?"],
        },
    },
    "slots": {
        "day": {"type": "date", "min": "today", "title": {"en": "day", "pt": "dia"}},
        "hour": {"type": "time", "title": {"en": "time", "pt": "horário"}},
        "nights": {"type": "integer", "title": {"en": "nights", "pt": "noites"}},
        "bed": {
            "type": "boolean",
            "title": {"en": "basket", "pt": "caminha"},
            "ask": {"en": "Shall we put a basket in?", "pt": "Colocamos uma caminha?"},
        },
    },
    "start": "data",
    "states": {
        "data": {"ask": ["day", "hour", "nights", "bed"], "go": "sure"},
        "sure": {
            "ask": {
                "right": {
                    "type": "boolean",
                    "ask": {
                        "en": "{day} at {hour}, {nights} nights. Shall I book it?",
                        "pt": "{day} às {hour}, {nights} noites. Posso reservar?",
                    },
                }
            },
            "go": [{"if": "right", "to": "book"}, {"to": "data"}],
        },
        "book": {"tool": "book_kennel", "args": {"day": "{day}"}, "go": "done"},
        "done": {"say": {"en": "Booked.", "pt": "Reservado."}, "end": "completed"},
    },
}
CHANGE: dict[str, Any] = {
    "workflow": "shift",
    "version": 1,
    "title": {"en": "Change or cancel a booking", "pt": "Mudar ou cancelar a reserva"},
    "route": {
        "when": "A booking that is there already is to be changed or cancelled.",
        "examples": {
            "en": ["change my booking", "can you move it to Friday?", "please cancel my booking",
                   "we got our own sitter, call it off"],
            "pt": ["mudar minha reserva", "passa para sexta", "quero cancelar a reserva",
                   "troca o horário da minha reserva"],
        },
    },
    "slots": {
        "code": {
            "type": "integer",
            "ask": {"en": "What is the booking number?", "pt": "Qual é o número da reserva?"},
        },
    },
    "start": "which",
    "states": {
        "which": {"ask": "code", "go": "done"},
        "done": {"say": {"en": "Done.", "pt": "Feito."}, "end": "completed"},
    },
}  # fmt: skip
HOME: dict[str, Any] = {
    "workflow": "root",
    "version": 1,
    "title": {"en": "Assistant", "pt": "Assistente"},
    "answers": {
        "price": {
            "ask": {
                "en": ["how much is a night?", "what does it cost?"],
                "pt": ["quanto custa a noite?", "qual é o preço?"],
            },
            "say": {"en": "20 a night.", "pt": "A noite sai por 20."},
        }
    },
    "agents": {"assistant": {"prompt": "You help."}},
    "start": "talk",
    "states": {"talk": {"agent": "assistant"}},
}
TOLD = {
    "en": ["book a kennel", "November 25", "10:00", "3", "no"],
    "pt": ["reservar um canil", "25 de novembro", "10h", "3", "não"],
}


@cache
def project() -> tuple[dict[str, Workflow], Choose]:
    """Return the workflows and a router that knows them."""
    world = {str(w["workflow"]): Workflow.model_validate(w) for w in (STAY, CHANGE, HOME)}
    return world, router_of_tests(world)


def talk(*say: str, language: str = "en") -> Seen:
    """Have a conversation in which every message but the first is routed."""
    world, choose = project()
    known: dict[str, Any] = {"name": "talk", "language": language, "today": "2026-11-19"}
    mock = {"book_kennel": "ok"}
    case = WorkflowTest.model_validate(known | {"say": say, "mock": mock, "expect": {}})
    return converse(world, world["kennel"], case, choose)


@pytest.mark.parametrize(
    ("language", "said", "values"),
    [
        ("en", "all fine, but move it to the 27th", {"day": "2026-11-27"}),
        ("en", "can you change the day to Saturday?", {"day": "2026-11-21"}),
        ("en", "yes, only make it five nights", {"nights": 5}),
        ("pt", "tudo certo mas sobe o horário pra 15h30", {"hour": "15:30"}),
        ("pt", "pode reservar, só passa pro dia 27", {"day": "2026-11-27"}),
        ("pt", "isso, mas são 5 noites", {"nights": 5}),
    ],
)
def test_a_yes_with_a_change_is_a_correction_of_the_form(
    language: str, said: str, values: dict[str, Any]
) -> None:
    seen = talk(*TOLD[language], said, language=language)
    assert seen.calls == []
    assert seen.routes[-1] == "kennel"
    assert {name: seen.slots[name] for name in values} == values
    assert seen.said[-1].endswith("?"), "and it is asked for again"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "yes, book it, there's nothing to add"),
        ("en", "yes please, nothing else"),
        ("pt", "pode reservar sim, não tenho mais nada pra falar"),
    ],
)
def test_a_yes_that_has_nothing_to_add_is_one(language: str, said: str) -> None:
    seen = talk(*TOLD[language], said, language=language)
    assert [name for name, _ in seen.calls] == ["book_kennel"]
    assert seen.choices == (), "nothing else was asked for, so nothing is offered"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "yes. how much is a night?"), ("pt", "pode reservar. quanto custa a noite?")],
)
def test_a_last_yes_with_a_question_is_asked_for_again(language: str, said: str) -> None:
    seen = talk(*TOLD[language], said, language=language)
    assert seen.calls == []
    assert seen.answers[-1:] == ["price"]
    assert seen.said[-1].endswith("?")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "we got our own so he is fine"), ("pt", "a gente leva a nossa, então tá resolvido")],
)
def test_what_a_yes_or_no_is_answered_with_in_words_of_its_own_is_no_request(
    language: str, said: str
) -> None:
    seen = talk(*TOLD[language][:-1], said, language=language)
    assert seen.routes[-1] == "kennel"


@pytest.mark.parametrize(
    ("language", "begun", "said"),
    [
        ("en", "please cancel my booking", "no, I don't want to cancel anything"),
        ("en", "please cancel my booking", "that's not what I meant, I have no booking yet"),
        ("en", "please cancel my booking", "go back to the kennel"),
        ("pt", "quero cancelar a reserva", "não quero cancelar nada, volta pro canil"),
        ("pt", "quero cancelar a reserva", "mas eu nem tenho reserva ainda"),
    ],
)
def test_a_workflow_that_is_denied_is_gone_and_the_other_goes_on_with_its_answers(
    language: str, begun: str, said: str
) -> None:
    first = TOLD[language][:2]
    away = talk(*first, begun, language=language)
    assert away.routes[-1] == "shift"
    back = talk(*first, begun, said, *TOLD[language][2:], language=language)
    assert back.routes[3] == "kennel"
    assert back.slots["day"] == "2026-11-25"
    assert back.state == "sure"
    asked = {"en": "What is the booking number?", "pt": "Qual é o número da reserva?"}[language]
    assert back.said.count(asked) == 1, "and is asked for once"


@pytest.mark.parametrize(
    "said", ["I don't know the number", "não lembro o número", "the number is not on my phone"]
)
def test_who_cannot_tell_what_is_asked_denies_nothing(said: str) -> None:
    language = "pt" if said.startswith("não") else "en"
    first = [TOLD[language][0], "change my booking" if language == "en" else "mudar minha reserva"]
    assert talk(*first, said, language=language).routes[-1] == "shift", said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "not the weekend any more, make it Tuesday"),
        ("pt", "não quero mais no sábado, quero na terça"),
    ],
)
def test_a_day_that_is_left_for_another_is_no_leaving(language: str, said: str) -> None:
    seen = talk(TOLD[language][0], said, language=language)
    assert seen.routes[-1] == "kennel"
    assert not any(text.startswith(("All right, I", "Certo, parei")) for text in seen.said)


def test_what_is_under_way_is_not_offered_besides() -> None:
    world, _ = project()
    cursor = Cursor(
        [
            Frame(
                "kennel",
                "data",
                asking="bed",
                slots={"day": "2026-11-25", "hour": "10:00", "nights": 3},
            )
        ]
    )
    given = Given("no", target="kennel", also=Later("kennel", "a place for Rex"))
    assert not any(isinstance(step, Offered) for step in conduct(world, cursor, given))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "what's a night in the big one, I mean"),
        ("en", "does it come with a blanket, like"),
        ("en", "how much is it with food, right"),
        ("pt", "quanto sai a noite, tipo"),
        ("pt", "vem com coberta, né"),
    ],
)
def test_a_question_at_the_last_yes_is_no_yes_whatever_ends_it(language: str, said: str) -> None:
    seen = talk(*TOLD[language], said, language=language)
    assert seen.calls == []
