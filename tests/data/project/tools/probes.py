"""Tools that tests steer from outside: through files, so that any process can be the one."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from contracts.events import Chart, Dashboard, Kpi, Rows, Table
from tools import ToolContext, ToolFailed, tool

FOLDER = Path(os.environ.get("BATUTA_TEST_PROBES", "/nonexistent"))


def _note(name: str, text: str) -> None:
    with (FOLDER / name).open("a") as file:
        file.write(text + "\n")


async def _hold(name: str) -> None:
    while not (FOLDER / f"open-{name}").exists():  # noqa: ASYNC110  # opened by another process
        await asyncio.sleep(0.01)


@tool(timeout=60)
async def look(name: str, ctx: ToolContext) -> str:
    """Look something up, without any effect.

    Args:
        name: What to look up.
    """
    _note(f"look-{name}", f"{os.getpid()} {ctx.idempotency_key}")
    if name.startswith("held"):
        await _hold(name)
    return f"found {name}"


@tool(timeout=60, side_effect=True)
async def pay(name: str, ctx: ToolContext) -> str:
    """Pay somebody; it must never happen twice.

    Args:
        name: Who is paid.
    """
    _note(f"pay-{name}", f"{os.getpid()} {ctx.idempotency_key}")
    if name.startswith("held"):
        await _hold(name)
    return f"paid {name}"


@tool(timeout=60, side_effect=True, idempotent=True)
async def book(name: str, ctx: ToolContext) -> str:
    """Book something; a repeat with the same key is harmless.

    Args:
        name: What is booked.
    """
    _note(f"book-{name}", f"{os.getpid()} {ctx.idempotency_key}")
    if name.startswith("held"):
        await _hold(name)
    return f"booked {name}"


@tool(side_effect=True, approval="ask")
async def send(name: str, ctx: ToolContext) -> str:
    """Send a letter, if the person agrees.

    Args:
        name: Who gets it.
    """
    _note(f"send-{name}", f"{os.getpid()} {ctx.idempotency_key}")
    if name.startswith("held"):
        await _hold(name)
    return f"sent to {name}"


@tool(approval="always", side_effect=True)
async def wipe(name: str, ctx: ToolContext) -> str:
    """Delete something; the person is always asked.

    Args:
        name: What is deleted.
    """
    _note(f"wipe-{name}", f"{os.getpid()} {ctx.idempotency_key}")
    return f"wiped {name}"


@tool(timeout=0.3, retries=1)
async def hang(name: str) -> str:
    """Answer in time only when the test has opened it.

    Args:
        name: Anything.
    """
    _note(f"hang-{name}", str(os.getpid()))
    await _hold(name)
    return "at last"


@tool(timeout=60)
async def spin(name: str) -> str:
    """Compute on the event loop until opened, as no tool should.

    Args:
        name: Anything.
    """
    _note(f"spin-{name}", str(os.getpid()))
    while not (FOLDER / f"open-{name}").exists():  # it is meant to block
        pass
    return f"spun {name}"


@tool(timeout=60)
def grind(name: str, ctx: ToolContext) -> str:
    """Work in a thread until opened or told to stop.

    Args:
        name: Anything.
    """
    ctx.progress(0.5, "grinding")
    while not (FOLDER / f"open-{name}").exists():
        if ctx.cancelled.wait(0.01):
            _note(f"grind-{name}", "stopped")
            return "stopped"
    _note(f"grind-{name}", "done")
    return f"ground {name}"


@tool()
def leak(name: str) -> dict[str, list[str]]:
    """Return something that looks like a credential.

    Args:
        name: Anything.
    """
    return {"keys": [f"it is sk-{'leaked0' * 5}", name]}


@tool(roles=["operator"])
def restricted(name: str) -> str:
    """Do what only an operator may.

    Args:
        name: Anything.
    """
    _note(f"restricted-{name}", str(os.getpid()))
    return "done"


@tool()
def crash(name: str) -> str:
    """Fail: expectedly when the name says so, otherwise with an error nobody foresaw.

    Args:
        name: How to fail.
    """
    if name == "expected":
        raise ToolFailed("there is none of that name; ask for another")
    raise ZeroDivisionError("secret detail")


@tool(cache=300)
def fetch(name: str) -> dict[str, list[str]]:
    """Return the page that the test has written.

    Args:
        name: Which page.
    """
    _note(f"fetch-{name}", str(os.getpid()))
    return {"paragraphs": (FOLDER / f"page-{name}").read_text().split("\n\n")}


@tool(cache=300, most_output=20_000)
async def board(name: str, ctx: ToolContext) -> dict[str, object]:
    """Show a figure, a table, a chart and a dashboard of what the test has written.

    Args:
        name: Which page.
    """
    _note(f"board-{name}", f"{os.getpid()} {ctx.idempotency_key}")
    page = (FOLDER / f"page-{name}").read_text() if (FOLDER / f"page-{name}").exists() else name
    rows: list[list[object]] = [[page, 2]]
    ctx.show(Kpi(id="", label="Defects", value=200))
    ctx.show(Table(id="mine", title=page, columns=["type", "count"], rows=rows, total_rows=1))
    chart = ctx.show(
        Chart(
            id="",
            title="By type",
            chart_type="bar",
            spec={"series": [{"type": "bar", "data": [2]}]},
            data=Rows(columns=["type", "count"], rows=rows),
        )
    )
    ctx.show(Dashboard(id="d1", title="Board", url="/dashboards/d1"))
    if name.startswith("held"):
        await _hold(name)
    return {"chart": chart, "text": "x" * 12_000}


@tool()
def crowd(count: int, size: int, ctx: ToolContext) -> str:
    """Show so many figures with so long a label.

    Args:
        count: How many.
        size: How long.
    """
    for _ in range(count):
        ctx.show(Kpi(id="", label="x" * size, value=1))
    return "shown"


@tool()
async def stumble(name: str) -> str:
    """Lose the connection once, and answer the next time.

    Args:
        name: Anything.
    """
    _note(f"stumble-{name}", str(os.getpid()))
    if len((FOLDER / f"stumble-{name}").read_text().splitlines()) < 2:
        raise ConnectionError("the other end has gone")
    return f"stood up {name}"


@tool()
async def flood(name: str) -> dict[str, object]:
    """Return a hundred megabytes.

    Args:
        name: Anything.
    """
    return {"name": name, "rows": ["x" * 1_000_000] * 100, "all": set(range(2_000_000))}
