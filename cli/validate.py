"""`batuta validate`: check the workflows of a project without running them."""

from __future__ import annotations

import argparse
import asyncio
import json
from dataclasses import asdict, replace

from agent.data.project_data import check_project_data, data_files
from agent.serving.project_settings import check_project_settings
from agent.serving.route_infos import route_infos
from cli._plural import counted
from cli._project import add_path, project_at, tools_of, unchecked_tools
from cli.command import Command
from router.confuse import Confusion, confusions
from server.settings import Settings
from server.wiring import data_reader_of, sandbox_of
from workflows.file.diagnostics import Diagnostic
from workflows.file.portuguese import in_portuguese
from workflows.file.project import MANIFEST, Project
from workflows.file.words import LANGUAGES
from workflows.testing.check import check_project

_LEVELS = {
    "en": {"error": "error", "warning": "warning"},
    "pt": {"error": "erro", "warning": "aviso"},
}
_COUNTED = {"en": ("workflow", "error", "warning"), "pt": ("fluxo", "erro", "aviso")}
_UNSEEN = "was never reached from here; a start or `batuta doctor PROJECT` reaches it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta validate`."""
    add_path(parser)
    parser.add_argument(
        "--lang", choices=LANGUAGES, help="the findings' language (the project's first one)"
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(args: argparse.Namespace) -> int:
    """Print every finding with file, line and column; fail when one is an error."""
    project = project_at(args.path)
    found = check_project(project, tools_of(project))
    found += check_project_settings(project.root, project.manifest)
    found += _unreadable_data(project)
    found += [
        Diagnostic("warning", MANIFEST, f"'{tool}' cannot be checked: '{server}' {_UNSEEN}")
        for tool, server in unchecked_tools(project).items()
    ]
    errors = [f for f in found if f.level == "error"]
    if not errors:  # without what is broken, others would be taken for each other
        found += [Diagnostic("warning", "route", c.message) for c in _confused(project)]
    language = args.lang or next(iter(project.manifest.languages or ()), "en")
    if language == "pt":
        found = [replace(f, message=in_portuguese(f.message)) for f in found]
    if args.json:
        print(json.dumps({"ok": not errors, "findings": [asdict(f) for f in found]}, indent=2))
        return 1 if errors else 0
    for finding in found:
        print(f"{finding.place}: {_LEVELS[language][finding.level]}: {finding.message}")
    numbers = (len(project.files), len(errors), len(found) - len(errors))
    counted_things = zip(numbers, _COUNTED[language], strict=True)
    print(", ".join(counted(number, thing) for number, thing in counted_things))
    return 1 if errors else 0


def _unreadable_data(project: Project) -> list[Diagnostic]:
    """Have the project's tables read as a server would."""
    if next(data_files(project.root), None) is None:
        return []
    settings = Settings.load()
    sandbox = sandbox_of(settings)
    try:
        return asyncio.run(check_project_data(data_reader_of(settings, sandbox), project.root))
    finally:
        sandbox.close()


def _confused(project: Project) -> list[Confusion]:
    """Find workflows of the project whose examples are taken for each other's."""
    if not any(w.route.examples for w in project.workflows.values()):
        return []
    pairs = confusions(route_infos(project.served))
    return [c for c in pairs if {c.one, c.other} & project.workflows.keys()]


COMMAND = Command(
    "validate", "check the workflows of a project without running them", add_arguments, run
)
