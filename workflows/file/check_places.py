"""Whether what is filled into texts and arguments is there by the time that they are used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workflows.file.check_reach import closure, next_states
from workflows.file.conditions import ConditionError, compile_condition
from workflows.file.diagnostics import Diagnostics
from workflows.file.placed import all_slots, places, written_in
from workflows.file.states import State, is_open

_GIVING = ("tool", "ui", "parallel", "call")


def check_places(check: Diagnostics) -> None:
    """Warn of a text that has a gap because nothing before it sets what it names."""
    workflow = check.workflow
    graph = {name: next_states(state) for name, state in workflow.states.items()}
    slots = dict(all_slots(workflow))
    for name, state in workflow.states.items():
        before = {other for other in graph if name in closure(graph[other], graph)}
        asked = {slot for other in before for slot in workflow.asks(workflow.states[other])}
        for path, written in written_in(state):
            for place in dict.fromkeys(places(written)):
                here = ["states", name, *path]
                if place in slots:
                    if place not in asked and not slots[place].save and path[0] != "ask":
                        told = f"no state before this one asks for '{place}'"
                        check.warn(here, f"{told}; where it is not told by itself, a gap is left")
                else:
                    _check_result(check, here, place, before)
        for path, owner, member in _members(state):
            if owner == "results":
                _check_result(check, ["states", name, *path], f"results.{member}", {*before, name})


def _check_result(check: Diagnostics, path: list[Any], place: str, before: set[str]) -> None:
    """Refuse a result of a state that has none, and warn of one that comes later."""
    owner, _, rest = place.partition(".")
    state = rest.partition(".")[0]
    if owner != "results" or not rest:
        return
    known = check.workflow.states.get(state)
    if known is None:
        check.name(path, "state", state, check.workflow.states)
    elif not gives_result(known):
        told = f"'{state}' gives no result ({known.kind})"
        check.error(path, f"{told}; results come from {', '.join(_GIVING)} and agents that work")
    elif state not in before:
        check.warn(path, f"nothing is in '{place}' here: '{state}' comes later, or another way")


def gives_result(state: State) -> bool:
    """Tell whether something stands in `results` once a state is left."""
    return state.kind in _GIVING or bool(state.agent and not state.fill and not is_open(state))


def _members(state: State) -> Iterator[tuple[list[Any], str, str]]:
    """List what the conditions of a state look up, with where."""
    for key in ("go", "branch"):
        for at, way in enumerate(getattr(state, key) or []):
            try:
                found = compile_condition(way.condition).members if way.condition else ()
            except ConditionError:
                continue
            for owner, member, _ in sorted(found):
                yield [key, at, "if"], owner, member
