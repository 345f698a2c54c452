"""The product as it comes, without a key: whoever asks is answered, wherever a form stands."""

from __future__ import annotations

import pytest

from language.expressions import find_expression, going_on
from language.spoken import spoken_language
from tests.support.chatting import Chat, every, only, text_of

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


@pytest.fixture(scope="module")
def worker_env() -> dict[str, str]:
    return {"ANTHROPIC_API_KEY": "", "GEMINI_API_KEY": "", "BATUTA_RATE_PER_MINUTE": "0"}


async def _told(chat: Chat, *messages: str) -> list[str]:
    return [text_of(await chat.say(message)) for message in messages]


@pytest.mark.parametrize(
    ("before", "asked", "told", "question"),
    [
        (["hello"], "what's 18 squared", "324", "What is your name?"),
        (["hello"], "could you tell me the time in Lagos?", "It is ", "What is your name?"),
        (["hello"], "I have a question about my electricity bill", "can't", "What is your name?"),
        (["hello"], "am I talking to a machine?", "program", "What is your name?"),
        (["hello"], "you stupid machine", "sorry", "What is your name?"),
        (["hello", "Pat Doyle"], "what is 12.5% of 640", "80", "How old are you?"),
        (["oi"], "que dia é hoje?", "2026", "Qual é o seu nome?"),
        (["oi", "Neusa"], "quanto é 12 x 30?", "360", "Quantos anos você tem?"),
        (["oi", "Neusa", "52"], "qual é a capital do Chile?", "não", "cidade você mora?"),
        (["oi", "Neusa", "52"], "quem pode ver meus dados?", "moderador", "cidade você mora?"),
        (["oi", "Neusa", "52", "Natal"], "queria falar da minha aposentadoria", "não consigo",
         "Qual é a sua escolaridade?"),
        (["oi", "Neusa", "52", "Natal", "médio"], "quanto é metade de 90?", "45", "Está certo?"),
    ],
)  # fmt: skip
async def test_who_asks_instead_of_answering_is_answered_and_the_question_comes_back(
    chat: Chat, before: list[str], asked: str, told: str, question: str
) -> None:
    await _told(chat, *before)
    answer = text_of(await chat.say(asked))
    assert told in answer
    assert answer.endswith(question)


async def test_the_welcome_outlasts_several_questions_in_a_row(chat: Chat) -> None:
    await chat.say("hello")
    for asked in ("what's 3 plus 4", "are you a robot?", "what day is it?"):
        assert text_of(await chat.say(asked)).endswith("What is your name?")
    assert text_of(await chat.say("Pat Doyle")) == "How old are you?"


@pytest.mark.parametrize(
    "message",
    ["boa noite! é um robô que tá falando?", "oie, tudo bem? vc é humano?",
     "hi there, am I talking to a machine?"],
)  # fmt: skip
async def test_who_asks_with_the_greeting_what_it_is_hears_it_at_once(
    chat: Chat, message: str
) -> None:
    told = text_of(await chat.say(message))
    assert "program" in told


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("delete my data", "Nothing has been deleted yet"),
        ("please erase whatever you have about me", "Nothing has been deleted yet"),
        ("quero que apague tudo que você sabe de mim", "Ainda não apaguei nada"),
        ("exclui a minha conta", "Ainda não apaguei nada"),
        ("who can read my messages?", "Other users do not see"),
        ("meus dados ficam seguros aqui?", "Outros usuários não veem"),
        ("quero baixar meus dados", "cópia completa"),
    ],
)
async def test_who_asks_about_their_data_hears_the_truth_and_no_form(
    known: Chat, message: str, told: str
) -> None:
    events = await known.say(message)
    assert told in text_of(events)
    assert only(events, "route")["workflow"] == "root"


async def test_a_profile_is_deleted_once_the_person_agrees(chat: Chat) -> None:
    await _told(chat, "hello", "I'm Pat Doyle, 44, from Leeds, college", "yes")
    asked = await chat.say("delete my profile")
    approval = only(asked, "tool_approval_request")
    done = await chat.approve(approval["approval"])
    assert "I no longer know" in text_of(done)
    assert "know nothing" in text_of(await chat.say("what do you know about me?"))


@pytest.mark.parametrize(
    ("message", "language", "expression"),
    [
        ("mean of 4 8 15 16 23 42 pls", "en", "(4 + 8 + 15 + 16 + 23 + 42) / 6"),
        ("qual a média entre 7, 8 e 6,5", "pt", "(7 + 8 + 6.5) / 3"),
        ("n whats 15% tip on 48.60", "en", "15% of 48.6"),
        ("10% de gorjeta numa conta de 132", "pt", "10% of 132"),
        ("2.75 hours times 6 days", "en", "2.75 * 6"),
        ("qto é 3 quilos de carne a 38,90 cada", "pt", "3 * 38.9"),
        ("3 nights at £80 a night", "en", "3 * 80"),
        ("quanto dá 3 dúzias de ovo a 85 centavos cada", "pt", "36 * 85 / 100"),
        ("a table for 4 at 8", "en", None),
        ("somos 3 pessoas de 10 a 12 anos", "pt", None),
    ],
)
def test_sums_are_read_as_people_say_them(
    message: str, language: str, expression: str | None
) -> None:
    assert find_expression(message, "pt" if language == "pt" else "en") == expression


