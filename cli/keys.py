"""`batuta keys`: the keys that access tokens are signed with."""

from __future__ import annotations

import argparse
import asyncio

from cli._database import connected
from cli.command import Command
from server.identity.identity import Identity
from server.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `batuta keys` can do."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    rotate = actions.add_parser("rotate", help="sign with a new key from now on")
    rotate.add_argument(
        "--forget-old",
        action="store_true",
        help="a key leaked: end every access token signed so far, within half a minute",
    )


def run(args: argparse.Namespace) -> int:
    asyncio.run(_rotate(Settings.load(), args.forget_old))
    earlier = "have ended" if args.forget_old else "stay valid until they expire"
    print(f"a new key signs from now on; earlier tokens {earlier}")
    return 0


async def _rotate(settings: Settings, forget_old: bool) -> None:
    async with connected(settings) as db:
        identity = await Identity.open(db, settings)
        try:
            await identity.rotate_keys(forget_old)
        finally:
            await identity.close()


COMMAND = Command("keys", "rotate the keys that sign access tokens", add_arguments, run)
