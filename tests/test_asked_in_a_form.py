"""What strangers say to a small house: what it does not serve, what a form hears beside answers."""

from __future__ import annotations

import pytest

from tests.support.chatting import Chat, every, only, text_of

pytestmark = pytest.mark.anyio

_FILES = {
    "batuta.yaml": """
name: pottery
languages: [en, pt]
region: GB
title: {en: Clay House, pt: Casa do Barro}
description: {en: Courses at the wheel., pt: Cursos no torno.}
teams:
  studio: {title: {en: the studio, pt: o ateliê}}
""",
    "workflows/course.yaml": """
workflow: course
version: 1
title: {en: Book a course, pt: Marcar um curso}
route:
  when: The person wants to learn pottery.
  examples:
    en: [I want to book a course, "can I try the wheel on Saturday?", a place in the glaze class,
      "lessons for two of us?", I would like to learn pottery]
    pt: [quero marcar um curso, "posso experimentar o torno no sábado?", uma vaga na aula de
      esmalte, "aula para dois?", quero aprender cerâmica]
slots:
  course:
    type: choice
    of: {wheel: {en: wheel, pt: torno}, glaze: {en: glaze, pt: esmalte}}
    ask: {en: "Wheel or glaze?", pt: "Torno ou esmalte?"}
  day: {type: date, min: today, ask: {en: "Which day?", pt: "Que dia?"}}
  phone: {type: phone, ask: {en: "Your phone number?", pt: "Qual o seu telefone?"}}
  apron: {type: boolean, title: {en: apron, pt: avental},
    ask: {en: "Do you need an apron?", pt: "Precisa de avental?"}}
  notes: {type: text, skip: true,
    ask: {en: "Anything we should know?", pt: "Alguma observação?"}}
start: form
states:
  form: {ask: [course, day, phone, apron, notes], go: sure}
  sure:
    ask:
      right: {type: boolean, ask: {en: "{course}, {day}. Shall I reserve it?",
        pt: "{course}, {day}. Posso reservar?"}}
    go: [{if: right, to: done}, {to: form}]
  done: {say: {en: "Booked.", pt: "Marcado."}, end: completed}
""",
    "workflows/clay.yaml": """
workflow: clay
version: 1
title: {en: Buy clay, pt: Comprar argila}
route:
  when: The person wants clay or tools to work at home.
  examples:
    en: [I want to buy clay, ten kilos of white clay, "do you sell tools?", a bag of stoneware,
      I am out of clay]
    pt: [quero comprar argila, dez quilos de argila branca, "vendem ferramentas?",
      um saco de grés, acabou minha argila]
slots:
  kilos: {type: integer, min: 1, max: 90, ask: {en: "How many kilos?", pt: "Quantos quilos?"}}
start: form
states:
  form: {ask: kilos, go: done}
  done: {say: {en: "It is put aside.", pt: "Está separado."}, end: completed}
""",
    "workflows/root.yaml": """
workflow: root
version: 1
title: {en: Clay House, pt: Casa do Barro}
answers:
  wheel:
    ask:
      en: ["how much is the wheel course?", "price of the wheel"]
      pt: ["quanto custa o curso de torno?", "preço do torno"]
    say: {en: "The wheel is 60 pounds.", pt: "O torno sai por 60 libras."}
  glaze:
    ask:
      en: ["how much is the glaze course?", "price of glaze"]
      pt: ["quanto custa o curso de esmalte?", "preço do esmalte"]
    say: {en: "Glaze is 35 pounds.", pt: "O esmalte sai por 35 libras."}
agents: {assistant: {prompt: You are the assistant of a pottery.}}
start: talk
states: {talk: {agent: assistant}}
""",
}
_BEGUN = {
    "en": ["I want to book a course", "glaze", "25 November"],
    "pt": ["quero marcar um curso", "torno", "25 de novembro"],
}
_NOTES = {"en": ["07911 123456", "no"], "pt": ["07911 123456", "não"]}


