"""The room of dashboards in a real Chromium: found, looked at, changed, shared, closed again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from playwright.async_api import Page, expect

from tests.support.boards import Board, Json, make_board, send_defects, tile
from tests.support.chatting import Chat, every
from tests.support.hostile import listening
from tests.support.tiles import by
from tests.support.web_page import PHONE, WebVisit, serious_findings

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker, pytest.mark.prove]
ComeIn = Callable[..., Awaitable[WebVisit]]
MakeBoard = Callable[..., Awaitable[Board]]
CONFLICT = "status of 409"
COLOURS = """() => { const c = document.querySelector('canvas'); const seen = new Set();
  if (!c) return [];
  const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
  for (let i = 0; i < d.length; i += 4) if (d[i + 3] === 255)
    seen.add(`${d[i]},${d[i + 1]},${d[i + 2]}`);
  return [...seen]; }"""


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str]) -> dict[str, str]:
    """No key, and the workflows that come with the product."""
    keyless = {"ANTHROPIC_API_KEY": "", "BATUTA_MODEL": "local", "BATUTA_PROJECT": ""}
    return worker_env | keyless


@pytest.fixture
def board(chat: Chat) -> MakeBoard:
    return partial(make_board, chat)


@pytest.fixture
def entered(visitor: ComeIn, chat: Chat) -> ComeIn:
    async def enter(**context: object) -> WebVisit:
        visit = await visitor(**context)
        await visit.sign_in(chat.token)
        return visit

    return enter


async def room(visit: WebVisit, made: Board) -> Page:
    page = await visit.page(f"/app{made.path}")
    await expect(page.locator("h1, input[aria-label^='Title of the d']")).to_be_visible()
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)
    return page


async def places(made: Board) -> dict[str, Json]:
    widgets = (await made.chat.get(made.path)).json()["widgets"]
    return {widget["title"]: widget["place"] for widget in widgets}


async def test_from_a_file_to_a_dashboard_that_is_shared_and_closed_again(
    known: Chat, visitor: ComeIn
) -> None:
    known.session = await send_defects(known)
    await known.say("qual é o defeito mais frequente?")
    events = await known.say("cria um dashboard")
    shown = every(events, "dashboard")[-1]
    mine = await visitor()
    await mine.sign_in(known.token)
    page = await mine.page("/app/dashboards")
    await page.get_by_role("link", name=shown["title"]).click()
    await expect(page.get_by_role("heading", level=1)).to_have_text(shown["title"])
    await expect(page.locator("canvas").first).to_be_visible()

    await page.get_by_role("button", name="Edit").click()
    await page.get_by_label("Title of the dashboard").fill("Qualidade")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Done").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Qualidade")
    await page.get_by_role("button", name="Edit").click()
    await page.get_by_role("button", name="Undo").click()
    await page.get_by_role("button", name="Done").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text(shown["title"])

    await page.get_by_role("button", name="Share").click()
    await page.get_by_label("Anybody with the link").check()
    await page.get_by_role("button", name="Make the link").click()
    link = await page.get_by_label("The new link").input_value()
    stranger = await visitor(locale="pt-BR")
    theirs = await stranger.page(link.removeprefix(stranger.url))
    await expect(theirs.locator("h1")).to_have_text(shown["title"])
    await expect(theirs.locator("canvas").first).to_be_visible()
    await expect(theirs.get_by_text("Atualizar")).to_be_visible()

    await page.get_by_role("button", name="Revoke the link for Anybody with the link").click()
    await expect(page.get_by_text("revoked ·")).to_be_visible()
    stranger.expected.append("status of 404")
    await theirs.reload()
    await expect(theirs.locator("h1")).to_have_text("Não há nada aqui para você")
    await page.reload()
    await page.get_by_role("button", name="Share").click()
    await expect(page.get_by_text("revoked ·")).to_be_visible()
    assert link not in await page.content(), "a link's address is told once"


async def test_widgets_are_moved_and_sized_by_mouse(board: MakeBoard, entered: ComeIn) -> None:
    made = await board(tile("chart", "Um"), tile("chart", "Dois"), tile("chart", "Tres"))
    page = await room(await entered(), made)
    await page.get_by_role("button", name="Edit").click()
    grip = page.get_by_role("button", name="Move “Um”")
    at, cell = await grip.bounding_box(), await page.locator("section").first.bounding_box()
    assert at
    assert cell
    await page.mouse.move(at["x"] + 5, at["y"] + 5)
    await page.mouse.down()
    await page.mouse.move(at["x"] + cell["width"], at["y"] + 5, steps=5)
    async with page.expect_response(lambda said: said.request.method == "PATCH"):
        await page.mouse.up()
    assert (await places(made))["Um"]["x"] == 6
    assert (await places(made))["Dois"]["y"] == 5, "what stood there made room"

    corner = await page.get_by_role("button", name="Size of “Um”").bounding_box()
    assert corner
    await page.mouse.move(corner["x"] + 5, corner["y"] + 5)
    await page.mouse.down()
    await page.mouse.move(corner["x"] + 5, corner["y"] + 5 + 2 * 68, steps=5)
    async with page.expect_response(lambda said: said.request.method == "PATCH"):
        await page.mouse.up()
    assert (await places(made))["Um"]["h"] == 7
    await expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    async with page.expect_response(lambda said: "/undo" in said.url):
        await page.keyboard.press("Control+z")
    assert (await places(made))["Um"]["h"] == 5


async def test_everything_is_done_by_keyboard_alone(board: MakeBoard, entered: ComeIn) -> None:
    made = await board(tile("chart", "Um", chart="bar"), tile("chart", "Dois"))
    page = await room(await entered(), made)
    await page.get_by_role("button", name="Edit").press("Enter")
    grip = page.get_by_role("button", name="Move “Um”")
    for key in ("ArrowDown", "Shift+ArrowRight", "Escape"):
        await grip.press(key)
    for _ in range(5):
        await grip.press("ArrowDown")
    await expect(page.locator("[aria-live=polite]")).to_contain_text("row 6")
    for _ in range(2):
        await grip.press("Shift+ArrowRight")
    async with page.expect_response(lambda said: said.request.method == "PATCH"):
        await grip.press("Enter")
    assert (await places(made))["Um"] == {"x": 0, "y": 5, "w": 8, "h": 5} or (await places(made))[
        "Um"
    ]["w"] == 8

    more = page.get_by_role("button", name="More for “Um”")
    await more.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Escape")
    await expect(more).to_be_focused()
    await more.press("Enter")
    rename = page.get_by_role("menuitem", name="Rename")
    for _ in range(12):
        if await rename.evaluate("(item) => item === document.activeElement"):
            break
        await page.keyboard.press("ArrowDown")
    await expect(rename).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("Title of the widget")).to_be_focused()
    await page.keyboard.type("Por turno")
    async with page.expect_response(lambda said: said.request.method == "PATCH"):
        await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Por turno")).to_be_visible()


async def test_a_widget_is_removed_shown_otherwise_pinned_and_added_again(
    known: Chat, entered: ComeIn, visitor: ComeIn
) -> None:
    made = await make_board(known, tile("kpi", "Total"), tile("chart", "Por turno", chart="bar"))
    known.session = made.session
    await known.say("quantos defeitos por operador? mostra num gráfico")
    visit = await visitor()
    await visit.sign_in(known.token)
    page = await room(visit, made)
    await page.get_by_role("button", name="Edit").click()

    async def choose(widget: str, item: str) -> None:
        await page.get_by_role("button", name=f"More for “{widget}”").click()
        await page.get_by_role("menuitem", name=item).click()

    await choose("Por turno", "Keep the figures")
    await expect(page.get_by_label("Figures kept from")).to_be_visible()
    await choose("Por turno", "Another kind")
    await page.get_by_label("Pie").check()
    await page.get_by_role("button", name="Show it so").click()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert (await known.get(made.path)).json()["widgets"][1]["chart"] == "pie"
    visit.expected.append("status of 422")
    await choose("Por turno", "Another kind")
    await page.get_by_label("Points").check()
    await page.get_by_role("button", name="Show it so").click()
    await expect(page.get_by_text("needs two columns of numbers")).to_be_visible()
    await page.keyboard.press("Escape")
    await choose("Total", "Remove")
    await expect(page.get_by_role("heading", name="Total")).to_have_count(0)
    await page.get_by_role("button", name="Add").click()
    await page.get_by_role("dialog").get_by_role("listitem").first.get_by_role("button").click()
    await expect(page.locator("section[aria-labelledby]")).to_have_count(2)
    await page.get_by_role("button", name="Add").click()
    await page.get_by_label("Title", exact=True).fill("Nota")
    await page.get_by_label("Text (Markdown)").fill("**forte**")
    await page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).click()
    await expect(page.locator("strong")).to_have_text("forte")


async def test_somebody_elses_change_is_not_overwritten(board: MakeBoard, entered: ComeIn) -> None:
    made = await board()
    visit = await entered()
    page = await room(visit, made)
    await page.get_by_role("button", name="Edit").click()
    await made.edit({"edit": "rename", "title": "Theirs"})
    visit.expected.append(CONFLICT)
    await page.get_by_label("Title of the dashboard").fill("Mine")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog")).to_contain_text("has changed meanwhile")
    await page.get_by_role("button", name="Load it again").click()
    await expect(page.get_by_label("Title of the dashboard")).to_have_value("Theirs")
    assert (await made.chat.get(made.path)).json()["title"] == "Theirs"


async def test_the_gallery_is_searched_and_says_how_to_make_one(
    board: MakeBoard, entered: ComeIn
) -> None:
    visit = await entered()
    page = await visit.page("/app/dashboards")
    await expect(page.get_by_text("“create a dashboard”")).to_be_visible()
    await board(title="Turnos")
    made = await board(title="Materiais")
    await page.reload()
    await expect(page.get_by_role("listitem").filter(has=page.locator("h2"))).to_have_count(2)
    await page.get_by_label("Search by title").fill("turn")
    await expect(page.get_by_role("heading", name="Materiais")).to_have_count(0)
    await page.get_by_label("Search by title").fill("xyz")
    await expect(page.get_by_text("No title holds “xyz”")).to_be_visible()
    await page.get_by_role("button", name="Show all").click()
    await page.get_by_role("button", name="More for “Materiais”").click()
    await page.get_by_role("menuitem", name="Delete…").click()
    await page.get_by_role("button", name="Keep it").click()
    assert (await made.chat.get(made.path)).status_code == 200
    await page.get_by_role("button", name="More for “Materiais”").click()
    await page.get_by_role("menuitem", name="Delete…").click()
    await page.get_by_role("button", name="Delete", exact=True).click()
    await expect(page.get_by_role("heading", name="Materiais")).to_have_count(0)
    assert (await made.chat.get(made.path)).status_code == 404


async def test_hostile_titles_cells_and_frames_reach_nothing(
    board: MakeBoard, entered: ComeIn
) -> None:
    bad = "</title><img src=x onerror=alert(1)>{{7*7}}\u202e"
    async with listening() as out:
        frame = f"""<script>
          fetch('{out.url}/fetch').catch(() => 0); new Image().src = '{out.url}/image';
          try {{ parent.document.title = 'taken' }} catch {{}}
          try {{ top.location = '{out.url}/top' }} catch {{}}
          try {{ document.cookie = 'a=b' }} catch {{}}
          document.body.textContent = 'ran';
        </script>"""
        made = await board(
            tile("kpi", bad),
            tile("html", "Frame", text=frame),
            tile("markdown", "Text", text=f"[a](javascript:alert(1)) ![i]({out.url}/md) <b>x</b>"),
            title=bad,
        )
        visit = await entered()
        visit.expected += ["Content Security Policy", "sandboxed", "Unsafe attempt", "Refused"]
        page = await room(visit, made)
        inner = page.frame_locator("iframe").frame_locator("iframe").locator("body")
        await expect(inner).to_have_text("ran")
        await asyncio.sleep(1)
        assert out.paths == []
        assert page.url.endswith(made.path)
        assert "taken" not in await page.title()
        await expect(page.get_by_role("heading", level=1)).to_contain_text("<img src=x")
        assert await page.locator("img[src=x], main a[href^=javascript], main img").count() == 0
        visit.elsewhere.clear()  # what a frame tries is told, though nothing of it is sent


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_nobody_is_kept_out(board: MakeBoard, entered: ComeIn, theme: str) -> None:
    await board(
        tile("kpi", "Total"),
        tile("chart", "Por turno", chart="bar"),
        tile("table", "Tabela", query=by("tipo_defeito")),
        tile("markdown", "Nota", text="# Hoje\n[dois](https://example.org)"),
    )
    visit = await entered(color_scheme=theme)
    page = await visit.page("/app/dashboards")
    await expect(page.get_by_role("link", name="Defeitos")).to_be_visible()
    assert await serious_findings(page) == []
    await page.get_by_role("link", name="Defeitos").click()
    await expect(page.locator("canvas")).to_be_visible()
    assert await serious_findings(page) == []
    await page.get_by_role("button", name="Edit").click()
    assert await serious_findings(page) == []
    await page.get_by_role("button", name="Done").click()
    await page.get_by_role("button", name="Share").click()
    await page.get_by_role("button", name="Make the link").click()
    await expect(page.get_by_label("The new link")).to_be_visible()
    assert await serious_findings(page) == []


async def test_charts_are_drawn_again_when_the_theme_changes(
    board: MakeBoard, entered: ComeIn
) -> None:
    made = await board(tile("chart", "Por turno", chart="bar"))
    page = await room(await entered(color_scheme="light"), made)
    light, dark = "31,111,92", "111,195,169"
    await until_drawn(page, COLOURS, light)
    await page.emulate_media(color_scheme="dark")
    await until_drawn(page, COLOURS, dark)
    assert light not in await page.evaluate(COLOURS)
    await page.locator("summary").click()
    await page.get_by_label("Colours").select_option("light")
    await until_drawn(page, COLOURS, light)


async def test_paper_is_light_and_shows_the_widgets_alone(
    board: MakeBoard, entered: ComeIn
) -> None:
    made = await board(tile("kpi", "Total"), tile("chart", "Por turno", chart="bar"))
    page = await room(await entered(color_scheme="dark"), made)
    await page.locator("summary").click()
    await page.get_by_label("Colours").select_option("dark")
    await until_drawn(page, COLOURS, "111,195,169")
    await page.set_viewport_size({"width": 794, "height": 1123})  # A4
    await page.emulate_media(media="print")
    await until_drawn(page, COLOURS, "31,111,92")
    assert await page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == (
        "rgb(255, 255, 255)"
    )
    box = await page.locator("canvas").bounding_box()
    assert box
    assert box["height"] > 150
    for name in ("Share", "Edit", "More for “Total”"):
        await expect(page.get_by_role("button", name=name)).to_be_hidden()
    await expect(page.get_by_role("link", name="Chat")).to_be_hidden()
    await expect(page.get_by_text("200", exact=True)).to_be_visible()


async def until_drawn(page: Page, colours: str, wanted: str) -> None:
    async with asyncio.timeout(20):
        while True:
            if wanted in await page.evaluate(colours):
                return
            await asyncio.sleep(0.05)


async def test_on_a_phone_nothing_is_wider_than_the_screen(
    board: MakeBoard, entered: ComeIn
) -> None:
    wide = "palavra" * 20
    made = await board(
        tile("kpi", wide),
        tile("chart", "Tipo", chart="bar", query=by("tipo_defeito")),
        tile("table", "T", query=by("tipo_defeito")),
        tile("markdown", "N", text=wide),
        title=wide,
    )
    page = await room(await entered(viewport=PHONE, has_touch=True, is_mobile=True), made)
    width = "document.getElementById('content').scrollWidth"
    assert await page.evaluate(width) <= PHONE["width"]
    box = await page.get_by_role("heading", name="Tipo").bounding_box()
    assert box
    assert box["width"] > PHONE["width"] / 2, "widgets stand below each other"
    await page.get_by_role("button", name="Edit").tap()
    await page.get_by_role("button", name="More for “T”").tap()
    async with page.expect_response(lambda said: said.request.method == "PATCH"):
        await page.get_by_role("menuitem", name="Move before the one above").tap()
    assert await page.evaluate(width) <= PHONE["width"]


async def test_one_widget_that_fails_says_so_and_leaves_the_others(
    board: MakeBoard, entered: ComeIn
) -> None:
    made = await board(tile("kpi", "Total"), tile("chart", "Por turno", chart="bar"))
    await made.chat.post(f"{made.path}/pin", {"widgets": ["Total"]})
    await made.chat.delete(f"/sessions/{made.session}")
    page = await room(await entered(), made)
    await expect(page.get_by_role("alert")).to_contain_text("there is no data")
    await expect(page.get_by_text("200", exact=True)).to_be_visible()
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("alert")).to_be_visible()
