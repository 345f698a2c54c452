"""The state machine, pure: from a cursor and an outcome to what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workflows.schema import State, Workflow

MAX_VISITS = 50


@dataclass(frozen=True, slots=True)
class Visit:
    """A state to be performed now."""

    name: str
    state: State
    number: int


def first_visit(workflow: Workflow, cursor: Mapping[str, Any]) -> Visit:
    """Where the conversation stands, or the workflow's beginning."""
    name = cursor.get("state")
    if cursor.get("workflow") != workflow.workflow or name not in workflow.states:
        name = workflow.start
    return Visit(str(name), workflow.states[str(name)], 1)


def next_visit(workflow: Workflow, visit: Visit) -> Visit | None:
    """The state after this one in the same turn; None when it is the person's turn to speak.

    An agent has answered: what it leads to waits for the next message. What was said leads on.
    """
    if visit.state.say is None or visit.state.go is None or visit.number >= MAX_VISITS:
        return None
    return Visit(visit.state.go, workflow.states[visit.state.go], visit.number + 1)


def cursor_after(workflow: Workflow, visit: Visit) -> dict[str, Any]:
    """Where the conversation stands once this visit is over."""
    if visit.state.end or (visit.state.say is not None and visit.state.go is None):
        return {}
    return {
        "workflow": workflow.workflow,
        "version": workflow.version,
        "state": visit.state.go or visit.name,
    }
