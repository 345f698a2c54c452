"""A tool's way to the store: bound to one person and one session before the tool sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from contracts.messages import Caller
from store import notes, profiles
from store.sql import Sql


@dataclass(frozen=True, slots=True)
class Access:
    """The `ToolStore` that the database backs."""

    db: Sql
    caller: Caller
    session_id: UUID

    async def save_note(self, key: str, text: str) -> bool:
        """Keep a note; False if that key was kept before, and nothing changed."""
        return await notes.save(self.db, self.caller, self.session_id, key, text)

    async def list_notes(self) -> list[dict[str, str]]:
        """Return the caller's notes, oldest first."""
        kept = await notes.list_(self.db, self.caller)
        return [{"text": n.text, "created_at": n.created_at.isoformat()} for n in kept]

    async def forget_notes(self) -> int:
        """Delete the caller's notes of this session and count them."""
        return await notes.forget(self.db, self.caller, self.session_id)

    async def profile(self) -> dict[str, Any]:
        """Return the caller's profile."""
        return await profiles.load(self.db, self.caller)

    async def update_profile(self, fields: Mapping[str, Any]) -> None:
        """Put fields into the caller's profile; others stay."""
        await profiles.merge(self.db, self.caller, fields)
