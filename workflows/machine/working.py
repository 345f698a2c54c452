"""What a state sets going: agents and tools; and how a failure is met."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from language.repairs import repair_in
from workflows.file.conditions import compile_condition
from workflows.file.states import Budget, State, is_open
from workflows.machine.basis import note_basis, outdated_state, slots_in
from workflows.machine.listening import keep, read_message
from workflows.machine.moves import Enter, Finish, Follow, GiveBack, Repaired, Stay, WalkPart
from workflows.machine.steps import Failed, Outcome, RunAgent, RunTogether, RunTool
from workflows.machine.texts import title_of
from workflows.machine.walk import Walk, values_of
from workflows.machine.wording import arguments, say


def run_agent(walk: Walk) -> WalkPart:
    """Let an agent work, and speak."""
    state, ended = walk.state, Outcome()
    for _ in range(state.retry + 1):
        ended = (yield _agent_step(walk, state)) or Outcome()
        if ended.status in ("ok", "waiting"):
            break
    if ended.status == "waiting":
        return Stay()
    if ended.status != "ok":
        return (yield from _failed(walk, ended, said=False))
    walk.frame.failed = False
    if is_open(state):
        return GiveBack()
    walk.keep_result(ended.output)
    about = walk.workflow.agents[str(state.agent)]
    if about.output is not None:
        note_basis(walk, slots_in(walk, about.prompt))
    if state.until is None or compile_condition(state.until).holds(values_of(walk)):
        return Follow()
    walk.frame.tries += 1
    return Stay()


def _agent_step(walk: Walk, state: State) -> RunAgent:
    about = walk.workflow.agents[str(state.agent)]
    return RunAgent(
        workflow=walk.workflow.workflow,
        state=walk.place,
        agent=str(state.agent),
        number=walk.number(),
        slots=dict(walk.slots),
        tools=None if state.tools is None else tuple(state.tools),
        model=state.model,
        budget=_least(state.budget, about.budget),
        timeout=state.timeout,
        caught=state.on_error is not None,
    )


def run_tool(walk: Walk, call: str | None = None) -> WalkPart:
    """Call a tool; `call` is one that a person was asked about."""
    state, ended = walk.state, Outcome()
    lacking = forbidden(walk, str(state.tool))
    if lacking:
        return (yield from refused(walk, lacking))
    for _ in range(state.retry + 1):
        ended = (yield _tool_step(walk, state, call)) or Outcome()
        if ended.status in ("ok", "waiting"):
            break
        call = None
    if ended.status == "waiting":
        walk.frame.pending = ended.call or ""
        note_basis(walk, slots_in(walk, state.args))
        return Stay()
    walk.frame.pending = None
    return (yield from _settled(walk, ended, slots_in(walk, state.args)))


def _tool_step(walk: Walk, state: State, call: str | None) -> RunTool:
    return RunTool(
        workflow=walk.workflow.workflow,
        state=walk.place,
        tool=str(state.tool),
        number=walk.number(),
        args=None if state.args is None else arguments(walk, state.args),
        slots=dict(walk.slots),
        call=call,
        timeout=state.timeout,
    )


def run_together(walk: Walk) -> WalkPart:
    """Let several agents and tools work at the same time."""
    state = walk.state
    tasks = tuple(
        task if task.args is None else task.model_copy(update={"args": arguments(walk, task.args)})
        for task in state.parallel or ()
    )
    lacking = [n for t in tasks if t.tool for n in forbidden(walk, t.tool)]
    if lacking:
        return (yield from refused(walk, lacking))
    outcome = yield RunTogether(
        workflow=walk.workflow.workflow,
        state=walk.place,
        number=walk.number(),
        tasks=tasks,
        slots=dict(walk.slots),
        timeout=state.timeout,
    )
    written = [task.args for task in state.parallel or () if task.tool]
    return (yield from _settled(walk, outcome or Outcome(), slots_in(walk, *written)))


def hear_decision(walk: Walk) -> WalkPart:
    """A person was asked about a tool call; now it was decided, or something else was said."""
    if not walk.message:
        return (yield from run_tool(walk, walk.frame.pending or None))
    if repair_in(walk.message) == "cancel":
        walk.frame.pending = None
        return Repaired("cancel")
    reading = yield from read_message(walk, None)
    yield from keep(walk, reading)
    if outdated := outdated_state(walk):
        walk.frame.pending = None
        return Enter(outdated)
    yield say(walk, "pending")
    return Stay()


def _settled(walk: Walk, outcome: Outcome, used: Collection[str]) -> WalkPart:
    if outcome.status != "ok":
        return (yield from _failed(walk, outcome, said=True))
    walk.frame.failed = False
    walk.keep_result(outcome.output)
    if outcome.effect:
        walk.done.add(walk.workflow.workflow)
        walk.frame.basis.pop(walk.place, None)
    else:
        note_basis(walk, used)
    return Follow()


def unavailable(walk: Walk, workflow: str) -> WalkPart:
    """A workflow cannot be called: it is gone, closed to the person, or too deep."""
    return (yield from _failed(walk, Outcome("error", f"'{workflow}' is not available"), said=True))


def _failed(walk: Walk, outcome: Outcome, *, said: bool) -> WalkPart:
    """Go where the workflow says that a failure goes; else the turn, or the workflow, ends."""
    walk.frame.failed = True
    walk.changed = False  # since then
    state = walk.state
    spare = (state.on_timeout if outcome.status == "timeout" else None) or state.on_error
    if said or spare:
        yield say(walk, "failed", reason=str(outcome.output or outcome.status)[:500])
    if spare:
        return Enter(spare)
    if said:
        return Finish("cancelled")
    yield Failed(outcome)
    return Stay()


def forbidden(walk: Walk, subject: str) -> list[str]:
    """Return the slots that a rule requires first: without them nothing is done."""
    return [
        name
        for rule in walk.workflow.rules
        if rule.kind == "requires" and rule.subject == subject
        for name in rule.names
        if walk.slots.get(name) is None
    ]


def refused(walk: Walk, lacking: list[str]) -> WalkPart:
    """A rule forbids it: fail closed, collect what is missing where a state does that."""
    titles = [
        title_of(name, slot, walk.language) if (slot := walk.workflow.slot(name)) else name
        for name in dict.fromkeys(lacking)
    ]
    yield say(walk, "missing", names=", ".join(titles))
    states = walk.workflow.states.items()
    collecting = next((name for name, state in states if lacking[0] in state.fill), None)
    there = collecting or walk.state.on_error
    return Enter(there) if there else Finish("cancelled")


def _least(one: Budget | None, other: Budget | None) -> Budget | None:
    """Return the tighter of two budgets in each respect."""
    if one is None or other is None:
        return one or other

    def least(key: str) -> Any:
        limits = [v for b in (one, other) if (v := getattr(b, key)) is not None]
        return min(limits, default=None)

    return Budget(usd=least("usd"), seconds=least("seconds"), steps=least("steps"))
