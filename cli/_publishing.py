"""What `publish`, `versions` and `revert` share: who acts, and how a change is told."""

from __future__ import annotations

import json
import os
import pwd
from collections.abc import Collection
from dataclasses import asdict

from agent.serving.publishing import Change, ChangeAuthor


def command_actor() -> ChangeAuthor:
    """Act as whoever types the command: who reaches the database needs no account."""
    try:
        name = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        name = str(os.geteuid())
    return ChangeAuthor("command", detail={"system_user": name})


def describe(change: Change) -> str:
    """Say in a line what is served now."""
    name, version, served = change.workflow, change.version, change.served
    match change.done:
        case "trial":
            rest = f"the others stay with version {served}"
            return f"{name}: version {version} is tried on {change.percent} % of the people; {rest}"
        case "trial ended":
            return f"{name}: the trial of version {version} is over; all begin with {served}"
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
