"""A terminal that waits for a line while people have the conversation, and shows what they write.

Elsewhere the loop stands still while somebody types. Here it runs, and the terminal itself keeps
the line until it is finished: there is no history of lines, and no editing but the terminal's own.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys

from cli.terminal.talk import ChatSession
from cli.terminal.view import StreamView
from contracts.events import Event, Handover


async def line_amid_news(talk: ChatSession) -> str:
    """Return the next typed line; raises EOFError at the end of the input."""
    loop, typed = asyncio.get_running_loop(), asyncio.Event()
    hearing = asyncio.create_task(_overhear(talk), name="overhear")
    loop.add_reader(sys.stdin.fileno(), typed.set)
    try:
        _ask(talk)
        await typed.wait()
    finally:
        loop.remove_reader(sys.stdin.fileno())
        hearing.cancel()
        await asyncio.wait([hearing])
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


async def _overhear(talk: ChatSession) -> None:
    """Show what comes into the conversation by itself, turn by turn, until it ends."""
    views: dict[str, StreamView] = {}
    async with contextlib.aclosing(talk.client.listen(talk.session or "", talk.heard)) as events:
        async for event in events:
            if not isinstance(event, Event):
                continue
            talk.heard = f"{event.turn}:{event.seq}"
            view = views.setdefault(event.turn, StreamView(rejoined=True))
            for render in view.take(event):
                talk.painter.show(render)
            if isinstance(event, Handover):
                talk.people = event.status in ("waiting", "taken")
            if view.status is not None:
                talk.choices = view.choices or talk.choices
                _ask(talk)


def _ask(talk: ChatSession) -> None:
    sys.stdout.write(talk.prompt)
    sys.stdout.flush()
