"""Copies of a whole database in one file, and the way back into any PostgreSQL.

A backup holds our schemas and the engine's. Roles and the functions of the platform stay outside:
they are made anew where they lack, so that a file moves between any two databases.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from contracts.errors import BatutaError
from store.embedded.programs import required
from store.migrate import migrations

_ENGINE_DEFAULTS = b"""
alter default privileges in schema dbos grant all on tables to batuta_server;
alter default privileges in schema dbos grant all on sequences to batuta_server;
alter default privileges in schema dbos grant execute on functions to batuta_server;
"""
_SCHEMAS = ("batuta", "dbos", "supabase_migrations")


class BackupFailed(BatutaError):
    """A backup could not be written or brought back; what was there before is untouched."""

    code = "unavailable"


class TargetOccupied(BatutaError):
    """The place a backup should go to holds something already, or someone works there."""

    code = "invalid_request"


def backup(dsn: str, file: Path) -> Path:
    """Write a consistent copy while the server runs; the file is complete or not there."""
    file = file.expanduser().resolve()
    fresh = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            schemas = [f"--schema={name}" for name in _SCHEMAS]
            given = ["--format=custom", "--no-owner", *_extensions(dsn), *schemas]
            _call("pg_dump", [*given, f"--file={fresh}"], dsn)
            os.fsync(handle)
        finally:
            os.close(handle)
        fresh.replace(file)
    except OSError as exc:
        raise BackupFailed(f"{file} cannot be written: {exc.strerror}") from exc
    finally:
        fresh.unlink(missing_ok=True)
    return file


def restore_into(dsn: str, file: Path, *, force: bool = False) -> None:
    """Bring a backup into any other PostgreSQL, each step whole or not at all."""
    require_backup(file)
    with psycopg.connect(dsn, autocommit=True, connect_timeout=10) as link:
        busy = link.execute(
            "select count(*) from pg_stat_activity where datname = current_database()"
            " and application_name = 'batuta' and pid <> pg_backend_pid()"
        ).fetchone()
        if busy and busy[0]:
            raise TargetOccupied("a server uses this database; stop it, then restore")
        known = link.execute("select to_regnamespace('batuta')").fetchone()
        if known and known[0] and not force:
            raise TargetOccupied(
                "this database holds batuta's tables already; --force replaces them"
            )
        with link.transaction():
            for schema in _SCHEMAS if force else ():
                link.execute(f'drop schema if exists "{schema}" cascade'.encode())
    fill(dsn, file)


def fill(dsn: str, file: Path) -> None:
    """Bring the backup's contents into a database that holds none, in one transaction."""
    before, _, after = _platform()
    with psycopg.connect(dsn, autocommit=True, connect_timeout=10) as link:
        link.execute(before)
    # Default privileges name the role that set them, which need not exist here: set anew below.
    listed = _call("pg_restore", ["--list", file]).splitlines()
    with tempfile.NamedTemporaryFile("w", suffix=".toc") as toc:
        toc.write("\n".join(line for line in listed if " DEFAULT ACL " not in line))
        toc.flush()
        given = ["--single-transaction", "--no-owner", f"--use-list={toc.name}", file]
        _call("pg_restore", given, dsn)
    with psycopg.connect(dsn, autocommit=True, connect_timeout=10) as link:
        link.execute(after)
        link.execute(_ENGINE_DEFAULTS)


def require_backup(file: Path) -> None:
    """Refuse a file that is not there or not one of ours."""
    try:
        with file.expanduser().open("rb") as stream:
            if stream.read(5) == b"PGDMP":
                return
    except OSError as exc:
        raise BackupFailed(f"{file} cannot be read: {exc.strerror}") from exc
    raise BackupFailed(f"{file} is no backup that `batuta backup` wrote")


def _extensions(dsn: str) -> list[str]:
    with psycopg.connect(dsn, connect_timeout=10) as link:
        known = link.execute("select from pg_extension where extname = 'vector'").rowcount
    return ["--extension=vector"] if known else []


def _platform() -> tuple[bytes, bytes, bytes]:
    """Split the first migration: what makes the roles where they lack, and the schema's grants."""
    return migrations()[0].path.read_bytes().partition(b"create schema batuta;")


def _call(program: str, args: Sequence[str | Path], dsn: str | None = None) -> str:
    env = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "PGCONNECT_TIMEOUT": "10"}
    command = [required() / program, *args]
    if dsn is not None:
        parts = conninfo_to_dict(dsn)
        password = parts.pop("password", None)  # a command line can be read by everyone
        if password is not None:
            env["PGPASSWORD"] = str(password)
        command[1:1] = [f"--dbname={make_conninfo('', **parts)}"]
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        raise BackupFailed(f"{program} failed: {said[0] if said else done.returncode}")
    return done.stdout
