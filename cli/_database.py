"""Which database a command works on: the one that was named, or the embedded one."""

from __future__ import annotations

import contextlib
from collections.abc import Generator

from server.settings import BadSetting, Settings


@contextlib.contextmanager
def database(settings: Settings) -> Generator[str]:
    """Yield the dsn; the embedded database runs at least as long as the block."""
    import asyncpg

    from store import embedded, pool

    dsn = settings.database_url or embedded.start(settings.home)
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
