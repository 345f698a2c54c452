"""Frequent questions beside other things, and messages that complain of what was done."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.chatting import Chat, Json, every, only, text_of

pytestmark = pytest.mark.anyio

_FILES = {
    "batuta.yaml": """
name: laundry
languages: [en, pt]
title: {en: Soap and Steam, pt: Sabão e Vapor}
description: {en: We wash and iron., pt: Lavamos e passamos.}
teams:
  counter: {title: {en: the counter, pt: o balcão}}
""",
    "workflows/pickup.yaml": """
workflow: pickup
version: 1
title: {en: Order a pickup, pt: Pedir coleta}
route:
  when: The person wants clothes or linen fetched and washed.
  examples:
    en: [I want a pickup, "can you fetch my laundry?", please collect two bags of shirts,
      I have curtains to be washed, come and get our sheets on Tuesday, a duvet to wash]
    pt: [quero uma coleta, "vocês buscam minhas roupas?", tenho cortinas para lavar,
      passem para pegar dois sacos de camisas, quero lavar um edredom]
slots:
  bags: {type: integer, min: 1, max: 20, ask: {en: "How many bags?", pt: "Quantos sacos?"}}
  day:
    {type: date, min: today, title: {en: day, pt: dia},
     ask: {en: "Which day shall we come?", pt: "Que dia?"}}
start: form
states:
  form: {ask: [bags, day], go: done}
  done: {say: {en: "We will come on {day:long}.", pt: "Passamos {day:long}."}, end: completed}
""",
    "workflows/unhappy.yaml": """
workflow: unhappy
version: 1
title: {en: Make a complaint, pt: Fazer uma reclamação}
route:
  when: The person complains about what we did to their things, about our people or a bill.
  examples:
    en: [I want to complain, you shrank my jumper, your driver was rude, there is a stain that was
      not there before, I was charged for two bags, I am not satisfied]
    pt: [quero reclamar, vocês encolheram minha blusa, o motorista foi mal-educado,
      cobraram dois sacos, a roupa voltou manchada]
slots:
  story: {type: text, ask: {en: "What happened?", pt: "O que aconteceu?"}}
start: form
states:
  form: {ask: story, go: people}
  people: {handoff: counter, end: escalated}
""",
    "workflows/root.yaml": """
workflow: root
version: 1
title: {en: Soap and Steam, pt: Sabão e Vapor}
answers:
  price:
    ask:
      en: ["how much is a bag?", "what do you charge for washing?", "your prices"]
      pt: ["quanto custa um saco?", "qual o preço da lavagem?", "tabela de preços"]
    say: {en: "A bag is 12 pounds.", pt: "Um saco sai por 60 reais."}
  hours:
    ask:
      en: ["when are you open?", "what are your opening hours?", "until when can I come?"]
      pt: ["que horas vocês abrem?", "até que horas funciona?", "abre sábado?"]
    say: {en: "Open from 7 to 19.", pt: "Aberto das 7h às 19h."}
  silk:
    ask:
      en: ["do you wash silk?", "can I bring a wedding dress?", "do you clean wool?"]
      pt: ["lavam seda?", "lavam vestido de noiva?", "lavam lã?"]
    say: {en: "Silk and wool are washed by hand.", pt: "Seda e lã são lavadas à mão."}
agents: {assistant: {prompt: You are the assistant of a laundry.}}
start: talk
states: {talk: {agent: assistant}}
""",
}


@pytest.fixture(scope="module")
def worker_env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A laundry without a key."""
    laundry = tmp_path_factory.mktemp("laundry")
    written(laundry)
    return {
        "BATUTA_PROJECT": str(laundry),
        "BATUTA_RATE_PER_MINUTE": "0",
        "BATUTA_MAX_OPEN_TURNS": "0",
    }


def written(folder: Path) -> None:
    (folder / "workflows").mkdir()
    for name, text in _FILES.items():
        (folder / name).write_text(text, "utf-8")


def goes_to(events: list[Json]) -> tuple[str, str]:
    chosen = only(events, "route")
    return chosen["workflow"], chosen["intent"]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("do you wash silk and until when can I come?", ("by hand", "7 to 19")),
        ("how much is a bag n when are you open", ("12 pounds", "7 to 19")),
        ("lavam lã? e quanto custa um saco?", ("à mão", "60 reais")),
    ],
)
async def test_two_questions_in_one_message_are_both_answered(
    known: Chat, message: str, told: tuple[str, str]
) -> None:
    said = text_of(await known.say(message))
    assert said.index(told[0]) < said.index(told[1])


