"""What is told and kept of one tool call: its start, what happens meanwhile, its result."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from agent.log import telemetry
from agent.log.steps import ToolOutcome, call_begun, call_retried, called
from agent.path.run import TurnRun
from agent.path.tool_words import ToolNotes
from contracts.blocks import CallFacts, ToolOutput, ToolResultBlock
from contracts.events import ToolEnd, ToolProgress, ToolRetry, ToolStart, ToolStatus
from contracts.json import JsonMapping
from tools.tool import summarise_args
from tools.widgets import ShownEvent, plan_event

PROGRESS_PAUSE = 0.2
BROKEN_OFF = "stopped before its end; it may or may not have taken effect"


class CallRecord:
    """One call in the turn's log and answer."""

    def __init__(self, run: TurnRun, tool: str, call: str) -> None:
        self._run = run
        self._tool = tool
        self._call = call
        self._began = time.monotonic()
        self._last_progress = 0.0
        self.notes = ToolNotes(run, tool)

    @property
    def begun(self) -> bool:
        """Tell whether the call was begun in this turn, perhaps by an earlier worker."""
        return call_begun(self._call) in self._run.journal

    def replayed(self) -> ToolOutput | None:
        """Take up the result of a call that was finished before."""
        kept = self._run.journal.find(called(self._call))
        return self._taken(kept) if kept else None

    def start(self, args: JsonMapping) -> None:
        """Say once that the call begins; of one that is refused unread, too."""
        event = ToolStart(
            call=self._call, tool=self._tool, title=self._title(), args=summarise_args(args)
        )
        self._run.journal.keep(call_begun(self._call), True, event)
        self._run.open_calls[self._call] = (self._tool, self._began)

    def taken_over(self) -> None:
        """Say once that the call runs again because its worker was lost."""
        at = self._run.turn.attempt
        event = ToolRetry(call=self._call, attempt=at, max=at, reason="its worker was lost")
        self._run.journal.keep(call_retried(self._call, at), True, event)

    def retry(self, attempt: int, most: int, reason: str) -> None:
        """Say that the call is tried again."""
        self._run.log.emit(ToolRetry(call=self._call, attempt=attempt, max=most, reason=reason))

    def progress(self, fraction: float | None, note: str) -> None:
        """Say how far the call is, not too often."""
        now = time.monotonic()
        if now - self._last_progress >= PROGRESS_PAUSE or fraction == 1.0:
            self._last_progress = now
            note = self.notes.passed(note)
            self._run.log.emit(ToolProgress(call=self._call, fraction=fraction, note=note))

    def given_up(self, status: ToolStatus, reason: str) -> None:
        """Say that the call ended without a result; a person decides whether it is made again."""
        self._run.open_calls.pop(self._call, None)
        self._run.log.emit(self._end_event(status, reason, cached=False))

    async def end(
        self,
        status: ToolStatus,
        result: ToolOutput,
        shown: Any,
        *,
        cached: bool = False,
        widgets: Sequence[ShownEvent] = (),
    ) -> ToolOutput:
        """Commit the result, which the gate has read, with the events that show it."""
        self._run.open_calls.pop(self._call, None)
        kept = tuple(widget.model_dump(mode="json") for widget in widgets)
        event = self._end_event(status, shown, cached)
        facts: CallFacts = {
            "title": self._title(),
            "duration_ms": event.duration_ms,
            "cached": cached,
        }
        outcome = ToolOutcome(status, result, kept, facts)
        self._run.journal.keep(called(self._call), outcome, *widgets, event)
        label = self._tool if self._tool in self._run.services.tools else "unknown"
        telemetry.TOOL_CALLS.labels(tool=label, status=status).inc()
        await self._run.log.flush()
        return self._taken(outcome)

    def _taken(self, outcome: ToolOutcome) -> ToolOutput:
        for widget in outcome.widgets:
            if (event := plan_event(widget)) is not None:
                self._run.plan.take(event)
            else:
                self._run.answer.add({"type": "widget", "event": dict(widget)})
        block = _result_block(self._call, self._tool, outcome.status, outcome.output)
        if outcome.facts:
            block["facts"] = outcome.facts
        self._run.answer.add(block)
        return outcome.output

    def _title(self) -> str:
        tool = self._run.services.tools.get(self._tool)
        return tool.title_in(self._run.language) if tool else self._tool

    def _end_event(self, status: ToolStatus, shown: Any, cached: bool) -> ToolEnd:
        return ToolEnd(
            call=self._call,
            tool=self._tool,
            status=status,
            output=shown,
            cached=cached,
            duration_ms=_milliseconds(self._began),
        )


def broken_off(run: TurnRun) -> list[ToolEnd]:
    """End the calls that were running when the turn was stopped."""
    ends: list[ToolEnd] = []
    for call, (tool, began) in run.open_calls.items():
        run.answer.add(_result_block(call, tool, "cancelled", {"error": BROKEN_OFF}))
        took = _milliseconds(began)
        ends.append(
            ToolEnd(call=call, tool=tool, status="cancelled", output=BROKEN_OFF, duration_ms=took)
        )
    return ends


def _result_block(call: str, tool: str, status: ToolStatus, output: ToolOutput) -> ToolResultBlock:
    return {"type": "tool_result", "id": call, "name": tool, "status": status, "output": output}


def _milliseconds(began: float) -> int:
    return int((time.monotonic() - began) * 1000)
