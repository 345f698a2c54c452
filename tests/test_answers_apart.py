"""Questions to eight businesses that the matcher was never fitted to: right, wrong and missing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from workflows.file.load import parse
from workflows.file.schema import Workflow
from workflows.machine.frequent import find_answer

APART = Path(__file__).parent / "data" / "answers" / "apart"
AGENT = """
agents: {assistant: {prompt: You are the assistant of the house.}}
start: answer
states: {answer: {agent: assistant}}
"""


def house_of(content: dict[str, Any]) -> Workflow:
    languages = {language for answer in content["answers"].values() for language in answer["ask"]}
    head = {"workflow": "root", "version": 1, "title": dict.fromkeys(languages, "House")}
    text = yaml.safe_dump({**head, "answers": content["answers"]}, allow_unicode=True)
    return parse(text + AGENT, "root.yaml")


def outcomes(name: str) -> Counter[str]:
    """Count what becomes of each question: told (others with a reserve), asked back, or none."""
    content = yaml.safe_load((APART / f"{name}.yaml").read_text("utf-8"))
    house, told = house_of(content), Counter[str]()
    for question, pair in content["messages"]:
        found = find_answer(house, question)
        if found is not None and (found.sure or found.likely):
            wrong = "wrong" if found.sure else "reserved"
            told["right" if found.names[0] == pair else wrong] += 1
        elif pair != "-":
            told["asked" if found is not None and pair in found.names else "missed"] += 1
    return told


@pytest.mark.parametrize(
    ("name", "right", "reserved", "wrong"),  # of thirty
    [
        ("tools", 10, 2, 0),
        ("photos", 10, 1, 0),
        ("music", 6, 1, 0),
        ("buffet", 6, 2, 1),
        ("fisio", 8, 1, 0),
        ("grafica", 12, 1, 1),
        ("cleaner", 8, 1, 0),
        ("otica", 8, 3, 0),
    ],
)
def test_an_answer_is_told_where_it_tells_what_is_asked_of_what_is_meant(
    name: str, right: int, reserved: int, wrong: int
) -> None:
    told = outcomes(name)
    assert told["right"] >= right, told
    assert told["reserved"] <= reserved, told
    assert told["wrong"] <= wrong, told


_HOUSE = {
    "answers": {
        "game": {
            "ask": {"en": ["how long is a game?"], "pt": ["quanto tempo dura o jogo?"]},
            "say": {"en": "Sixty minutes.", "pt": "Sessenta minutos."},
        },
        "towels": {
            "ask": {
                "en": ["which sizes of towel are there?"],
                "pt": ["quais os tamanhos de toalha?"],
            },
            "say": {"en": "Towels of 50 and 70 cm.", "pt": "Toalhas de 50 e de 70 cm."},
        },
        "price": {
            "ask": {"en": ["how much is a game?"], "pt": ["quanto custa o jogo?"]},
            "say": {"en": "95 dollars for four people.", "pt": "R$ 95 para quatro pessoas."},
        },
        "pay": {
            "ask": {"en": ["how can I pay?"], "pt": ["como posso pagar?"]},
            "say": {"en": "By card or in cash.", "pt": "Com cartão ou em dinheiro."},
        },
    }
}


@pytest.mark.parametrize(
    "question",
    [
        "how long does the post take?",
        "quanto tempo leva a entrega?",
        "vocês alugam toalhas?",
        "who made the game?",
        "where is the game?",
    ],
)
def test_what_tells_another_kind_or_of_another_thing_is_not_told(question: str) -> None:
    found = find_answer(house_of(_HOUSE), question)
    assert found is None or not (found.sure or found.likely), found


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("how many minutes is a game?", "game"),
        ("what's it gonna run us per person?", "price"),
        ("can I pay with a gift card?", "pay"),
        ("posso pagar com cartão?", "pay"),
        ("qnto é o jogo", "price"),
    ],
)
def test_what_is_asked_in_other_words_is_told(question: str, name: str) -> None:
    found = find_answer(house_of(_HOUSE), question)
    assert found is not None
    assert found.names[0] == name
    assert found.sure or found.likely
