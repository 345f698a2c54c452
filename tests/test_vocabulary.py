"""One vocabulary: a phrase people leave, agree or ask for help with is heard alike everywhere."""

from __future__ import annotations

import random
import re
import time
from datetime import datetime
from typing import get_args

import pytest

from agent.models.local.reply import reply
from agent.models.local.request import LocalRequest
from agent.serving.routing_of_tests import router_of_tests
from cli.terminal.answers import decision
from contracts.events import ToolApprovalRequest
from language.intents import (
    LEAVING,
    Intent,
    intent_of,
    leading_answer,
    plain_answer,
    vocabulary,
    wants_nothing,
    wants_to_leave,
)
from router.answers import Question, fits
from workflows.file.load import load_catalog, parse
from workflows.file.schema import Workflow
from workflows.file.tests import Expect, WorkflowTest
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext
from workflows.testing.conversation import Choose, converse
from workflows.testing.expect import Seen

SPEECH = SpeechContext(datetime(2026, 11, 19, 10))  # noqa: DTZ001
SURVEY = parse(
    """
workflow: survey
version: 1
title: {en: Survey, pt: Pesquisa}
route: {when: Somebody takes the survey., examples: [take the survey, responder a pesquisa]}
slots:
  age: {type: integer, ask: {en: "How old are you?", pt: "Qual é a sua idade?"}, help: To know.}
  glad: {type: boolean, ask: {en: "Are you glad?", pt: "Está feliz?"}}
agents: {clerk: {model: fast, prompt: You ask.}}
start: collect
states:
  collect: {agent: clerk, fill: [age, glad], go: [{if: filled, to: done}, {to: human}]}
  done: {say: Thanks., end: completed}
  human: {handoff: desk, end: escalated}
""",
    "survey",
)
WORLD: dict[str, Workflow] = load_catalog() | {"survey": SURVEY}


@pytest.fixture(scope="module")
def choose() -> Choose:
    return router_of_tests(WORLD)


def survey(*messages: str, choose: Choose | None = None) -> Seen:
    """Have a conversation with the survey; without a router the machine hears all of it."""
    return converse(
        WORLD, SURVEY, WorkflowTest(name="t", say=["hello", *messages], expect=Expect()), choose
    )


def some(intent: Intent, most: int = 400) -> list[str]:
    """Return an intent's phrases, or as many of them drawn by lot, the same each time."""
    known = vocabulary(intent)
    return known if len(known) <= most else random.Random(intent).sample(known, most)


@pytest.mark.parametrize("intent", LEAVING)
def test_every_phrase_that_leaves_is_an_exit_and_cancels_a_workflow(
    intent: Intent, choose: Choose
) -> None:
    here = Cursor([Frame("survey", "collect", asking="age")])
    for phrase in some(intent):
        assert choose(phrase, here, "en").leave, phrase
        assert survey(phrase).end == "cancelled", phrase


@pytest.mark.parametrize(
    "dressed", ["{}!", "{}, please", "ok, {}", "{} now", "por favor, {}", "No, {}.", "  {}  "]
)
def test_courtesies_change_nothing_about_it(dressed: str, choose: Choose) -> None:
    here = Cursor([Frame("survey", "collect", asking="age")])
    for phrase in (
        "sair",
        "cancel",
        "menu",
        "i quit",
        "chega",
        "abort",
        "I don't want to",
        "depois",
    ):
        said = dressed.format(phrase)
        assert choose(said, here, "en").leave, said
        assert survey(said).end == "cancelled", said


@pytest.mark.parametrize(
    "message",
    ["não cancela", "nao para", "no stop", "the menu of today", "start overnight", "stop by",
     "don't stop", "saída", "human resources", "18", "later than that", ""],
)  # fmt: skip
def test_what_only_resembles_leaving_does_not_leave(message: str, choose: Choose) -> None:
    here = Cursor([Frame("survey", "collect", asking="age")])
    assert not wants_to_leave(message)
    assert not message or not choose(message, here, "en").leave
    assert not message or survey(message).end != "cancelled"


@pytest.mark.parametrize("intent", ["help", "meaning", "why"])
def test_every_call_for_help_or_a_reason_is_answered_where_it_is_said(
    intent: Intent, choose: Choose
) -> None:
    here = Cursor([Frame("survey", "collect", asking="age")])
    for phrase in some(intent):
        told = choose(phrase, here, "en")
        assert (told.workflow, told.leave) == ("survey", False), phrase
        assert "To know." in survey(phrase).said, phrase


def test_every_wish_for_a_person_is_heard_by_workflow_and_model(choose: Choose) -> None:
    here = Cursor([Frame("survey", "collect", asking="age")])
    for phrase in some("human", 200):
        assert choose(phrase, here, "en").workflow == "survey", phrase
        assert survey(phrase).end == "escalated", phrase
        assert reply(LocalRequest(phrase, "en")).intent == "human", phrase


