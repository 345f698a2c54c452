"""The example `examples/qhub`, without a key: its conversation, its charts, its dashboard."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.support.chance import an_id
from tests.support.chatting import Chat, Json, every, only, text_of, types
from tests.support.workers import ROOT, Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str]) -> dict[str, str]:
    keyless = {"ANTHROPIC_API_KEY": "", "BATUTA_MODEL": "local"}
    return worker_env | keyless | {"BATUTA_PROJECT": str(ROOT / "examples" / "qhub")}


@pytest.fixture
async def rui(worker: Worker, person: Callable[..., Awaitable[str]]) -> AsyncGenerator[Chat]:
    """Somebody who answers for the shop."""
    async with Chat(worker.url, await person("user", "owner")) as opened:
        opened.session = str(an_id())
        yield opened


def figures(events: list[Json]) -> list[list[object]]:
    """Return the rows of the query that was asked."""
    ends = [e for e in every(events, "tool_end") if "rows" in (e.get("output") or {})]
    assert ends, types(events)
    return ends[-1]["output"]["rows"]


async def test_the_conversation_of_the_example(rui: Chat) -> None:
    events = await rui.say("qual é o defeito mais frequente?")
    assert only(events, "route")["workflow"] == "qualidade"
    assert "lixo" in text_of(events)
    assert "62 de 200" in text_of(events)

    events = await rui.say("e por turno?")
    assert only(events, "route")["workflow"] == "qualidade"
    said = text_of(events)
    assert "manha" in said
    assert figures(events)

    events = await rui.say("mostra num gráfico")
    chart = only(events, "chart")
    assert chart["chart_type"] in ("bar", "pie", "doughnut")
    assert [row[0] for row in chart["data"]["rows"]] == ["manha", "tarde", "noite"]
    assert chart["sources"][0]["dataset"] == "defeitos.csv"

    events = await rui.say("cria um dashboard")
    made = only(events, "dashboard")
    board = (await rui.get(f"/dashboards/{made['id']}")).json()
    kinds = [widget["kind"] for widget in board["widgets"]]
    assert {"kpi", "chart", "table"} <= set(kinds)

    await rui.say("adiciona os defeitos por material")
    board = (await rui.get(f"/dashboards/{made['id']}")).json()
    assert len(board["widgets"]) == len(kinds) + 1
    await rui.say("desfaz")
    board = (await rui.get(f"/dashboards/{made['id']}")).json()
    assert len(board["widgets"]) == len(kinds)

    messages = (await rui.get(f"/sessions/{rui.session}")).json()["messages"]
    shown = [b["event"]["type"] for m in messages for b in m["blocks"] if b["type"] == "widget"]
    assert shown == ["chart", *["dashboard"] * 3], "they are there again on reload"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("quantos defeitos temos no total?", ["200"]),
        ("quantas crateras apareceram?", ["12"]),
        ("em qual rack há mais defeitos?", ["R12", "38"]),
        (
            "quais são os três operadores com mais defeitos?",
            ["Julia", "55", "Carlos", "52", "Pedro", "49"],
        ),
        ("which material has the most defects?", ["ABS_Cinza", "58"]),
        ("how many defects were there on the night shift?", ["59"]),
    ],
)
async def test_figures_are_those_of_the_table(rui: Chat, asked: str, said: list[str]) -> None:
    text = text_of(await rui.say(asked))
    assert all(word in text for word in said), text


async def test_what_the_table_does_not_know_is_not_made_up(rui: Chat) -> None:
    text = text_of(await rui.say("por que há tanto lixo no turno da manhã?"))
    assert "62" not in text
    events = await rui.say("qual será o defeito mais frequente em março?")
    assert not [e for e in every(events, "tool_end") if "rows" in (e.get("output") or {})]


async def test_the_terminal_sends_a_file_and_asks_about_it(rui: Chat, tmp_path: Path) -> None:
    (tmp_path / "pets.csv").write_text("name,kind\nRex,dog\nTom,cat\nBob,dog\n")
    lines = [
        f"/file {tmp_path / 'pets.csv'}",
        f"/file {tmp_path / 'none.csv'}",
        "how many dogs are there?",
        "/view",
        "cria um dashboard",
        "/view",
    ]
    typed = "\n".join(lines) + "\n"
    command = [sys.executable, "-m", "cli.main", "chat", "--url", rui.url, "--token", rui.token]
    env = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = await asyncio.to_thread(
        subprocess.run, command, input=typed, capture_output=True, text=True, env=env, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "pets.csv: 3 rows, 2 columns" in done.stdout
    assert "needs the path of a file that is there" in done.stdout
    assert "2 of 3" in done.stdout, done.stdout
    assert done.stdout.count("there was no dashboard here yet") == 1
    [address] = re.findall(r"http://\S+/view\?ticket=\S+", done.stdout)
    page = await rui.http.get(address, follow_redirects=True)
    assert page.status_code == 200
    assert "text/html" in page.headers["content-type"]


async def test_analysis_is_open_to_owners_alone(chat: Chat, rui: Chat) -> None:
    wanted = "que padrões vês nestes dados?"
    assert only(await rui.say(wanted), "route")["workflow"] == "analise"
    chat.session = str(an_id())
    assert only(await chat.say(wanted), "route")["workflow"] != "analise"
    refused = await chat.post("/chat", chat.body(wanted, workflow="analise"))
    assert refused.status_code == 403
