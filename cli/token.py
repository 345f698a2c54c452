"""`batuta token`: a bearer token for scripts, made beside a running server or without one."""

from __future__ import annotations

import argparse
import asyncio
from datetime import timedelta

from cli._pool import connected
from cli.command import Command
from server.identity import accounts
from server.identity.identity import Identity
from server.settings import Settings
from store import audit


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


def _minutes(text: str) -> int:
    minutes = int(text)
    if minutes < 1:
        raise argparse.ArgumentTypeError("a token lives at least 1 minute")
    return minutes


COMMAND = Command("token", "print a bearer token for scripts", add_arguments, run)
