"""A token for whoever works on the server's own machine: who owns the database needs none."""

from __future__ import annotations

from cli._pool import connected
from cli.token import token_for
from contracts.errors import NotFound
from server.identity.accounts import FIRST_ADMIN
from server.settings import Settings
from store import users


async def mint(settings: Settings, email: str | None) -> str:
    """Sign a short-lived token for a person, by default the first administrator."""
    return await token_for(email or await _administrator(settings), settings)


async def _administrator(settings: Settings) -> str:
    async with connected(settings) as db:
        able = [p for p in await users.everyone(db) if "admin" in p.roles and not p.disabled]
        if not able:
            raise NotFound("there is no administrator to speak as; name a person with --email")
    emails = [person.email for person in able]
    return FIRST_ADMIN if FIRST_ADMIN in emails else emails[0]
