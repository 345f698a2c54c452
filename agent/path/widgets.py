"""What a tool shows passes the gate and the guards like its result, and enters the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import orjson
from pydantic import ValidationError

from agent.path.check import check_result
from agent.path.output import gate_json
from agent.path.run import TurnRun
from contracts.errors import ToolFailed
from contracts.json import JsonMapping, JsonObject
from tools.widgets import ShownEvent, ToolYield, WidgetTray, as_event

_BRIEF = 4_000  # bytes of a result that are read on the event loop
MOST_TURN_BYTES = 4 * 1024 * 1024
_NOT_SAID = frozenset({"type", "id", "total_rows"})  # nobody's words


async def gated(run: TurnRun, output: Any, tray: WidgetTray) -> ToolYield:
    """Return what a call has given as the gate lets it through."""
    if not tray and len(orjson.dumps(output)) <= _BRIEF:
        return ToolYield(gate_json(run, output))

    def read() -> ToolYield:
        shown = [{**w, **gate_json(run, _said(w))} for w in tray.taken()]
        return ToolYield(gate_json(run, output), shown)

    return await asyncio.to_thread(read)


async def checked(run: TurnRun, tool: str, call: str, given: ToolYield) -> ToolYield | None:
    """Return what may be seen of what a call has given, or None where it must be withheld."""
    seen = await check_result(run, tool, call, given.output)
    if seen is None:
        return None
    widgets: list[JsonMapping] = []
    for widget in given.widgets:
        said = await check_result(run, tool, call, _said(widget))
        if said is None:
            return None
        widgets.append({**widget, **said})
    return replace(given, output=seen, widgets=widgets)


async def events_of(run: TurnRun, widgets: Sequence[JsonMapping]) -> list[ShownEvent]:
    """Return the events that show widgets; refuses what is too much for one message."""
    if not widgets:
        return []

    def made() -> tuple[list[ShownEvent], int]:
        events = [as_event(widget) for widget in widgets]
        return events, sum(len(event.body()) for event in events)

    try:
        events, size = await asyncio.to_thread(made)
    except ValidationError:
        raise ToolFailed(
            "a figure of a widget reads like a number that belongs to somebody;"
            " show it as a text or not at all"
        ) from None
    run.widget_bytes += size
    if run.widget_bytes > MOST_TURN_BYTES:
        raise ToolFailed(
            f"the widgets of one message may take {MOST_TURN_BYTES} bytes together; show fewer"
        )
    return events


def _said(widget: JsonMapping) -> JsonObject:
    return {name: value for name, value in widget.items() if name not in _NOT_SAID}
