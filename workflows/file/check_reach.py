"""Whether every state can be reached, every way ends, and nothing goes round for ever."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from language.suggestions import meant
from workflows.file.diagnostics import Diagnostics
from workflows.file.placed import targets
from workflows.file.schema import Workflow
from workflows.file.states import KINDS, State, is_open


def check_reach(check: Diagnostics) -> None:
    """Refuse a state that nothing leads to."""
    workflow = check.workflow
    reached = closure([workflow.start], {n: next_states(s) for n, s in workflow.states.items()})
    reached |= set(workflow.upgrade.map.values()) if workflow.upgrade else set()
    for name in workflow.states:
        if name not in reached:
            check.error(
                ["states", name],
                f"no state leads to '{name}'; give one a 'go: {name}' or delete it",
            )


def check_ends(check: Diagnostics) -> None:
    """Refuse a circle that never waits, and a workflow with an end that a state cannot reach."""
    states = check.workflow.states
    graph = {name: next_states(state) for name, state in states.items()}
    moving = {n: {m for m in graph[n] if not waits_for_person(states[m])} for n in states}
    for name, state in states.items():
        if not waits_for_person(state) and name in closure(moving[name], moving):
            check.error(
                ["states", name], f"'{name}' leads back to itself and never waits for the person"
            )
    ends = [n for n, s in states.items() if s.end or (s.say is not None and not s.go)]
    back = {n: {m for m in states if n in graph[m]} for n in states}
    able = closure(ends, back)
    for name, state in states.items():
        if ends and name not in able and not is_open(state):
            check.error(["states", name], f"from '{name}' no end can be reached; give it a 'go'")
        if state.branch and state.branch[-1].condition:
            check.error(
                ["states", name, "branch"], "the last way of a branch has no 'if': it is the rest"
            )
        if state.kind == "agent" and state.fill and not (state.go or state.end):
            check.error(["states", name], "when its slots are filled it needs a 'go' or an 'end'")
        if KINDS[state.kind].answered and not (state.go or state.end):
            check.error(["states", name], "when it is answered it needs a 'go' or an 'end'")


def check_calls(
    check: Diagnostics, workflows: Mapping[str, Workflow], unread: Collection[str]
) -> None:
    """Refuse a call of a workflow that is not there, or that comes back to this one."""
    there = {*workflows, *unread}
    graph = {
        n: {s.call for s in w.states.values() if s.call in workflows}
        for n, w in {**workflows, check.workflow.workflow: check.workflow}.items()
    }
    for name, state in check.workflow.states.items():
        if state.call:
            check.name(["states", name, "call"], "workflow", state.call, there)
            called = {n: {str(m) for m in found} for n, found in graph.items()}
            if state.call in called and check.workflow.workflow in closure([state.call], called):
                check.error(
                    ["states", name, "call"],
                    f"'{state.call}' calls '{check.workflow.workflow}' again: a circle of calls",
                )
        for offered in state.offer:
            if offered not in there:
                message = f"there is no workflow '{offered}'{meant(offered, there)}"
                check.warn(["states", name, "offer"], f"{message}; it is offered once it is there")
    for at, case in enumerate(check.workflow.tests):
        for key in ("route", "not_route"):
            if name := getattr(case.expect, key):
                check.name(["tests", at, "expect", key], "workflow", name, there)


def waits_for_person(state: State) -> bool:
    """Tell whether a person says something before the state is left."""
    return KINDS[state.kind].answered or bool(state.fill or state.until) or is_open(state)


def next_states(state: State) -> set[str]:
    """Name the states that may follow upon one."""
    return {target for _, target in targets(state)}


def closure(starts: Iterable[str], graph: Mapping[str, set[str]]) -> set[str]:
    """Return all that can be reached from somewhere, the starts among them."""
    reached, look = set(starts), list(starts)
    while look:
        for following in graph[look.pop()] - reached:
            reached.add(following)
            look.append(following)
    return reached
