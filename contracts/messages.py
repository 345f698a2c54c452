"""Who calls, and what a conversation is made of."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID

Role = Literal["user", "moderator", "owner", "operator", "admin"]
ROLES: tuple[Role, ...] = ("user", "moderator", "owner", "operator", "admin")

TurnKind = Literal["message", "approval", "ui"]
ENDED: frozenset[str] = frozenset({"finished", "blocked", "waiting", "cancelled", "failed"})

Json = dict[str, Any]  # an object, as it came in or goes out

# A block of a stored message: {"type": "text", "text"} | {"type": "tool_use", "id", "name",
# "args"} | {"type": "tool_result", "id", "name", "status", "output"} | {"type": "widget", "event"}
# | {"type": "ui_result", "id", "text"}.
Block = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Caller:
    """The authenticated person on whose behalf everything in a request happens."""

    user_id: UUID
    org_id: UUID
    email: str
    roles: frozenset[str]

    def has(self, *roles: Role) -> bool:
        """Tell whether the caller holds one of these roles; an admin holds them all."""
        return "admin" in self.roles or any(r in self.roles for r in roles)


@dataclass(frozen=True, slots=True)
class Message:
    """One stored message of a session, its blocks complete (text, tool calls, results, widgets)."""

    role: Literal["user", "assistant"]
    blocks: list[Block]
    workflow: str | None = None


@dataclass(slots=True)
class ModelUsage:
    """Tokens of one finished model call."""

    agent: str
    provider: str
    model: str
    input: int = 0
    output: int = 0
    cached: int = 0
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One chat message and everything that is known of it when a worker takes it up."""

    id: UUID
    session_id: UUID
    caller: Caller
    kind: TurnKind
    input: dict[str, Any]
    options: dict[str, Any]
    attempt: int
    last_seq: int
    cancel_requested: bool
    cursor: dict[str, Any]
    preferences: dict[str, Any]
    history: list[Message] = field(default_factory=list[Message])
    steps: dict[str, Any] = field(default_factory=dict[str, Any])


def new_id() -> UUID:
    """Return a time-ordered UUID (version 7), so that new rows lie next to each other."""
    ms = time.time_ns() // 1_000_000
    rand = int.from_bytes(os.urandom(10))
    high = (ms & ((1 << 48) - 1)) << 80 | 0x7 << 76 | (rand >> 68 & 0xFFF) << 64
    return UUID(int=high | 0b10 << 62 | rand & ((1 << 62) - 1))
