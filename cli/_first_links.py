"""One-time links that `batuta serve` prints, so that the pages open signed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cli._demo import is_this_machine
from server.identity import accounts
from server.identity.accounts import FIRST_ADMIN

if TYPE_CHECKING:
    import asyncpg

    from server.settings import Settings
    from workflows.file.manifest import DemoPerson


async def first_links(
    db: asyncpg.Pool, settings: Settings, demo: Sequence[DemoPerson]
) -> dict[str, str]:
    """Make a link's token for the first admin and for those of a demo, by e-mail.

    Only where nobody but this machine is served: what is printed elsewhere ends in logs that others
    read, and a public address says that there are others.
    """
    from store import users

    public = urlsplit(settings.public_url or "").hostname or settings.host
    if not (is_this_machine(settings.host) and is_this_machine(public)):
        return {}
    found: dict[str, str] = {}
    for email in (FIRST_ADMIN, *(accounts.canonical_email(person.email) for person in demo)):
        user = await users.by_email(db, email)
        if user is not None and not user.disabled:
            found[email] = await accounts.make_link(db, user, "login")
    return found
