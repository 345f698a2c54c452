"""`batuta retain`: delete what is past its time, as the settings say."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from cli._database import database
from cli.command import Command

if TYPE_CHECKING:
    from server.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta retain`."""
    parser.add_argument("--dry-run", action="store_true", help="only count what would be deleted")


def run(args: argparse.Namespace) -> int:
    """Apply the retention settings once, or tell what they would do."""
    from server.settings import Settings

    settings = Settings.load()
    with database(settings) as dsn:
        counts = asyncio.run(_retain(dsn, settings, args.dry_run))
    for what, count in counts.items():
        print(f"{what:<18}{count:>10}")
    return 0


async def _retain(dsn: str, settings: Settings, dry_run: bool) -> dict[str, int]:
    from store import migrate, pool, retention

    await migrate.migrate(dsn)
    db = await pool.open_pool(dsn, 2)
    try:
        return await (retention.preview if dry_run else retention.apply)(db, settings)
    finally:
        await db.close()


COMMAND = Command("retain", "delete what is past its time", add_arguments, run)
