"""`batuta upgrade`: move the embedded database's data to the PostgreSQL of this version."""

from __future__ import annotations

import argparse

from cli.command import Command


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Declare no options."""


def run(_: argparse.Namespace) -> int:
    """Upgrade where there is something to do and tell where the old data is."""
    from server.settings import Settings
    from store.embedded.replace import upgrade

    settings = Settings.load()
    if settings.database_url:
        print("DATABASE_URL is set: that PostgreSQL is upgraded by whoever runs it")
        return 0
    aside = upgrade(settings.home)
    print(f"upgraded; the old data is kept in {aside}" if aside else "nothing to upgrade")
    return 0


COMMAND = Command(
    "upgrade", "move the embedded database's data to this version's PostgreSQL", add_arguments, run
)
