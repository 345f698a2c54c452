"""The chat of the web application as a person uses it: what it shows, by what it is called."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.async_api import Locator, Page, expect

from tests.support.web_page import WebVisit

LONGEST = 60_000


@dataclass
class ChatPage:
    """One tab with the chat in it."""

    page: Page
    visit: WebVisit

    @property
    def box(self) -> Locator:
        return self.page.locator("[data-shortcut=write]")

    @property
    def turns(self) -> Locator:
        return self.page.locator("article[data-turn]")

    @property
    def last(self) -> Locator:
        return self.turns.last

    @property
    def session(self) -> str:
        return self.page.url.rstrip("/").rsplit("/", 1)[-1]

    async def write(self, text: str) -> None:
        """Send a message, and do not wait for more than that it is shown."""
        count = await self.turns.count()
        await self.box.fill(text)
        await self.box.press("Enter")
        await expect(self.turns).to_have_count(count + 1, timeout=LONGEST)

    async def say(self, text: str) -> Locator:
        """Send a message and wait for the end of its answer; returns the turn."""
        await self.write(text)
        await self.ended()
        return self.last

    async def ended(self) -> None:
        """Wait until nothing runs."""
        stop = self.page.get_by_role("button", name="Stop the answer")
        await expect(stop).to_have_count(0, timeout=LONGEST)
        await expect(self.page.locator("[data-running=true]")).to_have_count(0, timeout=LONGEST)

    async def shows(self, text: str, count: int = 1) -> None:
        """Wait until a text is on the page, as often as it should be and no more."""
        await expect(self.page.locator("#content").get_by_text(text)).to_have_count(
            count, timeout=LONGEST
        )


async def open_chat(visit: WebVisit, path: str = "/app/c") -> ChatPage:
    """Open a tab and wait until something can be written."""
    chat = ChatPage(await visit.page(path), visit)
    await expect(chat.box).to_be_visible(timeout=LONGEST)
    return chat
