"""A price is told by the answer that names the thing, else by the one that lists the prices."""

from __future__ import annotations

import pytest

from workflows.file.load import parse
from workflows.file.schema import Workflow
from workflows.machine.form_things import FormThings
from workflows.machine.frequent import cut_questions, find_answer
from workflows.machine.price_answers import price_of_more

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


PIANOS = parse(
    """
workflow: root
version: 1
title: Pianos
answers:
  tuning:
    ask: {en: ["how much is a tuning?", "what do you charge to tune a piano?"]}
    say: {en: "A tuning is $160 for an upright and $190 for a grand."}
  rental:
    ask: {en: ["how much is it to rent a piano?", "what does a rental cost a month?"]}
    say: {en: "An upright is $65 a month, a baby grand $140 and a digital piano $40."}
  length:
    ask: {en: ["how long does a tuning take?"]}
    say: {en: "About two hours."}
agents: {assistant: {prompt: You are the assistant of the house.}}
start: answer
states: {answer: {agent: assistant}}
""",
    "pianos.yaml",
)
TUNING = FormThings(("upright",), about=("Book a tuning", "I want a piano tuned", "upright"))
RENTAL = FormThings(("upright",), about=("Rent a piano", "I'd like to rent one", "upright"))
EITHER = FormThings((), about=("Tuning and rental", "I want to rent a piano or have it tuned"))


@pytest.mark.parametrize(
    "asked", ["how much is it?", "so what does it cost?", "what do I owe you?"]
)
@pytest.mark.parametrize(("form", "priced"), [(TUNING, "tuning"), (RENTAL, "rental")])
@pytest.mark.parametrize("ended", [False, True])
def test_a_price_is_the_one_of_the_form_under_way_or_just_done(
    asked: str, form: FormThings, priced: str, ended: bool
) -> None:
    found = find_answer(PIANOS, asked, form._replace(ended=ended))
    assert found is not None
    assert (found.names, found.sure) == ((priced,), True)


def test_prices_as_near_as_each_other_are_both_told_with_a_reserve() -> None:
    found = find_answer(PIANOS, "how much is it?", EITHER)
    assert found is not None
    assert (set(found.names), found.sure, found.all) == ({"tuning", "rental"}, False, True)


def test_how_long_it_takes_is_told_of_what_the_form_is_for() -> None:
    found = find_answer(PIANOS, "how long will it take?", TUNING)
    assert found is not None
    assert found.names[0] == "length"
    assert found.sure or found.likely


@pytest.mark.parametrize(
    ("asked", "more"),
    [("and for four?", True), ("e se forem 4?", True), ("and for my cat?", False)],
)
def test_another_number_is_asked_of_the_price_told_just_now(asked: str, more: bool) -> None:
    told = "A tuning is $160 for an upright and $190 for a grand."
    assert (price_of_more(PIANOS, asked, told) == "tuning") is more


@pytest.mark.parametrize("asked", ["is there a fee?", "is there a fee for pickup?"])
def test_what_a_wording_begins_with_is_asked_of_its_answer(kennel: Workflow, asked: str) -> None:
    boarding = FormThings(("night",), about=("Book a night", "a price list", "what a night costs"))
    found = find_answer(kennel, asked, boarding)
    assert found is not None
    assert (found.names[0], found.sure) == ("pickup", True)
