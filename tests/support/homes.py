"""Data folders for tests of the embedded database, where root's system user may enter them."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path

import psycopg

from store import embedded
from store.migrate import migrate


@contextlib.contextmanager
def fresh_home() -> Generator[Path]:
    """Yield an empty data folder; stop its database and remove it afterwards."""
    outer = Path(tempfile.mkdtemp(prefix="batuta-test-", dir="/tmp"))
    outer.chmod(0o711)
    home = outer / "home"
    try:
        yield home
    finally:
        embedded.stop(home)
        embedded.close(home)
        shutil.rmtree(outer)


def fresh_database(home: Path, name: str, template: str = "template1") -> str:
    """Create a database on the running cluster, empty or a copy, and return its dsn."""
    dsn = embedded.start(home)
    with psycopg.connect(dsn, autocommit=True) as link:
        link.execute(f'create database "{name}" template "{template}"'.encode())
    return dsn.replace("/batuta?", f"/{name}?")


def migrated_database(home: Path) -> str:
    """Migrate a database that others are copied from, and return its name."""
    asyncio.run(migrate(fresh_database(home, "migrated")))
    return "migrated"
