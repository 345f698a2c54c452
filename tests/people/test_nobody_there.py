"""Who asks for a person where no team is set up hears so, and what else there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.chatting import Chat, every, only, text_of
from tests.support.staffed import ASK, VISIT

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project without a team, on a database of its own: nothing of another one is served."""
    folder = tmp_path_factory.mktemp("alone") / "project"
    (folder / "workflows").mkdir(parents=True)
    (folder / "batuta.yaml").write_text("include: [onboarding]\npolicies: {judge: never}\n")
    (folder / "workflows" / "visit.yaml").write_text(VISIT)
    return folder


@pytest.mark.parametrize(
    ("words", "told", "title"),
    [
        (ASK, "nenhuma equipe atende", "Marcar uma visita"),
        ("I want to talk to a real person", "no person here", "Book a visit"),
    ],
)
async def test_it_is_said_in_the_first_message_and_no_form_begins(
    chat: Chat, words: str, told: str, title: str
) -> None:
    events = await chat.say(words)
    assert every(events, "handover") == []
    assert every(events, "state") == []
    assert told in text_of(events)
    assert title in [option["label"] for option in only(events, "choices")["options"]]
    assert (await chat.get(f"/sessions/{chat.session}/handover")).json() is None
    events = await chat.say("@visit")
    assert text_of(events)


async def test_amid_questions_it_is_said_and_the_question_stays(known: Chat) -> None:
    await known.say("marcar uma visita")
    events = await known.say(ASK)
    assert "nenhuma equipe atende" in text_of(events)
    assert "Quantas pessoas?" in text_of(events)
    assert "Uma visita para 4." in text_of(await known.say("4"))
