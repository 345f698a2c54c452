"""What can be known of a workflow's tests before they run: that they name what is there."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from workflows.check import Finding, all_slots
from workflows.schema import Case, Workflow
from workflows.source import Source, meant


def check_tests(workflow: Workflow, source: Source, tools: Collection[str] | None) -> list[Finding]:
    """Find names in tests that are no state, slot, tool or agent; a misspelt one proves nothing."""
    found: list[Finding] = []
    for at, case in enumerate(workflow.tests):
        for keys, what, name, known in _named(workflow, case, tools):
            if name not in known:
                message = f"there is no {what} '{name}'{meant(name, known)}"
                found.append(Finding("error", source.at(["tests", at, *keys]), message))
    return found


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
