"""Dashboards and what models write, in a real Chromium: drawn, usable, and closed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable

import pytest

from tests.support.boards import Board, tile
from tests.support.browser import BrowserTab, browser
from tests.support.hostile import listening
from tests.support.tiles import by

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker, pytest.mark.prove]
MakeBoard = Callable[..., Awaitable[Board]]
SHOWN = "document.documentElement.dataset.shown"
LEFT = "new Promise((done) => setTimeout(done, 4000))"  # the fragment leaves within 2.1 s


@pytest.fixture
async def tab() -> AsyncGenerator[BrowserTab]:
    async with browser() as opened:
        yield opened


async def seen(tab: BrowserTab, made: Board, query: str = "") -> str:
    """Open a dashboard as whoever has a public link."""
    url = made.chat.url + (await made.share(audience="public"))["url"]
    await tab.open(url + query)
    await tab.until(SHOWN)
    return url


async def test_a_dashboard_is_drawn_without_a_word_of_complaint(
    board: MakeBoard, tab: BrowserTab
) -> None:
    made = await board(
        tile("kpi", "Total"),
        *(tile("chart", kind, chart=kind) for kind in ("bar", "line", "pie", "doughnut")),
        tile("table", "Tabela", query=by("tipo_defeito")),
        tile("markdown", "Nota", text="# Hoje\n- **um**\n- [dois](https://example.org)"),
    )
    await seen(tab, made, "?language=pt")
    assert await tab.run("document.querySelectorAll('canvas').length") == 4
    assert await tab.run("document.querySelector('.figure').textContent") == "200"
    assert await tab.run("document.documentElement.lang") == "pt-BR"
    assert await tab.run("document.querySelectorAll('h2').length") == 7
    labelled = "[...document.querySelectorAll('.chart')].every(c => c.getAttribute('aria-label'))"
    await tab.until(labelled)
    assert await tab.run("document.querySelectorAll('section[aria-labelledby]').length") == 7
    assert tab.failed == []
    own = [url for url in tab.requested if not url.startswith(("about:", "data:"))]
    assert all(url.startswith(made.chat.url) for url in own), own


async def test_behind_each_chart_is_its_table_by_keyboard_too(
    board: MakeBoard, tab: BrowserTab
) -> None:
    made = await board(tile("chart", "Por turno", chart="bar"))
    await seen(tab, made)
    await tab.run("document.querySelector('.tools button').focus()")
    await tab.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", text="\r")
    await tab.call("Input.dispatchKeyEvent", type="keyUp", key="Enter")
    assert await tab.run("document.querySelector('.tools button').ariaPressed") == "true"
    cells = "[...document.querySelectorAll('.scroll td')].map((cell) => cell.textContent)"
    assert await tab.run(cells) == ["manha", "73", "tarde", "68", "noite", "59"]
    assert not await tab.run("document.querySelector('.scroll').hidden")
    assert await tab.run("document.querySelector('caption').textContent") == "Por turno"


async def test_a_chart_is_saved_as_a_picture(board: MakeBoard, tab: BrowserTab) -> None:
    made = await board(tile("chart", "Por turno!", chart="bar"))
    await seen(tab, made)
    caught = """(() => { let told; HTMLAnchorElement.prototype.click = function () {
      told = [this.download, this.href.slice(0, 22), this.href.length > 5000]; };
      [...document.querySelectorAll('.tools button')].find((b) => b.textContent === 'PNG').click();
      return told; })()"""
    assert await tab.run(caught) == ["Por-turno.png", "data:image/png;base64,", True]


async def test_on_a_phone_nothing_is_wider_than_the_screen(
    board: MakeBoard, tab: BrowserTab
) -> None:
    wide = "palavra" * 20
    made = await board(
        tile("kpi", wide),
        tile("chart", "Tipo", chart="bar", query=by("tipo_defeito")),
        tile("table", "T", query=by("tipo_defeito")),
        tile("markdown", "N", text=wide),
        title=wide,
    )
    await tab.size(360, 740, phone=True)
    await seen(tab, made)
    assert await tab.run("document.documentElement.scrollWidth") <= 360
    assert await tab.run("document.querySelectorAll('canvas').length") == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_words_stand_out_from_what_is_behind_them(
    board: MakeBoard, tab: BrowserTab, scheme: str
) -> None:
    """WCAG's 4.5 for each text of the page, worked out from what the browser computed."""
    made = await board(
        tile("kpi", "Total"), tile("table", "T"), tile("markdown", "N", text="[a](https://b.c) `d`")
    )
    await tab.prefers(scheme=scheme)
    await seen(tab, made)
    lowest = """(() => {
      const light = (c) => { const v = c.map((x) => { x /= 255;
        return x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4; });
        return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]; };
      const parts = (text) => text.match(/[\\d.]+/g).map(Number);
      const behind = (e) => { for (; e; e = e.parentElement) {
        const c = parts(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3]) return c; }
        return parts(getComputedStyle(document.body).backgroundColor); };
      return Math.min(...[...document.querySelectorAll('h1,h2,p,td,th,a,button,code')].map((e) => {
        const [a, b] = [light(parts(getComputedStyle(e).color).slice(0, 3)),
          light(behind(e).slice(0, 3))].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05); })); })()"""
    assert await tab.run(lowest) >= 4.5


