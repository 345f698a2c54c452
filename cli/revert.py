"""`batuta revert`: take the latest change of a workflow back, on all workers, within seconds."""

from __future__ import annotations

import argparse
import asyncio

from agent.serving.publishing import BUILT_IN, Change, RevertTarget, revert
from cli._database import connected
from cli._publishing import add_project, command_actor, print_changes, project_of
from cli.command import Command
from server.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta revert`."""
    parser.add_argument("workflow", metavar="WORKFLOW", help="its name")
    parser.add_argument(
        "--to", type=_target, metavar="VERSION",
        help="serve this version, or `built-in`: the one that comes with batuta"
        " (else: end the trial, or serve the version before)",
    )  # fmt: skip
    add_project(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """Serve the earlier version; conversations under way go on with theirs."""
    print_changes([asyncio.run(_revert(args))], args.json)
    return 0


async def _revert(args: argparse.Namespace) -> Change:
    settings = Settings.load()
    async with connected(settings) as pool:
        project = await project_of(pool, settings, args.project, args.workflow)
        return await revert(pool, project, args.workflow, command_actor(), args.to)


def _target(given: str) -> RevertTarget:
    if given == BUILT_IN:
        return BUILT_IN
    if not (given.isascii() and given.isdecimal() and 0 < int(given[:20]) < 2**31):
        raise argparse.ArgumentTypeError(f"'{given}' is no version's number, and not {BUILT_IN}")
    return int(given)


COMMAND = Command(
    "revert", "take the latest change of a workflow back, within seconds", add_arguments, run
)
