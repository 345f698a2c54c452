"""Reads workflow files; an error names file, line and column, the key, and what was meant."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, cast

import yaml
from pydantic import ValidationError

from contracts.errors import InvalidRequest
from workflows.schema import Workflow

CATALOG = Path(__file__).parent / "catalog"
MAX_BYTES = 256 * 1024


class WorkflowError(InvalidRequest):
    """A workflow file that cannot be served."""


class _Loader(yaml.SafeLoader):
    """YAML without aliases (a small file could unfold into gigabytes) and without repeated keys."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.events.AliasEvent):
            event = cast("Any", self.peek_event())  # pyright: ignore[reportUnknownMemberType]
            raise yaml.MarkedYAMLError(
                problem="aliases (*name) are not allowed", problem_mark=event.start_mark
            )
        return super().compose_node(parent, index)


def _construct(loader: _Loader, node: yaml.Node) -> Any:
    return loader.construct_document(node)  # pyright: ignore[reportUnknownMemberType]


def load_catalog(folder: Path = CATALOG) -> dict[str, Workflow]:
    """Read every workflow of a folder; two of one name stop the start."""
    found: dict[str, Workflow] = {}
    origin: dict[str, Path] = {}
    for path in sorted(folder.glob("*.yaml")):
        workflow = load(path)
        if workflow.workflow in found:
            raise WorkflowError(
                f"two workflows are named '{workflow.workflow}':"
                f" {origin[workflow.workflow]} and {path}; rename one"
            )
        found[workflow.workflow], origin[workflow.workflow] = workflow, path
    return found


def load(path: Path) -> Workflow:
    """Read and check one file."""
    if path.stat().st_size > MAX_BYTES:
        raise WorkflowError(f"{path.name}: larger than {MAX_BYTES // 1024} KB")
    return parse(path.read_text("utf-8"), path.name)


def parse(text: str, name: str) -> Workflow:
    """Check a workflow's text; `name` is what errors call it."""
    try:
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            data: Any = _construct(loader, node) if node else None
        finally:
            loader.dispose()
    except (yaml.YAMLError, RecursionError, ValueError) as exc:
        mark = getattr(exc, "problem_mark", None)
        at = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        why = getattr(exc, "problem", None) or "this is not readable as YAML"
        raise WorkflowError(f"{name}{at}: {why}") from None
    if not isinstance(data, dict) or node is None:
        raise WorkflowError(
            f"{name}:1:1: a workflow is a mapping that begins with 'workflow: NAME'"
        )
    _refuse_repeated_keys(node, name)
    try:
        workflow = Workflow.model_validate(data)
    except ValidationError as exc:
        raise WorkflowError("\n".join(_explain(name, node, e) for e in exc.errors())) from None
    _check_names(workflow, node, name)
    return workflow


def check_tools(workflow: Workflow, tools: Collection[str]) -> None:
    """Refuse an agent that names a tool nobody has."""
    for agent_name, agent in workflow.agents.items():
        for tool in agent.tools:
            if tool not in tools:
                raise WorkflowError(
                    f"{workflow.workflow}: agent '{agent_name}' uses tool '{tool}'"
                    f"{_meant(tool, tools)}"
                )


def _check_names(workflow: Workflow, node: yaml.Node, name: str) -> None:
    """Refuse a state or agent that is named and does not exist, and a state nobody reaches."""

    def fail(path: Iterable[str], message: str) -> None:
        raise WorkflowError(f"{_at(name, node, list(path))}: {message}")

    if workflow.start not in workflow.states:
        fail(
            ["start"],
            f"there is no state '{workflow.start}'{_meant(workflow.start, workflow.states)}",
        )
    for key, state in workflow.states.items():
        if state.agent and state.agent not in workflow.agents:
            fail(
                ["states", key, "agent"],
                f"there is no agent '{state.agent}'{_meant(state.agent, workflow.agents)}",
            )
        if state.go and state.go not in workflow.states:
            fail(
                ["states", key, "go"],
                f"there is no state '{state.go}'{_meant(state.go, workflow.states)}",
            )
    reached, look = {workflow.start}, [workflow.start]
    while look:
        following = workflow.states[look.pop()].go
        if following and following not in reached:
            reached.add(following)
            look.append(following)
    for key in workflow.states:
        if key not in reached:
            fail(["states", key], f"no state leads to '{key}'; give one a 'go: {key}' or delete it")
    for key in workflow.states:
        if _circles_silently(workflow, key):
            fail(["states", key], f"'{key}' leads back to itself and never waits for the person")


def _circles_silently(workflow: Workflow, start: str) -> bool:
    """A circle of `say` states would talk for ever; an agent state waits for the person."""
    seen: set[str] = set()
    key: str | None = start
    while key and workflow.states[key].say is not None:
        if key in seen:
            return True
        seen.add(key)
        key = workflow.states[key].go
    return False


def _refuse_repeated_keys(node: yaml.Node, name: str) -> None:
    if isinstance(node, yaml.MappingNode):
        seen: set[Any] = set()
        for key, value in node.value:
            if key.value in seen:
                mark = key.start_mark
                raise WorkflowError(
                    f"{name}:{mark.line + 1}:{mark.column + 1}: '{key.value}' stands here twice"
                )
            seen.add(key.value)
            _refuse_repeated_keys(value, name)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            _refuse_repeated_keys(value, name)


def _at(name: str, node: yaml.Node, path: list[Any]) -> str:
    """Point to the deepest place of a path that the file has."""
    mark = node.start_mark
    for step in path:
        if isinstance(node, yaml.MappingNode):
            pair = next(((k, v) for k, v in node.value if k.value == str(step)), None)
            if pair is None:
                break
            mark, node = pair[0].start_mark, pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            node = node.value[step]
            mark = node.start_mark
    return f"{name}:{mark.line + 1}:{mark.column + 1}"


def _explain(name: str, node: yaml.Node, error: Any) -> str:
    path = list(error["loc"])
    where = ".".join(str(p) for p in path) or "the file"
    message = error["msg"].removeprefix("Value error, ")
    if error["type"] == "extra_forbidden":
        known = _fields_at(path[:-1])
        message = f"unknown key '{path[-1]}'{_meant(str(path[-1]), known)}"
    elif error["type"] == "missing":
        message = f"'{path[-1]}' is missing"
    else:
        message = f"{where}: {message}"
    return f"{_at(name, node, path)}: {message}"


def _fields_at(path: list[Any]) -> list[str]:
    from workflows.schema import Agent, State

    if not path:
        return list(Workflow.model_fields)
    return list({"agents": Agent, "states": State}.get(str(path[0]), Workflow).model_fields)


def _meant(word: str, known: Collection[str]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean '{close[0]}'?" if close else ""
