"""How well answers are read: labelled answers to one question each, held against what was taken.

A value that was taken wrongly is worse than one that was missed: people are asked again for what
is missing, and nobody asks about what is there. So the two are counted apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from contracts.errors import InvalidRequest
from contracts.json import JsonObject
from language.detect import Language
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.tests import moment_of
from workflows.machine.cursor import Cursor
from workflows.machine.steps import Ended, Given, Outcome, Step
from workflows.machine.transitions import conduct
from workflows.testing.mocks import same
from workflows.testing.taken_counts import TakenCounts, TakenVerdict, counts_by

_SLOT = "datum"  # a name that says nothing of what it holds
_MOST_BYTES = 4_000_000


class SlotCase(BaseModel):
    """One answer to one question; `take` is the value that it gives, None where it gives none."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: Annotated[str, Field(max_length=100)]
    language: Language
    slot: Slot
    answer: str
    take: Any = None


class SlotCases(BaseModel):
    """A file of labelled answers, and the day on which they are given."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    today: date
    cases: Annotated[list[SlotCase], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """A labelled answer, and what was taken of it."""

    case: SlotCase
    value: Any

    @property
    def verdict(self) -> TakenVerdict:
        if same(self.case.take, self.value):
            return "right"
        return "missing" if self.value is None else "wrong"

    def record(self) -> JsonObject:
        """Return what `--out` writes of it."""
        case = self.case
        about = {"id": case.id, "language": case.language, "type": case.slot.type}
        return {
            **about,
            "answer": case.answer,
            "expected": case.take,
            "taken": self.value,
            "verdict": self.verdict,
        }


@dataclass(frozen=True, slots=True)
class SlotReport:
    """The figures, of all answers and of their parts."""

    all: TakenCounts
    by_language: dict[str, TakenCounts]
    by_type: dict[str, TakenCounts]


def read_cases(path: Path) -> SlotCases:
    """Read a file of labelled answers; what is wrong is told with the case's place."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise InvalidRequest(f"{path} is larger than {_MOST_BYTES // 1_000_000} MB")
        return SlotCases.model_validate(yaml.safe_load(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as exc:
        raise InvalidRequest(f"{path} cannot be read: {exc}") from None
    except ValidationError as exc:
        first = exc.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InvalidRequest(f"{path}: {place}: {first['msg']}") from None


def judge(cases: SlotCases) -> list[JudgedAnswer]:
    """Ask each question of the machine itself and give it the answer."""
    return [JudgedAnswer(case, taken(case, cases.today)) for case in cases.cases]


def report(judged: Sequence[JudgedAnswer]) -> SlotReport:
    """Count what was judged."""
    return SlotReport(
        TakenCounts.of([each.verdict for each in judged]),
        counts_by((each.case.language, each.verdict) for each in judged),
        counts_by((each.case.slot.type, each.verdict) for each in judged),
    )


def taken(case: SlotCase, today: date) -> Any:
    """Return the value that the machine takes of the answer, None where it asks again."""
    workflow = _asking(case.slot)
    world = {workflow.workflow: workflow}
    cursor, _ = _turn(world, Cursor(), "", case.language, today)
    cursor, value = _turn(world, cursor, case.answer, case.language, today)
    return value if cursor.active is None else cursor.active.slots.get(_SLOT)


def _asking(slot: Slot) -> Workflow:
    """Make a workflow of one question."""
    states = {"question": {"ask": [_SLOT], "go": "end"}, "end": {"say": "OK", "end": "completed"}}
    about: JsonObject = {"workflow": "case", "version": 1, "title": "Case", "start": "question"}
    return Workflow.model_validate({**about, "slots": {_SLOT: slot}, "states": states})


def _turn(
    world: dict[str, Workflow], cursor: Cursor, message: str, language: Language, today: date
) -> tuple[Cursor, Any]:
    """Take one turn; return where it stands, and the value with which the workflow has ended."""
    value: Any = None
    given = Given(message=message, language=language, now=moment_of(today), target="case")
    walk = conduct(world, cursor, given)
    outcome: Outcome | None = None
    while True:
        try:
            step: Step = walk.send(outcome)
        except StopIteration as ended:
            return ended.value, value
        if isinstance(step, Ended):
            value = step.slots.get(_SLOT)
