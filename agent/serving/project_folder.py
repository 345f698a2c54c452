"""A project's folder as a server reads it: one with tools alone has no workflows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from agent.serving.project_settings import manifest_of
from contracts.errors import InvalidRequest
from tools import Tool
from workflows.file.project import Project, check_project, read_project
from workflows.file.schema import Workflow
from workflows.file.source import Source, WorkflowError

WorkflowFiles = dict[str, tuple[Workflow, Source]]


def read_folder(folder: Path) -> Project:
    """Read a project's workflows and its `batuta.yaml`."""
    if not folder.is_dir():
        raise InvalidRequest(f"there is no project folder {folder}")
    inside = folder / "workflows"
    if inside.is_dir() and any([*inside.glob("*.yaml"), *inside.glob("*.yml")]):
        return read_project(folder)
    return Project(folder, manifest_of(folder))


def read_valid_folder(folder: Path, tools: Mapping[str, Tool]) -> Project:
    """Read a project and refuse it, with every place, where something in it is wrong."""
    project = read_folder(folder)
    errors = [f.line for f in check_project(project, tools) if f.level == "error"]
    if errors:
        raise WorkflowError("\n".join(errors[:20]))
    return project
