"""Questions inside a form and after it: what is noted, what is done, what nobody here knows."""

from __future__ import annotations

import pytest

from tests.support.chatting import Chat, text_of

pytestmark = pytest.mark.anyio

_FILES = {
    "batuta.yaml": """
name: nails
languages: [en, pt]
title: {en: Nail Bar, pt: Esmalteria}
description: {en: Hands and feet., pt: Mãos e pés.}
teams:
  desk: {title: {en: the front desk, pt: a recepção}}
  office: {title: {en: Office, pt: Escritório}}
""",
    "workflows/visit.yaml": """
workflow: visit
version: 1
title: {en: Book a visit, pt: Marcar um horário}
route:
  when: The person wants hands or feet done.
  examples:
    en: [I want my nails done, book a manicure, "can I come for a pedicure?"]
    pt: [quero fazer as unhas, marcar manicure, quero marcar pedicure]
slots:
  what:
    type: choice
    title: {en: treatment, pt: tratamento}
    of: {manicure: [manicure], pedicure: [pedicure], massage: [massage, massagem]}
    ask: {en: "What shall it be?", pt: "O que vai ser?"}
  day: {type: date, min: today, title: {en: day, pt: dia}, ask: {en: "Which day?", pt: "Que dia?"}}
start: form
states:
  form: {ask: [what, day], go: done}
  done: {say: {en: "Booked.", pt: "Marcado."}, end: completed}
""",
    "workflows/gift.yaml": """
workflow: gift
version: 1
title: {en: Buy a gift card, pt: Comprar um vale-presente}
route:
  when: The person buys a gift card.
  examples: [I want to buy a gift card, a voucher for my sister, quero um vale-presente]
slots:
  worth: {type: integer, title: {en: worth}, ask: {en: "What is it worth?", pt: "Quanto?"}}
start: form
states:
  form: {ask: [worth], go: done}
  done: {say: {en: "Here it is.", pt: "Pronto."}, end: completed}
""",
    "workflows/people.yaml": """
workflow: people
version: 1
title: {en: A word with us, pt: Uma conversa}
route: {when: The person has a bill to discuss., examples: [discuss a bill]}
start: which
states:
  which: {handoff: desk, go: other}
  other: {handoff: office, end: escalated}
""",
    "workflows/root.yaml": """
workflow: root
version: 1
title: {en: Nail Bar, pt: Esmalteria}
answers:
  price:
    ask:
      en: ["how much is it?", "what are your prices?"]
      pt: ["quanto custa?", "qual a tabela de preços?"]
    say: {en: "A manicure is 40, a pedicure 55.", pt: "Manicure 40, pedicure 55."}
  gel:
    ask:
      en: ["how much are gel nails?", "do you do gel?"]
      pt: ["quanto custa unha de gel?", "fazem gel?"]
    say: {en: "Gel nails are 120.", pt: "Unhas de gel saem por 120."}
  place:
    ask:
      en: ["where are you?", "what is the address?"]
      pt: ["onde vocês ficam?", "qual o endereço?"]
    say: {en: "High Street 4, with parking behind.", pt: "Rua Alta 4, com estacionamento."}
agents: {assistant: {prompt: You are the assistant of a nail bar.}}
start: talk
states: {talk: {agent: assistant}}
""",
}


