"""The chat on a phone, by keyboard alone, in both themes, and as a screen reader hears it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

import pytest
from playwright.async_api import expect

from tests.support.chat_page import LONGEST, open_chat
from tests.support.model_server import ModelServer, call, reply
from tests.support.web_page import PHONE, WebVisit, serious_findings

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker, pytest.mark.prove]
SignIn = Callable[..., Awaitable[WebVisit]]
RICH = "# One\n\nText with `code`, **strong** and [a link](https://example.org).\n\n- a\n- b\n\n"
TABLE = "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n> said\n\n```python\nprint(1)\n```\n"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
async def test_nothing_keeps_people_out(
    signed_in: SignIn,
    models: ModelServer,
    tag: str,
    scheme: Literal["light", "dark"],
    size: str,
) -> None:
    models.script(
        reply(RICH, TABLE, match=f"rich {tag}"), call("send", {"name": tag}, match=f"send {tag}")
    )
    more: dict[str, Any] = {"viewport": PHONE, "has_touch": True} if size == "phone" else {}
    chat = await open_chat(await signed_in(color_scheme=scheme, **more))
    assert await serious_findings(chat.page) == []
    turn = await chat.say(f"rich {tag}")
    await turn.get_by_role("button", name="Something is wrong with it").click()
    assert await serious_findings(chat.page) == []
    await chat.say(f"send {tag}")
    await expect(chat.page.get_by_role("button", name="Deny")).to_be_visible()
    assert await serious_findings(chat.page) == []
    for name in ("What I have used", "Keys (?)")[: 1 if size == "phone" else 2]:
        await chat.page.get_by_role("button", name=name).click()
        dialog = chat.page.get_by_role("dialog")
        await expect(dialog).to_contain_text("a" if name.startswith("Keys") else "In all")
        await dialog.evaluate("(it) => Promise.all(it.getAnimations().map((one) => one.finished))")
        assert await serious_findings(chat.page) == []
        await chat.page.keyboard.press("Escape")
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not await chat.page.evaluate(wide)


async def test_everything_works_by_keyboard(
    signed_in: SignIn, models: ModelServer, tag: str, probe_folder: Any
) -> None:
    models.script(call("send", {"name": tag}, match=tag), reply("Sent.", match=tag))
    chat = await open_chat(await signed_in())
    page = chat.page
    await expect(chat.box).to_be_focused()
    await page.keyboard.type(f"send {tag}")
    await page.keyboard.press("Shift+Enter")
    await page.keyboard.type("and more")
    await expect(chat.box).to_have_value(f"send {tag}\nand more")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Allow")).to_be_visible(timeout=LONGEST)
    await expect(chat.box).to_be_focused()  # a question is announced and takes no focus
    for _ in range(12):
        await page.keyboard.press("Shift+Tab")
        if await page.get_by_role("button", name="Allow").evaluate("(it) => it.matches(':focus')"):
            break
    await page.keyboard.press("Enter")
    await chat.shows("Sent.")
    await page.locator("body").press("Escape")
    await page.evaluate("document.activeElement.blur()")
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("/")
    await expect(chat.box).to_be_focused()


async def test_sentences_are_announced_and_not_pieces(
    signed_in: SignIn, models: ModelServer, tag: str
) -> None:
    words = [*"The first one. The sec".split(" "), "ond"]
    pieces = [f"{word} " for word in words[:-2]] + ["sec", "ond one.", " Done"]
    models.script(reply(*pieces, gate=f"g{tag}", after=len(pieces) - 1, match=tag))
    chat = await open_chat(await signed_in())
    await chat.page.evaluate(
        """() => {
          window.heard = [];
          const region = document.querySelector("[aria-live=polite].hidden");
          new MutationObserver(() => window.heard.push(region.textContent))
            .observe(region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    await chat.write(f"say {tag}")
    await expect(chat.last).to_contain_text("second one.", timeout=LONGEST)
    models.open(f"g{tag}")
    await chat.ended()
    heard = [said for said in await chat.page.evaluate("heard") if said]
    assert " ".join(heard) == "The first one. The second one. Done"
    assert len(heard) <= 3


async def test_a_phone_shows_the_list_when_it_is_asked_for(
    signed_in: SignIn, models: ModelServer, tag: str
) -> None:
    models.script(reply("Here.", match=tag))
    chat = await open_chat(await signed_in(viewport=PHONE, has_touch=True, is_mobile=True))
    await chat.say(f"hi {tag}")
    side = chat.page.get_by_role("navigation", name="Conversations")
    await expect(side).to_be_hidden()
    await chat.page.get_by_role("button", name="Menu").tap()
    await expect(side).to_be_visible()
    await chat.page.get_by_role("link", name="New conversation").tap()
    await expect(side).to_be_hidden()
    await expect(
        chat.page.get_by_role("heading", name="What would you like to know?")
    ).to_be_visible()
