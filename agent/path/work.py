"""What a state does: an agent works, a tool is called, or several of both at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid5

import orjson

from agent.log.steps import Failure, ToolOutcome, called, failed
from agent.path.figure_check import mark_figures
from agent.path.ports import AgentVisit, Visitor, agent_name
from agent.path.run import TurnRun
from agent.path.step_limit import StepLimit
from agent.path.tool_call import ToolCall
from agent.path.visit import OFFERS, Visit, visit_once
from contracts.blocks import ToolUseBlock
from contracts.errors import BatutaError, Unsafe, failure_of
from contracts.json import JsonMapping, JsonObject
from language.forms import wrong_fields
from language.json_text import json_object
from tools.policy import LoopGuard
from workflows.file.states import Budget, ParallelTask
from workflows.machine.steps import Outcome, RunAgent, RunTogether, RunTool

_MOST_TEXT = 2_000  # characters of an agent's words that a later state may use
_MOST_RESULT = 8_000  # bytes of a result that a cursor may carry


@dataclass(frozen=True, slots=True)
class Worked:
    """How work ended for the machine, and what the turn fails of if nothing follows it."""

    outcome: Outcome
    failure: BatutaError | None = None

    @classmethod
    def failed(cls, kept: Failure) -> Worked:
        """Tell of work that failed, now or in an earlier attempt."""
        return cls(Outcome(kept.status, kept.output), failure_of(kept.code, kept.output))


class Work:
    """Does the work of one turn's states."""

    def __init__(self, run: TurnRun, visitor: Visitor) -> None:
        self._run = run
        self._visitor = visitor
        self._loops = LoopGuard()  # a state that comes back to itself calls its tool alike

    async def agent(self, step: RunAgent) -> Worked:
        """Let an agent work or speak; what it fills a form with is not said."""
        self._run.slots = dict(step.slots)
        form = self._run.world.latest(step.workflow).workflow.agents[step.agent].output
        wanted = self._visit(step, step.agent, f"visit-{step.number}", step.budget)
        limit = StepLimit.of(self._run, step.budget, caught=step.caught)
        here = Visit(self._run, wanted.name, aloud=not form, limit=limit)
        key = failed(step.workflow, step.state, step.number)
        if failure := await visit_once(self._visitor, wanted, here, key):
            return Worked.failed(failure)
        if self._run.asked:
            return Worked(Outcome("waiting"))
        if form:
            return Worked(filled_in(form, here.words))
        if self._works_figures_out(step):
            await mark_figures(self._run, f"{wanted.name}/{step.number}", here.words)
        return Worked(Outcome("ok", {"text": "".join(here.words)[:_MOST_TEXT]}))

    def _works_figures_out(self, step: RunAgent) -> bool:
        """Tell whether an agent was given what asks tables: others speak of other numbers."""
        workflow, known = self._run.world.latest(step.workflow).workflow, self._run.services.tools
        names = workflow.states[step.state].tools or workflow.agents[step.agent].tools
        return any(known[name].phrases.data == "ask" for name in names if name in known)

    async def tool(self, step: RunTool) -> Worked:
        """Call a tool; one that a person was asked about has been carried out before."""
        self._run.slots = dict(step.slots)
        if step.call is not None:
            kept = self._run.journal.find(called(step.call))
            if kept is None:
                return Worked(Outcome("waiting", call=step.call))
            return Worked(replace(_outcome(kept), effect=self._has_effect(step.tool)))
        call = self._call_id(step)
        args = self._args(step.tool, step.args, step.slots)
        return await self._call(
            step.tool, args, call, step.timeout, loops=self._loops, may_ask=True
        )

    async def together(self, step: RunTogether) -> Worked:
        """Let several tools and agents work at the same time; one that fails fails them all."""
        self._run.slots = dict(step.slots)
        try:
            async with asyncio.TaskGroup() as group:
                running = [
                    group.create_task(self._one_of(step, at, task))
                    for at, task in enumerate(step.tasks)
                ]
        except BaseExceptionGroup as several:
            stops = several.subgroup(OFFERS) or several
            raise stops.exceptions[0] from None
        ended = [task.result() for task in running]
        worst = next((w for w in ended if w.outcome.status != "ok"), None)
        if worst:
            return worst
        names = [str(task.tool or task.agent) for task in step.tasks]
        outputs = (w.outcome.output for w in ended)
        effect = any(w.outcome.effect for w in ended)
        return Worked(Outcome("ok", dict(zip(names, outputs, strict=True)), effect=effect))

    async def _one_of(self, step: RunTogether, at: int, task: ParallelTask) -> Worked:
        if task.agent:
            return await self._beside(step, at, task.agent)
        args = self._args(str(task.tool), task.args, step.slots)
        call = self._call_id(step, at)
        return await self._call(str(task.tool), args, call, step.timeout, loops=None, may_ask=False)

    async def _beside(self, step: RunTogether, at: int, name: str) -> Worked:
        """Let an agent work beside others: its words are the result, and nobody hears them."""
        about = self._run.world.latest(step.workflow).workflow.agents[name]
        wanted = self._visit(step, name, f"{step.number}-{at}", about.budget)
        limit = StepLimit.of(self._run, about.budget)
        here = Visit(self._run, wanted.name, aloud=False, limit=limit)
        key = failed(step.workflow, step.state, step.number, at)
        if failure := await visit_once(self._visitor, wanted, here, key, (*OFFERS, Unsafe)):
            return Worked.failed(failure)
        if about.output:
            return Worked(filled_in(about.output, here.words))
        return Worked(Outcome("ok", {"text": "\n\n".join(here.words)[:_MOST_TEXT]}))

    def _visit(
        self, step: RunAgent | RunTogether, agent: str, number: str, budget: Budget | None
    ) -> AgentVisit:
        edition = self._run.world.latest(step.workflow)
        return AgentVisit(
            id=number,
            edition=edition,
            name=agent_name(edition.workflow, agent, step.state),
            slots=step.slots,
            profile=self._run.profile,
            budget=budget,
            timeout=step.timeout,
        )

    async def _call(
        self,
        name: str,
        args: JsonObject,
        call: str,
        seconds: float | None,
        *,
        loops: LoopGuard | None,
        may_ask: bool,
    ) -> Worked:
        run = self._run
        used: ToolUseBlock = {"type": "tool_use", "id": call, "name": name, "args": args}
        run.answer.add(used)
        late = failed(call)
        if before := run.journal.find(late):
            return Worked.failed(before)
        wanted = ToolCall(run, name, args, call, frozenset({name}), loops=loops, may_ask=may_ask)
        try:
            async with asyncio.timeout(seconds):
                result = await wanted.execute()
        except TimeoutError:
            failure = Failure("timeout", f"{name} took longer than {seconds:g} s")
            return Worked.failed(run.journal.keep(late, failure))
        if wanted.args != args:  # the guards refuse them
            run.answer.replace(used, {**used, "args": wanted.args})
        kept = run.journal.find(called(call))
        if result is None or kept is None:
            return Worked(Outcome("waiting", call=call))
        return Worked(replace(_outcome(kept), effect=self._has_effect(name)))

    def _has_effect(self, name: str) -> bool:
        tool = self._run.services.tools.get(name)
        return tool is not None and tool.side_effect

    def _args(self, name: str, given: JsonMapping | None, slots: JsonMapping) -> JsonObject:
        """Return a tool's arguments: those that the state writes, else the slots of their names."""
        tool = self._run.services.tools.get(name)
        if given is not None:
            return _without_nothing(given, tool.schema if tool else {})
        names: JsonObject = tool.schema.get("properties", {}) if tool else {}
        return {n: v for n, v in slots.items() if n in names and v is not None}

    def _call_id(self, step: RunTool | RunTogether, at: int | None = None) -> str:
        place = [step.workflow, step.state, step.number, *([] if at is None else [at])]
        key = "/".join(map(str, ["state", *place]))
        return f"call_{uuid5(self._run.turn.id, key).hex[:20]}"


