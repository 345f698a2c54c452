"""Whether the conditions of a workflow can be read, fit its slots, and can hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from language.suggestions import meant
from workflows.file.compared_words import unquoted_cure, wrong_options
from workflows.file.conditions import ConditionError, Type, compile_condition
from workflows.file.diagnostics import Diagnostics
from workflows.file.placed import all_slots
from workflows.file.schema import Workflow
from workflows.file.states import Go

_TYPES: dict[str, Type] = {
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "money": "number",
    "list": "list",
}


def scope_of(workflow: Workflow) -> dict[str, Type]:
    """Return the names a condition may use, with their types."""
    scope: dict[str, Type] = {
        "tries": "number",
        "filled": "boolean",
        "failed": "boolean",
        "profile": "map",
        "results": "map",
        "slots": "map",
    }
    for name, slot in all_slots(workflow):
        scope[name] = _TYPES.get(slot.type, "text")
    return scope


def check_conditions(check: Diagnostics) -> None:
    scope = scope_of(check.workflow)
    if check.workflow.route.first:
        _condition(check, ["route", "first"], check.workflow.route.first, {"profile": "map"})
    for name, state in check.workflow.states.items():
        if state.until:
            _condition(check, ["states", name, "until"], state.until, scope)
        for key in ("go", "branch"):
            ways: list[Go] = getattr(state, key) or []
            _ways(check, ["states", name, key], ways, scope)


def _ways(check: Diagnostics, path: list[Any], ways: list[Go], scope: Mapping[str, Type]) -> None:
    for at, way in enumerate(ways):
        if way.condition is None:
            if at < len(ways) - 1:
                check.error([*path, at + 1], "never reached: the way before it is always taken")
            return
        verdict = _condition(check, [*path, at, "if"], way.condition, scope)
        if verdict is False:
            check.error([*path, at, "if"], f"'{way.condition}' can never hold")
        if verdict is True:
            check.warn([*path, at, "if"], f"'{way.condition}' always holds; leave out 'if'")


def _condition(
    check: Diagnostics, path: list[Any], text: str, scope: Mapping[str, Type]
) -> bool | None:
    try:
        condition = compile_condition(text)
    except ConditionError as exc:
        check.error(path, f"{exc}")
        return None
    problem = condition.problem(scope)
    if problem:
        unknown = problem.split("'")[1] if problem.startswith("unknown name") else ""
        cure = unquoted_cure(check.workflow, text, unknown)
        hint = (cure or meant(unknown, scope)) if unknown else cure
        check.error(path, f"'{text}': {problem}{hint}")
        return None
    for cure in wrong_options(check.workflow, text):
        check.error(path, f"'{text}': {cure}")
    for owner, member, _ in sorted(condition.members):
        if owner == "results":
            check.name(path, "state", member, check.workflow.states)
        if owner == "slots":
            check.name(path, "slot", member, {n for n, _ in all_slots(check.workflow)})
    return condition.verdict(scope)
