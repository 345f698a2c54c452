"""`batuta withdraw`: serve a workflow to nobody any more, on all workers, within seconds."""

from __future__ import annotations

import argparse
import asyncio

from agent.serving.publishing import Change, withdraw
from cli._database import connected
from cli._publishing import add_project, command_actor, print_changes, project_of
from cli.command import Command
from server.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta withdraw`."""
    parser.add_argument("workflow", metavar="WORKFLOW", help="its name")
    add_project(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """Withdraw it; its versions stay, and `batuta revert` puts it back."""
    print_changes([asyncio.run(_withdraw(args))], args.json)
    return 0


async def _withdraw(args: argparse.Namespace) -> Change:
    settings = Settings.load()
    async with connected(settings) as pool:
        project = await project_of(pool, settings, args.project, args.workflow)
        return await withdraw(pool, project, args.workflow, command_actor())


COMMAND = Command("withdraw", "serve a workflow to nobody any more", add_arguments, run)
