"""What a conversation's next moves are made of: steps to perform, and how each one ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from contracts.json import JsonMapping, JsonObject
from language.detect import Language
from language.standing import StandingQuestion
from workflows.file.states import Budget, Ending, ParallelTask
from workflows.file.words import LocalizedText
from workflows.machine.slots.speech import SpeechContext

Status = Literal["ok", "error", "timeout", "waiting"]


@dataclass(frozen=True, slots=True)
class AnswerFound:
    """Which frequent questions of a workflow a message asks, best first; none: "none of these"."""

    workflow: str
    names: tuple[str, ...]
    sure: bool
    told: frozenset[str] = frozenset()  # those of them that this conversation has heard
    all: bool = False  # each of them is asked, and not one of them
    likely: bool = True  # that the first one is meant, though it may not be sure
    near: bool = True  # enough to be named where it is not likely
    options: str = ""  # what there is to choose from, told where that is asked instead


@dataclass(frozen=True, slots=True)
class Later:
    """A second request of a message: it is offered when the first one is done."""

    workflow: str
    message: str


@dataclass(frozen=True, slots=True)
class Given:
    """What a turn brings: all that the machine knows of the world."""

    message: str = ""
    spoken_of: str = ""  # what the person said before it
    language: Language = "en"
    now: datetime = datetime(2026, 1, 1, 10, 0)  # noqa: DTZ001  where the person is
    region: str | None = None  # whose telephone numbers need no code
    target: str | None = None  # the workflow the message was routed to
    then: str | None = None  # the workflow that follows upon what the message asks for
    leave: bool = False  # the person wants out of the workflow that is going on
    drops: bool = False  # and goes on with the target instead
    mistaken: bool = False  # which was meant from the beginning
    certain: bool = True  # that they do: else what was collected is kept for a while
    answer: str | None = None  # what of the message is for what is going on, and not for the target
    agreed: bool = False  # and is its last yes: it is done before the rest is looked at
    also: Later | None = None  # what else the message asks for
    ui: tuple[str, Any] | None = None  # what a component of the page answered: its id, its value
    profile: JsonMapping = field(default_factory=JsonObject)
    roles: frozenset[str] | None = None  # None: everything is open
    frequent: AnswerFound | None = None  # the frequent question that the message asks
    amends: bool = False  # the message puts right what has ended
    own: bool = False  # it is like what the workflow under way is for
    chosen: bool = False  # a button said that it is for what is under way
    standing: StandingQuestion | None = None  # it asks how things stand here
    beside: tuple[str, ...] = ()  # those of the root that it asked beside what it is now
    person: bool = False  # the message wants people, and is no answer
    team: str | None = None  # and of which team
    given_back: bool = False  # people had the conversation, and have let go of it

    @property
    def speech(self) -> SpeechContext:
        """Where and when the message was said, in which language."""
        return SpeechContext(self.now, self.language, self.region)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a step ended; `call` names a tool call that waits for a person."""

    status: Status = "ok"
    output: Any = None
    call: str | None = None
    effect: bool = False  # something was done that doing again would do twice


@dataclass(frozen=True, slots=True)
class Entered:
    """A state was entered."""

    workflow: str
    version: int
    state: str
    title: LocalizedText | None


@dataclass(frozen=True, slots=True)
class Said:
    """The engine says a fixed text; `answer` names the frequent question that it answers."""

    text: str
    answer: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question; with options it has buttons. An agent may put it in words of its own."""

    id: str
    question: str
    options: tuple[tuple[str, str], ...] = ()
    agent: str | None = None
    workflow: str = ""
    slots: JsonMapping = field(default_factory=JsonObject)


@dataclass(frozen=True, slots=True)
class Shown:
    """A component of the page shows something and answers nothing."""

    id: str
    component: str
    props: JsonMapping
    told: tuple[tuple[str, str], ...] = ()  # title and value of each datum, as people read them


@dataclass(frozen=True, slots=True)
class AskedPage:
    """A component of the page asks; its answer is another turn's."""

    id: str
    component: str
    props: JsonMapping
    result: JsonMapping


@dataclass(frozen=True, slots=True)
class Read:
    """A model may read what the message says of these slots; the answer's output is a mapping."""

    workflow: str
    message: str
    slots: tuple[str, ...]
    asked: str | None
    found: JsonMapping


@dataclass(frozen=True, slots=True)
class RunAgent:
    """An agent works or speaks."""

    workflow: str
    state: str
    agent: str
    number: int
    slots: JsonMapping
    tools: tuple[str, ...] | None = None
    model: str | None = None
    budget: Budget | None = None
    timeout: float | None = None
    caught: bool = False  # a failure has a state to go to


@dataclass(frozen=True, slots=True)
class RunTool:
    """A tool is called; `args` None means the slots of its parameters' names."""

    workflow: str
    state: str
    tool: str
    number: int
    args: JsonMapping | None
    slots: JsonMapping
    call: str | None = None  # the call that a person was asked about
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class RunTogether:
    """Several agents and tools work at the same time; the output has one entry for each."""

    workflow: str
    state: str
    number: int
    tasks: tuple[ParallelTask, ...]
    slots: JsonMapping
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """What a person was asked to approve is not wanted any more."""

    call: str


@dataclass(frozen=True, slots=True)
class HandedOff:
    """A team of people takes over, or whichever answers who asks for a person.

    Whoever performs it tells the person and answers `waiting` until they have let go again, or
    `error` where nobody takes over; without an outcome a named team is taken to be done at once.
    """

    team: str | None


@dataclass(frozen=True, slots=True)
class Remembered:
    """A datum goes into the person's profile."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class Ended:
    """A workflow ended; others are offered."""

    workflow: str
    how: Ending
    offer: tuple[str, ...] = ()
    slots: JsonMapping = field(default_factory=JsonObject)


@dataclass(frozen=True, slots=True)
class Offered:
    """A workflow is offered with a button: one that was asked for too, or one that was left."""

    id: str
    workflow: str
    text: str
    label: str


@dataclass(frozen=True, slots=True)
class Failed:
    """A step failed and the workflow says nothing about it: the turn fails with it."""

    outcome: Outcome


Step = (
    Entered
    | Said
    | Asked
    | Shown
    | AskedPage
    | Read
    | RunAgent
    | RunTool
    | RunTogether
    | Withdrawn
    | HandedOff
    | Remembered
    | Ended
    | Offered
    | Failed
)
