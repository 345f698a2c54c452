"""Whether every name in a workflow file names something, once, and something takes it up."""

from __future__ import annotations

from typing import Any

from language.suggestions import meant
from workflows.file.diagnostics import Diagnostics
from workflows.file.placed import all_slots, targets
from workflows.file.states import KINDS, is_open

PERSONAL = ("cpf", "cnpj", "card", "iban", "email", "phone", "password", "token")


def check_names(check: Diagnostics) -> None:
    workflow = check.workflow
    check.name(["start"], "state", workflow.start, workflow.states)
    slots = {name for name, _ in all_slots(workflow)}
    for name, state in workflow.states.items():
        here = ["states", name]
        if state.agent:
            check.name([*here, "agent"], "agent", state.agent, workflow.agents)
        for slot in state.fill:
            check.name([*here, "fill"], "slot", slot, workflow.slots)
        for slot, own in (state.ask or {}).items():
            if own is None:
                check.name([*here, "ask", slot], "slot", slot, slots)
            elif slot in workflow.slots:
                check.error([*here, "ask", slot], f"'{slot}' is a slot already; ask it by name")
        for at, task in enumerate(state.parallel or []):
            if task.agent:
                path = [*here, "parallel", at, "agent"]
                check.name(path, "agent", task.agent, workflow.agents)
        _twice(check, here, [task.agent or task.tool for task in state.parallel or []])
        speaker = workflow.agents.get(state.agent or "")
        if speaker and speaker.output and is_open(state):
            check.error([*here, "agent"], "an agent with 'output' says nothing: add a 'go'")
        for key, target in targets(state):
            check.name([*here, *key], "state", target, workflow.states)
        for kind, spare in (("on_error", state.on_error), ("on_timeout", state.on_timeout)):
            if spare and not KINDS[state.kind].fails:
                check.error([*here, kind], f"a state with '{state.kind}' cannot fail")
    for reserved in sorted(slots & {"tries", "filled", "failed", "profile", "results", "slots"}):
        check.error(["slots", reserved], f"'{reserved}' is a word of conditions; rename the slot")
    used = {n for s in workflow.states.values() for n in [*s.fill, *(s.ask or {})]}
    for name in workflow.slots:
        if name not in used:
            check.warn(["slots", name], f"no state collects '{name}'")
    spoken = {s.agent for s in workflow.states.values()}
    spoken |= {t.agent for s in workflow.states.values() for t in s.parallel or []}
    for name in workflow.agents:
        if name not in spoken:
            check.warn(["agents", name], f"no state uses the agent '{name}'")


def _twice(check: Diagnostics, here: list[Any], named: list[str | None]) -> None:
    """Refuse the same name at the same time: results go by the names."""
    for at, name in enumerate(named):
        if name in named[:at]:
            check.error([*here, "parallel", at], f"'{name}' works here already; name each once")


def check_rules(check: Diagnostics) -> None:
    slots = {name for name, _ in all_slots(check.workflow)}
    for at, rule in enumerate(check.workflow.rules):
        path = ["rules", at]
        if rule.kind == "requires":
            for name in rule.names:
                check.name(path, "slot", name, slots)
                if any(name == slot and about.skip for slot, about in all_slots(check.workflow)):
                    check.warn(path, f"'{name}' may be skipped, and '{rule.subject}' waits for it")
            continue
        for name in rule.names:
            if name in slots:
                check.error(path, f"'{name}' is never collected, and there is a slot for it")
            for slot, about in all_slots(check.workflow):
                if about.type == name:
                    check.error(path, f"'{name}' is never collected; slot '{slot}' is one")
            if name not in PERSONAL:
                kinds = ", ".join(PERSONAL)
                hint = meant(name, PERSONAL) or f"; recognised in messages are {kinds}"
                check.warn(path, f"only a slot named '{name}' is refused{hint}")


def check_upgrade(check: Diagnostics) -> None:
    upgrade = check.workflow.upgrade
    if not upgrade:
        return
    if upgrade.from_ >= check.workflow.version:
        check.error(["upgrade", "from"], f"'from' is below this version, {check.workflow.version}")
    for old, new in upgrade.map.items():
        check.name(["upgrade", "map", old], "state", new, check.workflow.states)
