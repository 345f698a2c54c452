"""The stream's vocabulary: one class per event, and the union of them all.

An event's own fields are written here once; OpenAPI and the TypeScript types are generated from
these classes (`make contract`). The envelope (`turn`, `seq`, `at`) is filled in when an event is
committed: nothing is sent that is not stored.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, get_args

import orjson
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from contracts.errors import Code
from contracts.json import JsonObject

DoneStatus = Literal["finished", "blocked", "waiting", "cancelled", "failed"]
ToolStatus = Literal["ok", "error", "timeout", "denied", "cancelled"]
Decision = Literal["allow", "redact", "review", "block"]
RouteIntent = Literal["start", "stay", "switch", "exit", "clarify"]
HandoverEnding = Literal["returned", "closed", "left", "expired"]
HandoverStatus = Literal["waiting", "taken"] | HandoverEnding
TaskStatus = Literal["pending", "running", "done", "failed", "skipped"]
ApprovalKind = Literal["tool", "continue", "retry", "repeat"]
ApprovalCode = Literal[
    "has_effect", "asks_first", "failed", "timed_out", "worker_lost", "loop_detected",
    "iteration_limit",
]  # fmt: skip
RouteCode = Literal[
    "answers_form", "answers_approval", "answers_question", "said_to_workflow", "leaves",
    "comes_first", "requested", "button", "no_words", "named", "goes_on", "left_to_others",
    "alike", "change_of_subject", "no_change", "unclear", "table_sent", "unclaimed", "model",
    "other",
]  # fmt: skip

_ENVELOPE = {"type", "turn", "seq", "at"}


class Event(BaseModel):
    """What every event carries: its turn, its place in it, and when it was committed."""

    model_config = ConfigDict(extra="forbid")

    turn: str = Field(default="", description="The turn's id.")
    seq: int = Field(default=0, description="Position in the turn, from 1, without gaps.")
    at: str = Field(default="", description="When it was committed (RFC 3339).")

    @property
    def type_name(self) -> str:
        return str(self.__class__.model_fields["type"].default)

    def body(self) -> bytes:
        """Return the event's own fields as JSON, the envelope left out."""
        return orjson.dumps(self.model_dump(mode="json", exclude=_ENVELOPE, exclude_none=True))


class Queued(Event):
    """The session is busy; this message waits its turn."""

    type: Literal["queued"] = "queued"
    position: int


class TurnStart(Event):
    """First event of a turn that runs."""

    type: Literal["turn_start"] = "turn_start"
    session: str
    message_id: str


class GuardVerdict(Event):
    """A guard's verdict, when it is not a plain allow."""

    type: Literal["guard"] = "guard"
    verdict: Decision
    category: str
    message: str | None = None


class Candidate(BaseModel):
    """A workflow that the router weighed."""

    workflow: str
    confidence: float


class RouteChosen(Event):
    """Where the message went, and why; once per turn."""

    type: Literal["route"] = "route"
    workflow: str
    from_workflow: str | None = None
    intent: RouteIntent
    confidence: float
    reason: str
    code: RouteCode = "other"
    candidates: list[Candidate] = []


class StateEntered(Event):
    """The workflow entered a state."""

    type: Literal["state"] = "state"
    workflow: str
    version: int
    state: str
    title: str | None = None


class Text(Event):
    """A piece of the answer's text, to be appended to its message."""

    type: Literal["text"] = "text"
    message_id: str
    content: str


class TextRestart(Event):
    """After a takeover: drop the partial text of this message, it is written again."""

    type: Literal["text_restart"] = "text_restart"
    message_id: str


class ToolStart(Event):
    """A tool call begins."""

    type: Literal["tool_start"] = "tool_start"
    call: str
    tool: str
    title: str
    args: JsonObject = {}


class ToolProgress(Event):
    """A sign of life from a long tool call."""

    type: Literal["tool_progress"] = "tool_progress"
    call: str
    fraction: float | None = None
    note: str = ""


class ToolRetry(Event):
    """The call is tried again."""

    type: Literal["tool_retry"] = "tool_retry"
    call: str
    attempt: int
    max: int
    reason: str


class ToolEnd(Event):
    """A tool call ended; its output is bounded."""

    type: Literal["tool_end"] = "tool_end"
    call: str
    tool: str
    status: ToolStatus
    output: Any = None
    cached: bool = False
    duration_ms: int = 0


class ToolApprovalRequest(Event):
    """A person must decide before the turn can go on; `done` with status waiting follows."""

    type: Literal["tool_approval_request"] = "tool_approval_request"
    approval: str
    kind: ApprovalKind
    call: str
    tool: str
    title: str
    args: JsonObject = {}
    reason: str
    code: ApprovalCode = "asks_first"
    expires_at: str


class Choice(BaseModel):
    """One button of a question."""

    label: str
    value: str


class Choices(Event):
    """A question with buttons; the pressed one's value is the next message."""

    type: Literal["choices"] = "choices"
    id: str
    question: str
    options: list[Choice]


class Task(BaseModel):
    """One line of a visible plan."""

    id: str
    description: str
    status: TaskStatus
    error: str | None = None


class TaskList(Event):
    """The plan, when it has two or more actions."""

    type: Literal["task_list"] = "task_list"
    tasks: list[Task]


class TaskUpdate(Event):
    """One line of the plan changed."""

    type: Literal["task_update"] = "task_update"
    id: str
    status: TaskStatus
    error: str | None = None


