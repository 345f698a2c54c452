"""Frequent questions: answered word for word, asked back where it is not sure, never invented."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from cli.main import main
from tests.support.chatting import Chat, only, text_of, types
from workflows.file.load import parse
from workflows.machine.frequent import find_answer

pytestmark = pytest.mark.anyio
DATA = Path(__file__).parent / "data" / "answers"
AGENT = """
agents: {assistant: {prompt: You are the assistant of the house.}}
start: answer
states: {answer: {agent: assistant}}
"""
Printed = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def worker_env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A clinic without a root of its own; no provider has a key."""
    clinic = tmp_path_factory.mktemp("clinic")
    (clinic / "workflows").mkdir()
    (clinic / "batuta.yaml").write_text(
        "name: clinic\nlanguages: [pt, en]\n"
        "title: {pt: Clínica Sorriso, en: Smile Clinic}\n"
        "description: {pt: Cuidamos dos seus dentes., en: We look after your teeth.}\n",
        "utf-8",
    )
    (clinic / "workflows" / "visit.yaml").write_text(
        "workflow: visit\nversion: 1\ntitle: {en: Book a visit, pt: Marcar consulta}\n"
        "route:\n  when: The person wants a visit.\n  examples:\n"
        "    en: [I want to book a visit, an appointment please]\n"
        "    pt: [quero marcar uma consulta, preciso de um horário]\n"
        "slots: {day: {type: date, ask: {en: 'Which day?', pt: 'Que dia?'}}}\n"
        "start: ask\nstates:\n  ask: {ask: day, go: done}\n  done: {say: ok, end: completed}\n",
        "utf-8",
    )
    return {"BATUTA_PROJECT": str(clinic), "ANTHROPIC_API_KEY": "", "GEMINI_API_KEY": ""}


@dataclass
class Score:
    """What became of the questions of one set."""

    right: int = 0
    asked: int = 0  # back, with the right one among the buttons
    wrong: int = 0
    missed: int = 0
    false: int = 0  # answered, and nothing there answers it
    near: int = 0
    asked_near: int = 0


def scored(name: str) -> Score:
    house = parse((DATA / f"{name}.yaml").read_text("utf-8") + AGENT, f"{name}.yaml")
    score = Score()
    for question, pair in yaml.safe_load((DATA / f"{name}_questions.yaml").read_text("utf-8")):
        found = find_answer(house, question)
        sure = found is not None and found.sure
        if pair == "-":
            score.near += 1
            score.false += sure
            score.asked_near += found is not None and not sure
        elif found is None or pair not in found.names:
            score.missed += not sure
            score.wrong += sure
        elif sure:
            score.right += found.names[0] == pair
            score.wrong += found.names[0] != pair
        else:
            score.asked += 1
    return score


@pytest.mark.parametrize(
    ("name", "least", "wrong", "false"), [("library", 76, 1, 2), ("bikes", 42, 1, 0)]
)
def test_frozen_questions_are_answered_asked_back_or_left(
    name: str, least: int, wrong: int, false: int
) -> None:
    score = scored(name)
    assert score.right + score.asked >= least, score
    assert score.wrong <= wrong, score
    assert score.false <= false, score


def test_a_new_project_answers_frequent_questions_in_both_languages(
    tmp_path: Path, capsys: Printed
) -> None:
    folder = tmp_path / "shop"
    assert main(["init", str(folder)]) == 0
    assert main(["test", str(folder)]) == 0
    told = capsys.readouterr().out
    assert "ok   root: another wording is understood" in told
    assert "answers 4/4" in told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("when are you open?", "can I return something?", "asks for 'hours' already"),
        ('url: "https:', 'url: "javascript:', "answers.returns.links.0.url"),
        ('say:\n      en: "Within', 'sya:\n      en: "Within', "did you mean 'say'"),
        ("answer: {agent: assistant,", "answer: {say: hi, end: completed,", "an agent talks on"),
        ("{answer: hours", "{answer: hour", "there is no answer 'hour'; did you mean 'hours'?"),
    ],
)  # fmt: skip
def test_mistakes_in_answers_are_told_with_their_place(
    tmp_path: Path, capsys: Printed, old: str, new: str, told: str
) -> None:
    folder = tmp_path / "shop"
    main(["init", str(folder)])
    file = folder / "workflows" / "root.yaml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    assert main(["validate", str(folder)]) == 1
    assert told in capsys.readouterr().out


async def test_without_a_root_of_its_own_the_assistant_introduces_the_project(chat: Chat) -> None:
    hello = await chat.say("oi")
    assert (
        text_of(hello) == "Olá! Sou o assistente virtual de Clínica Sorriso. Em que posso ajudar?"
    )
    about = await chat.say("o que você sabe fazer?")
    assert "Cuidamos dos seus dentes." in text_of(about)
    assert "Marcar consulta, por exemplo “quero marcar uma consulta”" in text_of(about)
    assert "usage" not in types(about)  # no model was asked
    english = await chat.say("what can you do?")
    assert "We look after your teeth." in text_of(english)
    assert "I want to book a visit" in text_of(english)
    assert "quero marcar" not in text_of(english)


async def test_a_project_does_not_tell_the_time_nor_keep_notes_unless_it_wants_to(
    chat: Chat,
) -> None:
    for message in ("que horas são?", "quanto é 12 vezes 7?", "anota: comprar leite"):
        assert "tool_start" not in types(await chat.say(message)), message


async def test_a_question_that_is_only_near_is_asked_back_and_a_button_answers_it(
    chat: Chat,
) -> None:
    near = await chat.say("do you help with everything?")
    asked = only(near, "choices")
    assert [o["label"] for o in asked["options"]][-1] == "None of these"
    none = await chat.say("None of these")
    assert text_of(none).startswith("Then I have no answer to that.")
    assert [o["value"] for o in only(none, "choices")["options"]] == ["@visit"]
    pressed = await chat.say(asked["options"][0]["value"])
    assert "assistant of Smile Clinic" in text_of(pressed)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("oi, aí é da clínica?", "assistente virtual de Clínica Sorriso"),
        ("good morning, is this the dentist's?", "assistant of Smile Clinic"),
        ("falo com a Clínica Sorriso?", "assistente virtual de Clínica Sorriso"),
    ],
)
async def test_who_asks_first_whom_they_have_reached_is_told(
    chat: Chat, said: str, named: str
) -> None:
    told = text_of(await chat.say(said))
    assert named in told
    assert "Marcar consulta" in told or "Book a visit" in told


async def test_what_is_likely_meant_is_told_with_a_reserve(chat: Chat) -> None:
    told = text_of(await chat.say("what do you do here?"))
    assert told.startswith("If you mean “what can you do?”:")
    assert "assistant of Smile Clinic" in told


async def test_an_answer_in_the_middle_of_something_comes_back_to_the_question(chat: Chat) -> None:
    await chat.say("quero marcar uma consulta")
    aside = await chat.say("quem é você?")
    assert "Clínica Sorriso" in text_of(aside)
    assert text_of(aside).endswith("Que dia?")


async def test_a_page_is_offered_examples_in_its_own_language(chat: Chat) -> None:
    (visit,) = [
        w for w in (await chat.get("/workflows")).json()["workflows"] if w["name"] == "visit"
    ]
    assert visit["suggestions"]["en"][0] == "I want to book a visit"
    assert visit["suggestions"]["pt"][0] == "quero marcar uma consulta"
