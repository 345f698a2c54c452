"""A project for tests of publishing: its files are written, edited and published by the test."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.workers import PROJECT, ROOT

BOOKING = """\
workflow: booking
version: {version}
title: Booking a table
route: {{examples: ["book a table for me please"]}}
slots:
  guest: {{type: name, ask: "What is your name?"}}
  seats: {{type: integer, min: 1, max: 9, ask: "How many seats?"}}
start: {first}
states:
  {first}: {{ask: guest, go: many}}
  many: {{ask: seats, go: done}}
  done: {{say: "{text}: {{seats}} for {{guest}}.", end: completed}}
{more}
tests:
  - name: a table is booked
    say: ["hello", "Ana", "3"]
    expect: {{path: [{first}, many, done], end: completed}}
"""

TRIP = """\
workflow: trip
version: {version}
title: A trip
slots:
  place: {{type: text, ask: "Where to?"}}
start: where
states:
  where: {{ask: place, go: take}}
  take: {{tool: book, args: {{name: "{{place}}"}}, go: after}}
  after: {{say: "version {version} went to {{place}}.", end: completed}}
"""


HOP = """\
workflow: trip
version: {version}
title: A trip
start: take
states:
  take: {{tool: book, args: {{name: "{{profile.place}}"}}, go: after}}
  after: {{say: "version {version} hopped.", end: completed}}
"""


def booking(
    version: int, text: str | None = None, first: str = "who", upgrade: str | None = None
) -> str:
    """Write a version of the booking."""
    more = f"upgrade: {upgrade}" if upgrade else ""
    text = text or f"version {version}"
    return BOOKING.format(version=version, text=text, first=first, more=more)


def trip(version: int) -> str:
    """Write a version of the trip."""
    return TRIP.format(version=version)


async def comes(holds: Callable[[], Awaitable[object]], what: str, seconds: float = 40) -> None:
    """Wait for something that has no event to wait for; fails loudly instead of hanging."""
    deadline = time.monotonic() + seconds
    while not await holds():
        if time.monotonic() > deadline:
            raise AssertionError(f"never happened: {what}")
        await asyncio.sleep(0.05)


def hop(version: int) -> str:
    """Write a trip that begins at once."""
    return HOP.format(version=version)


@dataclass(frozen=True, slots=True)
class Shop:
    """The project's folder, and the commands that its owner types."""

    folder: Path
    dsn: str = ""

    @classmethod
    def make(cls, folder: Path, dsn: str = "") -> Shop:
        """Write a project with two workflows and the probe tools."""
        (folder / "workflows").mkdir(parents=True)
        shutil.copytree(PROJECT / "tools", folder / "tools")
        (folder / "batuta.yaml").write_text("name: shop\nlanguages: [en]\n", "utf-8")
        shop = cls(folder, dsn)
        shop.write("booking", booking(1))
        shop.write("trip", trip(1))
        return shop

    def write(self, name: str, text: str) -> None:
        """Save a file as an editor does."""
        (self.folder / "workflows" / f"{name}.yaml").write_text(text, "utf-8")

    async def command(self, *args: str) -> tuple[int, str, str]:
        """Run a command beside the servers."""
        env = {k: v for k, v in os.environ.items() if not k.startswith("BATUTA_")}
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "cli.main", *args],
            cwd=ROOT,
            env=env | {"DATABASE_URL": self.dsn, "BATUTA_TEST_PROBES": str(self.folder)},
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    async def publish(self, *more: str) -> str:
        """Publish the folder; it must be taken."""
        code, out, err = await self.command("publish", str(self.folder), *more)
        assert code == 0, err
        return out

    async def versions(self, name: str) -> dict[int, dict[str, Any]]:
        """List what was published of a workflow, by version."""
        code, out, err = await self.command("versions", name, "--json")
        assert code == 0, err
        return {row["version"]: row for row in json.loads(out)}
