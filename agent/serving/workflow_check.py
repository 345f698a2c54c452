"""The check of a workflow that came as a text: against the gate of publishing, told as data."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel

from agent.serving.edition_cache import edition_of
from agent.serving.publish_gate import PublishReport, check_for_publishing
from contracts.errors import InvalidRequest
from store.editions import EditionContent
from workflows.file.declared import ToolFacts
from workflows.file.diagnostics import Diagnostic
from workflows.file.load import parse_stored
from workflows.file.manifest import Manifest
from workflows.file.project import Project, finding_of
from workflows.file.source import WorkflowError
from workflows.testing.check import check_project


class CheckRequest(BaseModel):
    """A workflow's text, and the workflows, tools and languages around it."""

    name: str
    yaml: str
    prompts: dict[str, str]
    world: list[EditionContent]
    tools: dict[str, ToolFacts]
    languages: list[str] | None
    region: str | None = None
    tests: bool


class CheckFinding(BaseModel):
    """What is wrong or doubtful, and where."""

    level: str
    line: int | None
    column: int | None
    message: str


class TestOutcome(BaseModel):
    """One test and what it found."""

    name: str
    passed: bool
    line: int | None
    problems: list[str]


class WorkflowCheck(BaseModel):
    """What the check of a workflow found; if it is `ok` it may be published."""

    ok: bool
    workflow: str | None = None
    version: int | None = None
    hash: str | None = None
    prompts: list[str] = []
    findings: list[CheckFinding] = []
    tests: list[TestOutcome] = []
    coverage: str | None = None
    not_covered: list[str] = []

    def raise_if_rejected(self) -> None:
        """Refuse what may not be published, with every place."""
        if self.ok:
            return
        wrong = [f for f in self.findings if f.level == "error"]
        told = [f"{f.line or 1}:{f.column or 1}: {f.message}" for f in wrong]
        for test in self.tests:
            if not test.passed:
                why = "; ".join(test.problems)
                told.append(f"{test.line or 1}: the test '{test.name}' fails: {why}")
        raise InvalidRequest("\n".join(told[:20]))


def check_workflow(request: CheckRequest) -> WorkflowCheck:
    """Check a text and, if that is asked for, run its tests; slow, and as costly as it wants."""
    try:
        workflow, source = parse_stored(request.yaml, request.name, request.prompts)
    except WorkflowError as exc:
        found = [finding_of(line) for line in exc.message.splitlines()]
        return WorkflowCheck(ok=False, findings=[_finding_out(f) for f in found])
    beside = {c.workflow: edition_of(c).workflow for c in request.world}
    manifest = Manifest.model_validate({"languages": request.languages, "region": request.region})
    files = {workflow.workflow: (workflow, source)}
    project = Project(Path(), manifest, files, [], beside)
    report = (
        check_for_publishing(project, request.tools)
        if request.tests
        else PublishReport(findings=check_project(project, request.tools))
    )
    coverage = report.coverage.get(workflow.workflow)
    return WorkflowCheck(
        ok=not report.objections,
        workflow=workflow.workflow,
        version=workflow.version,
        hash=source.hash,
        prompts=sorted(source.prompts),
        findings=[_finding_out(f) for f in report.findings],
        tests=[
            TestOutcome(
                name=r.name, passed=r.passed, line=_place(r.place)[0], problems=list(r.problems)
            )
            for r in report.results
        ],
        coverage=coverage.line() if coverage else None,
        not_covered=coverage.missing[:200] if coverage else [],
    )


def _finding_out(finding: Diagnostic) -> CheckFinding:
    line, column = _place(finding.place)
    return CheckFinding(level=finding.level, line=line, column=column, message=finding.message)


def _place(place: str) -> tuple[int | None, int | None]:
    """Read line and column out of file:line:column."""
    _, line, column = ["", "", "", *place.split(":")][-3:]
    return (int(line), int(column)) if line.isdigit() and column.isdigit() else (None, None)
