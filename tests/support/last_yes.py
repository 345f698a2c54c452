"""Three small houses, and what is said there at a last yes (`tests/data/last_yes.yaml`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from agent.serving.routing_of_tests import router_of_tests
from tests.support.routed_talk import TODAY
from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.conversation import Choose, converse
from workflows.testing.expect import Seen

_FILE = Path(__file__).parents[1] / "data" / "last_yes.yaml"


class LastYes(NamedTuple):
    """What is said at a house's last yes: whether it is done, and what the rest comes to."""

    house: str
    done: bool
    said: str
    then: str


class CameOf(NamedTuple):
    """What came of it."""

    done: bool
    then: str


def _root(answers: dict[str, tuple[list[str], str]]) -> dict[str, Any]:
    return {
        "workflow": "root",
        "version": 1,
        "title": {"en": "Assistant", "pt": "Assistente"},
        "answers": {name: {"ask": ask, "say": say} for name, (ask, say) in answers.items()},
        "agents": {"assistant": {"prompt": "You help."}},
        "start": "talk",
        "states": {"talk": {"agent": "assistant"}},
    }


def _form(
    name: str, title: str, examples: list[str], slots: dict[str, Any], sure: str
) -> dict[str, Any]:
    return {
        "workflow": name,
        "version": 1,
        "title": title,
        "route": {"when": title, "examples": examples},
        "slots": slots,
        "start": "data",
        "states": {
            "data": {"ask": list(slots), "go": "sure"},
            "sure": {
                "ask": {"right": {"type": "boolean", "ask": sure}},
                "go": [{"if": "right", "to": "done"}, {"to": "data"}],
            },
            "done": {"say": "Done.", "end": "completed"},
        },
    }


