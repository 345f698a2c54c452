"""Forms that were begun by mistake: left for the right one, with what was told already."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tests.support.routed_talk import routed_talk
from workflows.file.schema import Workflow
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.steps import Given
from workflows.machine.transitions import conduct

_DAY: dict[str, Any] = {
    "type": "date",
    "title": {"en": "day", "pt": "dia"},
    "ask": {"en": "Which day?", "pt": "Que dia?"},
}


def _form(
    name: str, title: str, titulo: str, examples: list[str], options: dict[str, str]
) -> dict[str, Any]:
    kinds = {key: {"en": key, "pt": told} for key, told in options.items()}
    kind = {"type": "choice", "of": kinds, "title": "kind", "ask": {"en": "What kind?"}}
    return {
        "workflow": name,
        "version": 1,
        "title": {"en": title, "pt": titulo},
        "route": {"when": f"The person wants to {title.lower()}.", "examples": examples},
        "slots": {"kind": kind, "day": _DAY},
        "start": "data",
        "states": {
            "data": {"ask": ["kind", "day"], "go": "done"},
            "done": {"say": "Noted.", "end": "completed"},
        },
    }


BUY = _form(
    "buy",
    "Buy a kayak",
    "Comprar um caiaque",
    [
        "I want to buy a kayak",
        "a kayak please",
        "quero comprar um caiaque",
        "preciso de um caiaque",
    ],
    {"single": "individual", "double": "duplo"},
)
MEND = _form(
    "mend",
    "Have a kayak mended",
    "Consertar um caiaque",
    ["my kayak has a hole", "can you mend my kayak?", "quero consertar meu caiaque", "ele furou"],
    {"hull patch": "remendo no casco", "rudder": "troca de leme"},
)


def test_what_was_told_to_the_wrong_form_is_known_to_the_right_one() -> None:
    seen = routed_talk(
        BUY,
        MEND,
        say=("quero comprar um caiaque na sexta", "não quero comprar, quero consertar meu caiaque"),
        language="pt",
    )
    assert seen.routes == ["buy", "mend"]
    assert "Anotado: dia: 20 de novembro de 2026." in seen.said


def test_a_correction_that_names_what_another_form_alone_has_goes_there() -> None:
    seen = routed_talk(
        BUY,
        MEND,
        say=("I want to buy a kayak on friday", "no, actually it needs a new rudder"),
    )
    assert seen.routes == ["buy", "mend"]
    assert seen.said[1:3] == ["Noted: day: 20 November 2026.", "Noted."], "nothing is asked again"


def test_another_value_of_the_form_is_no_other_form() -> None:
    seen = routed_talk(BUY, MEND, say=("I want to buy a double kayak", "no, actually a single"))
    assert seen.slots["kind"] == "single"


def begun_with(message: str) -> str | None:
    """What is kept of a message that begins a form which may collect no CPF."""
    form = Workflow.model_validate(BUY | {"rules": ["never collect [cpf]"]})
    given = Given(message, now=datetime(2026, 11, 19, 10), target="buy")  # noqa: DTZ001
    walk = conduct({"buy": form}, Cursor([Frame("buy")]), given)
    try:
        while True:
            next(walk)
    except StopIteration as ended:
        cursor: Cursor = ended.value
    return cursor.frames[-1].begun


def test_what_is_never_collected_is_not_kept_with_the_beginning() -> None:
    assert begun_with("I want a kayak") == "I want a kayak"
    assert begun_with("I want a kayak, my CPF is 529.982.247-25") is None
