"""What `batuta eval talks` does: have the conversations of a folder and tell how they went."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from cli._project import project_at
from cli.command import Command
from cli.eval._rows import show_counts, write_jsonl
from contracts.errors import InvalidRequest
from workflows.testing.talk_cases import judge_talks, report_talks


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta eval talks`."""
    parser.add_argument(
        "project", type=Path, help="a folder with workflows/*.yaml, whose tests are the talks"
    )
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    parser.add_argument("--out", type=Path, help="write every talk with its faults to this JSONL")


def run(args: argparse.Namespace) -> int:
    """Have every talk and show the figures."""
    from agent.serving.routing_of_tests import router_of_tests

    project = project_at(args.project)
    own = {name: workflow for name, (workflow, _) in project.files.items()}
    judged = list(
        judge_talks(
            own,
            project.served,
            router_of_tests(project.served),
            project.manifest.region,
        )
    )
    if not judged:
        raise InvalidRequest(f"{args.project} has no workflow with tests")
    told = report_talks(judged)
    if args.out:
        write_jsonl(args.out, (each.record() for each in judged))
    if args.json:
        print(json.dumps(asdict(told), indent=2, ensure_ascii=False))
        return 0
    show_counts({"all": told.all, **told.by_language, **told.by_workflow})
    for each in judged:
        if each.verdict != "right":
            print(f"  {each.verdict}: {each.workflow}: {each.case.name}: {each.problems[0][:120]}")
    return 0


PART = Command(
    "talks", "have the conversations of a folder's workflows and tell how they went",
    add_arguments, run,
)  # fmt: skip
