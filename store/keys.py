"""The keys that access tokens are signed with; one is in use, retired ones still verify."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

from store.sql import Sql, SqlRow

# Until no token it signed can be alive; rotate_signing_key drops it after as long.
KEEP_RETIRED = timedelta(days=31)


@dataclass(frozen=True, slots=True)
class SigningKey:
    """One secret and the name under which tokens refer to it."""

    id: str
    secret: str = field(repr=False)


def _key(row: SqlRow) -> SigningKey:
    return SigningKey(row["id"], row["secret"])


async def verifying(db: Sql) -> list[SigningKey]:
    """Return every key whose tokens are still accepted."""
    rows = await db.fetch(
        "select id, secret from batuta.signing_keys"
        " where retired_at is null or retired_at > now() - $1::interval",
        KEEP_RETIRED,
    )
    return [_key(row) for row in rows]


async def signing(db: Sql, fresh: SigningKey) -> SigningKey:
    """Return the key in use; the first time ever `fresh` becomes it, for one of all workers."""
    query = "select id, secret from batuta.signing_keys where retired_at is null"
    row = await db.fetchrow(query)
    if row is None:
        await db.execute(
            "insert into batuta.signing_keys (id, secret) values ($1, $2) on conflict do nothing",
            fresh.id,
            fresh.secret,
        )
        row = await db.fetchrow(query)
    return _key(row) if row is not None else await signing(db, fresh)


async def rotate(db: Sql, fresh: SigningKey, forget_old: bool) -> None:
    """Put a new key in use; the old ones retire, or are forgotten at once with their tokens."""
    await db.execute(
        "select batuta.rotate_signing_key($1, $2, $3)", fresh.id, fresh.secret, forget_old
    )