@pytest.mark.parametrize(
    ("begins", "message", "answer", "noted"),
    [
        (
            "I want a pickup",
            "friday, if you can, at the back, by the kitchen door. do you wash silk?",
            "by hand",
            "Noted: day",
        ),
        (
            "quero uma coleta",
            "na sexta, se der, nos fundos, pela garagem. lavam lã?",
            "à mão",
            "Anotado: dia",
        ),
        (
            "I want a pickup",
            "friday at the back. do your vans have a lift?",
            "I do not know",
            "Noted: day",
        ),
        (
            "quero uma coleta",
            "sexta pode ser. o caminhão tem elevador?",
            "não",
            "Anotado: dia",
        ),
    ],
)
async def test_what_is_told_before_a_question_is_said_to_be_kept(
    known: Chat, begins: str, message: str, answer: str, noted: str
) -> None:
    await known.say(begins)
    said = text_of(await known.say(message))
    assert answer in said
    assert noted in said
    assert said.endswith(("How many bags?", "Quantos sacos?"))


@pytest.mark.parametrize(
    ("message", "answer", "question"),
    [
        ("what are your prices? and please fetch three bags", "12 pounds", "Which day"),
        ("I want a pickup but first tell me when you are open", "7 to 19", "How many bags?"),
        ("quanto custa um saco e quero uma coleta", "60 reais", "Quantos sacos?"),
    ],
)
async def test_a_question_beside_a_request_is_answered_and_the_request_begun(
    known: Chat, message: str, answer: str, question: str
) -> None:
    events = await known.say(message)
    assert goes_to(events) == ("pickup", "start")
    assert text_of(events).index(answer) < text_of(events).index(question)


@pytest.mark.parametrize(
    ("begun", "message", "answer", "question"),
    [
        ("I want a pickup", "four, and do you clean wool?", "by hand", "Which day"),
        ("I want a pickup", "do you wash silk?", "by hand", "How many bags?"),
        ("quero uma coleta", "dois. ah, até que horas funciona?", "das 7h", "Que dia?"),
    ],
)
async def test_a_question_inside_a_form_is_answered_and_the_form_goes_on(
    known: Chat, begun: str, message: str, answer: str, question: str
) -> None:
    await known.say(begun)
    said = text_of(await known.say(message))
    assert said.index(answer) < said.index(question)


async def test_a_question_without_a_telling_word_is_known_by_what_it_means(known: Chat) -> None:
    assert "12 pounds" in text_of(await known.say("and how much is it"))


@pytest.mark.parametrize(
    "message",
    [
        "my curtains came back full of holes and nobody said sorry",
        "you people lost one of our duvets, i am livid",
        "minhas cortinas voltaram rasgadas, que absurdo",
    ],
)
async def test_who_complains_is_not_asked_for_a_day(known: Chat, message: str) -> None:
    events = await known.say(message)
    workflow, intent = goes_to(events)
    shown = [option["value"] for each in every(events, "choices") for option in each["options"]]
    assert workflow == "unhappy" or (intent == "clarify" and "@unhappy" in shown)


@pytest.mark.parametrize(
    "message",
    ["there is wine on our curtains, can you wash them?", "my duvet is filthy, please collect it"],
)
async def test_a_broken_or_dirty_thing_alone_is_no_complaint(known: Chat, message: str) -> None:
    assert goes_to(await known.say(message)) != ("unhappy", "start")


async def test_calling_off_does_not_begin_what_is_called_off(known: Chat) -> None:
    assert goes_to(await known.say("I have to call off my pickup, number 20-311"))[0] == "root"


async def test_what_may_be_meant_is_told_in_a_form_with_the_way_to_a_person(known: Chat) -> None:
    await known.say("quero uma coleta")
    said = text_of(await known.say("vocês atendem de noite?"))
    assert said.startswith("Se a pergunta é “que horas vocês abrem?”: Aberto das 7h às 19h.")
    assert "uma pessoa da equipe" in said
    assert said.endswith("Quantos sacos?")
