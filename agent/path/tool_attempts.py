"""Runs a tool in a turn, again where it failed in passing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from agent.log import telemetry
from agent.path.call_record import CallRecord
from agent.path.run import TurnRun
from agent.path.tool_words import reason_of
from contracts.json import JsonObject
from tools import Tool, ToolContext
from tools.access import DatabaseToolStore
from tools.dashboards import DashboardAccess
from tools.datasets import DatasetAccess
from tools.policy import may_retry
from tools.widgets import WidgetTray

R = TypeVar("R")


async def attempted(
    run: TurnRun,
    tool: Tool,
    args: JsonObject,
    call: str,
    record: CallRecord,
    read: Callable[[Any, WidgetTray], Awaitable[R]],
) -> R:
    """Return what is read of a tool's output; raises what it failed of at last."""
    attempt = 1
    while True:
        context = _context(run, tool, call, record)  # with what this attempt alone shows
        try:
            with telemetry.tool_span(run.turn, tool.name, call):
                output = await tool.call(args, context)
            return await read(output, context.tray)
        except asyncio.CancelledError:
            raise
        except Exception as exc:
            if not may_retry(tool, exc, attempt):
                raise
            reason = await reason_of(run, tool, call, exc)
            record.retry(attempt + 1, tool.retries + 1, reason)
        await asyncio.sleep(run.services.retry_pause)
        attempt += 1


def _context(run: TurnRun, tool: Tool, call: str, record: CallRecord) -> ToolContext:
    turn = run.turn
    return ToolContext(
        caller=turn.caller,
        session_id=turn.session_id,
        turn_id=turn.id,
        call_id=call,
        idempotency_key=call,
        store=DatabaseToolStore(run.services.pool, turn.caller, turn.session_id),
        data=DatasetAccess(
            run.services.pool,
            run.services.sandbox,
            run.services.datasets,
            turn.caller,
            turn.session_id,
            run.services.project,
            call,
            run.services.data_settled,
        ),
        dashboards=DashboardAccess(
            run.services.pool, run.services.tiles, turn.caller, turn.session_id
        ),
        language=run.language,
        slots=dict(run.slots),
        profile=dict(run.profile),
        preferences=turn.preferences,
        on_progress=record.progress,
        board=run.plan,
    )
