"""What `publish`, `versions` and `revert` share: who acts, and how a change is told."""

from __future__ import annotations

import argparse
import json
import os
import pwd
from collections.abc import Collection
from dataclasses import asdict

import asyncpg

from agent.serving.project_settings import manifest_of
from agent.serving.publishing import Change, ChangeAuthor
from contracts.errors import InvalidRequest
from server.settings import Settings
from store import editions


def command_actor() -> ChangeAuthor:
    """Act as whoever types the command: who reaches the database needs no account."""
    try:
        name = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        name = str(os.geteuid())
    return ChangeAuthor("command", detail={"system_user": name})


def add_project(parser: argparse.ArgumentParser) -> None:
    """Declare the option that names the project."""
    parser.add_argument(
        "--project", metavar="NAME", help="the project's name in its batuta.yaml (BATUTA_PROJECT)"
    )


async def project_of(
    pool: asyncpg.Pool, settings: Settings, named: str | None, workflow: str
) -> str:
    """Return the project whose workflow is meant: the one named, the one set, or the only one."""
    if named is not None:
        return named
    if settings.project:
        return manifest_of(settings.project).name
    having = list(await editions.projects(pool, workflow))
    if len(having) > 1:
        names = ", ".join(f"'{name}'" for name in having)
        raise InvalidRequest(f"several projects have '{workflow}' ({names}); add --project NAME")
    return having[0] if having else ""


def describe(change: Change) -> str:
    """Say in a line what is served now."""
    name, version, served = change.workflow, change.version, change.served
    match change.done:
        case "trial":
            rest = f"the others stay with version {served}"
            return f"{name}: version {version} is tried on {change.percent} % of the people; {rest}"
        case "trial ended":
            return f"{name}: the trial of version {version} is over; all begin with {served}"
        case "withdrawn":
            back = f"batuta revert {name}"
            return f"{name}: nobody is served it any more ({back} puts it back)"
        case "unchanged" if served == version:
            return f"{name}: version {version} is served already"
        case "unchanged" if change.canary == version:
            return f"{name}: version {version} is on trial already ({change.percent} %)"
        case "unchanged":
            cure = f"batuta revert {name} --to {version}"
            return f"{name}: version {version} is published, but {served} is served ({cure})"
        case _ if served is None:
            return f"{name}: what comes with batuta is served from now on"
        case _:
            return f"{name}: version {served} is served from now on"


def print_changes(changes: Collection[Change], as_json: bool) -> None:
    """Print what became of it."""
    if as_json:
        print(json.dumps([asdict(change) for change in changes], indent=2))
        return
    for change in changes:
        print(describe(change))
