"""`batuta versions`: what was published, by whom, and which of it is served."""

from __future__ import annotations

import argparse
import asyncio
import json
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
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """List the versions, the latest of each workflow first."""
    found = asyncio.run(_find(args.workflow))
    if args.json:
        print(json.dumps([asdict(row) for row in found], indent=2, default=str))
        return 0
    for row in found:
        number = f"{row.workflow} {row.version}"
        when = f"{row.published_at:%Y-%m-%d %H:%M}" if row.published_at else "the release"
        print(f"{number:<32} {row.state:<14} {when:<18} {row.by:<24} {row.note or ''}")
    return 0


async def _find(workflow: str | None) -> list[ListedVersion]:
    async with connected(Settings.load()) as pool:
        served = {row.workflow: row for row in await editions.served(pool)}
        stored = await editions.versions(pool, workflow)
    found = [_row(version, served.get(version.workflow)) for version in stored]
    ours = {n: w for n, w in load_catalog().items() if n not in served}
    for name, built_in in ours.items():
        if workflow in (None, name):
            found.append(ListedVersion(name, built_in.version, "built in", None, "batuta"))
    if workflow and not found:
        hint = meant(workflow, {*served, *ours})
        raise NotFound(f"no version of '{workflow}' is published{hint}")
    return sorted(found, key=lambda row: (row.workflow, -row.version))


def _row(version: Version, served: ServedVersion | None) -> ListedVersion:
    state = "served" if served and version.version == served.version else ""
    if served and version.version == served.canary:
        state = f"trial {served.percent} %"
    by = version.by or _VIA[version.via]
    return ListedVersion(
        version.workflow, version.version, state, version.at, by, version.note, version.hash
    )


COMMAND = Command(
    "versions", "list what was published, and what of it is served", add_arguments, run
)
