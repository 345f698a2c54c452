"""One tool call, from the model's wish to a result that survives its worker."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from agent.log import telemetry
from agent.path.check import REFUSED, WITHHELD, check_arguments, check_result
from agent.path.output import gate_json
from agent.path.run import TurnRun
from contracts.errors import BatutaError, LoopDetected, ToolFailed, ToolTimeout
from contracts.events import (
    ApprovalKind,
    ToolApprovalRequest,
    ToolEnd,
    ToolProgress,
    ToolRetry,
    ToolStart,
    ToolStatus,
    stamp,
)
from contracts.messages import new_id
from guardrails.gate import cleaned, without_credentials
from tools import Tool, ToolContext
from tools.access import Access
from tools.policy import ToolForbidden, allowed, may_retry, needs_approval
from tools.tool import ToolArguments, summarise_args

logger = logging.getLogger(__name__)
PROGRESS_PAUSE = 0.2
Result = dict[str, Any]
PENDING: Result = {"status": "waiting", "note": "a person has been asked"}
ALONE = "nobody can be asked about one of several calls, so it needs a state of its own"


class Waiting(Exception):
    """The call needs a person first."""

    def __init__(self, kind: ApprovalKind, reason: str) -> None:
        super().__init__(reason)
        self.kind: ApprovalKind = kind
        self.reason = reason


class ToolCall:
    """A call of one tool by one agent, under the tool's policy."""

    def __init__(
        self,
        run: TurnRun,
        name: str,
        args: dict[str, Any],
        call: str,
        agent_tools: frozenset[str],
        *,
        may_ask: bool = True,
    ) -> None:
        self.run = run
        self.name = name
        self.args = args
        self.call = call
        self.agent_tools = agent_tools
        self.may_ask = may_ask
        self.key = f"tool/{call}"
        self._started = f"started/{call}"
        self._began = time.monotonic()
        self._last_progress = 0.0

    async def execute(self, *, approved: bool = False) -> Result | None:
        """Return the result for the model, or None when a person has been asked first."""
        if self.key in self.run.steps:
            return self._keep(self.run.steps[self.key])
        if asked := _asked_before(self.run, self.call):
            self.run.asked.append(asked)
            return None
        tool = self.run.services.tools.get(self.name)
        if tool is None and self.name in self.agent_tools:
            return await self._refuse(f"the tool '{self.name}' is not there any more")
        if tool is None:
            names = ", ".join(sorted(self.agent_tools)) or "none"
            return await self._refuse(f"there is no tool '{self.name}' (there are: {names})")
        try:
            allowed(tool, self.run.turn.caller, self.agent_tools)
            if not approved:
                self.run.loops.check(self.name, self.args)
            if not await self._let_through():
                return await self._refuse(REFUSED, "denied")
            args = tool.validate(self.args)
            if not approved and needs_approval(tool, self.run.autonomous, self.run.remembered):
                raise Waiting("tool", self._why(tool))
            return await self._perform(tool, args)
        except (ToolForbidden, ToolArguments) as exc:
            return await self._refuse(
                exc.message, "denied" if isinstance(exc, ToolForbidden) else "error"
            )
        except LoopDetected as exc:
            self.run.stop = exc
            return None
        except Waiting as exc:
            if not self.may_ask:
                return await self._refuse(f"{exc.reason}; {ALONE}")
            self._ask(tool, exc.kind, exc.reason)
            return None

    async def deny(self) -> Result:
        """Record that the person said no."""
        if self.key in self.run.steps:
            return self._keep(self.run.steps[self.key])
        return await self._refuse("the person declined this call", "denied")

    async def _let_through(self) -> bool:
        """Have the guards read the arguments before anybody else does; blocked ones are dropped.

        What an earlier worker has begun had passed them.
        """
        if self._started in self.run.steps:
            return True
        passed = await check_arguments(self.run, self.name, self.call, self.args)
        if not passed:
            self.args = {}
        return passed

    async def _perform(self, tool: Tool, args: dict[str, Any]) -> Result:
        hit, known = self.run.services.cache.get(tool, self.run.turn.caller, args)
        if self._started in self.run.steps:
            self._after_takeover(tool)
        self._start(args)
        if hit:
            return await self._succeeded(tool, args, known, cached=True)
        # The model's answer and this intent are on record before the world is touched.
        await self.run.log.flush()
        return await self._try(tool, args)

    def _start(self, args: dict[str, Any]) -> None:
        """Say once that the call begins; of one that is refused unread, too."""
        tool = self.run.services.tools.get(self.name)
        event = ToolStart(
            call=self.call,
            tool=self.name,
            title=tool.title_in(self.run.language) if tool else self.name,
            args=summarise_args(args),
        )
        self.run.once(self._started, event)
        self.run.open_calls[self.call] = (self.name, self._began)

    def _after_takeover(self, tool: Tool) -> None:
        """An earlier worker began this call in this turn and its outcome is unknown."""
        if not tool.repeatable:
            raise Waiting(
                "repeat", "a worker died while this ran; it may or may not have taken effect"
            )
        key = f"retried/{self.call}/{self.run.turn.attempt}"
        attempt = self.run.turn.attempt
        self.run.once(
            key,
            ToolRetry(call=self.call, attempt=attempt, max=attempt, reason="its worker was lost"),
        )

    async def _try(self, tool: Tool, args: dict[str, Any]) -> Result:
        attempt = 1
        while True:
            try:
                with telemetry.tool_span(self.run, tool.name, self.call):
                    output = await tool.call(args, self._context(tool))
                return await self._succeeded(tool, args, output)
            except asyncio.CancelledError:
                raise
            except Exception as exc:  # noqa: BLE001  # a tool may fail in any way it likes
                if not may_retry(tool, exc, attempt):
                    return await self._failed(tool, exc)
                self.run.log.emit(
                    ToolRetry(
                        call=self.call,
                        attempt=attempt + 1,
                        max=tool.retries + 1,
                        reason=_reason(exc, tool),
                    )
                )
            await asyncio.sleep(self.run.services.retry_pause)
            attempt += 1

    async def _succeeded(
        self, tool: Tool, args: dict[str, Any], output: Any, cached: bool = False
    ) -> Result:
        """Let the guards read what came back before anybody else does; only that is cached."""
        output = gate_json(self.run, output)
        seen = await check_result(self.run, tool.name, self.call, output)
        if seen is None:
            return await self._refuse(WITHHELD)
        if not cached:
            self.run.services.cache.put(tool, self.run.turn.caller, args, output)
        return await self._end("ok", {"result": seen}, seen, cached)

    async def _failed(self, tool: Tool, exc: Exception) -> Result:
        if isinstance(exc, ToolFailed) and not isinstance(exc, ToolTimeout):
            return await self._refuse(exc.message)
        if not isinstance(exc, BatutaError):
            logger.error("tool failed unexpectedly", extra={"tool": tool.name}, exc_info=exc)
        reason = _reason(exc, tool)
        if tool.repeatable and tool.retries:
            status: ToolStatus = "timeout" if isinstance(exc, ToolTimeout) else "error"
            self.run.open_calls.pop(self.call, None)
            self.run.log.emit(self._tool_end(status, reason, cached=False))
            raise Waiting("retry", f"{reason}; try again?")
        return await self._refuse(reason, "timeout" if isinstance(exc, ToolTimeout) else "error")

    async def _refuse(self, message: str, status: ToolStatus = "error") -> Result:
        """End the call with a failure that the model and the person may read."""
        return await self._end(status, {"error": message}, message)

    async def _end(
        self, status: ToolStatus, result: Result, output: Any, cached: bool = False
    ) -> Result:
        self._start(self.args)
        self.run.open_calls.pop(self.call, None)
        output = cleaned(output)
        kept = {"status": status, "output": cleaned(result)}
        self.run.steps[self.key] = kept
        events = [self._tool_end(status, output, cached)]
        self.run.log.emit(*events, step=(self.key, kept))
        telemetry.TOOL_CALLS.labels(tool=self._label(), status=status).inc()
        await self.run.log.flush()
        return self._keep(kept)

    def _tool_end(self, status: ToolStatus, output: Any, cached: bool) -> ToolEnd:
        return ToolEnd(
            call=self.call,
            tool=self.name,
            status=status,
            output=output,
            cached=cached,
            duration_ms=int((time.monotonic() - self._began) * 1000),
        )

    def _keep(self, kept: dict[str, Any]) -> Result:
        self.run.blocks.append(
            {
                "type": "tool_result",
                "id": self.call,
                "name": self.name,
                "status": kept["status"],
                "output": kept["output"],
            }
        )
        return kept["output"]

    def _ask(self, tool: Tool, kind: ApprovalKind, reason: str) -> None:
        ask(
            self.run,
            kind,
            reason,
            call=self.call,
            tool=self.name,
            title=tool.title_in(self.run.language),
            args=self.args,
        )

    def _why(self, tool: Tool) -> str:
        return "this tool changes something" if tool.side_effect else "this tool asks first"

    def _label(self) -> str:
        return self.name if self.name in self.run.services.tools else "unknown"

    def _context(self, tool: Tool) -> ToolContext:
        turn = self.run.turn
        return ToolContext(
            caller=turn.caller,
            session_id=turn.session_id,
            turn_id=turn.id,
            call_id=self.call,
            idempotency_key=self.call,
            store=Access(self.run.services.pool, turn.caller, turn.session_id),
            language=self.run.language,
            slots=dict(self.run.slots),
            profile=dict(self.run.profile),
            preferences=turn.preferences,
            on_progress=self._progress,
        )

    def _progress(self, fraction: float | None, note: str) -> None:
        now = time.monotonic()
        if now - self._last_progress >= PROGRESS_PAUSE or fraction == 1.0:
            self._last_progress = now
            note = without_credentials(note)
            self.run.log.emit(ToolProgress(call=self.call, fraction=fraction, note=note))