class Rows(BaseModel):
    """Tabular data."""

    columns: list[str]
    rows: list[list[Any]]


class Chart(Event):
    """A chart as an ECharts option, with the data it shows."""

    type: Literal["chart"] = "chart"
    id: str
    title: str
    chart_type: str
    spec: JsonObject
    data: Rows
    sources: list[Any] = []


class Table(Event):
    """A table; `total_rows` may exceed the rows sent."""

    type: Literal["table"] = "table"
    id: str
    title: str
    columns: list[str]
    rows: list[list[Any]]
    total_rows: int
    sources: list[Any] = []


class Kpi(Event):
    """One figure."""

    type: Literal["kpi"] = "kpi"
    id: str
    label: str
    value: float | int | str
    unit: str | None = None
    change: float | None = None
    sources: list[Any] = []


class Dashboard(Event):
    """A dashboard to open."""

    type: Literal["dashboard"] = "dashboard"
    id: str
    title: str
    url: str
    kind: str = "dashboard"


class Artifact(Event):
    """Model-written HTML or SVG, shown in a sandboxed frame."""

    type: Literal["artifact"] = "artifact"
    id: str
    title: str
    url: str
    kind: str


class File(Event):
    """A file to download."""

    type: Literal["file"] = "file"
    id: str
    title: str
    url: str
    kind: str


class ShownDatum(BaseModel):
    """A datum as people read it, in their language."""

    title: str
    text: str


class Ui(Event):
    """A client-side component; its result is the next request's `ui_result`."""

    type: Literal["ui"] = "ui"
    id: str
    component: str
    props: JsonObject = {}
    told: list[ShownDatum] = Field(
        default=[], description="The data that are shown, for a page without the component."
    )
    result_schema: JsonObject | None = Field(
        default=None, description="What its answer must fit; absent where none is awaited."
    )


class Handover(Event):
    """Who has the conversation: people are awaited, have it, or have let go of it again.

    While it is `waiting` or `taken` the assistant is silent; `GET /sessions/{session_id}/events`
    tells what comes meanwhile.
    """

    type: Literal["handover"] = "handover"
    status: HandoverStatus
    team: str
    title: str = Field(description="The team's title, in the person's language.")
    name: str | None = Field(default=None, description="Of whoever answers, as they are called.")
    place: int | None = Field(default=None, description="Place in the team's queue, from 1.")
    open: bool | None = Field(default=None, description="Whether anybody of the team is there now.")
    opens_at: str | None = Field(default=None, description="When somebody is there again.")
    late: bool | None = Field(default=None, description="It takes longer than was meant.")
    changed: bool = Field(default=True, description="False: this only tells how it stands.")


class StaffMessage(Event):
    """What a person of the team has written; a message of its own."""

    type: Literal["staff_message"] = "staff_message"
    message_id: str
    text: str
    team: str
    title: str
    name: str | None = None


class Memory(Event):
    """What was remembered or used, as summaries; only when the person wants to see it."""

    type: Literal["memory"] = "memory"
    saved: list[str] = []
    used: list[str] = []


class FeedbackRequest(Event):
    """The page may ask for a rating now."""

    type: Literal["feedback_request"] = "feedback_request"
    reason: str


class AgentUsage(BaseModel):
    """What one agent of the turn used."""

    agent: str
    model: str
    calls: int = 0
    input: int = 0
    output: int = 0
    cached: int = 0
    cost_usd: float | None = None


class UsageReport(Event):
    """Tokens and cost of the turn; cost is null where no price is known."""

    type: Literal["usage"] = "usage"
    model: str
    input: int = 0
    output: int = 0
    cached: int = 0
    cost_usd: float | None = None
    agents: list[AgentUsage] = []


class Error(Event):
    """A failure inside the stream; `done` still follows."""

    type: Literal["error"] = "error"
    code: Code
    message: str
    retryable: bool
    correlation_id: str


class Done(Event):
    """Last event of every turn, exactly once."""

    type: Literal["done"] = "done"
    status: DoneStatus
    message_id: str | None = None
    next: str | None = None


AnyWidget = Chart | Table | Kpi | Dashboard | Artifact | File  # what a tool may show
AnyEvent = (
    Queued
    | TurnStart
    | GuardVerdict
    | RouteChosen
    | StateEntered
    | Text
    | TextRestart
    | ToolStart
    | ToolProgress
    | ToolRetry
    | ToolEnd
    | ToolApprovalRequest
    | Choices
    | TaskList
    | TaskUpdate
    | Chart
    | Table
    | Kpi
    | Dashboard
    | Artifact
    | File
    | Ui
    | Handover
    | StaffMessage
    | Memory
    | FeedbackRequest
    | UsageReport
    | Error
    | Done
)
StreamEvent = Annotated[AnyEvent, Field(discriminator="type")]
EVENT_CLASSES: tuple[type[Event], ...] = get_args(AnyEvent)
StreamEventAdapter: TypeAdapter[Event] = TypeAdapter(StreamEvent)


def stamp(at: datetime) -> str:
    """Write a moment the way the stream does (RFC 3339, UTC, microseconds)."""
    return at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def render(turn: str, seq: int, at: datetime, kind: str, body: bytes) -> bytes:
    """Join envelope and stored fields into the one line that every encoder sends."""
    head = f'{{"type":"{kind}","turn":"{turn}","seq":{seq},"at":"{stamp(at)}"'.encode()
    return head + (b"}" if body == b"{}" else b"," + body[1:])
