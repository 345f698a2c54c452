"""The conversation of a test with the machine alone: no model, no tools but mocks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple, Protocol, cast

from contracts.json import JsonMapping, JsonObject
from language.detect import Language
from language.spoken import spoken_language
from language.stories import asked_about
from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest, moment_of
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.frequent import find_answer
from workflows.machine.steps import (
    Asked,
    AskedPage,
    Ended,
    Entered,
    Failed,
    Given,
    Later,
    Offered,
    Outcome,
    Remembered,
    RunAgent,
    RunTogether,
    RunTool,
    Said,
    Shown,
    Step,
)
from workflows.machine.transitions import conduct
from workflows.testing.expect import Seen
from workflows.testing.mocks import Mocks

HOME = "root"  # where a message goes that no workflow claims
NOW = datetime(2026, 1, 1, 10)  # noqa: DTZ001  of who does not say


class Choose(Protocol):
    """The router, as a test asks it."""

    def __call__(
        self, message: str, cursor: Cursor, language: Language, now: datetime = NOW
    ) -> Chosen:
        """Decide where a message goes."""
        ...


class Chosen(NamedTuple):
    """Where a message goes, or what is asked back where that is not clear."""

    workflow: str
    leave: bool = False
    pressed: bool = False  # the message is a button
    question: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    certain: bool = True  # that they leave
    drops: bool = False  # what is under way is given up for this
    mistaken: bool = False  # which was begun by mistake
    said: str | None = None  # what of the message is for it, if not all
    answer: str | None = None  # what of it answers what is under way
    agreed: bool = False  # and is the last yes
    also: Later | None = None  # what else it asks for
    amends: bool = False  # it puts right what has ended
    own: bool = False  # it is like what the workflow under way is for
    beside: tuple[str, ...] = ()  # frequent questions that it asks as well


def converse(
    world: Mapping[str, Workflow],
    workflow: Workflow,
    case: WorkflowTest,
    choose: Choose | None,
    region: str | None = None,
) -> Seen:
    """Have the conversation of a test with the machine alone: no model, no tools but mocks."""
    talk = _Talk(world, workflow, case, region)
    routed = case.expect.route is not None or case.expect.not_route is not None
    for message in case.say:
        talk.hear(message, choose if routed else None)
        routed = True
    return talk.whole()


class _Talk:
    """A conversation under way between a test and the machine."""

    def __init__(
        self,
        world: Mapping[str, Workflow],
        workflow: Workflow,
        case: WorkflowTest,
        region: str | None = None,
    ) -> None:
        self.seen = Seen()
        self.cursor = Cursor()
        self._told_language = case.language is not None
        self._language: Language = case.language or "en"
        self._spoken = False  # what was said has told the language
        self._unclear = list[str]()  # the messages that were asked back about
        self._world = world
        self._name = workflow.workflow
        self._now = moment_of(case.today)
        self._region = region
        self._mocks = Mocks(case.mock)
        self._profile = dict(case.profile)

    def hear(self, message: object, choose: Choose | None) -> None:
        """Take one message, as far as it goes: to a workflow, or to a question back."""
        text = message if isinstance(message, str) else ""
        if text and not self._told_language:
            told = spoken_language(text, settled=self._spoken)
            self._language, self._spoken = told or self._language, self._spoken or bool(told)
        chosen = Chosen(self.cursor.workflow or (HOME if self.seen.routes else self._name))
        if choose and text:
            chosen = choose(text, self.cursor, self._language, self._now)
        self.seen.routes.append(chosen.workflow)
        if chosen.pressed:  # a button says what was not clear before, or no more than its title
            later = self.cursor.later
            wished = later.get("message") if later.get("workflow") == chosen.workflow else None
            text, self._unclear = wished or asked_about(self._unclear), []
            text = text.rstrip(" ?") if chosen.workflow == self.cursor.workflow else text
        if chosen.question is not None:
            self._unclear.append(text)
            self.seen.said.append(chosen.question)
            self.seen.choices = chosen.options
        elif chosen.workflow in self._world:
            self._unclear = []
            self._take_turn(text, _answered(message, self.cursor), chosen)

    def whole(self) -> Seen:
        """Return what was seen, with where it stands now."""
        self.seen.language = self._language
        if here := self._place():
            self.seen.slots |= here.slots
            self.seen.state = here.state
        return self.seen

    def _place(self) -> Frame | None:
        """Return where the workflow stands, also while it waits for another one."""
        return self.cursor.frame_of(self._name)

    def _take_turn(self, text: str, ui: tuple[str, Any] | None, chosen: Chosen) -> None:
        given = Given(
            message=text if chosen.said is None else chosen.said,
            language=self._language,
            now=self._now,
            region=self._region,
            target=chosen.workflow,
            leave=chosen.leave,
            drops=chosen.drops,
            mistaken=chosen.mistaken,
            certain=chosen.certain,
            answer=chosen.answer,
            agreed=chosen.agreed,
            also=chosen.also,
            amends=chosen.amends,
            own=chosen.own,
            chosen=chosen.pressed and chosen.workflow == self.cursor.workflow,
            beside=chosen.beside,
            ui=ui,
            profile=self._profile,
            frequent=find_answer(self._world.get(chosen.workflow), chosen.said or text),
        )
        self.seen.choices = ()
        walk = conduct(self._world, self.cursor, given)
        place = self._place()
        here = place.state if place else None
        outcome: Outcome | None = None
        try:
            while True:
                step = walk.send(outcome)
                outcome = self._perform(step)
                if isinstance(step, Entered) and step.workflow == self._name:
                    if here is not None:
                        self.seen.moves.add((here, step.state))
                    here = step.state
                elif isinstance(step, Ended) and step.workflow == self._name:
                    here = None
        except StopIteration as ended:
            self.cursor = _kept(ended.value)

    def _perform(self, step: Step) -> Outcome | None:
        seen = self.seen
        match step:
            case Entered(workflow=self._name):
                seen.path.append(step.state)
            case Said():
                seen.said.append(step.text)
                seen.answers += [step.answer] if step.answer else []
            case Asked():
                seen.said.append(step.question)
                seen.choices = step.options
            case Offered():
                seen.said.append(step.text)
                seen.choices = (*seen.choices, (step.label, f"@{step.workflow}"))
            case AskedPage() | Shown():
                seen.shown.append(step.component)
            case Remembered():
                self._profile[step.name] = step.value
            case RunAgent():
                return self._mocks.answer(step.agent)
            case RunTool():
                return self._called(step.tool, step.args, step.slots)
            case RunTogether():
                return self._together(step)
            case Ended(workflow=self._name):
                seen.end = step.how
                seen.slots |= step.slots
            case Failed():
                seen.said.append(str(step.outcome.output or step.outcome.status))
            case _:
                pass
        return None

    def _called(self, tool: str, args: JsonMapping | None, slots: JsonMapping) -> Outcome:
        given = slots if args is None else args
        self.seen.calls.append((tool, given))
        return self._mocks.answer(tool, given)

    def _together(self, step: RunTogether) -> Outcome:
        outputs: JsonObject = {}
        for task in step.tasks:
            name = str(task.tool or task.agent)
            one = (
                self._called(name, task.args, step.slots) if task.tool else self._mocks.answer(name)
            )
            if one.status != "ok":
                return one
            outputs[name] = one.output
        return Outcome("ok", outputs)


def _answered(message: object, cursor: Cursor) -> tuple[str, Any] | None:
    """Return what a page's component answers in a test: to the question that is open."""
    if isinstance(message, dict):
        return str(cursor.active and cursor.active.asking), cast("JsonObject", message)["ui"]
    return None


def _kept(cursor: Cursor) -> Cursor:
    """Return a cursor as the database gives it back: it puts keys in an order of its own."""
    return Cursor.read(_reordered(cursor.stored()))


def _reordered(value: Any) -> Any:
    if isinstance(value, dict):
        known = cast("JsonObject", value)
        names = sorted(known, key=lambda name: (len(name.encode()), name))
        return {name: _reordered(known[name]) for name in names}
    if isinstance(value, list):
        return [_reordered(each) for each in cast("list[Any]", value)]
    return value
