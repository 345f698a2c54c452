"""The API of dashboards: with real data, by a real worker."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import httpx
import pytest

from tests.support.boards import Board, request, tile
from tests.support.chatting import Chat
from tests.support.isolation import Make
from tests.support.tiles import by
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]
MakeBoard = Callable[..., Awaitable[Board]]


async def anyone(chat: Chat, path: str, **headers: str) -> httpx.Response:
    return await chat.http.get(chat.url + path, headers=headers)


async def test_a_dashboard_shows_the_figures_of_its_data(board: MakeBoard) -> None:
    made = await board(
        tile("kpi", "Total"),
        tile("chart", "Por turno", chart="bar"),
        tile("table", "Tabela", query=by("tipo_defeito")),
        tile("markdown", "Nota", text="# Hoje"),
        tile("html", "Quadro", text="<p>olá</p>"),
    )
    seen = (await made.chat.get(f"{made.path}/data?language=pt")).json()
    shows = {w["title"]: w for w in seen["widgets"]}
    assert shows["Total"]["shows"]["value"] == 200
    assert shows["Por turno"]["shows"]["data"]["rows"] == [
        ["manha", 73], ["tarde", 68], ["noite", 59],
    ]  # fmt: skip
    assert shows["Por turno"]["shows"]["sources"][0]["dataset"] == "defeitos.csv"
    assert shows["Tabela"]["shows"]["rows"][0] == ["lixo", 62]
    assert shows["Nota"]["text"] == "# Hoje"
    assert "text" not in shows["Quadro"]
    assert shows["Quadro"]["frame"].startswith("/artifacts/")


async def test_a_dashboard_is_listed_changed_undone_and_deleted(board: MakeBoard) -> None:
    made = await board()
    chat = made.chat
    assert [d["id"] for d in (await chat.get("/dashboards?limit=1")).json()["dashboards"]] == [
        made.id
    ]
    changed = (await made.edit({"edit": "change", "widget": "Por turno", "chart": "pie"})).json()
    assert (changed["version"], changed["can_undo"]) == (2, True)
    undone = (await chat.post(f"{made.path}/undo", {"version": 2})).json()
    assert undone["widgets"][1]["chart"] == "bar"
    redone = (await chat.post(f"{made.path}/redo", {})).json()
    assert redone["widgets"][1]["chart"] == "pie"
    told = (await chat.get(f"{made.path}/history")).json()["revisions"]
    assert [(r["what"], r["shown"]) for r in told] == [("change", True), ("made", False)]
    assert (await request(chat, "DELETE", made.path)).status_code == 204
    for path in (made.path, f"{made.path}/data", f"{made.path}/shares"):
        assert (await chat.get(path)).status_code == 404


async def test_a_list_tells_how_each_looks_and_is_searched_by_title(board: MakeBoard) -> None:
    made = await board(tile("kpi", "Total"), tile("chart", "Por turno"), title="Turnos da linha 1")
    await board(title="50% _a_b")
    chat = made.chat

    async def found(search: str) -> list[str]:
        answer = await chat.http.get(
            f"{chat.url}/dashboards", params={"search": search}, headers=chat.auth
        )
        return [d["title"] for d in answer.json()["dashboards"]]

    assert await found("TURNOS") == ["Turnos da linha 1"]
    assert await found("%") == ["50% _a_b"], "a sign means itself"
    assert await found("_") == ["50% _a_b"]
    assert await found("nada disso") == []
    listed = (await chat.get("/dashboards?search=linha")).json()["dashboards"][0]
    assert [spot["kind"] for spot in listed["layout"]] == ["kpi", "chart"]
    assert listed["layout"][0]["place"] == {"x": 0, "y": 0, "w": 12, "h": 2}
    assert (await chat.get(made.path)).json()["session"] == made.session
    await made.edit({"edit": "remove", "widget": "Total"}, {"edit": "remove", "widget": "w2"})
    assert (await chat.get("/dashboards?search=linha")).json()["dashboards"][0]["layout"] == []
    assert (await chat.get("/dashboards?search=")).status_code == 422


async def test_one_widget_is_asked_for_alone(board: MakeBoard) -> None:
    made = await board()
    seen = (await made.chat.get(f"{made.path}/data?widget=w1")).json()
    assert [(w["id"], w["shows"]["value"]) for w in seen["widgets"]] == [("w1", 200)]
    assert (await made.chat.get(f"{made.path}/data?widget=w99")).json()["widgets"] == []
    assert (await made.chat.get(f"{made.path}/data?widget=Total")).status_code == 422


async def test_two_tabs_do_not_overwrite_each_other(board: MakeBoard) -> None:
    made = await board()
    told = await asyncio.gather(
        *(made.edit({"edit": "rename", "title": f"t{n}"}, version=1) for n in range(5))
    )
    assert sorted(answer.status_code for answer in told) == [200, 409, 409, 409, 409]
    late = next(answer for answer in told if answer.status_code == 409).json()
    assert late["code"] == "conflict"
    assert "at version 2" in late["detail"]


async def test_what_cannot_be_shown_is_refused_with_what_there_is(board: MakeBoard) -> None:
    made = await board()
    wanted = tile("chart", "x", query=by("cor"))
    answer = await made.edit({"edit": "add", "widget": wanted})
    assert answer.status_code == 422
    assert "cor" in answer.json()["detail"]
    answer = await made.edit({"edit": "remove", "widget": "Pizza"})
    assert answer.status_code == 422
    assert "it has: w1 'Total'" in answer.json()["detail"]
    answer = await made.edit({"edit": "paint"})
    assert answer.status_code == 422
    assert (await made.chat.get(made.path)).json()["version"] == 1


async def test_pinned_figures_stay_when_the_data_goes(board: MakeBoard) -> None:
    made = await board()
    pinned = await made.chat.post(f"{made.path}/pin", {"widgets": ["Por turno"]})
    assert pinned.json()["widgets"][1]["pinned_at"]
    assert (await request(made.chat, "DELETE", f"/sessions/{made.session}")).status_code == 204
    seen = (await made.chat.get(f"{made.path}/data")).json()["widgets"]
    assert seen[1]["shows"]["data"]["rows"][0] == ["manha", 73]
    unpinned = await made.chat.post(f"{made.path}/pin", {"pinned": False})
    assert unpinned.status_code == 200
    failed = (await made.chat.get(f"{made.path}/data")).json()["widgets"][1]
    assert "error" in failed or failed.get("shows")  # what was asked a moment ago is remembered


@pytest.mark.parametrize("name", ["", "x" * 300, "nul\x00"])
async def test_no_widget_is_called_so(board: MakeBoard, name: str) -> None:
    made = await board()
    answer = await made.chat.post(f"{made.path}/pin", {"widgets": [name]})
    assert answer.status_code == 422
    assert "widgets" in answer.json()["detail"]


async def test_rows_come_as_csv_in_which_nothing_is_a_formula(board: MakeBoard) -> None:
    made = await board(tile("table", '=cmd|"x"!A1', query=by("turno")))
    answer = await made.chat.get(f"{made.path}/widgets/w1/csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"].startswith('attachment; filename="cmd-x-A1.csv"')
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows == [["turno", "count"], ["manha", "73"], ["tarde", "68"], ["noite", "59"]]
    assert (await made.chat.get(f"{made.path}/widgets/w9/csv")).status_code == 404


async def test_a_public_link_opens_the_dashboard_to_whoever_has_it(
    board: MakeBoard, pool: asyncpg.Pool
) -> None:
    made = await board()
    link = await made.share(audience="public", hours=1)
    seen = await anyone(made.chat, f"{link['url']}/data")
    assert seen.status_code == 200
    shows = seen.json()["widgets"][1]["shows"]
    assert shows["data"]["rows"][0] == ["manha", 73]
    assert shows["sources"] == []
    assert made.id not in seen.text
    page = await anyone(made.chat, link["url"])
    assert page.status_code == 200
    assert made.id not in page.text
    assert (await anyone(made.chat, f"{link['url']}/widgets/w2/csv")).status_code == 200
    listed = (await made.chat.get(f"{made.path}/shares")).json()["shares"]
    assert (listed[0]["state"], listed[0]["views"]) == ("open", 1)
    assert link["url"].rpartition("/")[2] not in str(listed)


async def test_a_link_that_is_over_or_revoked_opens_nothing(
    board: MakeBoard, pool: asyncpg.Pool
) -> None:
    made = await board()
    link = await made.share(audience="public")
    later = await made.share(audience="public")
    await pool.execute(
        "update batuta.dashboard_shares set expires_at = now() where id = $1::uuid", later["id"]
    )
    assert (await anyone(made.chat, f"{later['url']}/data")).status_code == 410
    assert (await anyone(made.chat, later["url"])).status_code == 410
    gone = await request(made.chat, "DELETE", f"{made.path}/shares/{link['id']}")
    assert gone.status_code == 204
    for path in (link["url"], f"{link['url']}/data", f"{link['url']}/widgets/w2/csv"):
        assert (await anyone(made.chat, path)).status_code == 404
    logged = await pool.fetch("select action from batuta.audit where action like 'dashboard.%'")
    assert {row["action"] for row in logged} >= {"dashboard.shared", "dashboard.share_revoked"}


async def test_a_link_for_some_is_none_for_others(
    board: MakeBoard, worker: Worker, person: Make, pool: asyncpg.Pool
) -> None:
    """What is not for somebody answers like what is not there, also when it is over."""
    made = await board()
    async with (
        Chat(worker.url, await person()) as colleague,
        Chat(worker.url, await person()) as named,
        Chat(worker.url, await person(org="elsewhere")) as outside,
    ):
        email = (await named.get("/me")).json()["email"]
        inside = await made.share(audience="organisation")
        some = await made.share(audience="people", people=[email])
        assert some["people"] == [email]
        may = {inside["url"]: [made.chat, colleague, named], some["url"]: [made.chat, named]}
        nothing = (await anyone(made.chat, f"/shared/{'x' * 22}/data")).json()
        for url, welcome in may.items():
            for who in (made.chat, colleague, named, outside):
                answer = await who.get(f"{url}/data")
                expected = 200 if any(who is one for one in welcome) else 404
                assert answer.status_code == expected, url
            stranger = await anyone(made.chat, f"{url}/data")
            assert stranger.status_code == 404
            assert stranger.json()["detail"] == nothing["detail"]
            await pool.execute("update batuta.dashboard_shares set expires_at = now()")
            assert (await outside.get(f"{url}/data")).status_code == 404
            assert (await named.get(f"{url}/data")).status_code == 410
            await pool.execute("update batuta.dashboard_shares set expires_at = now() + '1 h'")


async def test_whoever_guesses_links_has_to_wait(board: MakeBoard) -> None:
    made = await board()
    link = await made.share(audience="public")
    told = [
        (await anyone(made.chat, f"/shared/{n:022d}/data", **{"x-forwarded-for": "203.0.113.9"}))
        for n in range(40)
    ]
    assert [answer.status_code for answer in told] == [404] * 30 + [429] * 10
    assert int(told[-1].headers["retry-after"]) <= 61
    assert (await anyone(made.chat, f"{link['url']}/data")).status_code == 200


async def test_a_browser_comes_by_a_ticket_that_works_once(board: MakeBoard) -> None:
    made = await board()
    chat = made.chat
    assert (await anyone(chat, f"{made.path}/view")).status_code == 404
    link = (await chat.post(f"{made.path}/view", {})).json()
    assert link["expires_in"] == 60
    async with httpx.AsyncClient(base_url=chat.url) as tab:
        first = await tab.get(link["url"])
        assert first.status_code == 303
        assert first.headers["location"] == f"{made.path}/view"
        cookie = first.headers["set-cookie"]
        for part in ("HttpOnly", "SameSite=lax", f"Path={made.path}/view", "Max-Age=3600"):
            assert part in cookie
        assert (await tab.get(f"{made.path}/view")).status_code == 200
        assert (await tab.get(f"{made.path}/view/data")).json()["title"] == "Defeitos"
        assert (await tab.get(f"{made.path}/view/widgets/w2/csv")).status_code == 200
        other = f"/dashboards/{made.session}/view"
        token = cookie.split("=")[1].split(";")[0]
        taken = {"cookie": f"batuta_view={token}"}
        assert (await anyone(chat, other, **taken)).status_code == 404
        for path in (made.path, f"{made.path}/data", "/me"):
            assert (await anyone(chat, path, **taken)).status_code == 401
        assert (await anyone(chat, link["url"])).status_code == 404
        await chat.post("/auth/logout", {})
        ended = await tab.get(f"{made.path}/view/data")
        assert ended.status_code == 404


async def test_a_colleagues_browser_sees_what_was_shared_with_them(
    board: MakeBoard, worker: Worker, person: Make
) -> None:
    made = await board()
    link = await made.share(audience="organisation")
    async with (
        Chat(worker.url, await person()) as colleague,
        Chat(worker.url, await person(org="elsewhere")) as outside,
        httpx.AsyncClient(base_url=worker.url) as tab,
    ):
        assert (await outside.post(f"{link['url']}/view", {})).status_code == 404
        ticket = (await colleague.post(f"{link['url']}/view", {})).json()["url"]
        assert (await tab.get(link["url"])).status_code == 404
        assert (await tab.get(ticket)).status_code == 303
        assert (await tab.get(link["url"])).status_code == 200
        assert (await tab.get(f"{link['url']}/data")).status_code == 200
        await request(made.chat, "DELETE", f"{made.path}/shares/{link['id']}")
        assert (await tab.get(f"{link['url']}/data")).status_code == 404


async def test_a_page_that_is_for_somebody_says_where_to_sign_in(
    board: MakeBoard, worker: Worker, person: Make
) -> None:
    made = await board()
    link = await made.share(audience="organisation")
    cookies = {"batuta_access": await person()}
    async with httpx.AsyncClient(base_url=worker.url, cookies=cookies) as colleague:
        assert (await colleague.get(link["url"])).status_code == 200
        assert (await colleague.get(f"{link['url']}/data")).status_code == 200
    ended = {"batuta_access": "what.has.ended"}
    for cookies in ({}, ended):
        async with httpx.AsyncClient(base_url=worker.url, cookies=cookies) as stranger:
            refused = await stranger.get(link["url"])
            assert refused.status_code == 404
            assert f"/app/dashboards{link['url']}" in refused.text
    nothing = await anyone(made.chat, f"/shared/{'x' * 22}")
    assert f"/app/dashboards/shared/{'x' * 22}" in nothing.text, "nobody learns which links exist"
    odd = await anyone(made.chat, '/shared/"><script>')
    assert "/app/" not in odd.text


async def test_a_browser_that_is_signed_in_needs_no_ticket_for_its_own_view(
    board: MakeBoard, worker: Worker, person: Make
) -> None:
    made = await board()
    for token, status in ((made.chat.token, 200), (await person(), 404), ("what.has.ended", 401)):
        async with httpx.AsyncClient(
            base_url=worker.url, cookies={"batuta_access": token}
        ) as browser:
            for path in (f"{made.path}/view", f"{made.path}/view/data"):
                assert (await browser.get(path)).status_code == status, (path, status)
            framed = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe"}
            elsewhere = await browser.get(f"{made.path}/view", headers=framed)
            assert elsewhere.status_code == 401


async def test_a_frame_is_drawn_for_the_theme_of_the_page_around_it(board: MakeBoard) -> None:
    made = await board(tile("html", "Quadro", text="<p>olá</p>"))
    seen = (await made.chat.get(f"{made.path}/data")).json()["widgets"][0]["frame"]
    assert ":root{color-scheme:light dark}" in (await anyone(made.chat, seen)).text
    dark = await anyone(made.chat, f"{seen}?theme=dark")
    assert dark.text.count(":root{color-scheme:dark}") == 2
    assert (await anyone(made.chat, f"{seen}?theme=}}*{{")).status_code == 422


async def test_a_frame_is_opened_by_an_address_that_was_signed_for_it(board: MakeBoard) -> None:
    made = await board(tile("html", "Quadro", text="<p>olá</p>"))
    seen = (await made.chat.get(f"{made.path}/data")).json()["widgets"][0]
    frame = await anyone(made.chat, seen["frame"])
    assert frame.status_code == 200
    assert "&lt;p&gt;olá&lt;/p&gt;" in frame.text
    policy = frame.headers["content-security-policy"]
    for part in ("sandbox allow-scripts;", "default-src 'none';", "frame-src 'none'"):
        assert part in policy
    assert frame.headers["x-frame-options"] == "SAMEORIGIN"
    access = made.chat.token
    for forged in (access, f"{seen['frame'].split('/')[2][:-2]}xx", "x", "a.b.c", "x" * 5000):
        assert (await anyone(made.chat, f"/artifacts/{forged}/frame")).status_code == 404
    signed = seen["frame"].split("/")[2]
    taken = {"authorization": f"Bearer {signed}"}
    assert (await anyone(made.chat, "/me", **taken)).status_code == 401


async def test_the_files_of_pages_are_kept_for_a_year_under_names_of_their_own(
    chat: Chat, board: MakeBoard
) -> None:
    made = await board()
    link = await made.share(audience="public")
    page = (await anyone(chat, link["url"])).text
    found = [part.split('"')[0] for part in page.split('"/assets/')[1:]]
    assert len(found) == 3
    for name in found:
        answer = await anyone(chat, f"/assets/{name}")
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    for name in ("echarts.min.js", "../../pyproject.toml", "x"):
        assert (await anyone(chat, f"/assets/{name}")).status_code == 404


async def test_titles_with_markup_stay_text_in_the_page(board: MakeBoard) -> None:
    bad = "</title><script>alert(1)</script>\"'<img src=x onerror=alert(1)>"
    made = await board(tile("kpi", bad), title=bad)
    link = await made.share(audience="public")
    page = (await anyone(made.chat, link["url"])).text
    assert "<script>alert" not in page
    assert "<img" not in page
    seen: dict[str, Any] = (await anyone(made.chat, f"{link['url']}/data")).json()
    assert seen["title"] == seen["widgets"][0]["title"] == " ".join(bad.split())
