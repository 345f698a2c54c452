"""Brings a database to the schema this version needs: our SQL files, then the engine's tables.

What was applied is recorded where the Supabase command line records it, so both may be used.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from contracts.errors import BatutaError
from store.pool import ROLE, dsn_for_sqlalchemy

log = logging.getLogger(__name__)

_LOCK = 0x6261747574610001  # any fixed number: "batuta", 1
_PATIENCE = 180.0
_HERE = Path(__file__).resolve().parent
FOLDERS = (_HERE / "migrations", _HERE.parent / "supabase" / "migrations")  # wheel, checkout
_UNRELEASED = re.compile(r"20261118\d{6}")  # the numbers of files that no release has carried
_HISTORY = """
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations
  (version text not null primary key, statements text[], name text);
"""


class MigrationFailed(BatutaError):
    """The database could not be brought to this version's schema; nothing is half-applied."""

    code = "unavailable"


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered SQL file."""

    version: str
    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class _PendingMigrations:
    missing: list[Migration]
    engine_behind: bool

    def names(self) -> list[str]:
        engine = ["engine"] if self.engine_behind else []
        return [f"{m.version}_{m.name}" for m in self.missing] + engine


def migrations() -> list[Migration]:
    """Return this version's migrations in order."""
    folder = next((f for f in FOLDERS if f.is_dir()), None)
    if folder is None:
        raise MigrationFailed(f"no migrations in {FOLDERS[0]}; install batuta again")
    files = sorted(folder.glob("*.sql"))
    parts = [(path.stem.partition("_"), path) for path in files]
    return [Migration(version, name, path) for (version, _, name), path in parts]


async def pending(dsn: str) -> list[str]:
    """Name what a migration would do now; changes nothing."""
    connection = await asyncpg.connect(dsn, timeout=10)
    try:
        return (await _look(connection)).names()
    finally:
        await connection.close()


async def migrate(dsn: str) -> list[str]:
    """Apply what is missing and name it; one query when nothing is."""
    connection = await asyncpg.connect(dsn, timeout=10, server_settings={"jit": "off"})
    try:
        if not (await _look(connection)).names():
            return []
        await _lock(connection)
        state = await _look(connection)  # another worker may have done it meanwhile
        if state.missing:
            await connection.execute(_HISTORY)
        for migration in state.missing:
            await _apply(connection, migration)
        if state.engine_behind:
            await asyncio.to_thread(_migrate_engine, dsn)
        return state.names()
    finally:
        await connection.close()  # and with it the lock


async def _look(connection: asyncpg.Connection) -> _PendingMigrations:
    known = migrations()
    try:
        row = await connection.fetchrow(
            "select (select array_agg(version) from supabase_migrations.schema_migrations) as ours,"
            " (select max(version) from dbos.dbos_migrations) as engine"
        )
    except (asyncpg.UndefinedTableError, asyncpg.InvalidSchemaNameError):
        row = None
    if row is None:  # at least one of the two was never set up: ask for each
        applied = await _column(connection, "version", "supabase_migrations.schema_migrations")
        numbers = await _column(connection, "version", "dbos.dbos_migrations")
        engine = max((int(str(n)) for n in numbers), default=0)
    else:
        applied, engine = list[object](row["ours"] or ()), int(row["engine"] or 0)
    done = {str(version) for version in applied}
    _refuse_unknown(done, known)
    return _PendingMigrations(
        [m for m in known if m.version not in done], engine < _engine_version()
    )


def _refuse_unknown(done: set[str], known: list[Migration]) -> None:
    """Refuse a schema that this version cannot lead on from; others' migrations are none of it."""
    if unreleased := sorted(filter(_UNRELEASED.fullmatch, done)):
        raise MigrationFailed(
            "the database holds the tables of a version before the first release "
            f"({unreleased[-1]}), which no migration leads on from; begin with an empty one: set "
            "BATUTA_HOME to a new folder, or DATABASE_URL to an empty database"
        )
    newer = sorted(done - {m.version for m in known})
    if newer and newer[-1] > known[-1].version:
        raise MigrationFailed(
            f"the database was migrated to {newer[-1]} by a newer batuta than this one, "
            f"which knows {known[-1].version}; start the newer version"
        )


async def _column(connection: asyncpg.Connection, name: str, table: str) -> list[object]:
    if await connection.fetchval("select to_regclass($1)", table) is None:
        return []
    return [row[0] for row in await connection.fetch(f"select {name} from {table}")]


async def _lock(connection: asyncpg.Connection) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not await connection.fetchval("select pg_try_advisory_lock($1)", _LOCK):
        if time.monotonic() > deadline:
            raise MigrationFailed(
                f"another process has been migrating this database for {_PATIENCE:.0f} s; "
                "look for it, then start again"
            )
        await asyncio.sleep(0.1)


async def _apply(connection: asyncpg.Connection, migration: Migration) -> None:
    sql = migration.path.read_text(encoding="utf-8")
    try:
        async with connection.transaction():
            await connection.execute("set local lock_timeout = '10s'")
            await connection.execute(sql)
            await connection.execute(
                "insert into supabase_migrations.schema_migrations (version, statements, name)"
                " values ($1, $2, $3)",
                migration.version,
                [sql],
                migration.name,
            )
    except asyncpg.LockNotAvailableError:
        raise MigrationFailed(
            f"migration {migration.path.name} waited 10 s for a table another transaction holds; "
            "end that transaction, then start again"
        ) from None
    except asyncpg.PostgresError as exc:
        raise MigrationFailed(
            f"migration {migration.path.name} failed and was taken back: {exc}"
        ) from exc
    log.info("migration applied", extra={"version": migration.version, "migration": migration.name})


def _engine_version() -> int:
    # The engine publishes no such number; the pinned version and a test keep this honest.
    from dbos._migration import get_dbos_migrations

    return len(get_dbos_migrations("dbos", True, False))


def _migrate_engine(dsn: str) -> None:
    from dbos import DBOS

    chatter = logging.getLogger("dbos")
    before = chatter.level
    chatter.setLevel(logging.ERROR)
    try:
        DBOS.migrate(dsn_for_sqlalchemy(dsn, None), application_role=ROLE)
    finally:
        chatter.setLevel(before)
    log.info("engine tables migrated", extra={"version": _engine_version()})
