"""`batuta restore`: replace the database by a backup."""

from __future__ import annotations

import argparse
from pathlib import Path

from cli.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta restore`."""
    parser.add_argument("file", metavar="FILE", type=Path, help="what `batuta backup` wrote")
    parser.add_argument("--force", action="store_true", help="replace a database that is not empty")


def run(args: argparse.Namespace) -> int:
    """Bring the backup back and tell where the former data is."""
    from cli._database import database
    from server.settings import Settings
    from store.backup import restore_into
    from store.embedded.replace import restore

    settings = Settings.load()
    if settings.database_url:
        with database(settings) as dsn:
            restore_into(dsn, args.file, force=args.force)
        print("restored")
        return 0
    aside = restore(settings.home, args.file, force=args.force)
    print("restored" + (f"; the former data is kept in {aside}" if aside else ""))
    return 0


COMMAND = Command("restore", "replace the database by a backup", add_arguments, run)
