"""Where a correction comes too late: what rests on a slot, and is not made anew when it changes.

The engine makes results void that rest on an old value. It does not undo what a tool has done, and
it knows of an agent that speaks freely, or a form of the page, only what they said.
"""

from __future__ import annotations

from workflows.file.check_reach import closure, next_states, waits_for_person
from workflows.file.conditions import ConditionError, compile_condition
from workflows.file.declared import KnownTools, declared
from workflows.file.diagnostics import Diagnostics
from workflows.file.placed import all_slots, places, written_in
from workflows.file.states import State, is_open


def check_effects(check: Diagnostics, tools: KnownTools) -> None:
    """Warn where a slot can be corrected after the last word on it was spoken."""
    states = check.workflow.states
    graph = {name: next_states(state) for name, state in states.items()}
    for name, state in states.items():
        rests = _rests_on(check, state, tools)
        if not rests:
            continue
        onward = {**graph, name: {way.to for way in state.ways}}  # a failure has done nothing
        heard = [n for n in sorted(closure(onward[name], onward)) if _hears(states[n])]
        for at in heard:
            later = closure([at], {**graph, name: set()}) - {name}
            used = sorted({s for n in later for s in _used(states[n], name) if s in rests or not s})
            if used:
                slots = ", ".join(f"'{slot}'" for slot in sorted(set(used) & rests or rests))
                why = f"'{name}' rests on {slots} and is not done again"
                cure = "confirm them before it, or leave them out of what follows"
                check.warn(
                    ["states", name],
                    f"{why} when that is corrected at '{at}'; {cure}",
                )
                break


def _rests_on(check: Diagnostics, state: State, tools: KnownTools) -> set[str]:
    """Name the slots of an outcome that stays as it is, whatever is corrected afterwards."""
    slots = {name for name, _ in all_slots(check.workflow)}
    if state.tool:
        tool = declared(tools, state.tool)
        if tool is None or not tool.side_effect:
            return set()
        if state.args is None:
            return slots & set(tool.schema.get("properties", {}))
        return slots & set(places(state.args))
    if state.ui:
        return slots & set(places(state.props))
    agents = [state.agent] if state.agent and not (state.fill or is_open(state)) else []
    agents += [task.agent for task in state.parallel or [] if task.agent]
    found: set[str] = set()
    for name in agents:
        about = check.workflow.agents.get(str(name))
        if about is None or (state.agent and about.output is not None):
            continue
        named = places(about.prompt)
        found |= slots if "slots" in named else {n.removeprefix("slots.") for n in named} & slots
    return found


def _hears(state: State) -> bool:
    return waits_for_person(state) and not is_open(state)


def _used(state: State, name: str) -> set[str]:
    """Name the slots that a state tells or gives to others; '' is the result of a state."""
    named = [place for _, written in written_in(state) for place in places(written)]
    conditions = [way.condition for way in state.ways if way.condition]
    for condition in conditions:
        try:
            members = compile_condition(condition).members
        except ConditionError:
            continue
        named += [f"{owner}.{member}" for owner, member, _ in members]
    own = f"results.{name}"
    return {"" if n == own or n.startswith(f"{own}.") else n.removeprefix("slots.") for n in named}
