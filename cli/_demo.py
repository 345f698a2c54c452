"""People to try a project as: named by the project, made only where it is asked for."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import TYPE_CHECKING

from contracts.errors import BatutaError, InvalidRequest
from server.identity import accounts

if TYPE_CHECKING:
    import asyncpg

    from server.settings import Settings
    from workflows.file.manifest import DemoPerson


class DemoExposed(BatutaError):
    """A demo was to be served to others than this machine."""

    code = "invalid_request"


def demo_people(settings: Settings) -> list[DemoPerson]:
    """Return whom the project wants made; refuses where others than this machine could be them."""
    from agent.serving.project_settings import manifest_of

    people = manifest_of(settings.project).demo
    if not people:
        raise InvalidRequest(
            "--demo needs a project that names people under `demo:` in its batuta.yaml,"
            " as examples/qhub does"
        )
    if not is_this_machine(settings.host):
        raise DemoExposed(
            f"--demo is for this machine alone, and {settings.host} is open to others;"
            " leave --demo out, or serve on 127.0.0.1"
        )
    return people


async def make_people(db: asyncpg.Pool, people: Sequence[DemoPerson]) -> None:
    """Make accounts without passwords for those who have none yet; others stay as they are."""
    from store import users

    for person in people:
        if await users.by_email(db, accounts.canonical_email(person.email)) is None:
            await accounts.add(db, person.email, roles=person.roles)


def is_this_machine(host: str) -> bool:
    """Tell whether nobody else can reach what listens there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
