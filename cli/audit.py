"""`batuta audit`: who did what, the newest first."""

from __future__ import annotations

import argparse
import asyncio
import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID

from cli.command import Command

if TYPE_CHECKING:
    import asyncpg

    from store.audit import AuditEntry

MOST = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta audit`."""
    parser.add_argument(
        "--person", metavar="WHO", help="what they did and what was done to them: e-mail or id"
    )
    parser.add_argument(
        "--action", metavar="NAME", help="one kind, or all that begin so: case.revealed, case"
    )
    parser.add_argument(
        "--since", type=_moment, metavar="TIME", help="from then on, such as 2026-03-01"
    )
    parser.add_argument("--until", type=_moment, metavar="TIME", help="before then")
    parser.add_argument("--limit", type=int, default=50, metavar="N", help="at most so many (50)")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """Show the rows; personal data that a detail may hold is masked."""
    from contracts.errors import InvalidRequest
    from server.audit_masking import masked

    if not 1 <= args.limit <= MOST:
        raise InvalidRequest(f"--limit takes a number from 1 to {MOST}")
    found = [masked(entry) for entry in asyncio.run(_find(args))]
    if args.json:
        print(json.dumps([asdict(entry) for entry in found], indent=2, default=str))
        return 0
    for entry in found:
        print(_line(entry))
    return 0


async def _find(args: argparse.Namespace) -> list[AuditEntry]:
    from cli._database import connected
    from server.settings import Settings
    from store import audit
    from store.audit import AuditFilter

    async with connected(Settings.load()) as db:
        person = await _person(db, args.person) if args.person else None
        return await audit.listed(
            db, AuditFilter(person, args.action, args.since, args.until), args.limit
        )


async def _person(db: asyncpg.Pool, called: str) -> UUID:
    """Read an id, which may be that of somebody who was erased, or find an e-mail's."""
    from server.identity import accounts

    try:
        return UUID(called)
    except ValueError:
        return (await accounts.account_by_email(db, called)).id


def _moment(given: str) -> datetime:
    """Read a day or a moment; without a zone it is UTC."""
    try:
        moment = datetime.fromisoformat(given)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(f"'{given}' is no day and no moment") from None


def _line(entry: AuditEntry) -> str:
    who = entry.actor_email or entry.actor or "-"
    about = entry.subject_email or entry.subject or "-"
    detail = " ".join(f"{name}={value}" for name, value in entry.detail.items())
    return f"{entry.at:%Y-%m-%d %H:%M:%S}  {entry.action:<20} {who}  {about}  {detail}".rstrip()


COMMAND = Command("audit", "list who did what, by person, kind and time", add_arguments, run)
