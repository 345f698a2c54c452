"""A real Chromium, spoken to by its own protocol."""

from __future__ import annotations

import asyncio
import base64
import itertools
import shutil
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import orjson
import websockets

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
LONGEST = 60


class BrowserTab:
    """One tab; what its page writes to the console, and refuses, is kept."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self.session = ""
        self.console: list[str] = []
        self.failed: list[str] = []
        self.requested: list[str] = []
        self._listening = asyncio.create_task(self._listen())

    async def call(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        told = {"id": number, "method": method, "params": params}
        if self.session:
            told["sessionId"] = self.session
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send(orjson.dumps(told).decode())
        async with asyncio.timeout(LONGEST):
            return await answer

    async def open(self, url: str) -> None:
        """Go to an address and wait for its page."""
        await self.call("Page.navigate", url=url)
        await self.until("document.readyState === 'complete'")

    async def run(self, code: str) -> Any:
        """Return the value of an expression in the page."""
        said = await self.call(
            "Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in said:
            raise AssertionError(said["exceptionDetails"])
        return said["result"].get("value")

    async def until(self, code: str) -> None:
        """Wait until an expression is true in the page."""
        async with asyncio.timeout(LONGEST):
            while True:
                try:
                    if await self.run(f"!!({code})"):
                        return
                except (AssertionError, RuntimeError):  # the page is on its way to another one
                    pass
                await asyncio.sleep(0.05)

    async def size(self, width: int, height: int, *, phone: bool = False) -> None:
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )

    async def prefers(self, **features: str) -> None:
        """Say how somebody has set up their system: `scheme="dark"`, `motion="reduce"`."""
        names = {"scheme": "prefers-color-scheme", "motion": "prefers-reduced-motion"}
        media = features.pop("media", "")
        told = [{"name": names[name], "value": value} for name, value in features.items()]
        await self.call("Emulation.setEmulatedMedia", media=media, features=told)

    async def picture(self, *, whole: bool = True) -> bytes:
        said = await self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return base64.b64decode(said["data"])

    async def _listen(self) -> None:
        async for text in self._socket:
            said = orjson.loads(text)
            if answer := self._answers.pop(said.get("id", 0), None):
                if "error" in said:
                    answer.set_exception(RuntimeError(said["error"]["message"]))
                else:
                    answer.set_result(said["result"])
            self._note(said.get("method", ""), said.get("params", {}))

    def _note(self, method: str, said: Any) -> None:
        match method:
            case "Runtime.consoleAPICalled":
                self.console.append(" ".join(str(a.get("value")) for a in said["args"]))
            case "Runtime.exceptionThrown":
                self.failed.append(str(said["exceptionDetails"].get("exception")))
            case "Log.entryAdded":
                self.failed.append(said["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requested.append(said["request"]["url"])
            case _:
                pass

    async def close(self) -> None:
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)


@asynccontextmanager
async def browser(*more: str) -> AsyncGenerator[BrowserTab]:
    """Start a browser with a profile of its own and hand out its tab."""
    if shutil.which(PROGRAM) is None:
        raise AssertionError("there is no Chromium here; on Debian or Ubuntu: apt install chromium")
    with tempfile.TemporaryDirectory(prefix="browser", ignore_cleanup_errors=True) as home:
        process = await asyncio.create_subprocess_exec(
            *[
                PROGRAM, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-background-networking", "--disable-component-update",
                "--disable-sync", "--allow-loopback-in-peer-connection",
                "--remote-debugging-port=0", f"--user-data-dir={home}",
                *more, "about:blank",
            ],
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            address = await _address(Path(home))
            async with websockets.connect(address, max_size=None) as socket:
                tab = BrowserTab(socket)
                target = await tab.call("Target.createTarget", url="about:blank")
                joined = await tab.call(
                    "Target.attachToTarget", targetId=target["targetId"], flatten=True
                )
                tab.session = joined["sessionId"]
                for domain in ("Page", "Runtime", "Log", "Network"):
                    await tab.call(f"{domain}.enable")
                yield tab
                await tab.close()
        finally:
            process.terminate()
            await process.wait()


async def _address(home: Path) -> str:
    told = home / "DevToolsActivePort"
    async with asyncio.timeout(LONGEST):
        while True:
            lines = told.read_text().split() if told.exists() else []
            if len(lines) == 2:
                return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
            await asyncio.sleep(0.05)
