"""Puts another data folder in the place of the embedded database's: a backup's, or an upgraded one.

The new folder is filled beside the old one, which is kept under another name.
"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from store.backup import TargetOccupied, backup, fill, require_backup
from store.embedded.cluster import DATABASE, Cluster
from store.embedded.folder import DatabaseFolderUnusable, explained
from store.embedded.programs import MAJOR, installed
from store.embedded.shared import in_use, locked


def restore(home: Path, file: Path, *, force: bool = False) -> Path | None:
    """Replace the embedded database by a backup; return where the former one was put aside."""
    require_backup(file)
    home = home.expanduser().resolve()
    cluster = Cluster(home)
    cluster.prepare()
    with locked(home):
        if in_use(home):
            raise TargetOccupied(f"a server uses the database in {home}; stop it, then restore")
        if cluster.version() == MAJOR and not force:
            cluster.halt()
            if _holds_people(cluster):
                raise TargetOccupied(
                    f"the database in {home} is not empty; --force replaces it and puts it aside"
                )
        cluster.halt()
        return _swap(cluster, file)


def upgrade(home: Path) -> Path | None:
    """Move the data of an older PostgreSQL to this one; return where the old data was put aside."""
    home = home.expanduser().resolve()
    found = Cluster(home).version()
    if found is None or found == MAJOR:
        return None
    if installed(found) is None:
        raise DatabaseFolderUnusable(
            f"{home} was made by PostgreSQL {found}, which the installed programs do not include; "
            "start the batuta that made it, run `batuta backup FILE` there, then "
            "`batuta restore FILE` here"
        )
    old = Cluster(home, major=found)
    old.prepare()
    with locked(home):
        if in_use(home):
            raise TargetOccupied(f"a server uses the database in {home}; stop it, then upgrade")
        file = home / f"upgrade-from-{found}.dump"
        if old.process() is None:
            old.launch()
        try:
            backup(old.dsn(), file)
        finally:
            old.halt()
        aside = _swap(Cluster(home), file)
        file.unlink()
        return aside


def _swap(cluster: Cluster, file: Path) -> Path | None:
    """Fill a new data folder from the backup and only then let it take the place of the old."""
    fresh = Cluster(cluster.home, cluster.data.name + ".restored")
    with explained(cluster.home):
        fresh.halt()
        shutil.rmtree(fresh.data, ignore_errors=True)
    fresh.create()
    fresh.launch()
    try:
        with psycopg.connect(fresh.dsn("postgres"), autocommit=True) as link:
            link.execute(f'create database "{DATABASE}"'.encode())
        fill(fresh.dsn(), file)
    except BaseException:
        fresh.halt()
        shutil.rmtree(fresh.data)
        raise
    fresh.halt()
    with explained(cluster.home):
        aside: Path | None = None
        if cluster.data.exists():
            stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
            aside = cluster.data.rename(cluster.home / f"{cluster.data.name}.before-{stamp}")
        fresh.data.rename(cluster.data)
    return aside


def _holds_people(cluster: Cluster) -> bool:
    cluster.launch()
    try:
        with psycopg.connect(cluster.dsn("postgres")) as link:
            if not link.execute("select from pg_database where datname = %s", [DATABASE]).rowcount:
                return False
        with psycopg.connect(cluster.dsn()) as link:
            try:
                return link.execute("select from batuta.users limit 1").rowcount > 0
            except psycopg.errors.UndefinedTable:
                return False
    finally:
        cluster.halt()
