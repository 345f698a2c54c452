"""A conversation that took place becomes a test, with the people in it replaced by others."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import asyncpg
import orjson
import pytest

from cli.main import main
from tests.support.chance import an_id
from tests.support.chatting import Chat, only
from tests.support.welcomed import welcomed
from workflows.file.insert_test import append_test
from workflows.file.load import load_source
from workflows.file.slots import Slot
from workflows.file.source import WorkflowError
from workflows.testing.anonymise import StandIns

pytestmark = pytest.mark.anyio

SHOP = Path(__file__).parent / "data" / "shop"
Printed = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def worker_env() -> dict[str, str]:
    return {"BATUTA_PROJECT": str(SHOP), "BATUTA_RATE_PER_MINUTE": "0"}


@pytest.fixture
def shop(tmp_path: Path, dsn: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shop's project, and the database of its worker."""
    monkeypatch.setenv("DATABASE_URL", dsn)
    shutil.copytree(SHOP, tmp_path / "shop")
    return tmp_path / "shop"


async def batuta(*words: str) -> int:
    return await asyncio.to_thread(main, list(words))


async def test_a_conversation_becomes_a_test_without_its_people_and_passes_at_once(
    chat: Chat, shop: Path, pool: asyncpg.Pool, capsys: Printed
) -> None:
    said = [
        "quero um reembolso do pedido 1234, meu e-mail é zuleica.prado@example.com",
        "chegou quebrado",
        "5 de janeiro de 2026",
        "não, o pedido é 4321",
        "sim",
    ]
    await welcomed(chat, pool)
    await chat.say(said[0], workflow="refund")
    for message in said[1:-1]:
        await chat.say(message)
    events = await chat.say(said[-1])
    ended = await chat.approve(only(events, "tool_approval_request")["approval"])
    turn = ended[0]["turn"]
    file = shop / "workflows" / "refund.yaml"
    before = file.read_text("utf-8")
    assert await batuta("test", str(shop), "--from-turn", turn, "--write") == 0
    told = capsys.readouterr()
    assert "Read it over" in told.err
    after = file.read_text("utf-8")
    assert after.startswith(before)
    added = after.removeprefix(before)
    assert "zuleica" not in added
    assert "person2@example.org" in added
    assert "pay_back: {receipt: R-4321}" in added
    assert "path: [collect, confirm, collect, confirm, pay, paid]" in added
    assert "end: completed" in added
    workflow, _ = load_source(file)
    assert workflow.tests[-1].name == f"as in turn {turn}"
    assert await batuta("test", str(shop)) == 0
    seen = await pool.fetchrow(
        "select subject, detail from batuta.audit where action = 'turn.transcribed'"
    )
    assert seen
    assert orjson.loads(seen["detail"]) == {"turn": turn, "workflow": "refund"}


async def test_names_are_replaced_and_the_test_still_reads_them(
    chat: Chat, tmp_path: Path, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", dsn)
    project = tmp_path / "own"
    (project / "workflows").mkdir(parents=True)
    source = Path(__file__).parent.parent / "workflows" / "catalog" / "onboarding.yaml"
    shutil.copy(source, project / "workflows")
    await chat.say("Oi, meu nome é Zuleica Prado, 41 anos", workflow="onboarding")
    await chat.say("moro em Olinda")
    await chat.say("faculdade")
    last = await chat.say("sim")
    out = tmp_path / "test.yaml"
    words = ["test", str(project), "--from-turn", last[0]["turn"], "--out", str(out)]
    assert await batuta(*words) == 0
    told = out.read_text("utf-8")
    assert "Zuleica" not in told
    assert "meu nome é Ana Souza, 41 anos" in told
    assert "name: Ana Souza" in told
    assert "update_profile: 1" in told


async def test_what_cannot_become_a_test_is_refused_with_the_reason(
    chat: Chat, shop: Path, capsys: Printed
) -> None:
    talk = await chat.say("what time is it?", workflow="root")
    for turn, why in (
        ("nonsense", "is no turn's id"),
        (str(an_id()), "there is no turn"),
        (talk[0]["turn"], "went through root; name one of this project"),
    ):
        assert await batuta("test", str(shop), "--from-turn", turn) == 1
        assert why in capsys.readouterr().err


FILE = """# A shop.
workflow: a
version: 1
title: A
start: x
states:
  x: {say: hi, end: completed}  # the only one
tests:
  # the first
  - name: one
    say: [hi]
    expect: {path: [x]}

# what follows has nothing to do with tests
upgrade: {from: 1}
"""


def test_a_test_goes_behind_the_others_and_every_comment_stays() -> None:
    made = append_test(FILE, "a.yaml", "- name: two\n  say: [ho]\n  expect: {}\n")
    before, after = FILE.split("\n\n# what")
    assert made == f"{before}\n  - name: two\n    say: [ho]\n    expect: {{}}\n\n# what{after}"
    bare = FILE.split("tests:", maxsplit=1)[0]
    assert append_test(bare, "a.yaml", "- name: two\n").endswith("\ntests:\n  - name: two\n")
    with pytest.raises(WorkflowError, match=r"a\.yaml:8:8: nothing can be put behind"):
        append_test(f"{bare}tests: []\n", "a.yaml", "- name: two\n")


def test_the_same_person_is_always_the_same_other_one_and_numbers_stay_valid() -> None:
    others = StandIns()
    others.slot("name", Slot(type="name"), "Zuleica Prado")
    told = others.replace(
        ["Sou a ZULEICA", {"note": "Zuleica Prado, CPF 168.995.350-09, (81) 99876-5432"}, 3]
    )
    assert told == [
        "Sou a Ana",
        {"note": "Ana Souza, CPF 529.982.247-25, (11) 90000-0000"},
        3,
    ]
    assert others.left_in(str(told)) == []
    with pytest.raises(WorkflowError, match="write this test by hand"):
        others.slot("born", Slot(type="date", pii=True), "1999-01-02")
