"""`batuta test`: run the tests that workflows carry, alone or with models."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Generator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from agent.serving.routing_of_tests import router_of_tests
from cli._plural import counted
from cli._project import add_path, project_at, tools_of
from cli.command import Command
from contracts.errors import InvalidRequest
from workflows.file.project import Project
from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.check import check_project
from workflows.testing.coverage import Coverage
from workflows.testing.run_tests import Play, WorkflowTestResult, run_tests

if TYPE_CHECKING:
    from cli.testing.live import LiveRun


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta test`."""
    add_path(parser)
    parser.add_argument("--junit", type=Path, metavar="FILE", help="also write JUnit XML")
    parser.add_argument(
        "--model",
        metavar="MODEL",
        help="have real turns, with this model: local, fast, smart or provider/name",
    )
    tapes = parser.add_mutually_exclusive_group()
    tapes.add_argument(
        "--record",
        type=Path,
        metavar="PLACE",
        help="keep what models and tools answer (FILE.jsonl, or a folder)",
    )
    tapes.add_argument(
        "--replay", type=Path, metavar="PLACE", help="repeat it, without key or network"
    )
    parser.add_argument("--usd", type=float, metavar="USD", help="stop when it has cost so much")
    parser.add_argument(
        "--from-turn",
        metavar="TURN",
        help="make a test of a conversation that took place, up to this turn",
    )
    parser.add_argument(
        "--workflow", metavar="NAME", help="with --from-turn: whose test (the last one's)"
    )
    places = parser.add_mutually_exclusive_group()
    places.add_argument(
        "--out", type=Path, metavar="FILE", help="with --from-turn: write the test there"
    )
    places.add_argument(
        "--write",
        action="store_true",
        help="with --from-turn: append it to the workflow's file",
    )


def run(args: argparse.Namespace) -> int:
    """Run every test; fail when one fails, or when a file is wrong."""
    _refuse_odd(args)
    project = project_at(args.path)
    errors = [f for f in check_project(project, tools_of(project)) if f.level == "error"]
    for finding in errors:
        print(f"{finding.place}: error: {finding.message}", file=sys.stderr)
    if errors:
        return 1
    if args.from_turn:
        return _generate(args, project)
    with _player(args, project) as (play, live):
        results = _run_all(project, play, live)
    if args.junit:
        args.junit.write_bytes(junit(results))
    failed = sum(not r.passed for r in results)
    cost = f", {live.spending.spent:.4f} USD" if live and live.spending.spent else ""
    print(f"{counted(len(results), 'test')}, {failed} failed{cost}")
    return 1 if failed else 0


def _generate(args: argparse.Namespace, project: Project) -> int:
    from cli.testing.from_turn import append_to_file, generate_test

    made = generate_test(project, args.from_turn, args.workflow)
    if args.write:
        append_to_file(made)
        print(f"appended to {made.file}: {made.case['name']}", file=sys.stderr)
    elif args.out:
        args.out.write_text(made.text, "utf-8")
        print(f"wrote {args.out}", file=sys.stderr)
    else:
        print(made.text, end="")
    print(
        f"it passes; names and addresses in it are made up. Read it over before you share it:"
        f" what people write freely can tell who they are. Then: batuta test {args.path or ''}",
        file=sys.stderr,
    )
    return 0


def _refuse_odd(args: argparse.Namespace) -> None:
    if args.replay and args.model:
        raise InvalidRequest("--replay repeats the model of the recording; leave --model out")
    if args.record and not args.model:
        raise InvalidRequest("--record needs --model: which model is to answer?")
    if not args.from_turn and (args.workflow or args.out or args.write):
        raise InvalidRequest("--workflow, --out and --write go with --from-turn TURN")
    if args.from_turn and (args.model or args.replay or args.junit):
        raise InvalidRequest("--from-turn makes a test and runs it at once; run it again without")
    if args.usd is not None and not args.model:
        raise InvalidRequest("--usd limits what --model may cost; name one")
    if args.usd is not None and not args.usd >= 0:
        raise InvalidRequest("--usd takes an amount from 0 on")
    for place in (args.record, args.replay):
        if place and place.suffix not in ("", ".jsonl"):
            raise InvalidRequest(f"{place}: a recording is a file named *.jsonl, or a folder")


@contextmanager
def _player(
    args: argparse.Namespace, project: Project
) -> Generator[tuple[Play | None, LiveRun | None]]:
    """Yield what has the conversations: nothing but the machine, or a whole product."""
    if not args.model and not args.replay:
        yield None, None
        return
    from cli.testing.live import live

    with asyncio.Runner() as loop:
        stack = AsyncExitStack()
        opening = live(project, args.model, record=args.record, replay=args.replay, usd=args.usd)
        here = loop.run(stack.enter_async_context(opening))
        try:

            def play(workflow: Workflow, case: WorkflowTest):
                return loop.run(here.play(workflow, case))

            yield play, here
        finally:
            loop.run(stack.aclose())


def _run_all(project: Project, play: Play | None, live: LiveRun | None) -> list[WorkflowTestResult]:
    world = project.served
    choose = router_of_tests(world)
    everything: list[WorkflowTestResult] = []
    for workflow, source in project.files.values():
        results, coverage = run_tests(
            world,
            workflow,
            source,
            choose,
            play,
            lambda result: _tell(result, slow=bool(live)),
            project.manifest.region,
        )
        everything += results
        _show_coverage(workflow.workflow, results, coverage)
    return everything


def _tell(result: WorkflowTestResult, *, slow: bool) -> None:
    took = f" ({result.seconds:.1f} s)" if slow else ""
    sign = "ok  " if result.passed else "FAIL"
    print(f"{sign} {result.workflow}: {result.name}{took}", flush=True)
    for problem in result.problems:
        print(f"     {result.place}: {problem}", flush=True)


def _show_coverage(name: str, results: list[WorkflowTestResult], coverage: Coverage) -> None:
    if results:
        print(f"     coverage of {name}: {coverage.line()}")
        if coverage.missing:
            print(f"     not covered: {', '.join(coverage.missing)}")


def junit(results: list[WorkflowTestResult]) -> bytes:
    """Write the results the way CI servers read them."""
    failed = sum(not r.passed for r in results)
    took = f"{sum(r.seconds for r in results):.3f}"
    suite = ElementTree.Element(
        "testsuite", name="workflows", tests=str(len(results)), failures=str(failed), time=took
    )
    for result in results:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=result.workflow,
            name=_plain(result.name),
            time=f"{result.seconds:.3f}",
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
    "test", "run the tests that workflows carry, alone or with models", add_arguments, run
)