@pytest.fixture(scope="module")
def worker_env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A pottery without a key."""
    folder = tmp_path_factory.mktemp("pottery")
    (folder / "workflows").mkdir()
    for name, text in _FILES.items():
        (folder / name).write_text(text, "utf-8")
    return {
        "BATUTA_PROJECT": str(folder),
        "BATUTA_RATE_PER_MINUTE": "0",
        "BATUTA_MAX_OPEN_TURNS": "0",
        "BATUTA_MAX_SESSIONS": "0",
    }


async def said_after(chat: Chat, *messages: str) -> str:
    """Say some messages and return what the last one was answered with."""
    for message in messages[:-1]:
        await chat.say(message)
    return text_of(await chat.say(messages[-1]))


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("I have to put my course off by a month", "settle"),
        ("your teacher shouted at my sister", "settle"),
        ("you charged me twice for the same course", "settle"),
        ("preciso adiar o meu curso", "resolver"),
        ("o professor foi grosso com a minha irmã", "resolver"),
    ],
)
async def test_what_nobody_here_changes_is_said_and_people_are_offered(
    known: Chat, message: str, told: str
) -> None:
    events = await known.say(message)
    assert only(events, "route")["workflow"] == "root"
    assert told in text_of(events)
    assert "person" in text_of(events) or "pessoa" in text_of(events)


@pytest.mark.parametrize(
    ("message", "workflow"),
    [
        ("is there a place at the wheel on Friday?", "course"),
        ("I have run out of white clay", "clay"),
        ("quero aprender a mexer no torno", "course"),
    ],
)
async def test_a_first_request_is_not_taken_for_a_change(
    known: Chat, message: str, workflow: str
) -> None:
    assert only(await known.say(message), "route")["workflow"] == workflow


@pytest.mark.parametrize(
    ("language", "message", "told", "not_told"),
    [
        ("en", "and what does that come to altogether?", "35", "60"),
        ("en", "how much a day?", "35", "60"),
        ("pt", "isso vai me custar quanto?", "60", "35"),
        ("en", "depends on the apron, how much is it?", "apron", "35"),
        ("pt", "depende do avental, quanto é?", "telefone", "60"),
    ],
)
async def test_a_price_is_told_of_what_was_chosen_or_named_and_of_nothing_else(
    known: Chat, language: str, message: str, told: str, not_told: str
) -> None:
    before = [*_BEGUN[language], *(["07911 123456"] if "apron" in message else [])]
    said = await said_after(known, *before, message)
    assert told in said
    assert f"{not_told} " not in said


@pytest.mark.parametrize(
    ("language", "message", "told"),
    [
        ("en", "so am I on the list?", "not finished"),
        ("en", "has it gone in?", "not finished"),
        ("pt", "já entrou?", "não terminou"),
    ],
)
async def test_whether_it_is_done_is_told_of_the_form(
    known: Chat, language: str, message: str, told: str
) -> None:
    assert told in await said_after(known, *_BEGUN[language], message)


@pytest.mark.parametrize(
    "message", ["are there any actual humans on tonight?", "tem algum ser humano aí?"]
)
async def test_who_asks_after_real_people_gets_one(known: Chat, message: str) -> None:
    assert every(await known.say(message), "handover")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "only that I might be late, 10.15 instead of 10"),
        ("en", "last time the clay was dry, please check it"),
        ("pt", "só que talvez eu troque de mão, sou canhoto agora"),
    ],
)
async def test_a_remark_begins_nothing_else(known: Chat, language: str, message: str) -> None:
    said = await said_after(known, *_BEGUN[language], *_NOTES[language], message)
    assert said.endswith(("Shall I reserve it?", "Posso reservar?"))


async def test_a_booking_word_is_the_last_yes(known: Chat) -> None:
    said = await said_after(known, *_BEGUN["en"], *_NOTES["en"], "no", "book")
    assert said == "Booked."


@pytest.mark.parametrize(
    "message", ["right, I give up", "oh I can't be bothered with this any more"]
)
async def test_who_walks_out_is_let_go_without_a_word_of_despair(known: Chat, message: str) -> None:
    for each in _BEGUN["en"]:
        await known.say(each)
    events = await known.say(message)
    assert only(events, "route")["intent"] == "exit"
    assert "988" not in text_of(events)


@pytest.mark.parametrize("choice", ["@course", "I want to learn pottery", "a course"])
async def test_what_was_asked_back_about_counts_after_the_choice(known: Chat, choice: str) -> None:
    asked = await known.say("two of us, 25 November")
    assert only(asked, "route")["intent"] == "clarify"
    await known.say(choice)
    assert text_of(await known.say("glaze")).endswith("Your phone number?")


@pytest.mark.parametrize(
    ("language", "message"), [("en", "forget the apron"), ("pt", "esquece o avental")]
)
async def test_giving_up_a_thing_of_the_form_is_no_leaving(
    known: Chat, language: str, message: str
) -> None:
    for each in [*_BEGUN[language], *_NOTES[language], _NOTES[language][1]]:
        await known.say(each)
    assert only(await known.say(message), "route")["workflow"] == "course"


@pytest.mark.parametrize(
    ("before", "message", "noted", "question"),
    [
        ("how much is the wheel course?", "ok, I want to book that", "wheel", "Which day?"),
        ("quanto custa o curso de esmalte?", "quero marcar esse curso", "esmalte", "Que dia?"),
    ],
)
async def test_what_a_beginning_points_at_was_spoken_of_just_before(
    known: Chat, before: str, message: str, noted: str, question: str
) -> None:
    said = await said_after(known, before, message)
    assert noted in said
    assert said.endswith(question)


async def test_what_was_not_pointed_at_is_asked_for(known: Chat) -> None:
    said = await said_after(known, "how much is the wheel course?", "I want to book a course")
    assert said.endswith("Wheel or glaze?")
    said = await said_after(known, "how much is glaze?", "I want to book that wheel course")
    assert said.endswith("Which day?")
    assert "glaze" not in said


@pytest.mark.parametrize(
    ("begins", "message", "told", "question"),
    [
        ("I want to book a course", "the glaze course, how much?", "35 pounds", "Which day?"),
        ("quero marcar um curso", "o de torno, qual o preço?", "60 libras", "Que dia?"),
    ],
)
async def test_what_is_stated_before_a_question_about_it_is_kept(
    known: Chat, begins: str, message: str, told: str, question: str
) -> None:
    said = await said_after(known, begins, message)
    assert told in said
    assert said.endswith(question)


@pytest.mark.parametrize(
    ("before", "message", "thing", "question"),
    [
        ("price of glaze", "ok can I get one for next tuesday", "glaze", "Your phone number?"),
        (
            "qual o preço do torno?",
            "dá pra marcar um pra terça que vem?",
            "torno",
            "Qual o seu telefone?",
        ),
    ],
)
async def test_a_wish_that_only_points_goes_where_the_thing_belongs(
    known: Chat, before: str, message: str, thing: str, question: str
) -> None:
    said = await said_after(known, before, message)
    assert thing in said
    assert said.endswith(question)


@pytest.mark.parametrize(
    ("begins", "thanks", "welcome", "question"),
    [
        ("I want to book a course", "lovely, thank you", "You're welcome.", "Wheel or glaze?"),
        ("quero marcar um curso", "valeu", "Por nada.", "Torno ou esmalte?"),
    ],
)
async def test_thanks_and_praise_are_no_failed_answers(
    known: Chat, begins: str, thanks: str, welcome: str, question: str
) -> None:
    assert await said_after(known, begins, thanks) == f"{welcome}\n\n{question}"
    for praise in ("great", "haha nice", "ok"):
        assert await said_after(known, praise) == question


async def test_thanks_leave_out_what_may_be_left_out(known: Chat) -> None:
    said = await said_after(known, *_BEGUN["en"], "07911 123456", "yes", "great, thanks")
    assert said.endswith("Shall I reserve it?")


@pytest.mark.parametrize("message", ["how much is the wheel course?", "just asking about prices"])
async def test_what_only_asks_begins_nothing_but_where_it_was_asked_for(
    known: Chat, message: str
) -> None:
    assert only(await known.say(message), "route")["workflow"] == "root"
    asked_for = await known.say(message, workflow="course")
    assert only(asked_for, "route")["workflow"] == "course"
