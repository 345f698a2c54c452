"""A price is told by the answer that names the thing, else by the one that lists the prices."""

from __future__ import annotations

import pytest

from workflows.file.load import parse
from workflows.file.schema import Workflow
from workflows.machine.form_things import FormThings
from workflows.machine.frequent import cut_questions, find_answer

KENNEL = """
workflow: root
version: 1
title: Assistant
answers:
  prices:
    ask: {en: ["what does a night cost?", "price list"], pt: ["quanto custa uma diária?"]}
    say:
      en: "A night is $30, a bath $25, a nail trim $12."
      pt: "Diária R$ 90, banho R$ 60, tosa R$ 80."
  pickup:
    ask: {en: ["is there a fee for pickup?"], pt: ["o transporte é pago?"]}
    say: {en: "Pickup is $8.", pt: "O transporte custa R$ 20."}
  pay:
    ask:
      en: ["how can I pay?", "can I pay in parts?"]
      pt: ["como posso pagar?", "parcela no cartão?"]
    say: {en: "Card or cash.", pt: "Pix ou cartão em até 5 vezes."}
  garden:
    ask: {en: ["how big is the garden?"], pt: ["qual o tamanho do jardim?"]}
    say: {en: "Two acres, and a pool for the bath.", pt: "Dois mil metros, com piscina para banho."}
agents: {assistant: {prompt: You help.}}
start: talk
states: {talk: {agent: assistant}}
"""


@pytest.fixture(scope="module")
def kennel() -> Workflow:
    return parse(KENNEL, "root.yaml")


@pytest.mark.parametrize(
    "asked",
    [
        "how much would a bath be?",
        "what's the going rate for a bath?",
        "how much is each?",
        "quanto sai a tosa?",
        "quanto é cada um?",
        "quanto custa o banho?",
    ],
)
def test_a_price_is_answered_by_what_tells_it(kennel: Workflow, asked: str) -> None:
    found = find_answer(kennel, asked)
    assert found is not None
    assert (found.sure, found.names[0]) == (True, "prices")


@pytest.mark.parametrize("asked", ["how much is a parrot cage?", "quanto custa a vacina?"])
def test_a_price_of_what_no_answer_names_is_not_told(kennel: Workflow, asked: str) -> None:
    found = find_answer(kennel, asked)
    assert found is None or not found.sure


def test_a_candidate_that_has_the_words_of_a_question_is_told_alone(kennel: Workflow) -> None:
    found = find_answer(kennel, "parcela em quantas vezes?")
    assert found is not None
    assert found.names == ("pay",)
    assert found.sure or found.likely


@pytest.mark.parametrize(
    ("asked", "thing"),
    [("how much is that?", "bath"), ("how much each?", "bath"), ("quanto fica?", "banho"),
     ("qnt fica?", "banho")],
)  # fmt: skip
def test_a_price_of_what_was_chosen_is_no_measure_of_it(
    kennel: Workflow, asked: str, thing: str
) -> None:
    found = find_answer(kennel, asked, FormThings((thing,), (thing,)))
    assert found is not None
    assert (found.sure, found.names[0]) == (True, "prices")


def test_a_question_takes_no_more_of_a_message_than_it_asks(kennel: Workflow) -> None:
    names, rest = cut_questions(kennel, "it's Ann, Ann Roe. oh and how much is a bath?")
    assert names == ("prices",)
    assert rest.rstrip(" .").endswith("Ann Roe")
