"""Whose decisions the parts of `batuta guard` work on, and under which policy."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

from contracts.errors import NotFound

if TYPE_CHECKING:
    import asyncpg


def add_scope(parser: argparse.ArgumentParser) -> None:
    """Declare whose decisions are meant, and which policy holds."""
    parser.add_argument("--org", default="default", metavar="SLUG", help="organisation (default)")
    parser.add_argument("--project", type=Path, help="a project whose policy holds")


async def organisation(db: asyncpg.Pool, slug: str) -> UUID:
    """Find the organisation that was named."""
    from store import users

    found = await users.organisation(db, slug)
    if found is None:
        raise NotFound(f"there is no organisation '{slug}'; `batuta user list` shows them")
    return found
