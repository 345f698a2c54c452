"""What must not begin a form: questions for leave, after the house, after prices; and what must."""

from __future__ import annotations

import pytest

from tests.support.chatting import Chat, only, text_of

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]

_FILES = {
    "batuta.yaml": """
name: dance
languages: [en, pt]
region: GB
title: {en: Two Left Feet, pt: Pé de Valsa}
description: {en: Dancing for everybody., pt: Dança para todos.}
teams:
  desk: {title: {en: the desk, pt: a recepção}}
""",
    "workflows/lesson.yaml": """
workflow: lesson
version: 1
title: {en: Book a lesson, pt: Marcar uma aula}
route:
  when: The person wants a dance lesson.
  examples:
    en: [I'd like to book a lesson, "can we learn the waltz on Friday?", a tango lesson for two]
    pt: [quero marcar uma aula, "dá pra aprender valsa na sexta?", uma aula de tango pra dois]
slots:
  dance:
    type: choice
    of: {waltz: {en: waltz, pt: valsa}, tango: {en: tango, pt: tango}}
    title: {en: dance, pt: dança}
    ask: {en: "Waltz or tango?", pt: "Valsa ou tango?"}
  day: {type: date, min: today, ask: {en: "Which day?", pt: "Que dia?"}}
start: form
states:
  form: {ask: [dance, day], go: done}
  done: {say: {en: "Booked.", pt: "Marcada."}, end: completed}
""",
    "workflows/pass.yaml": """
workflow: pass
version: 1
title: {en: Monthly pass, pt: Passe mensal}
route:
  when: The person wants to dance here every week.
  examples:
    en: [I want the monthly pass, "can I come dancing every week?", sign me up for regular classes]
    pt: [quero o passe mensal, "posso dançar aí toda semana?", me inscreve na turma fixa]
slots:
  name: {type: name, ask: {en: "Your name?", pt: "Qual o seu nome?"}}
start: form
states:
  form: {ask: name, go: done}
  done: {say: {en: "Welcome.", pt: "Bem-vindo."}, end: completed}
""",
    "workflows/root.yaml": """
workflow: root
version: 1
title: {en: Two Left Feet, pt: Pé de Valsa}
answers:
  prices:
    ask: {en: ["how much is a lesson?", "your prices"], pt: ["quanto custa a aula?", "preços"]}
    say: {en: "Waltz 20 pounds, tango 25, the pass 60.", pt: "Valsa 20, tango 25, o passe 60."}
  paying:
    ask: {en: ["how do I pay?"], pt: ["como pago?"]}
    say: {en: "By card at the desk, before the lesson.", pt: "No cartão, antes da aula."}
  missed:
    ask: {en: ["what if I miss a lesson?"], pt: ["e se eu faltar?"]}
    say: {en: "Tell us a day before and it is free.", pt: "Avise um dia antes e não cobramos."}
agents: {assistant: {prompt: You are the assistant of a dancing school.}}
start: talk
states: {talk: {agent: assistant}}
""",
}


@pytest.fixture(scope="module")
def worker_env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A dancing school without a key."""
    folder = tmp_path_factory.mktemp("dance")
    (folder / "workflows").mkdir()
    for name, text in _FILES.items():
        (folder / name).write_text(text, "utf-8")
    return {
        "BATUTA_PROJECT": str(folder),
        "BATUTA_RATE_PER_MINUTE": "0",
        "BATUTA_MAX_OPEN_TURNS": "0",
        "BATUTA_MAX_SESSIONS": "0",
    }


@pytest.mark.parametrize(
    "message",
    [
        "can my son watch?",
        "may I bring my own shoes?",
        "do you have a cloakroom?",
        "is it all right if my husband only looks on?",
        "posso levar minha mãe pra assistir?",
        "minha filha pode esperar lá dentro?",
        "vocês têm vestiário?",
    ],
)
async def test_a_question_for_leave_begins_nothing(known: Chat, message: str) -> None:
    assert only(await known.say(message), "route")["workflow"] == "root"


@pytest.mark.parametrize(
    ("message", "workflow"),
    [
        ("can I book for Friday?", "lesson"),
        ("do you have anything tomorrow?", "lesson"),
        ("could you do the 28th?", "lesson"),
        ("just the one lesson, no monthly pass", "lesson"),
        ("I'd want to dance twice a week", "pass"),
        ("posso marcar sábado?", "lesson"),
        ("tem alguma coisa amanhã?", "lesson"),
        ("queria só uma aula, sem passe", "lesson"),
        ("quero dançar com vocês duas vezes por semana", "pass"),
    ],
)
async def test_a_wish_begins_what_comes_as_often(known: Chat, message: str, workflow: str) -> None:
    assert only(await known.say(message), "route")["workflow"] == workflow


@pytest.mark.parametrize("message", ["do you do the tango?", "vocês dão aula de valsa?"])
async def test_a_question_after_what_is_offered_is_answered_or_asked_back(
    known: Chat, message: str
) -> None:
    route = only(await known.say(message), "route")
    assert (route["workflow"], route["code"]) != ("lesson", "alike")


@pytest.mark.parametrize(
    ("begun", "message", "told"),
    [
        (["I'd like to book a lesson"], "I only wanted to know what it costs", "Waltz 20 pounds"),
        (["I'd like to book a lesson", "tango"], "what's the bill going to be", "Waltz 20 pounds"),
        (["quero marcar uma aula"], "era só pra saber quanto custa", "Valsa 20"),
        (["quero marcar uma aula", "tango"], "no fim das contas vai dar quanto", "Valsa 20"),
        ([], "do I pay on the day?", "By card"),
        ([], "pago quando chegar?", "No cartão"),
        ([], "se eu não puder ir cobram alguma coisa?", "Avise um dia antes"),
    ],
)
async def test_what_an_answer_holds_is_told(
    known: Chat, begun: list[str], message: str, told: str
) -> None:
    for each in begun:
        await known.say(each)
    assert told in text_of(await known.say(message))


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("hi, which dances do you teach?", "For “Book a lesson” you can choose: waltz, tango."),
        ("what kinds of dance are there?", "For “Book a lesson” you can choose: waltz, tango."),
        ("quais danças vocês ensinam?", "Em “Marcar uma aula” você pode escolher: valsa, tango."),
    ],
)
async def test_what_there_is_to_choose_from_is_known_of_the_form(
    known: Chat, message: str, told: str
) -> None:
    events = await known.say(message)
    assert only(events, "route")["workflow"] == "root"
    assert told in text_of(events)


@pytest.mark.parametrize(
    "message", ["which dance is easiest for my knees?", "qual dança combina com samba?"]
)
async def test_what_tells_them_apart_is_not_answered_by_a_list(known: Chat, message: str) -> None:
    assert "waltz, tango" not in (said := text_of(await known.say(message)))
    assert "valsa, tango" not in said
