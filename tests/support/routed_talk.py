"""Conversations in workflows of a test, routed as the server would."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from agent.serving.routing_of_tests import router_of_tests
from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.conversation import Choose, converse
from workflows.testing.expect import Seen

TODAY = "2026-11-19"  # a Thursday
_ROOT: dict[str, Any] = {
    "workflow": "root",
    "version": 1,
    "title": {"en": "Assistant", "pt": "Assistente"},
    "agents": {"assistant": {"prompt": "You help."}},
    "start": "talk",
    "states": {"talk": {"agent": "assistant"}},
}


@cache
def _project(written: str) -> tuple[dict[str, Workflow], Choose]:
    told = [*json.loads(written), _ROOT]
    world = {str(each["workflow"]): Workflow.model_validate(each) for each in told}
    return world, router_of_tests(world)


def routed_talk(
    *workflows: dict[str, Any],
    say: tuple[str, ...],
    language: str = "en",
    first: str | None = None,
    mock: dict[str, Any] | None = None,
) -> Seen:
    """Have a conversation, begun in the first of some workflows or in a named one."""
    world, choose = _project(json.dumps(workflows))
    known: dict[str, Any] = {"name": "talk", "language": language, "today": TODAY}
    told = known | {"say": say, "expect": {}} | ({"mock": mock} if mock else {})
    begun = world[first or str(workflows[0]["workflow"])]
    return converse(world, begun, WorkflowTest.model_validate(told), choose)
