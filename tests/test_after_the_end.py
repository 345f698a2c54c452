"""What was done already is put right: changed where a workflow changes it, else done once more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent.serving.routing_of_tests import router_of_tests
from tests.support.chatting import Chat, every, text_of
from workflows.file.load import load_catalog, load_source
from workflows.file.tests import WorkflowTest
from workflows.machine.cursor import Cursor
from workflows.testing.conversation import converse
from workflows.testing.expect import Seen

pytestmark = pytest.mark.anyio

CLUB = Path(__file__).parent / "data" / "club"
BOOKED = {
    "en": ["a court please", "Ann Lee", "2", "21 November 2026", "1pm", "yes"],
    "pt": ["quero uma quadra", "Ana Lima", "2", "21 de novembro de 2026", "13h", "sim"],
}
DONE = {"en": "is already done", "pt": "já foi concluído"}


def talk(*said: str, language: str = "en", changes: bool = False, before_yes: bool = False) -> Seen:
    """Book a court and go on, where another workflow changes bookings or none does."""
    files = [CLUB / "workflows" / "court.yaml", *([CLUB / "move.yaml"] if changes else [])]
    own = [load_source(file)[0] for file in files]
    world = load_catalog() | {each.workflow: each for each in own}
    known: dict[str, Any] = {"name": "talk", "language": language, "today": "2026-11-19"}
    booking = BOOKED[language][: -1 if before_yes else None]
    case = WorkflowTest.model_validate(
        known | {"say": [*booking, *said], "expect": {"route": "court"}}
    )
    return converse(world, own[0], case, router_of_tests(world))


@pytest.mark.parametrize(
    ("said", "language", "slots"),
    [
        ("can i move it to half 2", "en", {"hour": "14:30"}),
        ("actually there are 4 of us playing", "en", {"players": 4}),
        ("oops wrong day, I meant sunday", "en", {"day": "2026-11-22"}),
        ("sorry it's Anne with an e", "en", {"who": "Anne Lee"}),
        ("na verdade são 4 jogadores", "pt", {"players": 4}),
        ("dá pra trocar pra domingo?", "pt", {"day": "2026-11-22"}),
        ("hm, sábado é ruim. Dá pra mudar pra domingo?", "pt", {"day": "2026-11-22"}),
        (
            "Saturday is a party, I forgot. Can we have it on Sunday instead?",
            "en",
            {"day": "2026-11-22"},
        ),
        ("errei, é às 15h", "pt", {"hour": "15:00"}),
        ("we are 4 not 2, found another two", "en", {"players": 4}),
        ("can we change it to 3?", "en", {"hour": "15:00"}),
        ("dá pra passar pras 15?", "pt", {"hour": "15:00"}),
        ("cheers. actually can u push it to 3", "en", {"hour": "15:00"}),
        ("could we do 2 instead of 1 o'clock? sorry", "en", {"hour": "14:00"}),
        ("my cousins are coming too so 4 then", "en", {"players": 4}),
        ("são 4 jogadores que esqueci dos meninos", "pt", {"players": 4}),
        ("could you put Anne instead of Ann on it", "en", {"who": "Anne Lee"}),
    ],
)
def test_it_is_done_once_more_with_the_change_where_that_is_wanted(
    said: str, language: str, slots: dict[str, Any]
) -> None:
    told = talk(said, language=language)
    assert DONE[language] in told.said[-1]
    assert [value for _, value in told.choices] == ["@court"]
    assert told.path.count("data") == 1  # nothing has begun
    again = talk(said, "@court", language=language)
    assert again.state == "sure"
    before = talk(language=language).slots
    assert again.slots | {"right": True} == before | slots | {"right": True}
    yes = "yes" if language == "en" else "sim"
    assert talk(said, "@court", yes, language=language).said.count(told.said[-2]) == 2


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("and the Saturday one, you'll cancel that, right?", "en"),
        ("e aquela de sábado vocês cancelam né?", "pt"),
    ],
)
def test_which_one_is_called_off_is_no_new_day(said: str, language: str) -> None:
    assert DONE[language] not in talk(said, language=language).said[-1]


def test_two_changes_one_after_the_other_are_both_kept() -> None:
    again = talk("make it 4 players", "and at 3pm instead", "@court")
    assert (again.state, again.slots["players"], again.slots["hour"]) == ("sure", 4, "15:00")


def test_what_is_to_be_different_is_asked_where_nobody_has_said() -> None:
    assert talk("can I change the time?", "@court").said[-1] == "What time?"


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("thanks!", "en"), ("great, see you on saturday", "en"), ("do you have parking?", "en"),
        ("what time do you close?", "en"), ("I want to book another court for 4 players", "en"),
        ("my birthday is on the 20th", "en"), ("valeu, até sábado", "pt"),
        ("quero outra quadra pra domingo", "pt"), ("quanto custa?", "pt"), ("Nenhuma destas", "pt"),
    ],
)  # fmt: skip
def test_nothing_else_is_taken_for_a_change(said: str, language: str) -> None:
    assert not any(DONE[language] in text for text in talk(said, language=language).said)


def test_after_a_while_it_is_meant_no_more() -> None:
    idle = ["thanks!", "do you have parking?", "what time do you close?", "thank you", "ok"]
    assert DONE["en"] not in talk(*idle, "make it 4").said[-1]


@pytest.mark.parametrize(
    ("said", "language", "told"),
    [
        ("can i move it to sunday", "en", "Ann Lee to 22 November 2026, 1:00 pm?"),
        ("sorry, at 3pm", "en", "Ann Lee to 21 November 2026, 3:00 pm?"),
        ("preciso mudar minha reserva", "pt", "Para que dia?"),
        ("consegue passar pra 15h?", "pt", "Ana Lima para 21 de novembro de 2026, 15h?"),
    ],
)
def test_a_workflow_that_changes_gets_what_is_known(said: str, language: str, told: str) -> None:
    assert talk(said, language=language, changes=True).said[-1] == told


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("cancel that one then", "en"), ("could you note that we bring our own balls?", "en"),
        ("cancela essa", "pt"), ("avisa que a gente chega atrasado", "pt"),
    ],
)  # fmt: skip
def test_a_workflow_that_changes_gets_what_is_called_off_or_added(said: str, language: str) -> None:
    assert talk(said, language=language, changes=True).routes[-1] == "move"
    alone = talk(said, language=language)
    assert alone.routes[-1] == "root"
    assert not any(DONE[language] in text for text in alone.said)


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("how much for 3 of us?", "en"), ("what if I have to cancel?", "en"),
        ("quanto dá as duas?", "pt"), ("até quando posso cancelar?", "pt"),
    ],
)  # fmt: skip
def test_a_question_for_a_price_or_the_rules_changes_nothing(said: str, language: str) -> None:
    told = talk(said, language=language)
    assert told.routes[-1] != "court"
    assert not any(DONE[language] in text for text in told.said)


def test_what_has_ended_is_kept_with_the_conversation() -> None:
    cursor = Cursor.read({"ended": {"workflow": "court", "slots": {"players": 2}, "returns": 1}})
    assert cursor.stored()["ended"] == {
        "workflow": "court", "slots": {"players": 2}, "returns": 1,
    }  # fmt: skip


@pytest.fixture(scope="module")
def worker_env() -> dict[str, str]:
    """A club with a team, without a key."""
    return {
        "BATUTA_PROJECT": str(CLUB),
        "BATUTA_RATE_PER_MINUTE": "0",
        "BATUTA_MAX_OPEN_TURNS": "0",
    }


async def test_a_button_does_it_once_more_and_another_calls_people(known: Chat) -> None:
    booking = [*BOOKED["en"]]
    booking[3] = "tomorrow"
    for said in booking:
        await known.say(said)
    told = await known.say("can i move it to half 2")
    assert "with time: 2:30 pm" in text_of(told)
    buttons = every(told, "choices")[-1]["options"]
    assert [button["value"] for button in buttons[:-1]] == ["@court"]
    again = await known.say("yes do that")
    assert "2:30 pm. Right?" in text_of(again)
    assert text_of(await known.say("yes")) == "Booked."


async def test_a_form_is_left_before_a_person_is_called(known: Chat) -> None:
    await known.say("a court please")
    told = await known.say("cancel that, get me a person")
    assert "stopped" in text_of(told)
    assert every(told, "handover")
