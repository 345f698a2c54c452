"""A page of the web application in a real Chromium, driven by Playwright.

Whatever the page complains of, asks another host for, or is refused by its policy fails the test
that opened it, unless the test says beforehand that it expects it.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, async_playwright

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}


@dataclass
class WebVisit:
    """What one browser of one person saw; `expected` are parts of complaints a test provokes."""

    url: str
    context: BrowserContext
    complaints: list[str] = field(default_factory=list[str])
    elsewhere: list[str] = field(default_factory=list[str])
    expected: list[str] = field(default_factory=list[str])

    async def page(self, path: str = "/app/") -> Page:
        """Open another tab."""
        page = await self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: self.complaints.append(said.text) if said.type == "error" else None,
        )
        page.on("request", lambda asked: self._note(asked.url))
        await page.goto(self.url + path)
        return page

    def _note(self, url: str) -> None:
        if not url.startswith((self.url, "data:", "blob:", "about:")):
            self.elsewhere.append(url)

    async def sign_in(self, token: str) -> None:
        """Have the cookie of somebody who is signed in."""
        await self.context.add_cookies([{"name": "batuta_access", "value": token, "url": self.url}])

    def check(self) -> None:
        """Fail if the page complained of something or asked anybody else for anything."""
        known = [*self.expected, "the server responded with a status of 401"]
        unknown = [said for said in self.complaints if not any(part in said for part in known)]
        assert unknown == [], unknown
        assert self.elsewhere == [], self.elsewhere


@asynccontextmanager
async def chromium() -> AsyncGenerator[Browser]:
    """Start Debian's Chromium; Playwright's own browsers are never downloaded."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise AssertionError("there is no Chromium here; on Debian or Ubuntu: apt install chromium")
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        yield started
        await started.close()


@asynccontextmanager
async def visit(browser: Browser, url: str, **context: Any) -> AsyncGenerator[WebVisit]:
    """Come as a new person with an empty profile; `context` is Playwright's (size, locale…)."""
    options: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-US"} | context
    opened = await browser.new_context(**options)
    opened.set_default_timeout(20_000)
    seen = WebVisit(url, opened)
    try:
        yield seen
        seen.check()
    finally:
        await opened.close()


async def serious_findings(page: Page) -> list[str]:
    """Name what axe finds that keeps people out: `serious` and `critical`."""
    await page.evaluate(AXE.read_text("utf-8"))  # past the policy, as an extension would
    found: Any = await page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:120]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