async def test_paper_is_white_and_has_no_buttons(board: MakeBoard, tab: BrowserTab) -> None:
    made = await board()
    await tab.prefers(scheme="dark", motion="reduce")
    await seen(tab, made, "?print=1")
    assert await tab.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not await tab.run("document.querySelector('.actions').offsetParent")
    await tab.prefers(media="print")
    assert await tab.run("getComputedStyle(document.querySelector('.tile')).breakInside") == "avoid"


async def test_what_is_empty_or_fails_says_so(board: MakeBoard, tab: BrowserTab) -> None:
    made = await board(tile("kpi", "Total"))
    await made.edit({"edit": "remove", "widget": "w1"})
    await seen(tab, made, "?language=pt")
    assert "ainda não tem widgets" in await tab.run("document.body.textContent")
    await tab.open(f"{made.chat.url}/shared/{'x' * 22}?language=pt")
    assert "Não há nada aqui para você" in await tab.run("document.body.textContent")
    assert tab.failed == [f for f in tab.failed if "404" in f]


async def test_the_owners_browser_opens_its_page_by_a_ticket(
    board: MakeBoard, tab: BrowserTab
) -> None:
    made = await board()
    link = (await made.chat.post(f"{made.path}/view", {})).json()["url"]
    await tab.open(made.chat.url + link)
    await tab.until(SHOWN)
    assert await tab.run("location.pathname + location.search") == f"{made.path}/view"
    assert await tab.run("document.cookie") == ""
    assert await tab.run("document.querySelector('h1').textContent") == "Defeitos"


BAD = [
    "<script>window.got = 1</script>",
    "<img src=x onerror='window.got = 1'>",
    "[a](javascript:window.got=1)",
    "[a](JaVaScRiPt&colon;alert(1))",
    "[a](data:text/html,<script>1</script>)",
    "[a](vbscript:x)",
    "![a](https://evil.example/x.png)",
    "[a](https://ok.example/\"onmouseover='window.got=1')",
    "# <svg onload=window.got=1>",
    "- <iframe src=//evil.example>",
    "> <a href=javascript:window.got=1>x</a>",
    "`<b>`**<i onclick=window.got=1>x</i>**",
    "```\n</code></pre><script>window.got=1</script>\n```",
    "<style>*{background:url(https://evil.example/x)}</style>",
]


async def test_markup_in_a_text_or_a_title_stays_text(board: MakeBoard, tab: BrowserTab) -> None:
    widgets = [tile("markdown", f"{n} {text}"[:190], text=text) for n, text in enumerate(BAD)]
    made = await board(*widgets, tile("kpi", BAD[0]), title=BAD[1])
    await seen(tab, made)
    await tab.run("document.querySelectorAll('p,h2,h3,li,code').forEach((e) => e.click())")
    assert await tab.run("window.got === undefined")
    kinds = "[...new Set([...document.querySelectorAll('main *')].map((e) => e.tagName))]"
    found = set(await tab.run(kinds))
    assert not found & {"SCRIPT", "IMG", "IFRAME", "STYLE", "SVG", "svg", "I", "OBJECT"}
    links = await tab.run("[...document.querySelectorAll('main a')].map((a) => a.protocol)")
    assert set(links) <= {"https:", "http:"}
    assert await tab.run("document.querySelector('h1').textContent") == BAD[1]
    assert all(url.startswith((made.chat.url, "data:", "about:")) for url in tab.requested)


