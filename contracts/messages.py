"""Who calls, and what a conversation is made of."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NotRequired, TypedDict, get_args
from uuid import UUID

from contracts.blocks import Block
from contracts.events import ApprovalCode, ApprovalKind, DoneStatus, HandoverEnding, RouteIntent
from contracts.json import JsonObject

Role = Literal["user", "staff", "moderator", "owner", "operator", "admin"]
ROLES: tuple[Role, ...] = get_args(Role)

RouteStage = Literal["rule", "local", "model", "ask"]
TurnKind = Literal["message", "approval", "ui", "file", "people"]
TurnStatus = Literal["queued", "running"] | DoneStatus
OnBusy = Literal["queue", "reject"]  # what becomes of a message while another one is answered
ENDED: frozenset[TurnStatus] = frozenset(get_args(DoneStatus))


@dataclass(frozen=True, slots=True)
class Caller:
    """The authenticated person on whose behalf everything in a request happens."""

    user_id: UUID
    org_id: UUID
    email: str
    roles: frozenset[str]
    token_epoch: int | None = None  # of the token that was shown; another issuer's has none

    def has(self, *roles: Role) -> bool:
        """Tell whether the caller holds one of these roles; an admin holds them all."""
        return "admin" in self.roles or any(r in self.roles for r in roles)


@dataclass(frozen=True, slots=True)
class Message:
    """One stored message of a session, its blocks complete (text, tool calls, results, widgets)."""

    role: Literal["user", "assistant"]
    blocks: list[Block]
    workflow: str | None = None
    id: str = ""


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
class AskedApproval:
    """A question to the person that ends the turn as waiting."""

    id: str
    kind: ApprovalKind
    call_id: str
    tool: str
    title: str
    reason: str
    code: ApprovalCode
    expires_at: str
    args: JsonObject = field(default_factory=JsonObject)


class PageAnswer(TypedDict):
    """What a component of the page has answered."""

    id: str
    value: NotRequired[Any]


class GivenDecision(TypedDict):
    """Yes or no to an approval that is named, perhaps with other arguments."""

    id: str
    approve: bool
    edited_args: NotRequired[JsonObject | None]
    remember: NotRequired[bool]  # do not ask for this tool again in this conversation


class SentFile(TypedDict):
    """A file that was read and stored: its name, what it holds in words, its datasets."""

    name: str
    text: str
    datasets: list[str]


class EndedHandover(TypedDict):
    """How people have let go of a conversation, so that the assistant goes on."""

    team: str
    how: HandoverEnding
    name: str | None


@dataclass(frozen=True, slots=True)
class TurnInput:
    """What the person has sent: words, or what a form of the page or an approval is answered, or
    a file; or, sent by nobody, that people have let go of the conversation."""

    message: str = ""
    page_answer: PageAnswer | None = None
    approval: GivenDecision | None = None
    file: SentFile | None = None
    handover: EndedHandover | None = None

    @classmethod
    def read(cls, stored: JsonObject) -> TurnInput:
        """Read it as it was accepted."""
        return cls(
            stored.get("message") or "",
            stored.get("ui_result"),
            stored.get("approval"),
            stored.get("file"),
            stored.get("handover"),
        )

    def stored(self) -> JsonObject:
        """Return it as it is stored: only what was sent."""
        known = {
            "message": self.message or None,
            "ui_result": self.page_answer,
            "approval": self.approval,
            "file": self.file,
            "handover": self.handover,
        }
        return {name: value for name, value in known.items() if value is not None}


@dataclass(frozen=True, slots=True)
class TurnOptions:
    """What the sender wants of this one turn; None leaves it as it is."""

    workflow: str | None = None
    autonomous: bool | None = None
    client_state: JsonObject | None = None  # the page's own, for its reader alone
    metadata: JsonObject | None = None
    language: str | None = None  # what the sender's browser asks for

    @classmethod
    def read(cls, stored: JsonObject) -> TurnOptions:
        """Read them as they were accepted."""
        return cls(**{each.name: stored.get(each.name) for each in fields(cls)})

    def stored(self) -> JsonObject:
        """Return them as they are stored: only what was chosen."""
        known = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: value for name, value in known.items() if value is not None}


class ButtonRecord(TypedDict):
    """A button of a question, as it is kept."""

    label: str
    value: str


class WishRecord(TypedDict):
    """A second request of a message as it is kept."""

    workflow: str
    message: str


class RouteRecord(TypedDict):
    """A routing decision as it is kept."""

    workflow: str
    intent: RouteIntent
    confidence: float
    reason: str
    stage: RouteStage
    from_workflow: str | None
    candidates: list[tuple[str, float]]
    question: str | None
    options: list[ButtonRecord]
    pressed: bool
    then: str | None
    answer: str | None
    agreed: bool
    said: str | None
    also: WishRecord | None
    drops: bool
    mistaken: bool
    amends: bool
    own: bool
    unserved: bool
    asks: list[str]


class PersonPreferences(TypedDict, total=False):
    """How a person wants to be served; what is left out is the project's to say."""

    autonomous: bool
    language: str
    timezone: str
    show_memory: bool
    max_steps: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One chat message and everything that is known of it when a worker takes it up."""

    id: UUID
    session_id: UUID
    caller: Caller
    kind: TurnKind
    input: TurnInput
    options: TurnOptions
    attempt: int
    last_seq: int
    cancel_requested: bool
    frozen: bool  # an earlier attempt held its worker's loop until it was given up
    cursor: JsonObject
    preferences: PersonPreferences
    history: list[Message] = field(default_factory=list[Message])
    steps: JsonObject = field(default_factory=JsonObject)


def new_id() -> UUID:
    """Return a time-ordered UUID (version 7), so that new rows lie next to each other."""
    ms = time.time_ns() // 1_000_000
    rand = int.from_bytes(os.urandom(10))
    high = (ms & ((1 << 48) - 1)) << 80 | 0x7 << 76 | (rand >> 68 & 0xFFF) << 64
    return UUID(int=high | 0b10 << 62 | rand & ((1 << 62) - 1))
