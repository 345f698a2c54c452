"""One tool call, from the model's wish to a result that survives its worker."""

from __future__ import annotations

import logging

from agent.log import telemetry
from agent.path.approvals import ask, asked_before, autonomous
from agent.path.call_record import CallRecord
from agent.path.check import REFUSED, WITHHELD, check_arguments
from agent.path.failure_words import said, words_for_people
from agent.path.run import TurnRun
from agent.path.tool_attempts import attempted
from agent.path.tool_words import reason_of
from agent.path.widgets import checked, events_of, gated
from contracts.blocks import ToolOutput
from contracts.errors import BatutaError, ToolFailed, ToolTimeout
from contracts.events import ApprovalCode, ApprovalKind, ToolStatus
from contracts.json import JsonObject
from guardrails.gate import without_credentials
from tools import Tool
from tools.policy import LoopGuard, ToolForbidden, allowed, needs_approval
from tools.tool import ToolArguments
from tools.widgets import ToolYield, WidgetTray

logger = logging.getLogger(__name__)
_CHANGES: tuple[str, ApprovalCode] = ("changes", "has_effect")
_ASKS: tuple[str, ApprovalCode] = ("asks", "asks_first")
ALONE = "nobody can be asked about one of several calls, so it needs a state of its own"


class Waiting(Exception):
    """The call needs a person first."""

    def __init__(self, kind: ApprovalKind, code: ApprovalCode, reason: str) -> None:
        super().__init__(reason)
        self.kind: ApprovalKind = kind
        self.code: ApprovalCode = code
        self.reason = reason


