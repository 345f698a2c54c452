"""Messages in the middle of a form, held against what they set, change, and have asked back."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import cast

import yaml

from contracts.json import JsonObject
from language.detect import Language
from workflows.file.schema import Workflow
from workflows.file.tests import moment_of
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.steps import Ended, Given, Outcome, Step
from workflows.machine.transitions import conduct
from workflows.testing.taken_counts import TakenCounts, TakenVerdict


@dataclass(slots=True)
class JudgedForm:
    """A case, and what its messages did to the form."""

    case: JsonObject
    slots: JsonObject
    heard: JsonObject
    said: list[str] = field(default_factory=list[str])

    @property
    def verdict(self) -> TakenVerdict:
        known, may = self.case.get("known", {}), self.case.get("may", {})
        wanted = known | self.case["set"]
        unlike = [
            name
            for name in {*wanted, *self.slots}
            if self.slots.get(name) != wanted.get(name)
            and not (name in may and self.slots.get(name) == may[name])
        ]
        if any(self.slots.get(name) != known.get(name) for name in unlike):
            return "wrong"
        kept = self.heard if self.case.get("heard_after") == {} else {}
        if kept:
            return "wrong"
        return "missing" if unlike or not self._asks_back() else "right"

    def _asks_back(self) -> bool:
        wanted: JsonObject = dict(self.case.get("offered_of", {}))
        if "offered" in self.case:
            wanted[self.case["asked"]] = self.case["offered"]
        taken = any(self.slots.get(n) == v for n, v in self.case.get("may", {}).items() if v)
        return taken or all(self.heard.get(n, {}).get("offered") == v for n, v in wanted.items())


def judge_forms(file: Path) -> list[JudgedForm]:
    """Say what each case says to its form."""
    told = yaml.safe_load(file.read_text("utf-8"))
    return [_judged(case, told["forms"][case["form"]], told["today"]) for case in told["cases"]]


def counted(judged: list[JudgedForm]) -> TakenCounts:
    """Count what was right, taken wrongly, and missed."""
    return TakenCounts.of([each.verdict for each in judged])


def _judged(case: JsonObject, form: JsonObject, today: date) -> JudgedForm:
    workflow = _workflow(form)
    cursor = Cursor()
    if asked := case.get("asked"):
        state = "form" if asked in workflow.slots else "confirm"
        slots, heard = dict(case.get("known", {})), dict(case.get("heard", {}))
        cursor.frames = [Frame("case", state, 1, slots=slots, asking=asked, heard=heard)]
    judged, said = JudgedForm(case, {}, {}), case["say"]
    for message in cast("list[str]", said if isinstance(said, list) else [said]):
        cursor = _turn(workflow, cursor, message, form["language"], today, judged)
        if cursor.active is not None:
            judged.slots, judged.heard = dict(cursor.active.slots), dict(cursor.active.heard)
    judged.slots = {n: v for n, v in judged.slots.items() if n in workflow.slots}
    return judged


def _workflow(form: JsonObject) -> Workflow:
    """Make a workflow of a form, that asks a yes or no of its own at the end where there is one."""
    own = {name: slot for name, slot in form["slots"].items() if name != "ok"}
    states: JsonObject = {"form": {"ask": list(own), "go": "confirm"}}
    last = form["slots"].get("ok", {"type": "boolean", "ask": "OK?"})
    states |= {
        "confirm": {"ask": {"ok": last}, "go": "done"},
        "done": {"say": ".", "end": "completed"},
    }
    about: JsonObject = {"workflow": "case", "version": 1, "title": "Case", "start": "form"}
    return Workflow.model_validate({**about, "slots": own, "states": states})


def _turn(
    workflow: Workflow, cursor: Cursor, message: str, language: Language, today: date,
    judged: JudgedForm,
) -> Cursor:  # fmt: skip
    given = Given(
        message=message, language=language, now=moment_of(today), target="case",
        profile=judged.case.get("profile", {}),
    )  # fmt: skip
    walk = conduct({"case": workflow}, cursor, given)
    outcome: Outcome | None = None
    while True:
        try:
            step: Step = walk.send(outcome)
        except StopIteration as ended:
            return ended.value
        if isinstance(step, Ended):
            judged.slots = dict(step.slots)
        judged.said.append(str(getattr(step, "text", "")))
