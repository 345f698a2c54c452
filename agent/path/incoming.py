"""What comes into a turn, before anything is done about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

import orjson

from contracts.events import ApprovalKind, HandoverStatus
from contracts.json import JsonMapping
from contracts.messages import PageAnswer, Turn
from store.turns import ClaimedTurn
from workflows.machine.cursor import Cursor


@dataclass(frozen=True, slots=True)
class KnownApproval:
    """A question of an earlier turn that this one may answer, or has answered already."""

    id: UUID
    turn_id: UUID
    kind: ApprovalKind
    call_id: str
    tool: str
    args: JsonMapping
    open: bool

    @classmethod
    def read(cls, stored: JsonMapping) -> KnownApproval:
        """Read one as the turn's claim tells of it."""
        return cls(
            UUID(stored["id"]),
            UUID(stored["turn_id"]),
            stored["kind"],
            stored["call_id"] or "",
            stored["tool"] or "",
            stored["args"] or {},
            stored["status"] == "open",
        )


@dataclass(frozen=True, slots=True)
class OpenHandover:
    """That people are awaited in the conversation, or have it."""

    id: UUID
    turn_id: UUID  # in which they were asked
    team: str
    status: HandoverStatus
    name: str | None

    @classmethod
    def read(cls, stored: JsonMapping) -> OpenHandover:
        """Read it as the turn's claim tells of it."""
        return cls(
            UUID(stored["id"]),
            UUID(stored["turn_id"]),
            stored["team"],
            stored["status"],
            stored["name"],
        )


@dataclass(frozen=True)
class Incoming:
    """A claimed turn, and what is known of its person and conversation."""

    turn: Turn
    approvals: tuple[KnownApproval, ...]
    remembered: frozenset[str]  # tools that the person has agreed to for ever
    profile: JsonMapping
    position: Cursor  # where the conversation stood
    held: OpenHandover | None = None

    @classmethod
    def read(cls, claimed: ClaimedTurn) -> Incoming:
        """Read what the claim has brought."""
        approvals = tuple(KnownApproval.read(a) for a in claimed.approvals)
        position = Cursor.read(claimed.turn.cursor)
        held = OpenHandover.read(claimed.handover) if claimed.handover else None
        return cls(claimed.turn, approvals, claimed.remembered, claimed.profile, position, held)

    @cached_property
    def given(self) -> str:
        """Return what the person sent: their words, or what a form of the page answered."""
        sent = self.turn.input
        if sent.message or sent.page_answer is None:
            return sent.message
        return orjson.dumps(sent.page_answer).decode()

    @property
    def typed(self) -> bool:
        """Tell whether the person wrote words, and did not answer a form of the page."""
        return bool(self.turn.input.message)

    @property
    def page_answer(self) -> PageAnswer | None:
        """Return what a form of the page answered; words beside it count more."""
        return None if self.typed else self.turn.input.page_answer
