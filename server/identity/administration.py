"""What administrators do with the people of their organisation, by the API."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

import asyncpg

from contracts.errors import Conflict, Forbidden, NotFound
from contracts.messages import Caller, Role
from server.identity import accounts
from store import people, users
from store.people import PersonFacts
from store.sql import Sql
from store.users import User


@dataclass(frozen=True, slots=True)
class PersonChange:
    """What is to be otherwise of an account; None stays as it is."""

    roles: Collection[Role] | None = None
    disabled: bool | None = None
    teams: Collection[str] | None = None  # of the staff: whose conversations the person answers

    @property
    def takes_admin(self) -> bool:
        """Tell whether nobody administers by this account afterwards."""
        return bool(self.disabled) or (self.roles is not None and "admin" not in self.roles)


async def add_person(
    pool: asyncpg.Pool, admin: Caller, email: str, roles: Collection[Role]
) -> PersonFacts:
    """Make an account in the administrator's organisation."""
    if await users.by_email(pool, accounts.canonical_email(email)) is not None:
        raise Conflict("this e-mail has an account already, here or in another organisation")
    own = await _acting(pool, admin)
    made = await accounts.add(pool, email, roles=roles, org=own.org, actor=admin.user_id)
    return await facts_of(pool, admin, made.id)


async def change_person(
    pool: asyncpg.Pool, admin: Caller, person_id: UUID, change: PersonChange
) -> PersonFacts:
    """Change roles, shut out, let in again; an organisation always keeps an administrator.

    Who asks is looked at again, with all others waiting: of two who take the role from one another
    at the same moment the second one has it no more.
    """
    async with pool.acquire() as db, db.transaction():
        await people.hold(db, admin.org_id)
        await _acting(db, admin)
        user = await _person(db, admin, person_id)
        if change.disabled and user.id == admin.user_id:
            raise Conflict("nobody shuts themselves out; ask another administrator")
        if (
            change.takes_admin
            and "admin" in user.roles
            and not await people.has_other_admin(db, admin.org_id, user.id)
        ):
            raise Conflict("this is the last administrator; give somebody else the role first")
        if change.roles is not None and sorted(change.roles) != sorted(user.roles):
            await accounts.set_roles(db, user, change.roles, admin.user_id)
        if change.disabled is not None and change.disabled != user.disabled:
            await accounts.set_disabled(db, user, change.disabled, admin.user_id)
        if change.teams is not None:
            await accounts.set_teams(db, user, change.teams, admin.user_id)
        return await facts_of(db, admin, person_id)


async def make_person_link(
    pool: asyncpg.Pool, admin: Caller, person_id: UUID, kind: Literal["login", "reset"]
) -> str:
    """Make a one-time token for a person."""
    await _acting(pool, admin)
    user = await _person(pool, admin, person_id)
    if user.disabled:
        raise Conflict("this account is disabled; let the person in first")
    return await accounts.make_link(pool, user, kind, admin.user_id)


async def facts_of(db: Sql, admin: Caller, person_id: UUID) -> PersonFacts:
    """Return what is told of a person of the administrator's organisation."""
    found = await people.one(db, admin.org_id, person_id)
    if found is None:
        raise _nobody()
    return found


async def _acting(db: Sql, admin: Caller) -> User:
    """Look anew at who asks: what a worker knows of them may be some seconds old."""
    user = await users.by_id(db, admin.user_id)
    if user is None or user.disabled or "admin" not in user.roles:
        raise Forbidden("you do not administer this organisation any more")
    return user


async def _person(db: Sql, admin: Caller, person_id: UUID) -> User:
    user = await users.by_id(db, person_id)
    if user is None or user.org_id != admin.org_id:
        raise _nobody()
    return user


def _nobody() -> NotFound:
    return NotFound("nobody in your organisation has this id")
