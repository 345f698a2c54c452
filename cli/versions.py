"""`batuta versions`: what was published, by whom, and which of it is served."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime

from cli._database import connected
from cli.command import Command
from contracts.errors import NotFound
from language.suggestions import meant
from server.settings import Settings
from store import editions
from store.editions import ServedVersion, Version
from workflows.file.load import load_catalog

_VIA = {"start": "the first start", "command": "the command line", "api": "somebody erased"}


@dataclass(frozen=True, slots=True)
class ListedVersion:
    """A line of the list; a version of the release was never published."""

    project: str
    workflow: str
    version: int
    state: str
    published_at: datetime | None
    by: str
    note: str | None = None
    hash: str | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta versions`."""
    parser.add_argument("workflow", nargs="?", metavar="WORKFLOW", help="one alone (all)")
    parser.add_argument("--project", metavar="NAME", help="of this project alone (all)")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """List the versions, the latest of each workflow first."""
    found = asyncio.run(_find(args.workflow, args.project))
    if args.json:
        print(json.dumps([asdict(row) for row in found], indent=2, default=str))
        return 0
    several = len({row.project for row in found if row.published_at}) > 1
    for row in found:
        if several:
            print(f"{row.project or '(no project)':<16}", end=" ")
        number = f"{row.workflow} {row.version}"
        when = f"{row.published_at:%Y-%m-%d %H:%M}" if row.published_at else "the release"
        print(f"{number:<32} {row.state:<14} {when:<18} {row.by:<24} {row.note or ''}")
    return 0


async def _find(workflow: str | None, project: str | None) -> list[ListedVersion]:
    served: dict[tuple[str, str], ServedVersion] = {}
    gone: set[tuple[str, str]] = set()
    async with connected(Settings.load()) as pool:
        stored = await editions.versions(pool, project, workflow)
        for name in dict.fromkeys(version.project for version in stored):
            served |= {(name, row.workflow): row for row in await editions.served(pool, name)}
            gone |= {(name, one) for one in await editions.withdrawn(pool, name)}
    found = [
        _row(version, served.get((version.project, version.workflow)), gone) for version in stored
    ]
    published = {name for _, name in served}
    ours = {n: w for n, w in load_catalog().items() if n not in published}
    for name, built_in in ours.items():
        if workflow in (None, name):
            found.append(ListedVersion("", name, built_in.version, "built in", None, "batuta"))
    if workflow and not found:
        hint = meant(workflow, {*published, *ours})
        raise NotFound(f"no version of '{workflow}' is published{hint}")
    return sorted(found, key=lambda row: (row.project, row.workflow, -row.version))


def _row(
    version: Version, served: ServedVersion | None, gone: Collection[tuple[str, str]]
) -> ListedVersion:
    state = "served" if served and version.version == served.version else ""
    if (version.project, version.workflow) in gone:
        state = "withdrawn"
    if served and version.version == served.canary:
        state = f"trial {served.percent} %"
    by = version.by or _VIA[version.via]
    return ListedVersion(
        version.project,
        version.workflow,
        version.version,
        state,
        version.at,
        by,
        version.note,
        version.hash,
    )


COMMAND = Command(
    "versions", "list what was published, and what of it is served", add_arguments, run
)
