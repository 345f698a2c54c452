"""`batuta validate`: check the workflows of a project without running them."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from cli._project import add_path, project_at, tools_of
from cli.command import Command
from workflows.project import check_project


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta validate`."""
    add_path(parser)
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(args: argparse.Namespace) -> int:
    """Print every finding with file, line and column; fail when one is an error."""
    project = project_at(args.path)
    found = check_project(project, tools_of(project))
    errors = [f for f in found if f.level == "error"]
    if args.json:
        print(json.dumps({"ok": not errors, "findings": [asdict(f) for f in found]}, indent=2))
        return 1 if errors else 0
    for finding in found:
        print(f"{finding.place}: {finding.level}: {finding.message}")
    warnings = len(found) - len(errors)
    print(f"{len(project.files)} workflows, {len(errors)} errors, {warnings} warnings")
    return 1 if errors else 0


COMMAND = Command(
    "validate", "check the workflows of a project without running them", add_arguments, run
)
