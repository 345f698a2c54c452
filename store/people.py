"""The people of an organisation, for those who administer it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from store.sql import Sql, SqlRow, plain

PersonState = Literal["active", "disabled", "new"]  # new: has never signed in


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """What an administrator is told of an account."""

    id: UUID
    email: str
    roles: list[str]
    disabled: bool
    issuer: str | None
    has_password: bool
    last_sign_in_at: datetime | None
    created_at: datetime
    teams: list[str]


@dataclass(frozen=True, slots=True)
class PeopleFilter:
    """Who is looked for."""

    search: str | None = None  # a part of the e-mail
    role: str | None = None
    state: PersonState | None = None


_COLUMNS = """id, email, roles, disabled_at is not null as disabled, issuer,
  password_hash is not null as has_password, last_sign_in_at, created_at,
  coalesce((select s.teams from batuta.staff s where s.user_id = users.id), '{}') as teams"""


async def listed(
    db: Sql, org_id: UUID, wanted: PeopleFilter, limit: int, after: str | None
) -> list[PersonFacts]:
    """Return people by e-mail, those that come after one."""
    rows = await db.fetch(
        f"""select {_COLUMNS} from batuta.users
            where org_id = $1 and ($2::text is null or position($2 in email) > 0)
              and ($3::text is null or $3 = any (roles))
              and ($4::text is null or case $4 when 'disabled' then disabled_at is not null
                     when 'new' then disabled_at is null and last_sign_in_at is null
                     else disabled_at is null end)
              and ($5::text is null or email > $5)
            order by email limit $6""",
        org_id,
        wanted.search.lower() if wanted.search else None,
        wanted.role,
        wanted.state,
        after,
        limit,
    )
    return [_facts(row) for row in rows]


async def one(db: Sql, org_id: UUID, person_id: UUID) -> PersonFacts | None:
    """Find a person of an organisation."""
    row = await db.fetchrow(
        f"select {_COLUMNS} from batuta.users where org_id = $1 and id = $2", org_id, person_id
    )
    return _facts(row) if row is not None else None


async def hold(db: Sql, org_id: UUID) -> None:
    """Let nobody else change who administers an organisation before this transaction ends."""
    await db.execute("select from batuta.organisations where id = $1 for no key update", org_id)


async def has_other_admin(db: Sql, org_id: UUID, person_id: UUID) -> bool:
    """Tell whether somebody else could administer the organisation."""
    return await db.fetchval(
        """select exists (select from batuta.users where org_id = $1 and id <> $2
             and 'admin' = any (roles) and disabled_at is null)""",
        org_id,
        person_id,
    )


def _facts(row: SqlRow) -> PersonFacts:
    return PersonFacts(**plain(row))
