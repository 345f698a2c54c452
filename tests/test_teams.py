"""Teams in `batuta.yaml`: when somebody is there, and what is wrong with how it was written."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agent.people.teams import TeamDirectory
from language.intents import intent_of
from workflows.file.project import Manifest, read_project
from workflows.file.teams import OpeningHours
from workflows.testing.check import check_project

HOURS: dict[str, Any] = {
    "timezone": "America/Sao_Paulo",
    "open": {"mon-fri": ["09:00-12:00", "13:00-18:00"], "sat": "22:00-02:00"},
    "closed": ["2026-12-25"],
}


@pytest.mark.parametrize(
    ("moment", "is_open", "opens"),
    [
        ("2026-11-19T12:00", True, "2026-11-19T16:00"),  # Thursday, nine o'clock there
        ("2026-11-19T11:59", False, "2026-11-19T12:00"),
        ("2026-11-19T15:00", False, "2026-11-19T16:00"),  # noon: closed for lunch
        ("2026-11-22T04:30", True, "2026-11-23T12:00"),  # Sunday, half past one: Saturday's night
        ("2026-11-22T05:00", False, "2026-11-23T12:00"),
        ("2026-12-25T13:00", False, "2026-12-27T01:00"),  # a holiday, and then Saturday night
    ],
)
def test_hours_hold_by_the_teams_own_clock(moment: str, is_open: bool, opens: str) -> None:
    hours = OpeningHours.model_validate(HOURS)
    now = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    assert hours.is_open(now) is is_open
    assert hours.opens_at(now) == datetime.fromisoformat(opens).replace(tzinfo=UTC)


def test_names_are_enough_and_the_first_one_answers() -> None:
    teams = TeamDirectory(Manifest.model_validate({"teams": ["front_desk", "legal"]}).teams)
    assert teams.known({"front_desk", "other"}) == ["front_desk", "legal", "other"]
    assert teams.answering({"a_team"}) == "front_desk"
    assert teams.title("front_desk", "en") == "front desk"
    assert TeamDirectory().answering({"b", "a"}) == "a"
    assert TeamDirectory().answering(()) is None


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('{open: {mon-fry: "09:00-18:00"}}', "'mon-fry' is no day"),
        ('{open: {mon: "9-18"}}', '"9-18" are no hours'),
        ('{open: {mon: "25:00-26:00"}}', "are no hours"),
        ('{timezone: Nowhere, open: {mon: "09:00-18:00"}}', "no time zone 'Nowhere'"),
    ],
)
def test_mistakes_in_hours_are_told_with_their_place(
    tmp_path: Path, written: str, told: str
) -> None:
    found = _found(tmp_path, f"teams:\n  support: {{hours: {written}}}\n")
    assert [f.place.partition(":")[0] for f in found] == ["batuta.yaml"]
    assert told in found[0].message


def test_a_team_that_a_handoff_misspells_is_warned_of(tmp_path: Path) -> None:
    (found,) = _found(tmp_path, "teams: [support]\n")
    assert (found.level, found.place) == ("warning", "a.yaml:6:11")
    assert "did you mean 'support'?" in found.message
    assert _found(tmp_path, "") == []


def _found(folder: Path, manifest: str) -> Any:
    (folder / "workflows").mkdir(exist_ok=True)
    (folder / "batuta.yaml").write_text(manifest)
    (folder / "workflows" / "a.yaml").write_text(
        "workflow: a\nversion: 1\ntitle: A\nstart: human\nstates:\n"
        "  human: {handoff: suport, end: escalated}\n"
    )
    return check_project(read_project(folder), None)


PEOPLE = """\
quero falar com um atendente|me passa pra um humano|chama um atendente por favor|tem alguém aí?
posso falar com alguém da equipe?|não quero falar com robô|atendimento humano|falar com atendente
oi, quero falar com uma pessoa de verdade|quero falar com um atendente sobre meu pedido
como faço para falar com um atendente?|dá pra falar com uma pessoa?|gostaria de falar com o suporte
I want to talk to a real person|can I speak to a human?|connect me to an agent|human please
get me a representative|hello, can I talk to someone?|I'd rather speak with a person|live agent
transfer me to customer support|is there a person here?|I don't want to talk to a bot"""
OTHERS = """\
quantas pessoas cabem?|uma pessoa e meia|I want to be a real estate agent|quero falar do meu pedido
preciso de suporte para o livro|can I talk about my order|the person is my brother|sou atendente
quero falar com o João|tem atendimento no sábado?|assistente social|quero ser operador de máquinas
I am an agent|support|equipe|tem alguém da turma com bolsa?|o atendente foi grosseiro comigo"""
BACK = "voltar ao robô|quero voltar ao robô|back to the assistant|take me back to the bot|robô"


@pytest.mark.parametrize(
    ("group", "intent"), [(PEOPLE, "human"), (OTHERS, None), (BACK, "assistant")]
)
def test_with_whom_somebody_wants_to_talk_is_heard(group: str, intent: str | None) -> None:
    for message in group.replace("\n", "|").split("|"):
        heard = intent_of(message)
        assert (heard if heard in ("human", "assistant") else None) == intent, message
