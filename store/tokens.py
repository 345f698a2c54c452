"""Refresh tokens and one-time links. Only their hashes are here, and each works once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal
from uuid import UUID

from store.sql import Sql

# So long a device that shows a used token again gets the answer again that it may have lost.
GRACE = timedelta(minutes=1)

TokenKind = Literal["refresh", "login", "reset"]


@dataclass(frozen=True, slots=True)
class Rotation:
    """What presenting a refresh token came to."""

    outcome: Literal["rotated", "reused", "unknown"]
    user_id: UUID | None = None
    salt: bytes | None = None  # of the successor that was made before, where it is given again


@dataclass(frozen=True, slots=True)
class OneTimeLink:
    """What a link does, and whom it lets in."""

    kind: Literal["login", "reset"]
    email: str


async def add(db: Sql, digest: bytes, user_id: UUID, kind: TokenKind, life: timedelta) -> None:
    """Remember a one-time link by its hash."""
    await db.execute(
        """insert into batuta.one_time_tokens (hash, user_id, kind, expires_at)
           values ($1, $2, $3, now() + $4)""",
        digest,
        user_id,
        kind,
        life,
    )


async def begin_family(
    db: Sql, digest: bytes, user_id: UUID, epoch: int, life: timedelta, device: bytes
) -> bool:
    """Remember the first refresh token of a sign-in, unless the person was shut out meanwhile."""
    tag = await db.execute(
        """with me as (
             update batuta.users set last_sign_in_at = now()
             where id = $2 and token_epoch = $3 and disabled_at is null returning id)
           insert into batuta.one_time_tokens (hash, user_id, kind, family, device, expires_at)
             select $1, id, 'refresh', gen_random_uuid(), $5, now() + $4 from me""",
        digest,
        user_id,
        epoch,
        life,
        device,
    )
    return tag == "INSERT 0 1"


async def rotate(
    db: Sql, old: bytes, new: bytes, life: timedelta, salt: bytes, device: bytes | None
) -> Rotation:
    """Exchange a refresh token for its successor; one seen twice takes its family down, unless the
    device it was given to shows it again at once and nobody has used the successor."""
    user_id = await db.fetchval(
        """with used as (
             update batuta.one_time_tokens t set used_at = now(),
               salt = case when t.device = $5 then $4::bytea end from batuta.users u
             where t.hash = $1 and t.kind = 'refresh' and t.used_at is null
               and t.expires_at > now() and u.id = t.user_id and u.disabled_at is null
             returning t.user_id, t.family, t.device),
           arrived as (
             update batuta.one_time_tokens t set salt = null from used u
             where t.family = u.family and t.hash <> $1 and t.salt is not null)
           insert into batuta.one_time_tokens (hash, user_id, kind, family, device, expires_at)
             select $2, user_id, 'refresh', family, device, now() + $3 from used
           returning user_id""",
        old,
        new,
        life,
        salt,
        device,
    )
    if user_id is not None:
        return Rotation("rotated", user_id)
    again = await db.fetchrow(
        """select t.user_id, t.salt from batuta.one_time_tokens t
             join batuta.users u on u.id = t.user_id
           where t.hash = $1 and t.kind = 'refresh' and t.salt is not null and t.device = $2
             and t.used_at > now() - $3::interval and u.disabled_at is null""",
        old,
        device,
        GRACE,
    )
    if again is not None:
        return Rotation("rotated", again["user_id"], again["salt"])
    # A second statement, so that it sees the successor a racing rotation has just committed.
    owner = await db.fetchval(
        """with stolen as (
             select user_id, family from batuta.one_time_tokens
             where hash = $1 and kind = 'refresh' and used_at is not null),
           gone as (
             delete from batuta.one_time_tokens t using stolen s where t.family = s.family),
           out as (
             update batuta.users u set token_epoch = token_epoch + 1 from stolen s
             where u.id = s.user_id)
           select user_id from stolen""",
        old,
    )
    return Rotation("reused", owner) if owner is not None else Rotation("unknown")


async def owner(db: Sql, digest: bytes) -> UUID | None:
    """Tell whose a refresh token is."""
    return await db.fetchval(
        "select user_id from batuta.one_time_tokens where hash = $1 and kind = 'refresh'", digest
    )


async def end_family(db: Sql, digest: bytes) -> UUID | None:
    """End the sign-in a refresh token belongs to, and its person's access tokens."""
    return await db.fetchval(
        """with mine as (
             select user_id, family from batuta.one_time_tokens
             where hash = $1 and kind = 'refresh'),
           gone as (
             delete from batuta.one_time_tokens t using mine m where t.family = m.family),
           out as (
             update batuta.users u set token_epoch = token_epoch + 1 from mine m
             where u.id = m.user_id)
           select user_id from mine""",
        digest,
    )


async def end_all(db: Sql, user_id: UUID) -> None:
    """End every sign-in of a person and their access tokens."""
    await db.execute(
        """with gone as (
             delete from batuta.one_time_tokens where user_id = $1 and kind = 'refresh')
           update batuta.users set token_epoch = token_epoch + 1 where id = $1""",
        user_id,
    )


async def link_of(db: Sql, digest: bytes) -> OneTimeLink | None:
    """Tell what a link that still works is for, and for whom."""
    row = await db.fetchrow(
        """select t.kind, u.email from batuta.one_time_tokens t
             join batuta.users u on u.id = t.user_id
           where t.hash = $1 and t.kind <> 'refresh' and t.used_at is null
             and t.expires_at > now()""",
        digest,
    )
    return OneTimeLink(row["kind"], row["email"]) if row is not None else None


async def use_login(db: Sql, digest: bytes) -> UUID | None:
    """Use up a login link; of many at once exactly one gets the person."""
    return await db.fetchval(
        """update batuta.one_time_tokens t set used_at = now() from batuta.users u
           where t.hash = $1 and t.kind = 'login' and t.used_at is null and t.expires_at > now()
             and u.id = t.user_id and u.disabled_at is null
           returning t.user_id""",
        digest,
    )


async def replace_password(db: Sql, user_id: UUID, old: str, new: str) -> bool:
    """Set a new password in place of one that was known; all that let the person in before ends."""
    return bool(
        await db.fetchval(
            """with changed as (
                 update batuta.users set password_hash = $3, token_epoch = token_epoch + 1
                 where id = $1 and password_hash = $2 and disabled_at is null returning id),
               gone as (
                 delete from batuta.one_time_tokens t using changed c where t.user_id = c.id)
               select true from changed""",
            user_id,
            old,
            new,
        )
    )


async def use_reset(db: Sql, digest: bytes, password_hash: str) -> UUID | None:
    """Use up a reset link: the password changes, and all else that let the person in ends."""
    return await db.fetchval(
        """with used as (
             update batuta.one_time_tokens t set used_at = now() from batuta.users u
             where t.hash = $1 and t.kind = 'reset' and t.used_at is null and t.expires_at > now()
               and u.id = t.user_id and u.disabled_at is null
             returning t.user_id),
           gone as (
             delete from batuta.one_time_tokens t using used
             where t.user_id = used.user_id and t.hash <> $1)
           update batuta.users u set password_hash = $2, token_epoch = token_epoch + 1
             from used where u.id = used.user_id returning u.id""",
        digest,
        password_hash,
    )
