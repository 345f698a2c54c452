"""What an answer carries beside text, in a real Chromium: of the stream, and after a reload."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.support.chatting import Chat
from tests.support.hostile import listening
from tests.support.model_server import ModelServer, call, reply
from tests.support.web_page import PHONE, WebVisit, serious_findings

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker, pytest.mark.prove]
ComeIn = Callable[..., Awaitable[WebVisit]]
EXHIBITS = """\
workflow: exhibits
version: 1
title: Test
agents:
  analyst:
    model: fast
    prompt: "You are under test."
    tools: [exhibit]
start: answer
states:
  answer: {agent: analyst}
"""
INCOME = """\
workflow: income
version: 1
title: Income
start: ask
states:
  ask:
    ui: income_calculator
    result:
      type: object
      required: [income_per_capita]
      properties: {income_per_capita: {type: number, minimum: 0}}
    go: told
  told: {say: "It was noted.", end: completed}
"""
TOOL = '''\
"""A tool that shows one of everything."""

from contracts.events import Chart, File, Kpi, Rows, Table
from tools import ToolContext, tool

SOURCES = [{"ref": "r", "dataset": "sales.csv", "rows": 10000}]
BAD = "=HYPERLINK(1)<img src=x onerror=alert(1)>"


@tool()
def exhibit(what: str, ctx: ToolContext) -> str:
    """Show something.

    Args:
        what: `chart` or `table`.
    """
    if what == "table":
        rows = [[f"n{at * 7919 % 10000}", at] for at in range(9_999)]
        rows.append([BAD, -1])
        ctx.show(Table(id="", title="Numbers", columns=["name", "figure"], rows=rows,
                       total_rows=12_345, sources=SOURCES))
        return "shown"
    spec = {
        "title": {"text": "x", "link": "https://elsewhere.example"},
        "graphic": [{"type": "image", "style": {"image": "https://elsewhere.example/a.png"}}],
        "tooltip": {"trigger": "axis", "formatter": BAD},
        "xAxis": {"type": "category", "data": ["a", "b", BAD]},
        "yAxis": {"type": "value", "name": "count"},
        "series": [{"type": "bar", "data": [3, 2, 1]}],
        "aria": {"label": {"description": "Three bars."}},
    }
    data = Rows(columns=["kind", "count"], rows=[["a", 3], ["b", 2], [BAD, 1]])
    ctx.show(Chart(id="", title="Kinds", chart_type="bar", spec=spec, data=data, sources=SOURCES))
    ctx.show(Kpi(id="", label="Revenue", value=1234.5, unit="R$", change=-2.5, sources=SOURCES))
    ctx.show(File(id="", title="odd", url="javascript:alert(1)", kind="csv"))
    return "shown"
'''


@pytest.fixture(scope="module")
def worker_env(
    worker_env: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    folder: Path = tmp_path_factory.mktemp("exhibits")
    for part, name, text in (
        ("workflows", "exhibits.yaml", EXHIBITS),
        ("workflows", "income.yaml", INCOME),
        ("tools", "exhibit.py", TOOL),
    ):
        (folder / part).mkdir(exist_ok=True)
        (folder / part / name).write_text(text)
    return worker_env | {"BATUTA_PROJECT": str(folder)}


async def shown(
    models: ModelServer, chat: Chat, visitor: ComeIn, tag: str, what: str, **context: object
) -> tuple[WebVisit, Page]:
    """Let a conversation show something and open it."""
    models.script(call("exhibit", {"what": what}, match=tag), reply("There.", match=tag))
    await chat.say(f"show {tag}", workflow="exhibits")
    return await opened(chat, visitor, **context)


async def opened(chat: Chat, visitor: ComeIn, **context: object) -> tuple[WebVisit, Page]:
    visit = await visitor(**context)
    await visit.sign_in(chat.token)
    page = await visit.page(f"/app/c/{chat.session}")
    return visit, page


async def test_ten_thousand_rows_are_scrolled_sorted_copied_and_saved(
    models: ModelServer, chat: Chat, visitor: ComeIn, tag: str
) -> None:
    visit, page = await shown(models, chat, visitor, tag, "table")
    table = page.get_by_role("region", name="Numbers")
    await expect(page.get_by_text("10,000 of 12,345 rows")).to_be_visible()
    await expect(page.get_by_text("From sales.csv, 10,000 rows looked at")).to_be_visible()
    assert await table.locator("tbody tr").count() < 60, "only what is in sight is on the page"
    await table.evaluate("(box) => { box.scrollTop = box.scrollHeight }")
    await expect(table.get_by_text("=HYPERLINK(1)")).to_be_visible()
    await expect(table.get_by_role("button", name="figure")).to_be_in_viewport()
    await table.evaluate("(box) => { box.scrollTop = 0 }")
    await table.get_by_role("button", name="figure").click()
    await expect(table.locator("tbody tr td").nth(1)).to_have_text("9,998")
    await table.get_by_role("button", name="figure").click()
    await expect(table.locator("tbody tr td").first).to_contain_text("=HYPERLINK(1)")
    assert await page.locator("img[src=x]").count() == 0

    await visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.get_by_role("button", name="Copy the rows").click()
    await expect(page.get_by_text("Copied")).to_be_visible()
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines()[0] == "name\tfigure"
    assert copied.splitlines()[-1].startswith("'=HYPERLINK")
    async with page.expect_download() as saving:
        await page.get_by_role("button", name="Save as CSV").click()
    saved = await (await saving.value).path()
    lines = (await asyncio.to_thread(saved.read_text, "utf-8")).split("\n")
    assert len(lines) == 10_002
    assert lines[-2].startswith("'=HYPERLINK")


async def test_a_chart_is_what_it_shows_and_nothing_that_its_option_wants(
    models: ModelServer, chat: Chat, visitor: ComeIn, tag: str
) -> None:
    _, page = await shown(models, chat, visitor, tag, "chart")
    chart = page.get_by_role("img", name="Three bars.")
    await expect(chart.locator("canvas")).to_be_visible()
    box = await chart.bounding_box()
    assert box
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await page.mouse.click(box["x"] + 30, box["y"] + 10)
    assert len(page.context.pages) == 1
    async with page.expect_download() as saving:
        await page.get_by_role("button", name="Save as PNG").click()
    picture = await (await saving.value).path()
    assert (await asyncio.to_thread(picture.read_bytes)).startswith(b"\x89PNG")
    await page.get_by_role("button", name="Show as table").press("Enter")
    rows = page.get_by_role("region", name="Kinds").locator("td")
    await expect(rows.first).to_have_text("a")
    await expect(page.get_by_text("1,234.50")).to_be_visible()
    await expect(page.get_by_text("odd")).to_be_visible()
    assert await page.locator("a[href^=javascript]").count() == 0


async def test_an_artifact_runs_closed_off_and_is_loaded_again_by_a_new_address(
    models: ModelServer, chat: Chat, visitor: ComeIn, tag: str
) -> None:
    async with listening() as out:
        html = f"""<p>Hello</p><script>
          fetch('{out.url}/fetch').catch(() => 0);
          try {{ parent.document.title = 'taken' }} catch {{}}
          try {{ top.location = '{out.url}/top' }} catch {{}}
          try {{ localStorage.x = 1 }} catch {{}}
        </script>"""
        models.script(reply(f"See:\n\n```html\n{html}\n```\n", match=tag))
        await chat.say(f"draw {tag}", workflow="exhibits")
        visit, page = await opened(chat, visitor)
        visit.expected += ["Content Security Policy", "sandboxed", "Unsafe attempt", "Refused"]
        frame = page.frame_locator("iframe").frame_locator("iframe")
        await expect(frame.get_by_text("Hello")).to_be_visible()
        async with page.expect_response(lambda said: "/frame?" in said.url):
            await page.get_by_role("button", name="Load again").click()
        await expect(frame.get_by_text("Hello")).to_be_visible()
        await page.get_by_role("button", name="Show the code").click()
        code = page.get_by_role("region", name="Visualization").get_by_text("parent.document.title")
        await expect(code).to_be_visible()
        await page.get_by_role("button", name="Show the code").click()
        await page.get_by_role("button", name="Open large").click()
        large = page.get_by_role("dialog").frame_locator("iframe").frame_locator("iframe")
        await expect(large.get_by_text("Hello")).to_be_visible()
        await asyncio.sleep(1)
        assert out.paths == []
        assert f"/app/c/{chat.session}" in page.url
        assert "taken" not in await page.title()
        visit.elsewhere.clear()  # what a frame tries is told, though nothing of it is sent


async def test_the_income_calculator_answers_the_workflow_and_shows_its_answer_afterwards(
    chat: Chat, visitor: ComeIn
) -> None:
    await chat.say("hello", workflow="income")
    _, page = await opened(chat, visitor)
    await page.get_by_label("People in the household").fill("4")
    await page.get_by_label("Monthly income 1").fill("3.000,00")
    await page.get_by_role("button", name="Another income").click()
    await page.get_by_label("Monthly income 2").fill("1000")
    await expect(page.get_by_text("R$1,000.00")).to_be_visible()
    await page.get_by_role("button", name="Use this").click()
    await expect(page.get_by_text("It was noted.").first).to_be_visible()
    await page.reload()
    await expect(page.get_by_text("Income per capita").first).to_be_visible()
    await expect(page.get_by_label("People in the household")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_widgets_of_a_conversation_keep_nobody_out(
    models: ModelServer, chat: Chat, visitor: ComeIn, tag: str, theme: str
) -> None:
    models.script(call("exhibit", {"what": "chart"}, match=tag), reply("There.", match=tag))
    await chat.say(f"show {tag}", workflow="exhibits")
    _, page = await shown(models, chat, visitor, f"{tag}b", "table", color_scheme=theme)
    await expect(page.locator("canvas")).to_be_visible()
    await expect(page.get_by_role("region", name="Numbers")).to_be_visible()
    assert await serious_findings(page) == []


SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) sum += one.hadRecentInput ? 0 : one.value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 300);
})"""


async def test_nothing_jumps_while_widgets_are_loaded(
    models: ModelServer, chat: Chat, visitor: ComeIn, tag: str
) -> None:
    models.script(call("exhibit", {"what": "table"}, match=tag), reply("There.", match=tag))
    await chat.say(f"show {tag}", workflow="exhibits")
    visit, page = await shown(models, chat, visitor, f"{tag}b", "chart")
    await expect(page.locator("canvas")).to_be_visible()
    late = await visit.page(f"/app/c/{chat.session}")  # nothing is kept from the first time
    await expect(late.locator("canvas")).to_be_visible()
    for opened_page in (page, late):
        assert await opened_page.evaluate(SHIFTS) < 0.02


async def test_widgets_fit_a_phone(
    models: ModelServer, chat: Chat, visitor: ComeIn, tag: str
) -> None:
    _, page = await shown(
        models, chat, visitor, tag, "chart", viewport=PHONE, has_touch=True, is_mobile=True
    )
    chart = page.get_by_role("img", name="Three bars.")
    await expect(chart.locator("canvas")).to_be_visible()
    box = await chart.bounding_box()
    assert box
    assert box["width"] <= PHONE["width"]
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
