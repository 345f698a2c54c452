"""One more of the same behind a last yes, and data that are the same as in another form."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.last_yes import had
from tests.support.routed_talk import routed_talk
from workflows.testing.expect import Seen


def _form(
    name: str, title: str, examples: list[str], slots: dict[str, Any], sure: str
) -> dict[str, Any]:
    states = {
        "data": {"ask": list(slots), "go": "sure"},
        "sure": {
            "ask": {"right": {"type": "boolean", "ask": sure}},
            "go": [{"if": "right", "to": "done"}, {"to": "data"}],
        },
        "done": {"say": "Done.", "end": "completed"},
    }
    return {
        "workflow": name, "version": 1, "title": title, "slots": slots,
        "route": {"when": title, "examples": examples}, "start": "data", "states": states,
    }  # fmt: skip


_NAME = {"type": "name", "title": "name", "ask": "What is your name?"}
_PLACE = {"type": "text", "title": "address", "ask": "What is the address?"}
_TREES = [
    _form(
        "felling",
        "Fell a tree",
        ["I need a tree felled", "quero derrubar uma árvore"],
        {
            "visit": {"type": "date", "title": "visit", "ask": "Which day for the visit?"},
            "work": {"type": "date", "title": "felling", "ask": "Which day for the felling?"},
            "address": _PLACE,
            "name": _NAME,
        },
        "Visit {visit}, felling {work}, {address}, {name}. Shall I book it?",
    ),
    _form(
        "hedge",
        "Trim a hedge",
        ["trim my hedge", "podar a cerca viva", "I want to change the height of my hedge"],
        {
            "day": {"type": "date", "title": "day", "ask": "Which day?"},
            "name": _NAME,
            "address": _PLACE,
        },
        "Hedge on {day}, {name}, {address}. Shall I book it?",
    ),
]
_TOLD = ("I need a tree felled", "24 November", "1 December", "4 Mill Road", "Ann Roe")


def _trees(*said: str, language: str = "en") -> Seen:
    return routed_talk(*_TREES, say=(*_TOLD, *said), language=language)


@pytest.mark.parametrize(
    ("house", "said", "asked"),
    [
        ("vet", "yes please, and one for my sister too", "What is your pet called?"),
        ("vet", "book it. and then another check-up on Friday", "What is your pet called?"),
        ("kayaks", "yes, and now a single one for my son", "How many people?"),
        ("cleaning", "isso, e depois quero agendar outra", "Apartamento ou casa?"),
        ("cleaning", "pode agendar, e mais uma pra casa da minha mãe", "Para que dia?"),
    ],
)
def test_the_first_is_done_before_another_one_is_begun(house: str, said: str, asked: str) -> None:
    seen = had(house, said)
    assert (seen.end, seen.said[-2:]) == ("completed", ["Done.", asked])


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ("vet", "yes, but another day"),
        ("vet", "yes but a rabbit"),
        ("kayaks", "yes, one more person though"),
        ("kayaks", "yes, and make it a single one"),
        ("cleaning", "sim, e outro dia se der"),
        ("cleaning", "isso, só que em outro endereço"),
    ],
)
def test_what_puts_right_the_first_begins_no_second(house: str, said: str) -> None:
    assert had(house, said).end is None


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ("vet", "yes, and what happens if I'm late?"),
        ("vet", "yes. do you charge anything if I don't show up?"),
        ("cleaning", "sim, e quanto é a multa se eu atrasar?"),
        ("cleaning", "pode agendar. e se eu não estiver em casa?"),
    ],
)
def test_a_question_of_what_comes_of_being_late_holds_up_no_yes(house: str, said: str) -> None:
    assert had(house, said).end == "completed"


@pytest.mark.parametrize("said", ["sim, se não tiver multa por atraso", "sim, quanto custa?"])
def test_a_yes_that_hangs_on_a_fine_or_asks_the_price_is_none(said: str) -> None:
    assert had("cleaning", said).end is None


@pytest.mark.parametrize(
    ("said", "slot"),
    [
        ("it's the visit that's on Friday", "visit"),
        ("what's on Friday is the felling", "work"),
        ("it is on Friday that I want the visit", "visit"),
        ("Friday is the felling", "work"),
    ],
)
def test_what_is_put_first_is_read_before_the_next_yes(said: str, slot: str) -> None:
    seen = _trees(said, "yes")
    changed = {n for n, day in (("visit", "24"), ("work", "01")) if seen.slots[n][-2:] != day}
    assert (seen.end, changed) == ("completed", {slot})


@pytest.mark.parametrize("said", ["I want to change the day", "could I change the date please?"])
def test_what_is_done_is_changed_by_no_workflow_for_another_thing(said: str) -> None:
    assert "is already done" in _trees("yes", said).said[-1]
    assert _trees("yes", said, "no, that's not it").routes[-1] == "root"


def test_what_names_the_other_thing_goes_to_its_workflow() -> None:
    assert _trees("yes", "I want to change the height of my hedge").routes[-1] == "hedge"


@pytest.mark.parametrize(
    ("said", "language"),
    [
        (("trim my hedge", "4 December", "same name and address as the tree"), "en"),
        (("trim my hedge, same details", "4 December"), "en"),
        (("podar a cerca viva", "4 de dezembro", "o mesmo nome", "o mesmo endereço"), "pt"),
    ],
)
def test_what_is_the_same_as_in_another_form_is_taken(said: tuple[str, ...], language: str) -> None:
    assert "Ann Roe, 4 Mill Road." in _trees("yes", *said, language=language).said[-1]


def test_what_is_the_same_as_somebody_elses_is_asked_for() -> None:
    seen = _trees("yes", "trim my hedge", "4 December", "Ann Roe", "same address as my brother")
    assert "4 Mill Road" not in seen.said[-1]