_VET = [
    _form(
        "checkup",
        "Book a check-up",
        ["I want to book a check-up", "my dog needs to see the vet", "appointment for my cat"],
        {
            "pet": {"type": "name", "title": "pet's name", "ask": "What is your pet called?"},
            "kind": {
                "type": "choice",
                "of": ["dog", "cat", "rabbit"],
                "ask": "A dog, a cat or a rabbit?",
            },
            "day": {"type": "date", "min": "today", "title": "day", "ask": "For which day?"},
            "hour": {"type": "time", "title": "time", "ask": "At what time?"},
            "owner": {"type": "name", "title": "your name", "ask": "What is your name?"},
        },
        "{pet} ({kind}), {day:long} at {hour}, for {owner}. Shall I book it?",
    ),
    _form(
        "food",
        "Order pet food",
        ["I want to order dog food", "I need two bags of cat food", "order food for my pet"],
        {
            "bags": {"type": "integer", "title": "bags", "ask": "How many bags?"},
            "street": {"type": "text", "title": "address", "ask": "Where shall we bring it?"},
        },
        "{bags} bags to {street}. Shall I order it?",
    ),
    _root(
        {
            "payment": (
                ["can I pay by card?", "do you take cards?", "how can I pay?"],
                "Cards and cash.",
            ),
            "parking": (["where can I park?", "is there parking?"], "Behind the house."),
            "hours": (["what time do you open?", "what are your hours?"], "From 8 to 6."),
            "price": (["how much is a check-up?", "what does a visit cost?"], "A check-up is $60."),
            "cancelling": (["can I cancel an appointment?"], "Until the evening before."),
        }
    ),
]
_CLEANING = [
    _form(
        "faxina",
        "Agendar faxina",
        ["quero agendar uma faxina", "preciso de uma faxineira", "limpar meu apartamento"],
        {
            "lugar": {
                "type": "choice",
                "of": ["apartamento", "casa"],
                "ask": "Apartamento ou casa?",
            },
            "dia": {"type": "date", "min": "today", "title": "dia", "ask": "Para que dia?"},
            "hora": {"type": "time", "title": "hora", "ask": "A que horas?"},
            "endereco": {"type": "text", "title": "endereço", "ask": "Qual é o endereço?"},
            "nome": {"type": "name", "title": "nome", "ask": "Qual é o seu nome?"},
        },
        "Faxina em {lugar}, {dia:long}, às {hora}, {endereco}, para {nome}. Posso agendar?",
    ),
    _form(
        "tapete",
        "Lavar tapetes",
        ["quero lavar um tapete", "vocês buscam tapete para lavar?", "lavagem de tapetes"],
        {
            "quantos": {"type": "integer", "title": "tapetes", "ask": "Quantos tapetes?"},
            "rua": {"type": "text", "title": "rua", "ask": "Em que rua buscamos?"},
        },
        "{quantos} tapetes, {rua}. Posso mandar buscar?",
    ),
    _root(
        {
            "pagamento": (
                ["aceita pix?", "quais as formas de pagamento?", "aceitam cartão?"],
                "Pix e cartão.",
            ),
            "produtos": (
                ["vocês levam os produtos?", "o material está incluído?"],
                "Levamos tudo.",
            ),
            "horario": (
                ["vocês abrem no domingo?", "qual o horário de atendimento?"],
                "De segunda a sábado.",
            ),
            "preco": (
                ["quanto custa a faxina?", "qual o preço da limpeza?"],
                "A partir de R$ 150.",
            ),
        }
    ),
]
_KAYAKS = [
    _form(
        "kayak",
        "Rent a kayak",
        [
            "I'd like to rent a kayak",
            "two kayaks for Sunday",
            "hire a double kayak",
            "alugar caiaque",
        ],
        {
            "kind": {"type": "choice", "of": ["single", "double"], "ask": "A single or a double?"},
            "people": {"type": "integer", "title": "people", "ask": "How many people?"},
            "day": {"type": "date", "min": "today", "title": "day", "ask": "Which day?"},
            "hour": {"type": "time", "title": "time", "ask": "What time?"},
            "name": {"type": "name", "title": "name", "ask": "What is your name?"},
        },
        "A {kind} kayak for {people}, {day:long} at {hour}, {name}. Shall I reserve it?",
    ),
    _form(
        "surf",
        "Book a surf lesson",
        ["I want a surf lesson", "teach my son to surf", "sign me up for surfing", "aula de surfe"],
        {
            "pupils": {"type": "integer", "title": "pupils", "ask": "How many pupils?"},
            "when": {"type": "date", "title": "day", "ask": "On which day?"},
        },
        "{pupils} on {when:long}. Shall I book it?",
    ),
    _root(
        {
            "lockers": (
                ["are there lockers?", "where can I leave my things?", "tem armário?"],
                "Yes, by the door.",
            ),
            "clothes": (["what should I wear?", "do I need a wetsuit?"], "Swimwear."),
            "hours": (["when do you open?", "when do you close?"], "From 9 to 7."),
            "price": (["how much is a kayak?", "what does renting cost?"], "$20 an hour."),
            "rain": (
                ["what happens if it rains?", "do I get my money back?"],
                "We give the money back.",
            ),
        }
    ),
]
_HOUSES = {"vet": _VET, "cleaning": _CLEANING, "kayaks": _KAYAKS}


@cache
def _served(house: str) -> tuple[dict[str, Workflow], Choose]:
    world = {str(each["workflow"]): Workflow.model_validate(each) for each in _HOUSES[house]}
    return world, router_of_tests(world)


def rows() -> list[LastYes]:
    """Return all that is said, with what should come of it."""
    told = yaml.safe_load(_FILE.read_text())
    return [
        LastYes(house, row[0] == "do", row[1], row[2])
        for house, given in told.items()
        for row in given["rows"]
    ]


def had(house: str, *say: str) -> Seen:
    """Have the conversation of a house up to its last yes, and on."""
    given = yaml.safe_load(_FILE.read_text())[house]
    world, choose = _served(house)
    known: dict[str, Any] = {"name": "talk", "today": TODAY, "expect": {}}
    case = WorkflowTest.model_validate(
        known | {"language": given["language"], "say": [*given["lead"], *say]}
    )
    return converse(world, world[str(_HOUSES[house][0]["workflow"])], case, choose)


def outcome(row: LastYes) -> CameOf:
    """Say what a row says, and tell what came of it."""
    seen = had(row.house, row.said)
    lead = had(row.house)
    other = str(_HOUSES[row.house][1]["workflow"])
    if seen.routes[-1] == other or any(value == f"@{other}" for _, value in seen.choices):
        then = f"wish {other}"
    elif len(seen.answers) > len(lead.answers):
        then = f"answer {seen.answers[-1]}"
    else:
        then = "unknown" if seen.routes[-1] == "root" else ""
    return CameOf(seen.end == "completed", then)
