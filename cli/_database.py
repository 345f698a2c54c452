"""The database a command works on: the one that was named, or the embedded one."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncGenerator, Generator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from contracts.errors import BatutaError, InvalidRequest, NotFound
from server.settings import BadSetting, Settings

if TYPE_CHECKING:
    import asyncpg


# Privilege, unknown parameter, impossible value; a feature or a parameter that a pooler lacks.
_REFUSALS = ("42501", "42704", "22023", "0A000", "08P01")


def place_of(settings: Settings) -> str:
    """Say which database a command works on, without its password."""
    if not settings.database_url:
        return f"the embedded database in {settings.home}"
    parts = urlsplit(settings.database_url)
    return f"the database {parts.netloc.rpartition('@')[2]}{parts.path} of DATABASE_URL"


@contextlib.contextmanager
def database(settings: Settings) -> Generator[str]:
    """Yield the dsn; the embedded database runs at least as long as the block."""
    from store import embedded

    dsn = settings.database_url or _embedded(settings)
    try:
        with _explained():
            yield dsn
    finally:
        if not settings.database_url:
            embedded.close(settings.home)


@contextlib.asynccontextmanager
async def connected(settings: Settings) -> AsyncGenerator[asyncpg.Pool]:
    """Connect, migrating if need be, beside a running server or without one; let go afterwards."""
    running = contextlib.ExitStack()
    dsn = await asyncio.to_thread(running.enter_context, database(settings))
    try:
        pool = await _open(dsn)
        try:
            yield pool
        except NotFound as exc:  # perhaps it is in another database
            raise NotFound(f"{exc.message} (looked in {place_of(settings)})") from exc
        finally:
            await pool.close()
    finally:
        await asyncio.to_thread(running.close)


async def _open(dsn: str) -> asyncpg.Pool:
    from store.migrate import migrate
    from store.pool import open_pool

    with _explained():
        await migrate(dsn)
        return await open_pool(dsn, 2)


def _embedded(settings: Settings) -> str:
    """Start the embedded database, and say so where that makes a new one."""
    from store import embedded

    new = not embedded.exists(settings.home)
    dsn = embedded.start(settings.home)
    if new:
        told = f"batuta: a new database was made in {settings.home} (BATUTA_HOME names another)"
        print(told, file=sys.stderr)
    return dsn


@contextlib.contextmanager
def _explained() -> Generator[None]:
    """Turn a driver's failure into what to do about it."""
    import asyncpg

    from store.pool import DRIVER_FAILURES, translate

    try:
        yield
    except asyncpg.exceptions.ClientConfigurationError:
        # What it says quotes the address.
        raise BadSetting("DATABASE_URL names an option that cannot be used") from None
    except DRIVER_FAILURES as exc:
        if told := _mistake(exc) or translate(exc):
            raise told from exc
        raise


def _mistake(exc: Exception) -> BatutaError | None:
    """Tell what a person can put right: a file's name, an option, what the user may do."""
    if isinstance(exc, OSError) and exc.filename:
        return InvalidRequest(f"{exc.filename}: {exc.strerror}")
    if getattr(exc, "sqlstate", None) in _REFUSALS:
        return InvalidRequest(f"the database refuses ({exc}); check the user and DATABASE_URL")
    return None
