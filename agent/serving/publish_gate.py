"""What a workflow must pass before it is published: the checks of `validate`, and its own tests."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from agent.serving.routing_of_tests import router_of_tests
from contracts.errors import InvalidRequest
from workflows.file.declared import KnownTools
from workflows.file.diagnostics import Diagnostic
from workflows.file.project import Project
from workflows.testing.check import check_project
from workflows.testing.conversation import Choose
from workflows.testing.coverage import Coverage
from workflows.testing.run_tests import WorkflowTestResult, run_tests

MOST_TOLD = 20


@dataclass(slots=True)
class PublishReport:
    """What the checks and tests of a project found; without an objection it may be published."""

    findings: list[Diagnostic] = field(default_factory=list[Diagnostic])
    results: list[WorkflowTestResult] = field(default_factory=list[WorkflowTestResult])
    coverage: dict[str, Coverage] = field(default_factory=dict[str, Coverage])

    @property
    def objections(self) -> list[str]:
        """List what stands in the way, each with its place."""
        wrong = [f"{f.place}: {f.message}" for f in self.findings if f.level == "error"]
        failed = [
            f"{r.place}: the test '{r.name}' fails: {'; '.join(r.problems)}"
            for r in self.results
            if not r.passed
        ]
        return wrong + failed

    def raise_if_rejected(self) -> None:
        """Refuse what may not be published."""
        found = self.objections
        if found:
            more = [f"and {len(found) - MOST_TOLD} more"] if len(found) > MOST_TOLD else []
            raise InvalidRequest("\n".join(found[:MOST_TOLD] + more))


def check_for_publishing(
    project: Project, tools: KnownTools, only: Collection[str] | None = None
) -> PublishReport:
    """Check a project, and run the tests of its workflows if that finds no error."""
    report = PublishReport(check_project(project, tools))
    if any(f.level == "error" for f in report.findings):
        return report
    world = project.served
    choose: Choose | None = None
    for name, (workflow, source) in project.files.items():
        if only is not None and name not in only:
            continue
        if workflow.tests or workflow.route.not_when:
            choose = choose or router_of_tests(world)
        results, report.coverage[name] = run_tests(
            world, workflow, source, choose, region=project.manifest.region
        )
        report.results += results
    return report
