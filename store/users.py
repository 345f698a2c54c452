"""People and their organisations."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from store.sql import Sql, SqlRow

_COLUMNS = """u.id, u.org_id, o.slug as org, u.email, u.password_hash, u.issuer, u.roles,
  u.token_epoch, u.disabled_at is not null as disabled"""
_FROM = "from batuta.users u join batuta.organisations o on o.id = u.org_id"


@dataclass(frozen=True, slots=True)
class User:
    """One person's account."""

    id: UUID
    org_id: UUID
    org: str
    email: str
    roles: frozenset[str]
    token_epoch: int
    disabled: bool
    issuer: str | None = None
    password_hash: str | None = field(default=None, repr=False)


def _user(row: SqlRow | None) -> User | None:
    if row is None:
        return None
    facts: dict[str, Any] = dict(row)
    facts["roles"] = frozenset[str](facts["roles"])
    return User(**facts)


async def by_id(db: Sql, user_id: UUID) -> User | None:
    """Find a person by id."""
    return _user(await db.fetchrow(f"select {_COLUMNS} {_FROM} where u.id = $1", user_id))


async def by_email(db: Sql, email: str) -> User | None:
    """Find a person by e-mail, which is kept in lower case."""
    return _user(await db.fetchrow(f"select {_COLUMNS} {_FROM} where u.email = $1", email))


async def by_identity(db: Sql, issuer: str, subject: str) -> User | None:
    """Find the person for whom an outside issuer vouches under this subject."""
    query = f"select {_COLUMNS} {_FROM} where u.issuer = $1 and u.subject = $2"
    return _user(await db.fetchrow(query, issuer, subject))


async def everyone(db: Sql) -> list[User]:
    """List all people, organisation by organisation."""
    rows = await db.fetch(f"select {_COLUMNS} {_FROM} order by o.slug, u.email")
    return [user for row in rows if (user := _user(row))]


async def emails(db: Sql, org_id: UUID, ids: Collection[UUID]) -> dict[str, str]:
    """Return the e-mails of people of one organisation, by id."""
    rows = await db.fetch(
        "select id, email from batuta.users where org_id = $1 and id = any ($2::uuid[])",
        org_id,
        list(ids),
    )
    return {str(row["id"]): row["email"] for row in rows}


async def epochs(db: Sql, ids: Collection[UUID]) -> dict[UUID, int]:
    """Return the token epochs of people, by id; who is disabled or gone is left out."""
    rows = await db.fetch(
        "select id, token_epoch from batuta.users"
        " where id = any ($1::uuid[]) and disabled_at is null",
        list(ids),
    )
    return {row["id"]: row["token_epoch"] for row in rows}


async def organisation(db: Sql, slug: str) -> UUID | None:
    """Find an organisation by its short name."""
    return await db.fetchval("select id from batuta.organisations where slug = $1", slug)


async def ensure_organisation(db: Sql, slug: str) -> bool:
    """Make an organisation unless it exists; tell whether it was made."""
    made = await db.fetchval(
        "insert into batuta.organisations (slug, name) values ($1, $1)"
        " on conflict (slug) do nothing returning true",
        slug,
    )
    return bool(made)


async def add(
    db: Sql,
    email: str,
    *,
    org: str = "default",
    roles: Collection[str] = ("user",),
    password_hash: str | None = None,
    issuer: str | None = None,
    subject: str | None = None,
    user_id: UUID | None = None,
) -> UUID | None:
    """Make an account; None if the e-mail, the outside identity or the id is already taken."""
    return await db.fetchval(
        """insert into batuta.users (id, org_id, email, roles, password_hash, issuer, subject)
             select coalesce($7::uuid, gen_random_uuid()), o.id, $2, $3, $4, $5, $6
             from batuta.organisations o where o.slug = $1
           on conflict do nothing returning id""",
        org,
        email,
        sorted(set(roles)),
        password_hash,
        issuer,
        subject,
        user_id,
    )


async def add_first(db: Sql, email: str, roles: Collection[str]) -> UUID | None:
    """Make the first account of an empty database; None if there is anybody already."""
    return await db.fetchval(
        """insert into batuta.users (org_id, email, roles)
             select o.id, $1, $2 from batuta.organisations o
             where o.slug = 'default' and not exists (select from batuta.users)
           on conflict do nothing returning id""",
        email,
        sorted(set(roles)),
    )


async def link(db: Sql, email: str, issuer: str, subject: str) -> bool:
    """Tie a local account to an outside identity, unless it is tied to one already."""
    tag = await db.execute(
        """update batuta.users set issuer = $2, subject = $3
           where email = $1 and issuer is null and disabled_at is null""",
        email,
        issuer,
        subject,
    )
    return tag == "UPDATE 1"


async def set_roles(db: Sql, user_id: UUID, roles: Collection[str]) -> None:
    """Replace a person's roles."""
    await db.execute(
        "update batuta.users set roles = $2 where id = $1", user_id, sorted(set(roles))
    )


async def set_disabled(db: Sql, user_id: UUID, disabled: bool) -> None:
    """Shut a person out, ending every sign-in, or let them in again."""
    await db.execute(
        """with gone as (delete from batuta.one_time_tokens where user_id = $1 and $2)
           update batuta.users set token_epoch = token_epoch + 1,
             disabled_at = case when $2 then coalesce(disabled_at, now()) end
           where id = $1""",
        user_id,
        disabled,
    )


async def replace_hash(db: Sql, user_id: UUID, old: str, new: str) -> None:
    """Store the same password under newer parameters, unless it changed meanwhile."""
    await db.execute(
        "update batuta.users set password_hash = $3 where id = $1 and password_hash = $2",
        user_id,
        old,
        new,
    )
