"""A tool's way to the store: bound to one person and one session before the tool sees it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid5

from contracts.json import JsonMapping, JsonObject
from contracts.messages import Caller
from language.clean import storable
from language.detect import told_language
from store import artifacts, cases, notes, profiles
from store.cases import CaseFinding, finding_id
from store.sql import Sql


@dataclass(frozen=True, slots=True)
class DatabaseToolStore:
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

    async def forget_notes(self, about: str = "") -> int:
        """Delete the caller's notes of this session that hold these words, and count them."""
        return await notes.forget(self.db, self.caller, self.session_id, about)

    async def profile(self) -> JsonObject:
        """Return the caller's profile."""
        return await profiles.load(self.db, self.caller)

    async def update_profile(self, fields: JsonMapping) -> None:
        """Put fields into the caller's profile; others stay."""
        await profiles.merge(self.db, self.caller, fields)

    async def report(self, key: str, turn_id: UUID, category: str, reason: str) -> bool:
        """Put the caller's message of a turn before the moderators, once per key."""
        said = await cases.message_of(self.db, self.caller, turn_id)
        if said is None:
            return False
        finding = CaseFinding(
            id=finding_id(turn_id, "report", category, key, ""),
            turn_id=turn_id,
            stage="report",
            category=category,
            verdict="review",
            language=told_language(said),
            evidence=said,
            about="log_moderation",
            reason="reported by an agent",
            remark=storable(reason),
        )
        return await cases.open_case(self.db, finding) is not None

    async def keep_artifact(self, key: str, turn_id: UUID, title: str, html: str) -> UUID:
        """Keep HTML that is shown in a frame, once per key; returns its id."""
        artifact = uuid5(turn_id, f"artifact/{key}")
        await artifacts.add(self.db, turn_id, artifact, "html", title, storable(html))
        return artifact