async def test_the_attacks_are_real(tab: BrowserTab) -> None:
    """The same fragment, without a fence around it, reaches its listener by dozens of ways."""
    async with listening() as arrivals:
        await tab.open(f"{arrivals.url}/open")
        for _ in range(300):
            if arrivals.datagrams and len(arrivals.ways) >= 30:
                break
            await asyncio.sleep(0.2)
        assert len(arrivals.ways) >= 30, sorted(arrivals.ways)
        assert arrivals.datagrams
        async with listening() as other:
            fragment = f"<script>location.href = '{other.url}/location'</script>"
            await tab.open("about:blank")
            await tab.run(f"document.write({fragment!r})")
            for _ in range(300):
                if other.paths:
                    break
                await asyncio.sleep(0.2)
            assert "/location" in other.paths


async def test_nothing_that_a_model_writes_gets_out_of_its_frame(
    board: MakeBoard, tab: BrowserTab
) -> None:
    """In a widget of a page, where parents, tops and cookies are within reach."""
    async with listening() as arrivals:
        made = await board(tile("html", "Quadro", text=arrivals.fragment()))
        link = (await made.chat.post(f"{made.path}/view", {})).json()["url"]
        await tab.open(made.chat.url + link)
        told = "addEventListener('message', (e) => heights.push(e.data.height))"
        await tab.run(f"globalThis.heights = []; {told}")
        await tab.until(SHOWN)
        await tab.until("heights.some((height) => height >= 3000)")
        known = await tab.run("[...new Set(heights.filter((height) => height >= 3000))]")
        await tab.run(LEFT)
        assert await tab.run("location.pathname") == f"{made.path}/view"
        targets = (await tab.call("Target.getTargets"))["targetInfos"]
        assert [t["url"] for t in targets if str(arrivals.port) in t["url"]] == []
        assert (arrivals.paths, arrivals.datagrams) == ([], 0)
        assert known == [3000]  # no cookie, no storage, no parent, no top, no origin


async def test_nothing_gets_out_of_a_frame_that_stands_alone(
    board: MakeBoard, tab: BrowserTab
) -> None:
    """Opened in a tab of its own, as by "open in a new window"."""
    async with listening() as arrivals:
        made = await board(tile("html", "Quadro", text=arrivals.fragment()))
        shown = (await made.chat.get(f"{made.path}/data")).json()["widgets"][0]
        await tab.open(made.chat.url + shown["frame"])
        await tab.run(LEFT)
        assert await tab.run("location.pathname") == shown["frame"]
        assert (arrivals.paths, arrivals.datagrams) == ([], 0)


async def test_not_even_a_connection_is_opened_by_what_stays(
    board: MakeBoard, tab: BrowserTab
) -> None:
    """Chromium connects to where a frame wants to go before it asks the policy, and says nothing
    there: of all that is no navigation there is not even that."""
    async with listening() as arrivals:
        made = await board(tile("html", "Quadro", text=arrivals.fragment(leaves=False)))
        shown = (await made.chat.get(f"{made.path}/data")).json()["widgets"][0]
        await tab.open(made.chat.url + shown["frame"])
        await tab.run("new Promise((done) => setTimeout(done, 2500))")
        assert (arrivals.paths, arrivals.connections, arrivals.datagrams) == ([], 0, 0)


async def test_what_a_model_writes_in_good_faith_works(board: MakeBoard, tab: BrowserTab) -> None:
    text = """<div class="kpi-card"><h3>Total</h3><div class="value">200</div></div>
      <div id="c" style="height: 200px"></div><ul id="l"></ul><a href="#l">down</a><script>
      document.querySelector("a").click();
      document.getElementById("l").innerHTML = "<li>one</li><li>two</li>";
      const more = document.createElement("p"); more.textContent = "p"; document.body.append(more);
      echarts.init(document.getElementById("c")).setOption({
        xAxis: {data: ["a", "b"]}, yAxis: {}, series: [{type: "bar", data: [1, 2]}]});
      setInterval(() => parent.postMessage({type: "batuta-height", height: 700
        + document.querySelectorAll("li").length * 10
        + document.querySelectorAll("canvas").length}, "*"), 200);
      </script>"""  # told again and again: the frame tells its own height whenever it has loaded
    made = await board(tile("html", "Quadro", text=text))
    await seen(tab, made)
    await tab.until("document.querySelector('iframe').style.minHeight === '721px'")
