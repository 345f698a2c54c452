"""Performs the steps of a workflow for real; what an earlier attempt finished is not repeated."""

from __future__ import annotations

import asyncio
import logging
from typing import assert_never

from agent.log.journal import StepFamily
from agent.log.steps import choices_shown, component_shown, message_read, state_entered
from agent.path.advice import Advice
from agent.path.approvals import withdraw
from agent.path.buttons import show_buttons
from agent.path.output import gate_json, gate_text
from agent.path.people import hand_over
from agent.path.ports import Agents, AgentVisit, Visitor, asking_name
from agent.path.refusal_words import person_button
from agent.path.run import TurnRun
from agent.path.visit import OutOfTime, Visit, visit
from agent.path.work import Work, Worked
from contracts.errors import BatutaError, Internal, Unsafe
from contracts.events import Choice, Choices, Event, ShownDatum, StateEntered, Ui
from contracts.json import JsonObject
from store import profiles
from workflows.file.words import in_language
from workflows.machine.afterwards import AGAIN
from workflows.machine.slots.answer_schema import answer_schema
from workflows.machine.steps import (
    Asked,
    AskedPage,
    Ended,
    Entered,
    Failed,
    HandedOff,
    Offered,
    Outcome,
    Read,
    Remembered,
    RunAgent,
    RunTogether,
    RunTool,
    Said,
    Shown,
    Step,
    Withdrawn,
)
from workflows.machine.texts import words

logger = logging.getLogger(__name__)
READ_SECONDS = 8.0
PHRASE_SECONDS = 20.0
ASK_TASK = (
    "Your task now: ask the person, in {language} and in at most two short sentences, exactly what"
    " this question asks, and nothing else. Do not answer for them. The question: {question}"
)
_HELD = (Entered, Said, Asked, Read, RunAgent)  # what these show is held, and their tools wait
_NAMES = {"en": "English", "pt": "Portuguese"}
_BRIEF = 3  # words: an answer of that length that was understood holds nothing more