@pytest.fixture(scope="module")
def worker_env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A nail bar without a key."""
    folder = tmp_path_factory.mktemp("nails")
    (folder / "workflows").mkdir()
    for name, text in _FILES.items():
        (folder / name).write_text(text, "utf-8")
    return {"BATUTA_PROJECT": str(folder), "BATUTA_RATE_PER_MINUTE": "0"}


@pytest.mark.parametrize(
    ("begun", "message", "told", "question"),
    [
        ("book a manicure", "what have you got so far?", "manicure", "Which day?"),
        ("book a manicure", "so is it booked or not?", "not finished", "Which day?"),
        ("marcar manicure", "o que vc anotou?", "manicure", "Que dia?"),
        ("marcar manicure", "já marcou?", "não terminou", "Que dia?"),
    ],
)
async def test_who_asks_how_it_stands_inside_a_form_is_told_and_asked_on(
    known: Chat, begun: str, message: str, told: str, question: str
) -> None:
    await known.say(begun)
    said = text_of(await known.say(message))
    assert told in said.replace("Manicure", "manicure"), said
    assert said.endswith(question)


@pytest.mark.parametrize(
    ("begun", "message", "question"),
    [
        ("I want my nails done", "a pedicure, is that alright?", "Which day?"),
        ("quero fazer as unhas", "pedicure, tá bom?", "Que dia?"),
        ("I want my nails done", "massage, got it?", "Which day?"),
        ("book a manicure", "is the lady who does it gentle?", "Which day?"),
        ("marcar manicure", "a moça que atende é de confiança?", "Que dia?"),
    ],
)
async def test_a_courtesy_behind_an_answer_and_a_question_of_somebody_ask_for_no_standing(
    known: Chat, begun: str, message: str, question: str
) -> None:
    await known.say(begun)
    said = text_of(await known.say(message))
    assert not said.startswith(("Not yet", "Ainda não")), said
    assert said.endswith(question)


@pytest.mark.parametrize(
    ("message", "people"),
    [
        ("cancel that one then", "a person"),
        ("can you add that my hands are sore?", "a person"),
        ("desmarca essa pra mim", "uma pessoa"),
        ("anota que eu sou alérgica a esmalte", "uma pessoa"),
    ],
)
async def test_what_nobody_here_calls_off_or_adds_after_the_end_is_said_and_people_are_offered(
    known: Chat, message: str, people: str
) -> None:
    await known.say("book a manicure")
    await known.say("12 March 2027")
    said = text_of(await known.say(message))
    assert said.startswith(("I cannot change", "Isso eu não consigo mudar")), said
    assert people in said


async def test_what_was_done_twice_is_told_to_be_there_twice(known: Chat) -> None:
    for said in ("book a manicure", "12 March 2027", "can I move it to 13 March 2027?", "yes do"):
        await known.say(said)
    said = text_of(await known.say("will there be two visits now?"))
    assert "13 March" in said, said
    assert "stays as it was" in said


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("and the visit, is it booked?", "“Book a visit” is finished"),
        ("did it go through?", "“Book a visit” is finished"),
        ("cancel that, the visit is booked, isn't it?", "“Book a visit” is finished"),
    ],
)
async def test_inside_another_form_what_was_done_is_told_as_done(
    known: Chat, message: str, told: str
) -> None:
    for said in ("book a manicure", "12 March 2027", "I want to buy a gift card"):
        await known.say(said)
    said = text_of(await known.say(message))
    assert told in said, said
    assert said.endswith("What is it worth?") != message.startswith("cancel")


@pytest.mark.parametrize("message", ["is the visit booked?", "a visita ficou marcada?"])
async def test_what_is_like_an_answer_of_the_house_still_asks_how_it_stands(
    known: Chat, message: str
) -> None:
    await known.say("book a manicure")
    said = text_of(await known.say(message))
    assert said.startswith(("Not yet", "Ainda não")), said


@pytest.mark.parametrize("message", ["so is it booked or not?", "what day is my visit?"])
async def test_after_the_end_it_is_told_what_was_done(known: Chat, message: str) -> None:
    await known.say("book a manicure")
    await known.say("12 March 2027")
    said = text_of(await known.say(message))
    assert "“Book a visit” is finished" in said, said
    assert "March" in said


@pytest.mark.parametrize(
    ("begun", "message", "told"),
    [
        ("book a manicure", "how much is it?", "manicure is 40"),
        ("marcar manicure", "quanto fica?", "Manicure 40"),
        ("book a manicure", "is there anywhere to park?", "parking"),
    ],
)
async def test_a_price_is_told_of_what_was_chosen(
    known: Chat, begun: str, message: str, told: str
) -> None:
    await known.say(begun)
    assert told in text_of(await known.say(message))


async def test_a_question_nobody_here_can_answer_is_told_as_that(known: Chat) -> None:
    await known.say("book a manicure")
    said = text_of(await known.say("is your nail polish tested on rabbits?"))
    assert "Please give me a date" not in said
    assert "person" in said
    assert said.endswith("Which day?")


@pytest.mark.parametrize("message", ["what will happen now?", "consegue desfazer?"])
async def test_a_question_is_no_small_talk_because_it_is_a_little_like_it(
    known: Chat, message: str
) -> None:
    said = text_of(await known.say(message))
    assert "program" not in said
    assert "40" not in said


async def test_a_team_is_called_by_its_title_wherever_it_stands(known: Chat) -> None:
    events = await known.say("can I talk to someone in the office")
    assert "Office" in text_of(events)


async def test_who_asks_whether_somebody_comes_is_told_of_the_queue(known: Chat) -> None:
    await known.say("quero falar com uma pessoa")
    await known.say("voltar ao robô")
    said = text_of(await known.say("quero saber se vem alguém me atender"))
    assert "fila" in said


async def test_a_loan_word_does_not_turn_the_language(known: Chat) -> None:
    await known.say("quero fazer as unhas")
    said = text_of(await known.say("qnt custa a unha do dog"))
    assert "Que" in said or "O que" in said