def ask(
    run: TurnRun,
    kind: ApprovalKind,
    reason: str,
    *,
    call: str = "",
    tool: str = "",
    title: str = "",
    args: dict[str, Any] | None = None,
) -> None:
    """Ask the person; the turn will end as waiting and the answer will be a turn of its own.

    The question is shown with the end of the turn: whoever sees it can answer it.
    """
    key = f"asked/{kind}/{call}"
    expires = datetime.now(UTC) + timedelta(minutes=run.services.approval_minutes)
    record = run.once(
        key,
        result={
            "id": str(new_id()),
            "kind": kind,
            "call_id": call,
            "tool": tool,
            "title": title,
            "args": args or {},
            "reason": reason,
            "expires_at": stamp(expires),
        },
    )
    run.asked.append(record)


def _asked_before(run: TurnRun, call: str) -> dict[str, Any] | None:
    """Find what an earlier worker asked about a call in this turn."""
    kinds: tuple[ApprovalKind, ...] = ("tool", "retry", "repeat")
    return next(
        (run.steps[k] for kind in kinds if (k := f"asked/{kind}/{call}") in run.steps), None
    )


def question(record: dict[str, Any]) -> ToolApprovalRequest:
    """Write an approval that is asked for as its event."""
    return ToolApprovalRequest(
        approval=record["id"],
        kind=record["kind"],
        call=record["call_id"],
        tool=record["tool"],
        title=record["title"],
        args=record["args"],
        reason=record["reason"],
        expires_at=record["expires_at"],
    )


def broken_off(run: TurnRun) -> list[ToolEnd]:
    """End the calls that were running when the turn was stopped."""
    ends: list[ToolEnd] = []
    for call, (tool, began) in run.open_calls.items():
        note = "stopped before its end; it may or may not have taken effect"
        output = {"error": note}
        block = {"type": "tool_result", "id": call, "name": tool, "status": "cancelled"}
        run.blocks.append(block | {"output": output})
        took = int((time.monotonic() - began) * 1000)
        ends.append(
            ToolEnd(call=call, tool=tool, status="cancelled", output=note, duration_ms=took)
        )
    return ends


def _reason(exc: Exception, tool: Tool) -> str:
    """Say what went wrong without repeating an unexpected exception's text."""
    return exc.message if isinstance(exc, BatutaError) else f"{tool.name} failed unexpectedly"
