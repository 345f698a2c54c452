"""Which database a command works on: the one that was named, or the embedded one."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Generator
from urllib.parse import urlsplit

from server.settings import BadSetting, Settings


def place_of(settings: Settings) -> str:
    """Say which database a command works on, without its password."""
    if not settings.database_url:
        return f"the embedded database in {settings.home}"
    parts = urlsplit(settings.database_url)
    return f"the database {parts.netloc.rpartition('@')[2]}{parts.path} of DATABASE_URL"


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
def database(settings: Settings) -> Generator[str]:
    """Yield the dsn; the embedded database runs at least as long as the block."""
    import asyncpg

    from store import embedded, pool

    dsn = settings.database_url or _embedded(settings)
    try:
        yield dsn
    except asyncpg.exceptions.ClientConfigurationError:
        form = "postgresql://user:password@host:5432/database"
        raise BadSetting(f"DATABASE_URL is not of the form {form}") from None
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as exc:
        if told := pool.translate(exc):
            raise told from exc
        raise
    finally:
        if not settings.database_url:
            embedded.close(settings.home)