def _without_nothing(args: JsonMapping, schema: JsonMapping) -> JsonObject:
    """Leave out what nobody has told, so that the tool's own default holds.

    A text that must be there is an empty one: whoever skips a remark shall not lose a booking.
    """
    needed: list[str] = schema.get("required", [])
    told = {name: value for name, value in args.items() if value is not None or name in needed}
    parts: JsonMapping = schema.get("properties", {})
    texts = {n for n in told if told[n] is None and parts.get(n, {}).get("type") == "string"}
    return told | dict.fromkeys(texts, "")


def filled_in(form: JsonMapping, words: Sequence[str]) -> Outcome:
    """Read an agent's answer as the form that its `output` describes."""
    text = words[-1] if words else ""
    try:
        told = orjson.loads(json_object(text))
    except ValueError:
        return Outcome("error", "the agent's answer is no JSON object")
    if wrong := wrong_fields(form, told):
        named = ", ".join(name or "the whole" for name in wrong)
        return Outcome("error", f"the agent's answer does not fit its 'output': {named}")
    return Outcome("ok", _bounded(told))


def _outcome(kept: ToolOutcome) -> Outcome:
    if kept.status != "ok":
        status = "timeout" if kept.status == "timeout" else "error"
        return Outcome(status, kept.output.get("say") or kept.output.get("error"))
    return Outcome("ok", _bounded(kept.output.get("result")))


def _bounded(value: Any) -> Any:
    """Keep of a result what a cursor may carry."""
    return value if len(orjson.dumps(value, default=str)) <= _MOST_RESULT else None
