"""Performs the steps of a workflow for real, inside the durable turn."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, assert_never
from uuid import uuid5

import orjson
from google.adk.agents import LlmAgent
from google.adk.workflow._errors import DynamicNodeFailError

from agent.adk.context import Scene, scene
from agent.adk.model import replay
from agent.moderation.report import report_handoff
from agent.path.output import gate_json, gate_text
from agent.path.run import TurnRun, aside
from agent.path.tool_call import ToolCall
from agent.serving.repertoire import is_open_to
from contracts.errors import (
    BatutaError,
    Internal,
    IterationLimit,
    LoopDetected,
    Unsafe,
    failure_of,
)
from contracts.events import Choice, Choices, Event, StateEntered, Ui
from language.json_text import json_object
from store import profiles
from workflows.file.forms import wrong_fields
from workflows.file.schema import Budget, Task, Workflow, in_language
from workflows.machine.slots.values import answer_schema
from workflows.machine.steps import (
    Asked,
    AskedPage,
    Ended,
    Entered,
    Failed,
    HandedOff,
    Outcome,
    Read,
    Remembered,
    RunAgent,
    RunTogether,
    RunTool,
    Said,
    Shown,
    Status,
    Step,
)
from workflows.machine.texts import words
from workflows.machine.world import Edition

logger = logging.getLogger(__name__)
OFFERS = (LoopDetected, IterationLimit)  # the turn ends with an offer to go on
MOST_EDITIONS = 1_000
Part = tuple[str, str]  # an agent, and the state that changes it or ""
Reader = Callable[[TurnRun, Read, dict[str, Any]], Awaitable[dict[str, Any]]]
READ_SECONDS = 8.0
PHRASE_SECONDS = 20.0
ASKING = "?ask"  # in the place of a state: an agent as it only asks, without tools
ASK_TASK = (
    "Your task now: ask the person, in {language} and in at most two short sentences, exactly what"
    " this question asks, and nothing else. Do not answer for them. The question: {question}"
)
_NAMES = {"en": "English", "pt": "Portuguese"}
_BRIEF = 3  # words: an answer of that length that was understood holds nothing more


class Cast:
    """Who performs: the agents of every content of a workflow, and what reads for them."""

    def __init__(self, build: Callable[[Workflow], dict[Part, LlmAgent]], reader: Reader) -> None:
        self._build = build
        self._agents: dict[str, dict[Part, LlmAgent]] = {}
        self.reader = reader

    def learn(self, edition: Edition) -> dict[Part, LlmAgent]:
        """Return the agents of an edition, made when it is first met."""
        key = edition.hash or edition.workflow.workflow
        if key not in self._agents:
            if len(self._agents) >= MOST_EDITIONS:
                del self._agents[next(iter(self._agents))]
            self._agents[key] = self._build(edition.workflow)
        return self._agents[key]

    def agent(self, edition: Edition, name: str, state: str) -> LlmAgent:
        """Find an agent of a workflow as it works in a state."""
        known = self.learn(edition)
        return known.get((name, state)) or known[name, ""]


class Performance:
    """One turn's performance; a step that an earlier attempt finished is not done again."""

    def __init__(self, cast: Cast, run: TurnRun, ctx: Any, node_input: Any) -> None:
        self._cast = cast
        self._run = run
        self._ctx = ctx
        self._input = node_input
        self._failure: BatutaError | None = None

    async def perform(self, step: Step) -> Outcome | None:
        """Do one step; what runs something tells how it ended."""
        if isinstance(step, RunAgent | RunTool | RunTogether):
            self._run.slots = dict(step.slots)
        match step:
            case Entered():
                self._once("state", _entered(step, self._run.language))
            case Said():
                self._say(step.text)
            case Asked():
                await self._ask(step)
            case Shown() | AskedPage():
                self._show(step)
            case Read():
                return await self._read(step)
            case RunAgent():
                return await self._agent(step)
            case RunTool():
                return await self._tool(step)
            case RunTogether():
                return await self._together(step)
            case HandedOff():
                await report_handoff(self._run, step.team)
            case Remembered():
                await self._remember(step)
            case Ended():
                if watch := self._run.services.watch:
                    watch(self._run.turn.id, step)
                self._offer(step)
            case Failed():
                self._run.stop = self._failure or Internal("a state failed; nothing follows it")
                raise self._run.stop
            case _:
                assert_never(step)
        return None

    def _once(self, kind: str, *events: Event) -> None:
        self._run.once(f"{kind}/{self._run.number(f'?{kind}')}", *events)

    def _say(self, text: str) -> None:
        text = gate_text(self._run, text)
        self._run.new_paragraph()
        self._run.say(text)
        self._run.blocks.append({"type": "text", "text": text})

    async def _ask(self, step: Asked) -> None:
        if not await self._phrased(step):
            self._say(step.question)
        if step.options:
            options = [Choice(label=label, value=value) for label, value in step.options]
            question = gate_text(self._run, step.question)
            self._once("choices", Choices(id=step.id, question=question, options=options))

    async def _phrased(self, step: Asked) -> bool:
        """Let the state's agent ask in its own words, where a model is there to play it."""
        run = self._run
        edition = run.world.latest(step.workflow)
        agent = self._cast.learn(edition).get((step.agent or "", ASKING))
        if agent is None or not run.services.models.has_real(_model_of(agent)):
            return False
        about = edition.workflow.agents[str(step.agent)]
        task = ASK_TASK.format(language=_NAMES[run.language], question=step.question)
        here = Scene(step.slots, run.profile, task, about.budget, spent_before=len(run.usage))
        before = len(run.text)
        token = scene.set(here)
        try:
            async with asyncio.timeout(PHRASE_SECONDS):
                content = self._input if run.message else None
                number = run.number("?phrase")
                await self._ctx.run_node(agent, node_input=content, run_id=f"ask-{number}")
        except TimeoutError:
            logger.warning("an agent took too long to ask")
            return False
        except DynamicNodeFailError as exc:
            if not isinstance(exc.error, BatutaError) or isinstance(exc.error, Unsafe):
                raise
            logger.warning("an agent could not ask", extra={"code": exc.error.code})
            run.stop = None
            return False
        finally:
            scene.reset(token)
        return len(run.text) > before

    def _show(self, step: Shown | AskedPage) -> None:
        event = Ui(
            id=step.id,
            component=step.component,
            props=gate_json(self._run, dict(step.props)),
            result_schema=dict(step.result) if isinstance(step, AskedPage) else {},
        )
        self._once("ui", event)
        self._run.blocks.append({"type": "widget", "event": event.model_dump(mode="json")})

    def _offer(self, step: Ended) -> None:
        """Offer what may follow, as buttons that say the workflow's title."""
        language = self._run.language
        world = self._run.world
        known = [world[n] for n in step.offer if n in world]
        options = [
            Choice(label=in_language(w.title, language), value=f"@{w.workflow}")
            for w in known
            if is_open_to(w, self._run.turn.caller)
        ]
        if options:
            question = words("offer", language)
            self._once("choices", Choices(id="offer", question=question, options=options))

    async def _remember(self, step: Remembered) -> None:
        self._run.profile[step.name] = step.value
        await profiles.merge(
            self._run.services.pool, self._run.turn.caller, {step.name: step.value}
        )

    async def _read(self, step: Read) -> Outcome:
        """Let a model read what the message says beyond what was found, once per message."""
        key = f"read/{self._run.number('?read')}"
        if key not in self._run.steps:
            brief = len(step.message.split()) <= _BRIEF and step.found
            self._run.once(key, result={} if brief else await self._read_by_model(step))
        return Outcome("ok", self._run.steps[key])

    async def _read_by_model(self, step: Read) -> dict[str, Any]:
        workflow = self._run.world.latest(step.workflow).workflow
        form = answer_schema({n: s for n in step.slots if (s := workflow.slot(n))})
        try:
            async with asyncio.timeout(READ_SECONDS):
                return await self._cast.reader(self._run, step, form)
        except (BatutaError, TimeoutError, ValueError) as exc:
            logger.warning("a model could not read", extra={"reason": type(exc).__name__})
            return {}

    # --- what runs ----------------------------------------------------------------------------

    async def _agent(self, step: RunAgent) -> Outcome:
        key = f"outcome/{step.workflow}/{step.state}/{step.number}"
        edition = self._run.world.latest(step.workflow)
        agent = self._cast.agent(edition, step.agent, step.state)
        here = Scene(
            slots=step.slots,
            profile=self._run.profile,
            budget=step.budget,
            spent_before=len(self._run.usage),
        )
        form = edition.workflow.agents[step.agent].output
        said = len(self._run.blocks)
        words: list[str] = []
        token = scene.set(here)
        quiet = aside.set(words if form else None)
        try:
            if key in self._run.steps:  # it failed before: fail alike, and as quietly
                return await self._failed_before(agent.name, dict(self._run.steps[key]))
            async with asyncio.timeout(_seconds(step)):
                content = self._input if self._run.message else None
                await self._ctx.run_node(agent, node_input=content, run_id=f"visit-{step.number}")
        except TimeoutError:
            why = f"no answer within {_seconds(step):g} s"
            return self._ended(key, "timeout", why, None, calls=self._run.numbered(agent.name))
        except DynamicNodeFailError as exc:
            failure = exc.error
            if not isinstance(failure, BatutaError) or isinstance(failure, OFFERS):
                raise
            self._run.stop = None
            calls = self._run.numbered(agent.name)
            return self._ended(key, "error", failure.message, failure, calls=calls)
        finally:
            scene.reset(token)
            aside.reset(quiet)
        if self._run.asked or self._run.stop:
            return Outcome("waiting")
        if form:
            return filled_in(form, words)
        text = "".join(b["text"] for b in self._run.blocks[said:] if b["type"] == "text")
        return Outcome("ok", {"text": text[:2_000]})

    def _ended(
        self, key: str, status: Status, reason: str, failure: BatutaError | None, **facts: int
    ) -> Outcome:
        """Keep a failure: another worker that takes the turn up must go the same way."""
        self._failure = failure or Internal(reason)
        kept = {"status": status, "output": reason, "code": self._failure.code}
        self._run.once(key, result=kept | facts)
        return Outcome(status, reason)

    async def _failed_before(self, agent: str, kept: dict[str, Any]) -> Outcome:
        """Fail as an earlier attempt did, behind what its agent had said and done by then."""
        run = self._run
        self._failure = failure_of(kept.get("code", "internal"), str(kept["output"]))
        while run.numbered(agent) < kept.get("calls", 0):
            answered = run.steps.get(f"model/{agent}/{run.number(agent)}")
            for call, tool in replay(run, agent, answered) if answered else ():
                if f"tool/{call}" in run.steps:
                    await ToolCall(run, tool, {}, call, frozenset({tool})).execute()
                elif f"started/{call}" in run.steps:  # it was broken off
                    run.open_calls[call] = (tool, time.monotonic())
        return Outcome(kept["status"], kept["output"])

    async def _tool(self, step: RunTool) -> Outcome:
        call = step.call or self._call_id(f"{step.workflow}/{step.state}/{step.number}")
        args = self._args(step.tool, step.args, step.slots)
        return await self._call(step.tool, args, call, step.timeout, decided=step.call is not None)

    async def _together(self, step: RunTogether) -> Outcome:
        """Let several tools and agents work at the same time; one that fails fails them all."""
        try:
            async with asyncio.TaskGroup() as group:
                running = [
                    group.create_task(self._one_of(step, at, task))
                    for at, task in enumerate(step.tasks)
                ]
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from None
        ended = [task.result() for task in running]
        worst = next((o for o in ended if o.status != "ok"), None)
        if worst:
            return worst
        names = [str(task.tool or task.agent) for task in step.tasks]
        return Outcome("ok", dict(zip(names, (o.output for o in ended), strict=True)))

    async def _one_of(self, step: RunTogether, at: int, task: Task) -> Outcome:
        if task.agent:
            return await self._beside(step, at, task.agent)
        call = self._call_id(f"{step.workflow}/{step.state}/{step.number}/{at}")
        args = self._args(str(task.tool), task.args, step.slots)
        seconds = step.timeout
        return await self._call(str(task.tool), args, call, seconds, decided=False, alone=False)

    async def _beside(self, step: RunTogether, at: int, name: str) -> Outcome:
        """Let an agent work beside others: its words are the result, and nobody hears them."""
        run = self._run
        key = f"outcome/{step.workflow}/{step.state}/{step.number}/{at}"
        edition = run.world.latest(step.workflow)
        agent = self._cast.agent(edition, name, step.state)
        about = edition.workflow.agents[name]
        words: list[str] = []
        scene.set(Scene(step.slots, run.profile, "", about.budget, spent_before=len(run.usage)))
        aside.set(words)  # both are this task's own, and hold for what is replayed as well
        if key in run.steps:
            return await self._failed_before(agent.name, dict(run.steps[key]))
        seconds = min((s for s in (step.timeout, _limit(about.budget)) if s), default=None)
        try:
            async with asyncio.timeout(seconds):
                content = self._input if run.message else None
                await self._ctx.run_node(agent, node_input=content, run_id=f"{step.number}-{at}")
        except TimeoutError:
            why = f"no answer within {seconds:g} s"
            return self._ended(key, "timeout", why, None, calls=run.numbered(agent.name))
        except DynamicNodeFailError as exc:
            if not isinstance(exc.error, BatutaError) or isinstance(exc.error, (*OFFERS, Unsafe)):
                raise exc.error from exc
            run.stop = None
            calls = run.numbered(agent.name)
            return self._ended(key, "error", exc.error.message, exc.error, calls=calls)
        if about.output:
            return filled_in(about.output, words)
        return Outcome("ok", {"text": "\n\n".join(words)[:2_000]})

    async def _call(
        self,
        name: str,
        args: dict[str, Any],
        call: str,
        seconds: float | None,
        *,
        decided: bool,
        alone: bool = True,
    ) -> Outcome:
        run = self._run
        key = f"tool/{call}"
        if decided and key not in run.steps:  # the person has not decided yet
            return Outcome("waiting", call=call)
        if not decided:
            used = {"type": "tool_use", "id": call, "name": name, "args": args}
            run.blocks.append(used)
            late = f"outcome/{call}"
            if late in run.steps:
                ended: dict[str, Any] = run.steps[late]
                return Outcome(ended["status"], ended["output"])
            wanted = ToolCall(run, name, args, call, frozenset({name}), may_ask=alone)
            try:
                async with asyncio.timeout(seconds):
                    result = await wanted.execute()
            except TimeoutError:
                return self._ended(late, "timeout", f"{name} took longer than {seconds:g} s", None)
            used["args"] = wanted.args  # none where the guards refuse them
            if result is None:
                return Outcome("waiting", call=call)
        kept = run.steps[key]
        output: dict[str, Any] = kept["output"]
        if kept["status"] != "ok":
            status = "timeout" if kept["status"] == "timeout" else "error"
            return Outcome(status, output.get("error"))
        return Outcome("ok", _bounded(output.get("result")))

    def _args(
        self, name: str, given: Mapping[str, Any] | None, slots: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return a tool's arguments: those that the state writes, else the slots of their names."""
        if given is not None:
            return dict(given)
        tool = self._run.services.tools.get(name)
        names: dict[str, Any] = tool.schema.get("properties", {}) if tool else {}
        return {n: v for n, v in slots.items() if n in names and v is not None}

    def _call_id(self, key: str) -> str:
        return f"call_{uuid5(self._run.turn.id, f'state/{key}').hex[:20]}"


def page_answer(run: TurnRun) -> tuple[str, Any] | None:
    """Return what a component of the page answered, as the guards have let it through."""
    given = run.turn.input.get("ui_result")
    if not given or run.turn.input.get("message"):
        return None
    try:
        answered = orjson.loads(run.message)
    except orjson.JSONDecodeError:
        return None
    return str(answered.get("id")), answered.get("value")


def _entered(step: Entered, language: str) -> StateEntered:
    title = in_language(step.title, language) if step.title else None
    return StateEntered(workflow=step.workflow, version=step.version, state=step.state, title=title)


def _model_of(agent: LlmAgent) -> str:
    return agent.model if isinstance(agent.model, str) else agent.model.model


def filled_in(form: Mapping[str, Any], words: Sequence[str]) -> Outcome:
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


def _limit(budget: Budget | None) -> float | None:
    return budget.seconds if budget else None


def _seconds(step: RunAgent) -> float | None:
    limits = [step.timeout, _limit(step.budget)]
    return min((limit for limit in limits if limit is not None), default=None)


def _bounded(value: Any) -> Any:
    """Keep of a result what a cursor may carry."""
    return value if len(orjson.dumps(value, default=str)) <= 8_000 else None
