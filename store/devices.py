"""The devices on which people have signed in, by the hash of the mark that each of them keeps."""

from __future__ import annotations

from uuid import UUID

from store.sql import Sql

KEPT_DAYS = 180  # since the last sign-in on it
MOST_OF_ONE = 50  # who keeps no mark leaves one behind at every sign-in


async def knows(db: Sql, user_id: UUID, mark: bytes) -> bool:
    """Tell whether this person has signed in on this device."""
    return await db.fetchval(
        """select exists (select from batuta.known_devices where hash = $2 and user_id = $1
             and last_at > now() - make_interval(days => $3))""",
        user_id,
        mark,
        KEPT_DAYS,
    )


async def remember(db: Sql, user_id: UUID, mark: bytes) -> None:
    """Note that the person has signed in on a device; of very many the last ones are kept."""
    await db.execute(
        """with seen as (
             insert into batuta.known_devices (hash, user_id) values ($2, $1)
             on conflict (hash) do update set last_at = now())
           delete from batuta.known_devices where hash in (
             select hash from batuta.known_devices where user_id = $1 and hash <> $2
             order by last_at desc offset $3)""",
        user_id,
        mark,
        MOST_OF_ONE - 1,
    )


async def forget(db: Sql, user_id: UUID) -> None:
    """Forget all devices of a person, as after a password that may have been stolen."""
    await db.execute("delete from batuta.known_devices where user_id = $1", user_id)
