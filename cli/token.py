"""`batuta token`: a bearer token for scripts, made beside a running server or without one."""

from __future__ import annotations

import argparse
import asyncio
from datetime import timedelta

from cli._database import connected
from cli.command import Command
from contracts.errors import NotFound
from server.identity import accounts
from server.identity.access import LONGEST_DAYS
from server.identity.accounts import FIRST_ADMIN
from server.identity.identity import Identity
from server.settings import Settings
from store import audit, users


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta token`."""
    parser.add_argument("email", metavar="EMAIL", help="whose token")
    parser.add_argument("--minutes", type=_minutes, help="its life (BATUTA_ACCESS_MINUTES)")


def run(args: argparse.Namespace) -> int:
    """Print the token and nothing else."""
    print(asyncio.run(token_for(args.email, Settings.load(), args.minutes)))
    return 0


async def token_for(email: str, settings: Settings, minutes: int | None = None) -> str:
    """Make an access token for a person who has an account."""
    minutes = minutes or settings.access_minutes
    async with connected(settings) as db:
        identity = await Identity.open(db, settings)
        try:
            user = await accounts.account_by_email(db, email)
            token = await identity.issue(user.id, timedelta(minutes=minutes))
            await audit.record(db, "token.issued", subject=user.id, detail={"minutes": minutes})
        finally:
            await identity.close()
    return token


async def local_token(settings: Settings, email: str | None) -> str:
    """Make a token without asking for one: who owns the database speaks as the first admin."""
    return await token_for(email or await _administrator(settings), settings)


async def _administrator(settings: Settings) -> str:
    async with connected(settings) as db:
        able = [p for p in await users.everyone(db) if "admin" in p.roles and not p.disabled]
        if not able:
            raise NotFound("there is no administrator to speak as; name a person with --email")
    emails = [person.email for person in able]
    return FIRST_ADMIN if FIRST_ADMIN in emails else emails[0]


def _minutes(text: str) -> int:
    minutes = int(text)
    if not 1 <= minutes <= LONGEST_DAYS * 24 * 60:
        raise argparse.ArgumentTypeError(f"a token lives 1 minute to {LONGEST_DAYS} days")
    return minutes


COMMAND = Command("token", "print a bearer token for scripts", add_arguments, run)
