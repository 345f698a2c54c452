"""`batuta test`: run the tests that workflows carry, without a model or a server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from xml.etree import ElementTree

from cli._project import add_path, chooser, project_at
from cli.command import Command
from workflows.project import Project, check_project
from workflows.testing import Coverage, Result, run_tests


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta test`."""
    add_path(parser)
    parser.add_argument("--junit", type=Path, metavar="FILE", help="also write JUnit XML")


def run(args: argparse.Namespace) -> int:
    """Run every test; fail when one fails, or when a file is wrong."""
    project = project_at(args.path)
    errors = [f for f in check_project(project, None) if f.level == "error"]
    for finding in errors:
        print(f"{finding.place}: error: {finding.message}", file=sys.stderr)
    if errors:
        return 1
    results = _run_all(project)
    if args.junit:
        args.junit.write_bytes(junit(results))
    failed = sum(not r.passed for r in results)
    print(f"{len(results)} tests, {failed} failed")
    return 1 if failed else 0


def _run_all(project: Project) -> list[Result]:
    world = project.world
    choose = chooser(project)
    everything: list[Result] = []
    for workflow, source in project.files.values():
        results, coverage = run_tests(world, workflow, source, choose)
        everything += results
        _show(workflow.workflow, results, coverage)
    return everything


def _show(name: str, results: list[Result], coverage: Coverage) -> None:
    for result in results:
        print(f"{'ok  ' if result.passed else 'FAIL'} {name}: {result.name}")
        for problem in result.problems:
            print(f"     {result.place}: {problem}")
    if results:
        print(f"     coverage of {name}: {coverage.line()}")
        if coverage.missing:
            print(f"     not covered: {', '.join(coverage.missing)}")


def junit(results: list[Result]) -> bytes:
    """Write the results the way CI servers read them."""
    failed = sum(not r.passed for r in results)
    suite = ElementTree.Element(
        "testsuite", name="workflows", tests=str(len(results)), failures=str(failed)
    )
    for result in results:
        case = ElementTree.SubElement(
            suite, "testcase", classname=result.workflow, name=_plain(result.name)
        )
        if not result.passed:
            told = _plain(f"{result.place}\n" + "\n".join(result.problems))
            failure = ElementTree.SubElement(case, "failure", message=_plain(result.problems[0]))
            failure.text = told
    return ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)


def _plain(text: str) -> str:
    """Leave out what XML cannot hold."""
    return "".join(c for c in text if c.isprintable() or c in "\n\t")


COMMAND = Command(
    "test", "run the tests that workflows carry, without a model or a server", add_arguments, run
)
