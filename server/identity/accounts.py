"""What an administrator does with accounts; every change leaves an audit row."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal
from uuid import UUID

from contracts.errors import InvalidRequest, NotFound
from contracts.messages import ROLES
from server.identity.passwords import Passwords
from store import audit, staff, tokens, users
from store.sql import Sql
from store.users import User

LINK_LIFE = timedelta(hours=1)
FIRST_ADMIN = "admin@localhost"
_EMAIL = re.compile(r"[^@\s\x00-\x1f\x7f]{1,64}@[^@\s\x00-\x1f\x7f]{1,189}")
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


@dataclass(frozen=True, slots=True)
class NewAccount:
    """What came of adding an account."""

    id: UUID
    email: str
    org_made: bool


def canonical_email(email: str) -> str:
    """Return an e-mail in the one form it is stored in."""
    canonical = email.strip().lower()
    if not _EMAIL.fullmatch(canonical) or not canonical.isprintable():
        raise InvalidRequest("that is no e-mail address; it has the form name@example.org")
    return canonical


def digest(token: str) -> bytes:
    """Return what is stored of a secret token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


async def add(
    db: Sql,
    email: str,
    *,
    roles: Collection[str] = ("user",),
    org: str = "default",
    password: str | None = None,
    actor: UUID | None = None,
) -> NewAccount:
    """Make an account, and its organisation if that is new."""
    email, roles = canonical_email(email), _known_roles(roles)
    if not _SLUG.fullmatch(org):
        raise InvalidRequest(f"'{org}' is no organisation's name; use a-z, 0-9 and hyphens")
    hashed = await Passwords().hash_new(password, email) if password is not None else None
    if await users.by_email(db, email) is not None:
        raise _taken(email)
    made = await users.ensure_organisation(db, org)
    user_id = await users.add(db, email, org=org, roles=roles, password_hash=hashed)
    if user_id is None:
        raise _taken(email)
    detail = {"roles": sorted(roles), "org": org}
    await audit.record(db, "user.added", subject=user_id, actor=actor, detail=detail)
    return NewAccount(user_id, email, made)


async def account_by_email(db: Sql, email: str) -> User:
    """Find an account by e-mail, or say how to make it."""
    email = canonical_email(email)
    user = await users.by_email(db, email)
    if user is None:
        raise NotFound(f"nobody has the e-mail {email}; add them with: batuta user add {email}")
    return user


async def set_roles(db: Sql, user: User, roles: Collection[str], actor: UUID | None = None) -> None:
    """Replace a person's roles."""
    roles = _known_roles(roles)
    await users.set_roles(db, user.id, roles)
    detail = {"before": sorted(user.roles), "after": sorted(roles)}
    await audit.record(db, "user.roles", subject=user.id, actor=actor, detail=detail)


async def set_teams(db: Sql, user: User, teams: Collection[str], actor: UUID | None = None) -> None:
    """Say whose conversations somebody of the staff answers."""
    await staff.put_into(db, user.org_id, user.id, teams)
    detail = {"teams": sorted(set(teams))}
    await audit.record(db, "user.teams", subject=user.id, actor=actor, detail=detail)


async def set_disabled(db: Sql, user: User, disabled: bool, actor: UUID | None = None) -> None:
    """Shut a person out at once, or let them in again."""
    await users.set_disabled(db, user.id, disabled)
    action = "user.disabled" if disabled else "user.enabled"
    await audit.record(db, action, subject=user.id, actor=actor)


async def make_link(
    db: Sql, user: User, kind: Literal["login", "reset"], actor: UUID | None = None
) -> str:
    """Make a one-time token that signs a person in, or lets them choose a password."""
    if user.disabled:
        raise InvalidRequest(
            f"{user.email} is disabled; let them in first: batuta user enable {user.email}"
        )
    token = secrets.token_urlsafe(32)
    await tokens.add(db, digest(token), user.id, kind, LINK_LIFE)
    await audit.record(db, "user.link_made", subject=user.id, actor=actor, detail={"kind": kind})
    return token


def link_address(url: str, token: str, kind: Literal["login", "reset"]) -> str:
    """Return where a browser uses a one-time token. It stands behind the #: what stands there is
    sent to no server, and so is in no log."""
    return f"{url.rstrip('/')}/app/#{'link' if kind == 'login' else 'reset'}={token}"


def _known_roles(roles: Collection[str]) -> frozenset[str]:
    unknown = sorted(set(roles) - set(ROLES))
    if unknown or not roles:
        wrong = f"there is no role {', '.join(map(repr, unknown))}" if unknown else "no role given"
        raise InvalidRequest(f"{wrong}; the roles are {', '.join(ROLES)}")
    return frozenset(roles)


def _taken(email: str) -> InvalidRequest:
    return InvalidRequest(
        f"{email} has an account already; change it with: batuta user roles|reset {email}"
    )
