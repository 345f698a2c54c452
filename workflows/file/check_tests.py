"""What can be known of a workflow's tests before they run: names and values that can be."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from workflows.file.check import Finding, all_slots
from workflows.file.schema import Case, Slot, Workflow
from workflows.file.source import Source, meant
from workflows.machine.slots.values import Problem, accept
from workflows.testing.mocks import same


def check_tests(workflow: Workflow, source: Source, tools: Collection[str] | None) -> list[Finding]:
    """Find what no run can make true: a name of nothing, a value that a slot cannot have."""
    found: list[Finding] = []
    for at, case in enumerate(workflow.tests):
        for keys, what, name, known in _named(workflow, case, tools):
            if name not in known:
                message = f"there is no {what} '{name}'{meant(name, known)}"
                found.append(Finding("error", source.at(["tests", at, *keys]), message))
        for name, message in _impossible(workflow, case):
            place = source.at(["tests", at, "expect", "slots", name])
            found.append(Finding("error", place, message))
    return found


def _impossible(workflow: Workflow, case: Case) -> Iterable[tuple[str, str]]:
    """List the slots that are expected to have a value which they never take."""
    for name, value in case.expect.slots.items():
        slots = [slot for known, slot in all_slots(workflow) if known == name]
        if value is None or not slots:
            continue
        taken = [accept(slot, value, case.today, case.language or "en") for slot in slots]
        if not any(problem is None and same(value, kept) for kept, problem in taken):
            cure = _cure(slots[0], *taken[0])
            yield name, f"'{name}' ({slots[0].type}) never has the value {value!r}; {cure}"


def _cure(slot: Slot, kept: Any, problem: Problem | None) -> str:
    """Tell how the value is written that was meant, or which ones there are."""
    if problem is None:
        return f"it would be {kept!r}"
    if slot.of:
        return f"the options are {', '.join(slot.of)}"
    if problem.limit is not None:
        return f"its {problem.kind} is {problem.limit}"
    return "a date is written 2026-03-05" if slot.type == "date" else "write one that fits"


Named = tuple[list[str | int], str, str, Collection[str]]


def _named(workflow: Workflow, case: Case, tools: Collection[str] | None) -> Iterable[Named]:
    """List what a test names: where, as what, the name, and what there is."""
    expect, states = case.expect, workflow.states
    slots = {name for name, _ in all_slots(workflow)}
    for at, name in enumerate(expect.path or ()):
        yield ["expect", "path", at], "state", name, states
    if expect.state:
        yield ["expect", "state"], "state", expect.state, states
    for name in expect.slots:
        yield ["expect", "slots", name], "slot", name, slots
    if tools is not None:
        for name in expect.tools or ():
            yield ["expect", "tools", name], "tool", name, tools
        for name in case.mock:
            yield ["mock", name], "tool or agent", name, {*tools, *workflow.agents}