class ToolCall:
    """A call of one tool by one agent, under the tool's policy."""

    def __init__(
        self,
        run: TurnRun,
        name: str,
        args: JsonObject,
        call: str,
        agent_tools: frozenset[str],
        *,
        loops: LoopGuard | None = None,
        may_ask: bool = True,
    ) -> None:
        self.args = args
        self._run = run
        self._name = name
        self._call = call
        self._agent_tools = agent_tools
        self._loops = loops  # of whoever calls; None where nobody can go in circles
        self._may_ask = may_ask
        self._record = CallRecord(run, name, call)

    async def execute(self, *, approved: bool = False) -> ToolOutput | None:
        """Return the result for the model, or None when a person has been asked first.

        Raises LoopDetected where the model is going in circles.
        """
        run = self._run
        if self._loops:  # replays count, so that a takeover ends where its turn would have
            self._loops.check(self._name, self.args)
        if (known := self._record.replayed()) is not None:
            return known
        if asked := asked_before(run, self._call):
            run.asked.append(asked)
            return None
        tool = run.services.tools.get(self._name)
        if tool is None:
            return await self._refuse(self._unknown())
        try:
            allowed(tool, run.turn.caller, self._agent_tools)
            if not await self._let_through():
                return await self._refuse(REFUSED, "denied")
            args = tool.validate(self.args)
            if not approved and await self._in_question(tool):
                why, code = _CHANGES if tool.side_effect else _ASKS
                raise Waiting("tool", code, said(why, run.language))
            return await self._perform(tool, args)
        except ToolForbidden as exc:
            return await self._refuse(exc.message, "denied")
        except ToolArguments as exc:
            logger.warning("tool called wrongly", extra={"tool": tool.name})
            reason = await reason_of(run, tool, self._call, exc)
            return await self._refuse(reason, say=words_for_people(tool, exc, run.language))
        except Waiting as exc:
            if not self._may_ask:
                return await self._refuse(f"{exc.reason}; {ALONE}")
            self._ask(tool, exc)
            return None

    async def deny(self) -> ToolOutput:
        """Record that the person said no."""
        known = self._record.replayed()
        if known is not None:
            return known
        return await self._refuse("the person declined this call", "denied")

    async def _let_through(self) -> bool:
        """Have the guards read the arguments before anybody else does; blocked ones are dropped.

        What an earlier worker has begun had passed them.
        """
        if self._record.begun:
            return True
        passed = await check_arguments(self._run, self._name, self._call, self.args)
        if not passed:
            self.args = {}
        return passed

    async def _in_question(self, tool: Tool) -> bool:
        """Tell whether a person must agree first; what has begun was agreed to."""
        if self._record.begun:
            return False
        remembered = set(self._run.incoming.remembered)
        if not needs_approval(tool, False, remembered):
            return False
        return needs_approval(tool, await autonomous(self._run), remembered)

    async def _perform(self, tool: Tool, args: JsonObject) -> ToolOutput:
        cache, caller = self._run.services.cache, self._run.turn.caller
        hit, known = cache.get(tool, caller, args)
        if tool.cache is not None:
            telemetry.TOOL_CACHE.labels(tool=tool.name, outcome="hit" if hit else "miss").inc()
        if self._record.begun:
            if not tool.repeatable:
                raise Waiting("repeat", "worker_lost", said("lost", self._run.language))
            self._record.taken_over()
        self._record.start(args)
        if hit:
            again = ToolYield.read(known).of_call(self._call)
            seen = await checked(self._run, self._name, self._call, again)
            return await self._succeeded(seen, cached=True)
        # The model's answer and this intent are on record before the world is touched.
        await self._run.log.flush()
        try:
            given, seen = await attempted(
                self._run, tool, args, self._call, self._record, self._read
            )
        except Exception as exc:  # noqa: BLE001  # a tool may fail in any way it likes
            return await self._failed(tool, exc)
        finally:
            await self._record.notes.report()
        if seen is not None:
            cache.put(tool, caller, args, given.kept())
        return await self._succeeded(seen)

    async def _read(self, output: object, tray: WidgetTray) -> tuple[ToolYield, ToolYield | None]:
        """Let the gate and the guards read what came back before anybody else does.

        Returns what may be kept for the next call, and what may be seen: None if it is withheld.
        """
        given = await gated(self._run, output, tray)
        return given, await checked(self._run, self._name, self._call, given)

    async def _succeeded(self, seen: ToolYield | None, *, cached: bool = False) -> ToolOutput:
        if seen is None:
            return await self._refuse(WITHHELD)
        try:
            widgets = await events_of(self._run, seen.widgets)
        except ToolFailed as exc:
            return await self._refuse(exc.message)
        shown = seen.output
        return await self._record.end(
            "ok", {"result": shown}, shown, cached=cached, widgets=widgets
        )

    async def _failed(self, tool: Tool, exc: Exception) -> ToolOutput:
        if not isinstance(exc, BatutaError):
            logger.error("tool failed unexpectedly", extra={"tool": tool.name}, exc_info=exc)
        reason = await reason_of(self._run, tool, self._call, exc)
        if isinstance(exc, ToolFailed) and not isinstance(exc, ToolTimeout):
            return await self._refuse(reason)
        status: ToolStatus = "timeout" if isinstance(exc, ToolTimeout) else "error"
        told = words_for_people(tool, exc, self._run.language)
        if tool.repeatable and tool.retries:
            self._record.given_up(status, told or reason)
            again = said("again", self._run.language)
            why: ApprovalCode = "timed_out" if status == "timeout" else "failed"
            raise Waiting("retry", why, f"{told or reason}; {again}")
        return await self._refuse(reason, status, told)

    async def _refuse(
        self, message: str, status: ToolStatus = "error", say: str | None = None
    ) -> ToolOutput:
        """End the call with a failure; people read `say` where the message is not for them."""
        self._record.start(self.args)
        output: ToolOutput = {"error": without_credentials(message)}
        if say is not None:
            output["say"] = say
        return await self._record.end(status, output, say or output["error"])

    def _unknown(self) -> str:
        if self._name in self._agent_tools:
            return f"the tool '{self._name}' is not there any more"
        names = ", ".join(sorted(self._agent_tools)) or "none"
        return f"there is no tool '{self._name}' (there are: {names})"

    def _ask(self, tool: Tool, wanted: Waiting) -> None:
        ask(
            self._run,
            wanted.kind,
            wanted.reason,
            wanted.code,
            call=self._call,
            tool=self._name,
            title=tool.title_in(self._run.language),
            args=self.args,
        )
