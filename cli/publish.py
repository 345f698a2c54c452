"""`batuta publish`: serve a project's workflows to everybody, or first to a part of the people."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from agent.serving.publish_gate import check_for_publishing
from agent.serving.publishing import Change, content_of, publish, trial
from cli._database import connected
from cli._project import project_at, tools_of
from cli._publishing import add_project, command_actor, print_changes, project_of
from cli.command import Command
from contracts.errors import InvalidRequest, NotFound
from language.suggestions import meant
from server.settings import Settings
from workflows.file.project import MANIFEST, Project


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta publish`."""
    parser.add_argument(
        "path", nargs="?", type=Path, metavar="PATH", help="a project or file (BATUTA_PROJECT)"
    )
    parser.add_argument("--workflow", metavar="W", help="this workflow of the project alone")
    parser.add_argument(
        "--canary", type=int, metavar="N", help="try it on N per cent of the people (1 to 99)"
    )
    parser.add_argument("--note", metavar="TEXT", help="what has changed, for the list of versions")
    ends = parser.add_mutually_exclusive_group()
    ends.add_argument("--promote", metavar="W", help="serve the version on trial to everybody")
    ends.add_argument("--abort", metavar="W", help="end the trial of a workflow")
    add_project(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """Check, run the tests, and publish; workers take it up within seconds."""
    settings = Settings.load()
    if args.promote or args.abort:
        if args.path or args.workflow or args.canary is not None or args.note:
            raise InvalidRequest("--promote and --abort take a workflow's name and nothing else")
        print_changes([asyncio.run(_end(settings, args))], args.json)
        return 0
    if args.canary is not None and not 1 <= args.canary <= 99:
        raise InvalidRequest("--canary takes a percentage from 1 to 99")
    project = _wanted(_read(args.path or settings.project), args.workflow)
    check_for_publishing(project, tools_of(project)).raise_if_rejected()
    print_changes(asyncio.run(_publish(settings, project, args)), args.json)
    return 0


def _read(path: Path | None) -> Project:
    if path is None:
        raise InvalidRequest("name the project to publish: batuta publish FOLDER")
    return project_at(path)


def _wanted(project: Project, name: str | None) -> Project:
    """Leave only the workflow that is asked for; what is wrong with others does not matter then."""
    if name is None:
        return project
    if name not in project.files:
        unread = "".join(f"\n{f.line}" for f in project.findings if f.level == "error")
        raise NotFound(
            f"there is no workflow '{name}' that can be read{meant(name, project.files)}{unread}"
        )
    others = {n: w for n, w in project.workflows.items() if n != name}
    findings = [f for f in project.findings if f.place.startswith(MANIFEST)]
    beside = project.beside | others
    return Project(project.root, project.manifest, {name: project.files[name]}, findings, beside)


async def _publish(settings: Settings, project: Project, args: argparse.Namespace) -> list[Change]:
    contents = [content_of(workflow, source) for workflow, source in project.files.values()]
    async with connected(settings) as pool:
        shelf = project.manifest.name
        return await publish(
            pool, shelf, contents, command_actor(), note=args.note, percent=args.canary
        )


async def _end(settings: Settings, args: argparse.Namespace) -> Change:
    percent, name = (100, args.promote) if args.promote else (0, args.abort)
    async with connected(settings) as pool:
        project = await project_of(pool, settings, args.project, name)
        return await trial(pool, project, name, percent, command_actor())


COMMAND = Command(
    "publish", "serve a project's workflows to everybody, or to a part of the people",
    add_arguments, run,
)  # fmt: skip
