"""A project's folder, read as a whole: what it declares, its workflows, and all their mistakes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from language.suggestions import meant
from workflows.file.diagnostics import Diagnostic
from workflows.file.load import CATALOG, MAX_BYTES, load_catalog, load_source
from workflows.file.manifest import Manifest
from workflows.file.project_root import ROOT, project_root
from workflows.file.schema import Workflow
from workflows.file.source import NOT_UTF8, Source, WorkflowError, line_of, read_yaml
from workflows.file.type_messages import in_plain_words

MANIFEST = "batuta.yaml"
_NAMED = re.compile(r"^workflow:[ \t]{0,8}[\"']?(?P<name>[a-z][a-z0-9_]{0,62})\b", re.MULTILINE)


@dataclass(slots=True)
class Project:
    """The workflows of a folder that could be read, and what is wrong with the others."""

    root: Path
    manifest: Manifest
    files: dict[str, tuple[Workflow, Source]] = field(
        default_factory=dict[str, tuple[Workflow, Source]]
    )
    findings: list[Diagnostic] = field(default_factory=list[Diagnostic])
    beside: dict[str, Workflow] = field(default_factory=dict[str, Workflow])
    unread: set[str] = field(default_factory=set[str])  # what could not be read: they are there

    @property
    def served(self) -> dict[str, Workflow]:
        """Return what the server has of them: its own, and of the built-in ones those included."""
        built_in = load_catalog()
        if self.root != CATALOG:
            wanted = {"root", *self.manifest.include}
            built_in = {name: w for name, w in built_in.items() if name in wanted}
            if ROOT not in self.workflows.keys() | self.beside.keys():
                others = built_in | self.beside | self.workflows
                built_in[ROOT] = project_root(self.manifest, others)[0]
        return built_in | self.beside | self.workflows

    @property
    def workflows(self) -> dict[str, Workflow]:
        return {name: workflow for name, (workflow, _) in self.files.items()}


def read_project(path: Path) -> Project:
    """Read a project, a folder of workflows, or one file; mistakes are gathered, not raised."""
    if not path.exists():
        raise WorkflowError(f"there is no file or folder {path}")
    one = path.is_file()
    root = path.parent if one else path
    if root.name == "workflows":
        root = root.parent
    project = Project(root, Manifest())
    project.manifest = read_manifest(root / MANIFEST, project.findings)
    origin: dict[str, Path] = {}
    for file in [path] if one else _files(path):
        try:
            workflow, source = load_source(file)
        except WorkflowError as exc:
            project.findings += [finding_of(line) for line in exc.message.splitlines()]
            project.unread.add(_name_in(file))
            continue
        if workflow.workflow in project.files:
            first = origin[workflow.workflow].name
            message = f"'{workflow.workflow}' is the name of {first} too; rename one"
            project.findings.append(Diagnostic("error", source.at(["workflow"]), message))
            continue
        project.files[workflow.workflow], origin[workflow.workflow] = (workflow, source), file
    if one:
        around = read_project(path.parent)
        project.beside, project.unread = around.workflows, around.unread
    return project


def _name_in(file: Path) -> str:
    """Return what a file that cannot be read as a workflow calls itself, or is called."""
    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            found = _NAMED.search(lines.read(MAX_BYTES))
    except OSError:
        found = None
    return found["name"] if found else file.stem


def _files(path: Path) -> list[Path]:
    inside = path / "workflows" if (path / "workflows").is_dir() else path
    found = sorted([*inside.glob("*.yaml"), *inside.glob("*.yml")])
    found = [f for f in found if f.name != MANIFEST]
    if not found:
        raise WorkflowError(f"{path} holds no workflows; name a folder with workflows/*.yaml in it")
    return found


def read_manifest(path: Path, findings: list[Diagnostic]) -> Manifest:
    """Read `batuta.yaml`; what is wrong with it is added to the findings."""
    if not path.is_file():
        return Manifest()
    try:
        text = path.read_text("utf-8")
        if not text.strip():
            return Manifest()
        data, source = read_yaml(text, path.name)
    except WorkflowError as exc:
        findings += [finding_of(line) for line in exc.message.splitlines()]
        return Manifest()
    except UnicodeDecodeError as exc:
        findings.append(Diagnostic("error", f"{path.name}:{line_of(exc)}:1", NOT_UTF8))
        return Manifest()
    try:
        return Manifest.model_validate(data)
    except ValidationError as exc:
        for error in exc.errors(include_url=False):
            key = str(error["loc"][-1]) if error["loc"] else ""
            unknown = error["type"] == "extra_forbidden"
            hint = meant(key, Manifest.model_fields) if unknown else ""
            where = ".".join(str(step) for step in error["loc"] if step != "[key]")
            message = (
                f"unknown key '{key}'{hint}" if unknown else f"{where}: {in_plain_words(error)}"
            )
            findings.append(Diagnostic("error", source.at(error["loc"]), message))
    return Manifest()


def finding_of(line: str) -> Diagnostic:
    """Take an error's line apart again: file:line:column: message."""
    parts = line.split(": ", 1)
    place, message = parts if len(parts) == 2 else ("", line)
    return Diagnostic("error", place, message)