def test_the_built_in_model_takes_the_same_phrases_as_where_nothing_is_under_way() -> None:
    meant: dict[Intent, str] = {
        "stop": "cancel", "exit": "cancel", "later": "fine", "home": "help", "help": "help",
        "abilities": "help", "meaning": "unclear", "why": "unclear", "human": "human",
        "farewell": "goodbye", "decline": "fine", "assistant": "fine", "back": "help", "on": "on",
    }  # fmt: skip
    assert meant.keys() == set(get_args(Intent))
    for intent in meant:
        for phrase in some(intent, 100):
            said = reply(LocalRequest(phrase, "en")).intent
            waved = said == "fine" and re.search("mind|forget|esque|deixa", phrase)
            assert waved or said == meant[intent], phrase


YES = (
    "yes|yeah|yep|yup|sure|ok|okay|of course|sim|claro|com certeza|confirmo|confirmado|Yes, please"
)
NO = "no|nope|nah|não|nunca|negativo|de jeito nenhum|no, thanks|não, obrigada"
RIGHT = "certo|correto|isso mesmo|exatamente|that's right|perfect|looks good|está certo|tudo certo"
WRONG = "errado|está errado|that's wrong|not quite|incorreto|isso não"


@pytest.mark.parametrize(("said", "meant"), [(YES, True), (NO, False)])
def test_a_plain_answer_answers_an_approval_a_question_and_the_router(
    said: str, meant: bool
) -> None:
    asked = Question("Are you glad?", "boolean")
    for phrase in said.split("|"):
        assert plain_answer(phrase) is meant, phrase
        assert fits(phrase, asked, "en") == "yes", phrase
        assert survey("18", phrase).slots["glad"] is meant, phrase


@pytest.mark.parametrize(("said", "meant"), [(RIGHT, True), (WRONG, False)])
def test_what_only_agrees_answers_a_question_and_consents_to_nothing(
    said: str, meant: bool
) -> None:
    asked = Question("Are you glad?", "boolean")
    for phrase in said.split("|"):
        assert plain_answer(phrase) is None, phrase
        assert leading_answer(phrase) is meant, phrase
        assert fits(phrase, asked, "en") == "yes", phrase
        assert survey("18", phrase).slots["glad"] is meant, phrase


def test_who_says_stop_to_an_approval_refuses_it_and_who_only_leaves_does_not() -> None:
    assert {plain_answer(phrase) for phrase in vocabulary("stop")} == {False}
    for phrase in ("sair", "menu", "later", "cancel it", "quero cancelar", "depois"):
        assert plain_answer(phrase) is None, phrase


@pytest.mark.parametrize("text", ["yes?", "yes 2", "sim 👍", "ahead", "please", "go", "maybe", ""])
def test_nothing_else_answers_an_approval(text: str) -> None:
    assert plain_answer(text) is None


def test_a_terminal_takes_every_plain_answer_as_the_server_does() -> None:
    asked = ToolApprovalRequest.model_validate(
        {"approval": "a", "kind": "tool", "call": "c", "tool": "t", "title": "T", "reason": "r",
         "code": "has_effect", "expires_at": ""}
    )  # fmt: skip
    for said, meant in ((f"{YES}|y|s", True), (f"{NO}|n|stop|cancela", False)):
        for phrase in said.split("|"):
            assert decision(phrase, asked) == {"approve": meant}, phrase
    assert decision("r", asked) == {"approve": True, "remember": True}
    for phrase in ("e", "edit", "yes?", "what is it?", ""):
        assert decision(phrase, asked) is None, phrase


@pytest.mark.parametrize("no", [w for w in f"{NO}|{WRONG}".split("|") if w.isalpha()])
def test_every_no_before_another_answer_corrects_what_was_said(no: str) -> None:
    for said in (f"{no}, 19", f"{no.upper()}: 19"):
        reading = read(SURVEY.slots, said, speech=SPEECH, filled=["age"])
        assert reading.values == {"age": 19}, said
    assert not read(SURVEY.slots, no, speech=SPEECH).correcting


@pytest.mark.parametrize(
    "said", [*NO.split("|"), "nothing", "nada", "none", "it's fine", "Está tudo certo!"]
)
def test_every_no_to_an_offer_takes_nothing_of_it(said: str) -> None:
    assert wants_nothing(said)
    assert not wants_nothing("the age")
    assert not wants_nothing("nothingness")


def test_no_phrase_says_two_things() -> None:
    allowed = set(vocabulary("stop"))  # as an exit without wish and object
    owners: dict[str, Intent] = {}
    for intent in get_args(Intent):
        for phrase in vocabulary(intent):
            assert owners.setdefault(phrase, intent) == intent or phrase in allowed, phrase
            assert intent_of(phrase) == owners[phrase], phrase


def test_a_long_message_costs_no_more_than_its_length() -> None:
    began = time.perf_counter()
    for message in (
        "quero " * 20_000,
        "por favor " * 12,
        "?" * 100_000,
        "no, " * 30,
        "o que " * 20,
    ):
        intent_of(message)
        leading_answer(message)
    assert time.perf_counter() - began < 0.5
