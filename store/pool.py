"""Connections: a pool that works under the server's role and heals after a database restart."""

from __future__ import annotations

import logging

import asyncpg
import psycopg
import sqlalchemy as sa
from sqlalchemy import exc as failures

from contracts.errors import BatutaError, Unavailable

ROLE = "batuta_server"
_SETTINGS = {
    "search_path": "batuta",
    "application_name": "batuta",
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "5s",  # below the lease: a frozen worker blocks nobody
    "jit": "off",
}
_PASSING = {
    "08000": "the connection to the database broke",
    "08001": "the database cannot be reached",
    "08003": "the connection to the database broke",
    "08006": "the connection to the database broke",
    "25P03": "the database ended a transaction that had been idle too long",
    "40001": "the database asks to try again (serialization)",
    "40P01": "the database asks to try again (deadlock)",
    "53300": "the database has no connection left; raise max_connections or lower BATUTA_POOL_SIZE",
    "55P03": "the database is locked by another transaction",
    "57014": "the database took too long for a statement",
    "57P01": "the database is being shut down",
    "57P02": "the database is restarting after a crash",
    "57P03": "the database is starting up",
    "57P05": "the database closed an idle connection",
}
_STANDING = {
    "25006": "the database is read-only; check for a failover, or the disk of its server",
    "53100": "the database's disk is full; free some space",
    "53200": "the database is out of memory",
    "58030": "the database cannot read or write its files; check its disk",
    "28000": "the database refuses this user; check DATABASE_URL",
    "28P01": "the database refuses this password; check DATABASE_URL",
    "3D000": "the database does not exist; check DATABASE_URL",
}
_WORDS_OF_LIBPQ = {
    "password authentication failed": "28P01",
    "no password supplied": "28P01",
    "pg_hba.conf": "28000",
    "does not exist": "3D000",
    "too many": "53300",
    "connection slots": "53300",
    "starting up": "57P03",
    "shutting down": "57P01",
}
DRIVER_FAILURES = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, psycopg.Error)


class WrongRole(BatutaError):
    """The connection works under another role than the one that keeps it from the schema."""

    code = "unavailable"


async def open_pool(dsn: str, size: int, role: str = ROLE) -> asyncpg.Pool:
    """Open a pool whose every connection works under `role`, never as the schema's owner."""
    pool = await asyncpg.create_pool(
        dsn,
        min_size=min(2, size),
        max_size=size,
        timeout=10,
        command_timeout=40,
        max_inactive_connection_lifetime=300,
        server_settings=_SETTINGS | {"role": role},
        reset=_leave_as_is,
    )
    current = await pool.fetchval("select current_user")
    if current != role:  # a transaction pooler drops start-up settings
        await pool.close()
        raise WrongRole(
            f"the database connection works as '{current}', not as '{role}'; "
            "point DATABASE_URL at the database itself or at a session pooler"
        )
    return pool


def dsn_for_sqlalchemy(dsn: str, role: str | None = ROLE) -> str:
    """Write the address for the durable engine: SQLAlchemy's form, psycopg, the same role."""
    options = {k: v for k, v in _SETTINGS.items() if k not in ("search_path", "application_name")}
    if role is None:  # the owner migrates: slow statements are its business, waiting is not
        options = {"lock_timeout": "10s"}
    else:
        options["role"] = role
    url = sa.make_url(dsn).set(drivername="postgresql+psycopg")
    said = " ".join(f"-c {name}={value}" for name, value in options.items())
    given = url.query.get("options")
    if isinstance(given, str):
        said = f"{given} {said}"
    query = {"options": said, "application_name": "batuta-engine"}
    return url.update_query_dict(query).render_as_string(hide_password=False)


async def ping(pool: asyncpg.Pool, seconds: float = 2) -> None:
    """Ask the database for nothing; fail as any query of a request would."""
    await pool.fetchval("select 1", timeout=seconds)


def translate(exc: BaseException) -> BatutaError | None:
    """Turn a database failure into ours; None for what is a fault of our own."""
    if isinstance(exc, BatutaError):
        return exc
    if isinstance(exc, failures.DBAPIError) and exc.orig is not None:  # by way of the engine
        known = translate(exc.orig)
        lost = isinstance(exc, failures.OperationalError | failures.InterfaceError)
        return known or (Unavailable("the database cannot be reached") if lost else None)
    state = getattr(exc, "sqlstate", None)
    if isinstance(state, str):
        said = _PASSING.get(state) or _STANDING.get(state)
        return Unavailable(said, retry_after=1) if said else None
    if isinstance(exc, psycopg.OperationalError):  # it has no code where it never came in
        return Unavailable(_entrance(str(exc)), retry_after=1)
    if isinstance(exc, asyncpg.InterfaceError):
        if "clos" in str(exc):  # "connection is closed", "pool is closing"
            return Unavailable("the connection to the database broke", retry_after=1)
        return None
    if isinstance(exc, asyncpg.InternalClientError):  # a call that began while it was breaking
        return Unavailable("the connection to the database broke", retry_after=1)
    if isinstance(exc, TimeoutError):
        return Unavailable("the database did not answer in time", retry_after=1)
    if isinstance(exc, OSError):
        return Unavailable("the database cannot be reached", retry_after=1)
    return None


def _entrance(said: str) -> str:
    """Say why psycopg was not let in; libpq gives words where others give a code."""
    codes = (code for words, code in _WORDS_OF_LIBPQ.items() if words in said)
    code = next(codes, "08001")
    return (_PASSING | _STANDING)[code]


def note(logger: logging.Logger, message: str, exc: Exception) -> None:
    """Log why a round of work that comes again was missed: the database, or a fault of ours."""
    if translate(exc) is None:
        logger.error(message, exc_info=exc)
    else:
        logger.warning(message, extra={"error": type(exc).__name__})


def is_transient(exc: BaseException) -> bool:
    """Tell whether the same call may well succeed in a moment."""
    state = getattr(exc, "sqlstate", None)
    if isinstance(state, str):
        return state in _PASSING
    return not isinstance(exc, BatutaError) and translate(exc) is not None


async def _leave_as_is(_: object) -> None:
    """Spare each release a round trip: sessions change nothing that outlives a transaction."""
