"""Who wants people says so in many ways, and by the title of the team."""

from __future__ import annotations

import pytest

from agent.people.teams import TeamDirectory
from agent.people.wishes import wished_amid_questions, wished_of
from tests.support.chatting import Chat, every, only, text_of
from workflows.file.teams import Team

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]
TEAMS = TeamDirectory(
    {
        "support": Team.model_validate({"title": {"en": "Support", "pt": "Suporte"}}),
        "billing": Team.model_validate({"title": {"en": "Accounts", "pt": "Cobrança"}}),
    }
)


@pytest.mark.parametrize(
    ("message", "team"),
    [
        ("então me passa pra alguém que entenda disso", None),
        ("right now I want to talk to an actual human being", None),
        ("a person. please. not a robot", None),
        ("can somebody from your team ring me?", None),
        ("Sorry. Can you call me a human", None),
        ("a person, please", None),
        ("quero falar com a cobrança", "billing"),
        ("could you put me through to accounts", "billing"),
        ("esquece, melhor falar com o pessoal da cobrança", "billing"),
        ("get me somebody from accounts", "billing"),
        ("suporte por favor", "support"),
        ("WHAT DAY MY FOOT, let me talk to the supervisor", None),
        ("enough of these questions, is there anybody real I could speak to", None),
        ("add that I want to complain to whoever is in charge", None),
        ("chega, me transfere logo pra um atendente pelo amor de deus", None),
        ("que inferno!! exijo falar com a gerente", None),
    ],
)
def test_a_wish_for_people_is_heard_in_any_words(message: str, team: str | None) -> None:
    for heard in (wished_of, wished_amid_questions):
        wish = heard(message, TEAMS, ())
        assert wish is not None, heard.__name__
        assert wish.team == team


@pytest.mark.parametrize(
    "message",
    [
        "I talked to someone on the phone yesterday", "someone hit my car", "qual é a cobrança?",
        "my accounts are wrong", "preciso falar com minha mãe antes", "quero ver meu suporte de TV",
        "call my manager at five", "a gerente falou que era na sexta", "there will be two people",
        "I need somebody to carry the boxes", "tem gente em casa", "I spoke to a manager last week",
        "como falar com alguém que me bloqueou?", "a moça do suporte foi grossa comigo",
        "and your manager's name?", "me passa o endereço da oficina",
        "me passa o telefone de vocês",
        "my piano sounds awful, can somebody have a look and tune it",
    ],
)  # fmt: skip
def test_to_speak_of_people_is_no_wish_for_them(message: str) -> None:
    assert wished_of(message, TEAMS, ()) is None
    assert wished_amid_questions(message, TEAMS, ()) is None


def test_an_answer_with_people_in_it_stays_an_answer() -> None:
    assert wished_amid_questions("4 pessoas, Ana e Rui", TEAMS, ()) is None
    assert wished_amid_questions("Accounts", TEAMS, ()) is None


@pytest.mark.parametrize(
    ("before", "message", "team"),
    [
        ("bom dia", "quero falar com a cobrança", "billing"),
        ("good morning", "put me through to billing please", "billing"),
        ("marcar uma visita", "esquece, melhor falar com a cobrança", "billing"),
        ("book a visit", "forget it, I want to speak with billing", "billing"),
        ("book a visit", "get me a real person, please", "support"),
    ],
)
async def test_the_team_that_is_named_is_asked(
    customer: Chat, before: str, message: str, team: str
) -> None:
    await customer.say(before)
    assert only(await customer.say(message), "handover")["team"] == team


async def test_nothing_is_gone_on_with_where_nothing_was_open(customer: Chat) -> None:
    await customer.say("bom dia")
    await customer.say("quero falar com a cobrança")
    told = text_of(await customer.say("voltar ao robô"))
    assert told == "Certo, você está falando comigo, o robô, de novo."


async def test_the_open_question_waits_for_the_named_team_as_well(customer: Chat) -> None:
    await customer.say("marcar uma visita")
    await customer.say("quero falar com a cobrança")
    told = await customer.say("voltar ao robô")
    assert every(told, "handover")[0]["status"] == "left"
    assert text_of(told).endswith("Quantas pessoas?")


@pytest.mark.parametrize(
    "words",
    [
        "voltar pro robô, desisti",
        "ah, deixa pra lá",
        "ok, tchau",
        "só amanhã?? tá, volta pro robô então",
        "vou continuar com o robô mesmo",
        "fine, take me back to the assistant then",
    ],
)
async def test_who_waits_leaves_the_queue_in_a_clause(customer: Chat, words: str) -> None:
    await customer.say("quero falar com a cobrança")
    assert only(await customer.say(words), "handover")["status"] == "left"


@pytest.mark.parametrize("words", ["o robô errou o meu pedido", "não quero robô nenhum"])
async def test_who_speaks_of_the_assistant_to_people_goes_on_waiting(
    customer: Chat, words: str
) -> None:
    await customer.say("quero falar com a cobrança")
    assert only(await customer.say(words), "handover")["status"] == "waiting"
