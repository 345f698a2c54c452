"""One visit of an agent in a turn: what it answers and calls is done once, and goes its own way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from uuid import uuid5

from agent.log.journal import JournalStep
from agent.log.steps import Failure, answered, call_begun, called
from agent.models.situation import TurnSituation
from agent.path.artifacts import show_artifacts
from agent.path.check import check_arguments
from agent.path.ports import AgentVisit, Ask, ModelAnswer, Visitor
from agent.path.run import TurnRun
from agent.path.situation import situation_of
from agent.path.speech import Speech
from agent.path.step_limit import StepLimit
from agent.path.tool_call import ToolCall
from contracts.blocks import ToolOutput, ToolResultBlock
from contracts.errors import BatutaError, IterationLimit, LoopDetected, ModelUnavailable
from contracts.json import JsonObject
from contracts.messages import Message
from tools.policy import LoopGuard

OFFERS = (LoopDetected, IterationLimit)  # the turn ends with an offer to go on


class OutOfTime(Exception):
    """An agent has not come to its end in the time it was given."""


class Visit:
    """A turn as one agent sees it; its words go to the person, or aside to whoever sent it.

    What it fails of and what stops it is its own: agents may work beside one another.
    """

    def __init__(
        self, run: TurnRun, agent: str, *, aloud: bool, limit: StepLimit | None = None
    ) -> None:
        self.words: list[str] = []
        self.stop: LoopDetected | None = None
        self.spent_usd = 0.0
        self.journal = run.journal
        self._run = run
        self._agent = agent
        self._aloud = aloud
        self._series = answered(agent).key
        self._loops = LoopGuard()
        self._limit = limit or StepLimit.of(run)

    @property
    def user(self) -> str:
        return str(self._run.turn.caller.user_id)

    @property
    def session(self) -> str:
        return str(self._run.turn.session_id)

    @property
    def message(self) -> str:
        """What the person says."""
        return self._run.message

    @property
    def history(self) -> Sequence[Message]:
        """What was said before."""
        return self._run.turn.history

    @property
    def results(self) -> Sequence[ToolResultBlock]:
        """What tools have given back in this turn."""
        return self._run.answer.results

    @property
    def situation(self) -> TurnSituation:
        """What an answer depends on beside the conversation."""
        return situation_of(self._run)

    async def answer(self, question: str, ask: Ask, canary: str = "") -> ModelAnswer:
        """Return the next answer of the agent: the one that was kept, or what a model says now."""
        self._limit.count()
        step = self._next()
        kept = self.journal.find(step)
        if kept is None:
            kept = await self._ask(step, ask, canary)
        else:
            self._say_again(kept)
        await self._take(kept)
        return kept

    async def call_tool(
        self, name: str, args: JsonObject, call: str, agent_tools: frozenset[str]
    ) -> ToolOutput | None:
        """Call a tool; None where a person decides, or where the turn stops."""
        wanted = ToolCall(
            self._run, name, args, call, agent_tools, loops=self._loops, may_ask=self._aloud
        )
        await self._run.be_sure()
        try:
            return await wanted.execute()
        except LoopDetected as exc:
            self.stop = exc
            return None

    @property
    def calls(self) -> int:
        """Return how many model calls the agent has made in this turn."""
        return self.journal.reached(self._series)

    async def replay(self, calls: int) -> None:
        """Take up what an earlier attempt had said and done by the time that it failed."""
        while self.calls < calls:
            kept = self.journal.find(self._next())
            if kept is None:
                continue
            self._say_again(kept)
            await self._take(kept)
            for call in kept.calls:
                key, tool = call["id"], call["name"]
                if called(key) in self.journal:
                    await ToolCall(self._run, tool, {}, key, frozenset({tool})).execute()
                elif call_begun(key) in self.journal:  # it was broken off
                    self._run.open_calls[key] = (tool, time.monotonic())

    def _next(self) -> JournalStep[ModelAnswer]:
        return answered(self._agent, self.journal.ordinal(self._series))

    async def _ask(self, step: JournalStep[ModelAnswer], ask: Ask, canary: str) -> ModelAnswer:
        run = self._run
        if self._aloud:
            run.answer.go_live()
        speech = Speech(run, canary, aloud=self._aloud)
        told = await ask(speech.hear)
        call = f"call_{uuid5(run.turn.id, step.key).hex[:20]}"
        told = told.as_said(await speech.end(told.text), call)
        refused = [  # such a call itself is refused when its turn comes
            wanted["id"]
            for wanted in told.calls
            if not await check_arguments(run, wanted["name"], wanted["id"], wanted["args"])
        ]
        if refused:
            told = told.without_arguments(refused)
        if not told.blocks() and not run.answer.blocks:
            raise ModelUnavailable(f"{told.provider} gave an empty answer")
        return self.journal.keep(step, told)

    def _say_again(self, kept: ModelAnswer) -> None:
        if self._aloud:
            self._run.answer.new_paragraph()
            self._run.answer.say(kept.text)

    async def _take(self, kept: ModelAnswer) -> None:
        """Put an answer into the turn's, or its words aside, and count it."""
        self._run.count_usage(self._agent, kept)
        self.spent_usd += kept.cost_usd or 0.0
        await self._run.be_sure()
        for block in kept.blocks():
            if block["type"] == "text":
                self.words.append(block["text"])
            if block["type"] != "text":
                self._run.answer.add(block)
            elif self._aloud:
                self._run.answer.close_text()
                await show_artifacts(self._run, block["text"])


async def visit(visitor: Visitor, wanted: AgentVisit, here: Visit) -> None:
    """Let an agent work; raises what it fails of, what stops it, or that its time is over."""
    limit = asyncio.timeout(wanted.seconds)
    try:
        async with limit:
            await visitor.visit(wanted, here)
    except TimeoutError:
        if not limit.expired():
            raise
        raise OutOfTime(f"no answer within {wanted.seconds:g} s") from None
    if here.stop:
        raise here.stop


async def visit_once(
    visitor: Visitor,
    wanted: AgentVisit,
    here: Visit,
    step: JournalStep[Failure],
    fatal: tuple[type[BatutaError], ...] = OFFERS,
) -> Failure | None:
    """Let an agent work; a failure is kept, as another worker must go the same way."""
    if before := here.journal.find(step):  # fail alike, and as quietly
        await here.replay(before.calls)
        return before
    try:
        await visit(visitor, wanted, here)
    except OutOfTime as exc:
        failure = Failure("timeout", str(exc), calls=here.calls)
    except BatutaError as exc:
        if isinstance(exc, fatal):
            raise
        failure = Failure("error", exc.message, exc.code, here.calls)
    else:
        return None
    return here.journal.keep(step, failure)
