"""What models, files and people write to do harm: it stays text and asks nobody for anything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import FilePayload, expect

from tests.support.chat_page import LONGEST, open_chat
from tests.support.model_server import ModelServer, reply
from tests.support.web_page import WebVisit

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker, pytest.mark.prove]
SignIn = Callable[..., Awaitable[WebVisit]]
HOSTILE = """
<script>window.caught = 1</script> <img src=x onerror="window.caught = 2">
<iframe src="https://example.org/frame"></iframe> <svg onload="window.caught = 3"></svg>

[press me](javascript:window.caught=4) [data](data:text/html,<script>window.caught=5</script>)
![tracked](https://example.org/pixel.png) [there](https://example.org/page)
<a href="javascript:window.caught=6">or me</a> <style>body { display: none }</style>

| a | b |
| --- | --- |
| <b onmouseover="window.caught = 7">x</b> | [y](vbscript:x) |

```html
<script>window.caught = 8</script>
```
"""


async def test_markup_of_an_answer_is_text(
    signed_in: SignIn, models: ModelServer, tag: str
) -> None:
    models.script(reply(*HOSTILE.splitlines(keepends=True), "The end.", match=tag))
    chat = await open_chat(await signed_in())
    turn = await chat.say(f"say {tag}")
    await expect(turn).to_contain_text("The end.")
    for forbidden in ("script", "iframe", "img", "style", "[onerror]", "[onload]", "[onmouseover]"):
        assert await turn.locator(forbidden).count() == 0, forbidden
    links = turn.locator("a")
    hrefs = await links.evaluate_all("(all) => all.map((one) => one.getAttribute('href'))")
    assert all(href.startswith("https://example.org/") for href in hrefs), hrefs
    for number in range(await links.count()):
        assert await links.nth(number).get_attribute("rel") == "noopener noreferrer nofollow"
        assert await links.nth(number).get_attribute("target") == "_blank"
    await turn.get_by_text("press me").click()
    await chat.page.reload()
    await expect(chat.last).to_contain_text("The end.", timeout=LONGEST)
    assert await chat.page.evaluate("window.caught") is None
    assert await chat.page.locator("body").is_visible()


async def test_markup_of_a_message_and_its_title_is_text(
    signed_in: SignIn, models: ModelServer, tag: str
) -> None:
    models.script(reply("Fine.", match=tag))
    chat = await open_chat(await signed_in())
    said = f"<img src=x onerror='window.caught=1'> \u202e{tag}\u202c"
    await chat.say(said)
    await expect(chat.page.get_by_role("heading", level=1)).to_contain_text("<img src=x")
    assert await chat.page.locator("img[src=x]").count() == 0
    assert await chat.page.evaluate("window.caught") is None


async def test_the_name_of_a_file_is_text(signed_in: SignIn, tag: str) -> None:
    chat = await open_chat(await signed_in())
    name = f"<img src=x onerror=window.caught=1>{tag}.csv"
    table: FilePayload = {"name": name, "mimeType": "text/csv", "buffer": b"a,b\n1,2\n3,4\n"}
    await chat.page.get_by_test_id("file").set_input_files(table)
    await expect(chat.turns).to_have_count(1, timeout=LONGEST)
    await expect(chat.last).to_contain_text(f"{tag}.csv")
    await expect(chat.last).to_contain_text("2 rows")
    assert await chat.page.locator("img[src=x]").count() == 0
    assert await chat.page.evaluate("window.caught") is None


async def test_a_very_long_word_makes_no_page_wider(
    signed_in: SignIn, models: ModelServer, tag: str
) -> None:
    models.script(reply("x" * 5000, "\n\n```\n", "y" * 5000, "\n```", match=tag))
    visit = await signed_in(viewport={"width": 390, "height": 844})
    chat = await open_chat(visit)
    await chat.say(f"{tag} " + "w" * 3000)
    for place in ("html", "#content", "#content header"):
        wide = await chat.page.locator(place).evaluate("(it) => it.scrollWidth > it.clientWidth")
        assert not wide, place
    feed = chat.page.locator("[role=feed]").locator("..")
    assert not await feed.evaluate("(it) => it.scrollWidth > it.clientWidth")
