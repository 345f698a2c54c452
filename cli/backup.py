"""`batuta backup`: write a copy of the whole database to one file, while the server runs."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from cli._database import database
from cli.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta backup`."""
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        type=Path,
        help="where to write; without it a dated file under BATUTA_HOME/backups",
    )


def run(args: argparse.Namespace) -> int:
    """Write the backup and name its file."""
    from server.settings import Settings
    from store import backup

    settings = Settings.load()
    with database(settings) as dsn:
        file: Path | None = args.file
        if file is None:
            file = settings.home / "backups" / f"batuta-{datetime.now(UTC):%Y%m%d-%H%M%S}.dump"
            file.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
        written = backup.backup(dsn, file)
    print(f"{written} ({written.stat().st_size:,} bytes)")
    return 0


COMMAND = Command("backup", "write a copy of the whole database to one file", add_arguments, run)
