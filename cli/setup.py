"""`batuta setup`: prepare the database, so that the first start has nothing left to do."""

from __future__ import annotations

import argparse
import asyncio

from cli._database import database
from cli.command import Command


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Declare no options."""


def run(_: argparse.Namespace) -> int:
    """Create the database where it lacks, and bring its schema up to date."""
    from server.settings import Settings
    from store import migrate

    with database(Settings.load()) as dsn:
        for name in asyncio.run(migrate.migrate(dsn)):
            print(f"applied {name}")
    print("the database is ready")
    return 0


COMMAND = Command(
    "setup", "create the database and bring its schema up to date", add_arguments, run
)
