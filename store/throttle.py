"""Failed sign-ins, counted where all workers see them."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from store.sql import Sql

LONGEST_SECONDS = 900
SECONDS_TO_FORGET_ONE = 600


async def seconds_to_wait(db: Sql, free_tries: Mapping[bytes, int]) -> int:
    """Return how long none of these keys may try again; 0: now.

    Each failure beyond the free tries doubles the wait that begins with it.
    """
    seconds = await db.fetchval(
        """select max(least($3::int, power(2, least(f.count - w.free, 20)))
                      - extract(epoch from now() - f.last_at))
           from unnest($1::bytea[], $2::int[]) as w (key, free)
           join batuta.login_failures f on f.key = w.key and f.count > w.free""",
        list(free_tries),
        list(free_tries.values()),
        LONGEST_SECONDS,
    )
    return max(0, ceil(seconds or 0))


async def count_failure(db: Sql, keys: list[bytes]) -> None:
    """Count one more failure of each key; time forgets the earlier ones, one by one."""
    await db.execute(
        """insert into batuta.login_failures as f (key, count)
             select key, 1 from unnest($1::bytea[]) as key order by key
           on conflict (key) do update set last_at = now(), count = 1 +
             greatest(0, f.count - extract(epoch from now() - f.last_at) / $2::int)""",
        keys,
        SECONDS_TO_FORGET_ONE,
    )


async def forgive(db: Sql, key: bytes) -> None:
    """Forget a key's failures after it has proved itself."""
    await db.execute("delete from batuta.login_failures where key = $1", key)
