"""What follows in a walk: every part of the machine answers with one of these."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from language.repairs import Repair
from workflows.file.states import Ending
from workflows.machine.steps import Outcome, Step


@dataclass(frozen=True, slots=True)
class Stay:
    """The turn ends here, and the state waits for the next one."""


@dataclass(frozen=True, slots=True)
class Perform:
    """Do what the state is for."""


@dataclass(frozen=True, slots=True)
class Hear:
    """Take the turn in the state that was waiting for it."""


@dataclass(frozen=True, slots=True)
class Follow:
    """Leave the state by the first way that is open."""


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter a state."""

    state: str


@dataclass(frozen=True, slots=True)
class CallWorkflow:
    """Begin another workflow, whose end comes back to this state."""

    workflow: str


@dataclass(frozen=True, slots=True)
class Finish:
    """End the workflow, and go back to what it interrupted."""

    how: Ending


@dataclass(frozen=True, slots=True)
class GiveBack:
    """Let what was interrupted go on: the workflow at work is open and has no end of its own."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """Do what the person asks of the engine itself."""

    repair: Repair


@dataclass(frozen=True, slots=True)
class PassOn:
    """Let the assistant answer what was asked instead of an answer, and come back to that."""

    message: str


Move = Stay | Perform | Hear | Follow | Enter | CallWorkflow | Finish | GiveBack | PassOn | Repaired
Steps = Generator[Step, Outcome | None, None]
WalkPart = Generator[Step, Outcome | None, Move]  # yields steps, returns what follows
