"""What is wrong with a project, its tests included: names of nothing, values that cannot be."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from language.suggestions import meant
from workflows.file.check import Known, check_file, check_world
from workflows.file.declared import KnownTools
from workflows.file.diagnostics import Diagnostic
from workflows.file.placed import all_slots
from workflows.file.project import Project
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.source import Source
from workflows.file.tests import WorkflowTest, moment_of
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.values import ValueProblem, accept
from workflows.testing.mocks import same


def check_project(project: Project, tools: KnownTools | None) -> list[Diagnostic]:
    """Find everything that is wrong or doubtful, file by file: what is wrong first."""
    found = list(project.findings)
    languages = project.manifest.languages or ()
    known = Known(tools, project.served, languages, project.manifest.teams, project.unread)
    for workflow, source in project.files.values():
        told = check_file(workflow, source)
        told += check_world(workflow, source, known)
        told += check_tests(workflow, source, tools)
        found += sorted(told, key=lambda finding: finding.level)
    return found


def check_tests(
    workflow: Workflow, source: Source, tools: Collection[str] | None
) -> list[Diagnostic]:
    """Find what no run can make true: a name of nothing, a value that a slot cannot have."""
    found: list[Diagnostic] = []
    for at, case in enumerate(workflow.tests):
        for keys, what, name, known in _named(workflow, case, tools):
            if name not in known:
                message = f"there is no {what} '{name}'{meant(name, known)}"
                found.append(Diagnostic("error", source.at(["tests", at, *keys]), message))
        for name, message in _impossible(workflow, case):
            place = source.at(["tests", at, "expect", "slots", name])
            found.append(Diagnostic("error", place, message))
    return found


def _impossible(workflow: Workflow, case: WorkflowTest) -> Iterable[tuple[str, str]]:
    """List the slots that are expected to have a value which they never take."""
    for name, value in case.expect.slots.items():
        slots = [slot for known, slot in all_slots(workflow) if known == name]
        if value is None or not slots or any(slot.source for slot in slots):
            continue
        taken = [
            accept(slot, value, SpeechContext(moment_of(case.today), case.language or "en"))
            for slot in slots
        ]
        if not any(problem is None and same(value, kept) for kept, problem in taken):
            cure = _cure(slots[0], *taken[0])
            yield name, f"'{name}' ({slots[0].type}) never has the value {value!r}; {cure}"


def _cure(slot: Slot, kept: Any, problem: ValueProblem | None) -> str:
    """Tell how the value is written that was meant, or which ones there are."""
    if problem is None:
        return f"it would be {kept!r}"
    if slot.type == "choice" and slot.options:
        return f"the options are {', '.join(slot.options)}"
    if problem.limit is not None:
        return f"its {problem.kind} is {problem.limit}"
    return _WRITTEN.get(slot.type, "write one that fits")


_WRITTEN = {
    "date": "a date is written 2026-03-05",
    "time": 'a time is written "14:30"',
    "datetime": 'a moment is written "2026-03-05T14:30"',
    "phone": "a phone is written +5511987654321",
    "document": "a document is written in digits alone",
    "list": "a list is written [one, two]",
}
Named = tuple[list[str | int], str, str, Collection[str]]


def _named(
    workflow: Workflow, case: WorkflowTest, tools: Collection[str] | None
) -> Iterable[Named]:
    """List what a test names: where, as what, the name, and what there is."""
    expect, states = case.expect, workflow.states
    slots = {name for name, _ in all_slots(workflow)}
    for at, name in enumerate(expect.path or ()):
        yield ["expect", "path", at], "state", name, states
    if expect.answer:
        yield ["expect", "answer"], "answer", expect.answer, workflow.answers
    if expect.state:
        yield ["expect", "state"], "state", expect.state, states
    for name in expect.slots:
        yield ["expect", "slots", name], "slot", name, slots
    if tools is not None:
        for name in expect.tools or ():
            yield ["expect", "tools", name], "tool", name, tools
        for name in case.mock:
            yield ["mock", name], "tool or agent", name, {*tools, *workflow.agents}
