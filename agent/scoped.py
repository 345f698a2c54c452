"""What tools may keep: the store, seen through one caller and one session."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

import asyncpg

from contracts.events import stamp
from contracts.messages import Caller
from store import notes


@dataclass(frozen=True, slots=True)
class ScopedStore:
    """The database as a tool gets it; no call can reach another person's rows."""

    pool: asyncpg.Pool
    caller: Caller
    session_id: UUID

    async def save_note(self, key: str, text: str) -> bool:
        """Keep a note; False if that key was kept before."""
        return await notes.save(self.pool, self.caller, self.session_id, key, text)

    async def list_notes(self) -> list[dict[str, str]]:
        """Return the caller's notes, oldest first."""
        found = await notes.list_(self.pool, self.caller)
        return [{"text": n.text, "at": stamp(n.created_at)} for n in found]

    async def forget_notes(self) -> int:
        """Delete the caller's notes of this session and count them."""
        return await notes.forget(self.pool, self.caller, self.session_id)