@pytest.mark.parametrize(
    ("message", "more"),
    [
        ("how much is that each if 3 of us pay", "66 / 3"),
        ("e se a gente rachar em 5?", "66 / 5"),
        ("e em 3 vezes dá quanto?", "66 / 3"),
        ("and half of that?", "66 / 2"),
        ("e 15% disso?", "15% of 66"),
        ("and if I add 15%?", "66 + 15%"),
        ("thanks, that was quick", None),
    ],
)
def test_a_sum_goes_on_from_the_last_result(message: str, more: str | None) -> None:
    assert going_on(message, "66") == more


async def test_the_last_result_is_shared_out_without_a_table(known: Chat) -> None:
    told = await _told(known, "what is 60 plus 6", "how much is that each if 3 of us pay")
    assert told == ["The result is 66.", "The result is 22."]


@pytest.mark.parametrize("message", ["ta ur a star", "ta. laters", "nah ta", "ta pal"])
def test_thanks_in_slang_changes_no_language(message: str) -> None:
    assert spoken_language(message, settled=True) is None
    assert spoken_language(message, settled=False) is None


async def test_where_one_was_is_asked_in_any_language(known: Chat) -> None:
    told = await _told(known, "que horas são?", "where were we?")
    assert told[1].startswith("Antes disso")


@pytest.mark.parametrize(
    "message", ["vai se foder lixo", "seu inútil do caramba", "you are garbage"]
)
async def test_an_insult_gets_a_kind_sentence_and_no_buttons(known: Chat, message: str) -> None:
    events = await known.say(message)
    assert not every(events, "choices")
    assert "sorry" in text_of(events) or "Sinto muito" in text_of(events)


@pytest.mark.parametrize(
    ("message", "noted"),
    [
        (
            "Would you write down that I am to ring my son on Sunday?",
            "I am to ring my son on Sunday",
        ),
        ("please write it down as a note. Feed the cat at six.", "Feed the cat at six"),
        ("the wifi code changed, note that too", "the wifi code changed"),
        ("o gás acabou, anota isso pra mim", "o gás acabou"),
        ("anota aí: lavar o carro e ligar pro banco", "lavar o carro e ligar pro banco"),
    ],
)
async def test_what_is_to_be_written_down_is_told_from_the_wish(
    known: Chat, message: str, noted: str
) -> None:
    asked = only(await known.say(message), "tool_approval_request")
    assert (asked["tool"], asked["args"]) == ("save_note", {"text": noted})


@pytest.mark.parametrize(
    ("message", "noted"),
    [
        ("me lembra de regar as plantas amanhã", "regar as plantas amanhã"),
        ("avise-me de pagar o aluguel dia 5", "pagar o aluguel dia 5"),
        ("remind me to ring the dentist at nine", "ring the dentist at nine"),
    ],
)
async def test_who_wants_a_reminder_is_told_that_there_is_none_and_gets_a_note(
    known: Chat, message: str, noted: str
) -> None:
    events = await known.say(message)
    assert only(events, "tool_approval_request")["args"] == {"text": noted}
    assert "cannot remind" in text_of(events) or "não consigo avisar" in text_of(events)


@pytest.mark.parametrize("message", ["você me avisa?", "can you set an alarm for tomorrow at 7?"])
async def test_a_reminder_of_nothing_is_no_note(known: Chat, message: str) -> None:
    events = await known.say(message)
    assert not every(events, "tool_approval_request")
    assert "I only answer" in text_of(events) or "só respondo" in text_of(events)


@pytest.mark.parametrize(
    ("wish", "which", "about"),
    [
        ("apaga uma nota", "a do leite", "leite"),
        ("delete a note", "the milk one", "milk"),
        ("apagar a nota leite", None, "leite"),
        ("thanks. delete all my notes", None, None),
    ],
)
async def test_which_note_is_deleted_may_be_said_in_passing(
    known: Chat, wish: str, which: str | None, about: str | None
) -> None:
    events = await known.say(wish)
    if which:
        events = await known.say(which)
    asked = only(events, "tool_approval_request")
    assert (asked["tool"], asked["args"]) == ("forget_notes", {"about": about} if about else {})


async def test_that_note_is_the_one_that_was_saved_last(known: Chat) -> None:
    saved = only(await known.say("anota: ligar para o contador"), "tool_approval_request")
    await known.approve(saved["approval"])
    asked = only(await known.say("apaga essa nota então"), "tool_approval_request")
    assert asked["args"] == {"about": "ligar para o contador"}
