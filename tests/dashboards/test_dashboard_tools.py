"""Agents make, change, undo and share dashboards; what they write as HTML becomes an artifact."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest

from tests.support.boards import Board, tile
from tests.support.chatting import Chat, every, only, text_of, types
from tests.support.model_server import ModelServer, call, reply

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]
MakeBoard = Callable[..., Awaitable[Board]]
Json = dict[str, Any]


async def blocks(chat: Chat) -> list[Json]:
    """The blocks of the last answer, as a reloaded page gets them."""
    said = (await chat.get(f"/sessions/{chat.session}")).json()["messages"]
    return [m for m in said if m["role"] == "assistant"][-1]["blocks"]


async def test_an_agent_makes_a_dashboard_and_changes_it(
    board: MakeBoard, models: ModelServer, tag: str
) -> None:
    here = await board()
    chat = here.chat
    chat.session = here.session
    widgets = [tile("kpi", "Total"), tile("chart", "Por turno", chart="pie")]
    models.script(
        call("create_dashboard", {"title": "Quadro", "widgets": widgets}, match=f"make {tag}"),
        reply("done"),
        call(
            "update_dashboard",
            {
                "edits": [
                    {"edit": "change", "widget": "Por turno", "chart": "bar"},
                    {"edit": "add", "new": tile("markdown", "Nota", text="olá")},
                ]
            },
            match=f"change {tag}",
        ),
        reply("changed"),
        call("undo_dashboard", {}, match=f"undo {tag}"),
        reply("undone"),
    )
    shown = only(await chat.say(f"make {tag}"), "dashboard")
    assert shown["title"] == "Quadro"
    kept = [b["event"] for b in await blocks(chat) if b["type"] == "widget"]
    assert [(k["type"], k["url"]) for k in kept] == [("dashboard", shown["url"])]
    data = (await chat.get(f"{shown['url']}/data")).json()
    assert [w["shows"].get("value") for w in data["widgets"]] == [200, None]
    changed = only(await chat.say(f"change {tag}"), "dashboard")
    assert changed["id"] == shown["id"]
    now = (await chat.get(shown["url"])).json()
    assert [(w["title"], w["chart"]) for w in now["widgets"]] == [
        ("Total", None), ("Por turno", "bar"), ("Nota", None),
    ]  # fmt: skip
    await chat.say(f"undo {tag}")
    now = (await chat.get(shown["url"])).json()
    assert [(w["title"], w["chart"]) for w in now["widgets"]] == [
        ("Total", None), ("Por turno", "pie"),
    ]  # fmt: skip


async def test_an_agent_is_told_what_cannot_be_shown(
    board: MakeBoard, models: ModelServer, tag: str
) -> None:
    here = await board()
    here.chat.session = here.session
    bad = tile("chart", "x") | {"query": {"dataset": "nowhere.csv"}}
    models.script(
        call("create_dashboard", {"title": "Q", "widgets": [bad]}, match=f"bad {tag}"),
        reply("sorry"),
    )
    events = await here.chat.say(f"bad {tag}")
    ended = only(events, "tool_end")
    assert ended["status"] == "error"
    assert "there are: 'defeitos.csv'" in ended["output"]
    assert "dashboard" not in types(events)


async def test_a_link_is_made_after_the_person_has_agreed(
    board: MakeBoard, models: ModelServer, tag: str
) -> None:
    here = await board()
    chat = here.chat
    chat.session = here.session
    models.script(
        call("share_dashboard", {"audience": "public", "days": 1}, match=f"share {tag}"),
        reply("shared"),
    )
    asked = only(await chat.say(f"share {tag}"), "tool_approval_request")
    assert asked["tool"] == "share_dashboard"
    answered = await chat.post(f"/approvals/{asked['approval']}", {"approve": True})
    assert answered.status_code == 200
    shown = [b["event"] for b in await blocks(chat) if b["type"] == "widget"][-1]
    assert shown["kind"] == "share"
    seen = await chat.http.get(f"{chat.url}{shown['url']}/data")
    assert seen.json()["title"] == "Defeitos"


HTML = """Here it is:

```html
<h2>Defects &amp; more</h2><script>alert(1)</script>
```

and a drawing:

```svg
<svg xmlns="http://www.w3.org/2000/svg"><title>Flow</title><circle r="4"/></svg>
```

and code:

```jsx
<App/>
```
"""


async def test_html_and_svg_in_an_answer_become_artifacts(
    chat: Chat, models: ModelServer, tag: str, pool: asyncpg.Pool
) -> None:
    models.script(reply(HTML[:60], HTML[60:], match=f"draw {tag}"))
    events = await chat.say(f"draw {tag}")
    shown = every(events, "artifact")
    assert [(a["kind"], a["title"]) for a in shown] == [
        ("html", "Defects &amp; more"), ("svg", "Flow"),
    ]  # fmt: skip
    assert "```html" in text_of(events)
    assert "```jsx" in text_of(events)
    kept = await blocks(chat)
    assert [b["type"] for b in kept] == ["text", "widget", "widget"]
    assert [b["event"]["url"] for b in kept[1:]] == [a["url"] for a in shown]
    opened = (await chat.get(shown[0]["url"])).json()
    assert opened["content"].startswith("<h2>Defects")
    frame = await chat.http.get(chat.url + opened["frame"])
    assert "sandbox allow-scripts" in frame.headers["content-security-policy"]
    assert "<script>alert(1)" not in frame.text
    count = "select count(*) from batuta.artifacts where turn_id = $1::uuid"
    assert await pool.fetchval(count, shown[0]["turn"]) == 2
    await chat.http.delete(f"{chat.url}/sessions/{chat.session}", headers=chat.auth)
    assert (await chat.get(shown[0]["url"])).status_code == 404
    assert (await chat.http.get(chat.url + opened["frame"])).status_code == 404


async def test_an_answer_has_four_artifacts_at_most(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    many = "\n\n".join(f"```html\n<p>{n}</p>\n```" for n in range(9))
    models.script(reply(many, match=f"many {tag}"))
    assert len(every(await chat.say(f"many {tag}"), "artifact")) == 4