class Performance:
    """One turn's performance of what the machine decides."""

    def __init__(self, run: TurnRun, agents: Agents, visitor: Visitor) -> None:
        self._run = run
        self._agents = agents
        self._visitor = visitor
        self._work = Work(run, visitor)
        self._failure: BatutaError | None = None  # of what ran last

    async def perform(self, step: Step) -> Outcome | None:
        """Do one step; what runs something tells how it ended."""
        if not isinstance(step, _HELD):
            await self._run.be_sure()
        match step:
            case Entered():
                self._once(state_entered, _entered(step, self._run.language))
            case Said():
                self._run.answer.tell(gate_text(self._run, step.text))
            case Asked():
                await self._ask(step)
            case Shown() | AskedPage():
                self._show(step)
            case Read():
                return Outcome("ok", await self._read(step))
            case RunAgent():
                return self._ended(await self._work.agent(step))
            case RunTool():
                return self._ended(await self._work.tool(step))
            case RunTogether():
                return self._ended(await self._work.together(step))
            case Withdrawn():
                await withdraw(self._run, step.call)
            case HandedOff():
                waits = await hand_over(self._run, step.team)
                return Outcome("waiting" if waits else "error")
            case Remembered():
                await self._remember(step)
            case Ended():
                if watch := self._run.services.watch:
                    watch(self._run.turn.id, step)
                self._offer(step)
            case Offered():
                self._offer_one(step)
            case Failed():
                raise self._failure or Internal("a state failed; nothing follows it")
            case _:
                assert_never(step)
        return None

    def _ended(self, worked: Worked) -> Outcome:
        self._failure = worked.failure
        return worked.outcome

    def _once(self, shown: StepFamily[bool], *events: Event) -> None:
        journal = self._run.journal
        journal.keep(shown(journal.ordinal(shown.prefix)), True, *events)

    def _buttons(self, shown: Choices) -> None:
        show_buttons(
            self._run, choices_shown(self._run.journal.ordinal(choices_shown.prefix)), shown
        )

    async def _ask(self, step: Asked) -> None:
        if not await self._phrased(step):
            self._run.answer.tell(gate_text(self._run, step.question))
        if step.options:
            options = [Choice(label=label, value=value) for label, value in step.options]
            question = gate_text(self._run, step.question)
            self._buttons(Choices(id=step.id, question=question, options=options))

    async def _phrased(self, step: Asked) -> bool:
        """Let the state's agent ask in its own words, where a model is there to play it."""
        run = self._run
        edition = run.world.latest(step.workflow)
        about = edition.workflow.agents.get(step.agent or "")
        if about is None or not run.services.models.has_real(about.model):
            return False
        wanted = AgentVisit(
            id=f"ask-{run.journal.ordinal('ask')}",
            edition=edition,
            name=asking_name(edition.workflow, str(step.agent)),
            slots=step.slots,
            profile=run.profile,
            task=ASK_TASK.format(language=_NAMES[run.language], question=step.question),
            budget=about.budget,
            timeout=PHRASE_SECONDS,
        )
        here = Visit(run, wanted.name, aloud=True)
        try:
            await visit(self._visitor, wanted, here)
        except OutOfTime:
            logger.warning("an agent took too long to ask")
            return False
        except Unsafe:
            raise
        except BatutaError as exc:
            logger.warning("an agent could not ask", extra={"code": exc.code})
            return False
        return bool(here.words)

    def _show(self, step: Shown | AskedPage) -> None:
        event = Ui(
            id=step.id,
            component=step.component,
            props=gate_json(self._run, dict(step.props)),
            told=_told(self._run, step) if isinstance(step, Shown) else [],
            result_schema=dict(step.result) if isinstance(step, AskedPage) else None,
        )
        self._once(component_shown, event)
        self._run.answer.add(
            {"type": "widget", "event": event.model_dump(mode="json", exclude_none=True)}
        )

    def _offer(self, step: Ended) -> None:
        """Offer what may follow, as buttons that say the workflow's title."""
        language = self._run.language
        world, access = self._run.world, self._run.services.repertoire.access
        known = [world[n] for n in step.offer if n in world]
        options = [
            Choice(label=in_language(w.title, language), value=f"@{w.workflow}")
            for w in known
            if access.is_open(w, self._run.turn.caller)
        ]
        if options:
            question = words("offer", language)
            self._buttons(Choices(id="offer", question=question, options=options))

    def _offer_one(self, step: Offered) -> None:
        """Offer one workflow by a button, if it is open to the person."""
        known, access = self._run.world, self._run.services.repertoire.access
        if access.is_open(known[step.workflow], self._run.turn.caller):
            self._run.answer.tell(gate_text(self._run, step.text))
            options = [Choice(label=step.label, value=f"@{step.workflow}")]
            if step.id == AGAIN and self._run.services.teams.answering(
                self._run.services.repertoire.teams
            ):
                options.append(person_button(self._run.language))
            self._buttons(Choices(id=step.id, question=step.text, options=options))

    async def _remember(self, step: Remembered) -> None:
        self._run.profile[step.name] = step.value
        await profiles.merge(
            self._run.services.pool, self._run.turn.caller, {step.name: step.value}
        )

    async def _read(self, step: Read) -> JsonObject:
        """Let a model read what the message says beyond what was found, once per message."""
        journal = self._run.journal
        key = message_read(journal.ordinal(message_read.prefix))
        known = journal.find(key)
        if known is not None:
            return known
        brief = len(step.message.split()) <= _BRIEF and step.found
        return journal.keep(key, {} if brief else await self._read_by_model(step))

    async def _read_by_model(self, step: Read) -> JsonObject:
        workflow = self._run.world.latest(step.workflow).workflow
        form = answer_schema({n: s for n in step.slots if (s := workflow.slot(n))})
        try:
            async with asyncio.timeout(READ_SECONDS):
                return await self._agents.read(Advice(self._run, "reader"), step, form)
        except (BatutaError, TimeoutError, ValueError) as exc:
            logger.warning("a model could not read", extra={"reason": type(exc).__name__})
            return {}


def _told(run: TurnRun, step: Shown) -> list[ShownDatum]:
    return [ShownDatum(title=title, text=gate_text(run, text)) for title, text in step.told]


def _entered(step: Entered, language: str) -> StateEntered:
    title = in_language(step.title, language) if step.title else None
    return StateEntered(workflow=step.workflow, version=step.version, state=step.state, title=title)
