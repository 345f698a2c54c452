"""What the moderators' API takes and gives."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from agent.moderation.review import Ruling
from server.routes.fields import ONLY_TEXT, Moment
from store.cases import Case, Filter
from store.sessions import StoredMessage

MOST_AT_ONCE = 500
Stage = Literal[
    "input", "tool_args", "tool_result", "output", "feedback", "handoff", "sample", "report"
]


Words = Annotated[str, Field(max_length=200), ONLY_TEXT]
Note = Annotated[str, Field(min_length=1, max_length=4000), ONLY_TEXT]
Category = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[a-z][a-z0-9_-]*$")]


class CaseFilter(BaseModel):
    """Which cases are meant; what is left out does not matter."""

    model_config = ConfigDict(extra="forbid")

    status: Literal["open", "escalated", "decided"] | None = None
    category: Words | None = None
    stage: Stage | None = None
    verdict: Literal["allow", "redact", "review", "block"] | None = None
    workflow: Words | None = None
    session: UUID | None = None
    person: UUID | None = Field(default=None, description="Id of the person it is about.")
    turn: UUID | None = None
    assignee: UUID | None = None
    team: Words | None = None
    since: Moment | None = None
    until: Moment | None = None
    q: Words | None = Field(default=None, description="Words that the excerpt holds.")
    second: bool | None = Field(
        default=None, description="Whether one moderator has decided and a second one must."
    )

    def to_store(self) -> Filter:
        """Return it in the store's words."""
        return Filter(
            status=self.status,
            category=self.category,
            stage=self.stage,
            verdict=self.verdict,
            workflow=self.workflow,
            session_id=self.session,
            user_id=self.person,
            turn_id=self.turn,
            assignee=self.assignee,
            team=self.team,
            since=self.since,
            until=self.until,
            text=self.q,
            second=self.second,
        )


class CasesQuery(CaseFilter):
    """A page of the queue."""

    limit: int = Field(default=50, ge=1, le=200)
    before: int | None = Field(default=None, ge=1, lt=2**63)


class ExportQuery(CaseFilter):
    """Which cases are exported, and how."""

    format: Literal["csv", "jsonl"] = "csv"


class CaseOut(BaseModel):
    """A case as the queue shows it: the excerpt is without personal data."""

    id: UUID
    no: int
    person: UUID
    session: UUID
    turn: UUID
    workflow: str | None
    stage: str
    category: str
    verdict: str
    about: str = Field(description="The tool or team it is about.")
    reason: str
    scores: dict[str, float | None]
    excerpt: str
    path: list[dict[str, Any]] = Field(description="Workflows and states, the one at work last.")
    found: int = Field(description="Findings of this turn and category.")
    status: str
    decision: str | None
    second: bool = Field(description="One moderator has decided and a second one must.")
    assignee: UUID | None
    team: str | None
    created_at: datetime
    updated_at: datetime
    decided_at: datetime | None


class CaseList(BaseModel):
    """A page of cases, the newest first; `next` is the `before` of the next page."""

    cases: list[CaseOut]
    next: int | None
    counts: dict[str, dict[str, int]] = Field(
        description="By status, category and stage; each as if it were not filtered by."
    )


class Line(BaseModel):
    """A message of the conversation."""

    turn: UUID
    no: int
    role: str
    blocks: list[dict[str, Any]]
    workflow: str | None
    created_at: datetime


class ReviewOut(BaseModel):
    """A moderator's decision."""

    reviewer: UUID
    decision: str
    category: str
    note: str | None
    at: datetime


class NoteOut(BaseModel):
    """What a moderator noted."""

    author: UUID
    kind: str
    text: str
    at: datetime


class ReadingOut(BaseModel):
    """Who read the case, and why it was revealed to them."""

    reader: UUID
    kind: str
    reason: str | None
    at: datetime


class Similar(BaseModel):
    """A case with a similar excerpt."""

    id: UUID
    likeness: float
    excerpt: str
    status: str
    decision: str | None


class CasePage(BaseModel):
    """All that a moderator needs to decide; personal data is masked."""

    case: CaseOut
    findings: list[dict[str, Any]]
    route: dict[str, Any] | None
    steps: list[dict[str, Any]] = Field(description="How the turn was judged, routed, conducted.")
    transcript: list[Line]
    reviews: list[ReviewOut]
    notes: list[NoteOut]
    readings: list[ReadingOut]
    similar: list[Similar]
    people: dict[str, str] = Field(description="E-mails of the moderators that are named.")


class RevealBody(BaseModel):
    """Why the text is needed; it is kept with the reading."""

    reason: Annotated[str, Field(min_length=5, max_length=500), ONLY_TEXT]


class Revealed(BaseModel):
    """The case's texts as they were; `evidence` is null when its time is over."""

    evidence: list[str] | None
    transcript: list[Line]
    person: str | None = Field(description="The person's e-mail.")


class DecisionBody(BaseModel):
    """Whether the flag was right; `example` says whether the guards learn from it."""

    model_config = ConfigDict(extra="forbid")

    decision: Literal["confirm", "false_positive"]
    category: Category | None = None
    note: Note | None = None
    example: bool | None = Field(
        default=None,
        description="Left out: yes for a guard's verdict, no for samples and reports.",
    )

    def ruling(self) -> Ruling:
        """Return it in the words of moderation."""
        return Ruling(self.decision, self.category, self.note, self.example)


class Decided(BaseModel):
    """What became of a decision."""

    id: UUID
    outcome: Literal["decided", "awaits_second", "disagreed"]
    example: Literal["allow", "block"] | None


class EscalateBody(BaseModel):
    """To whom: a moderator's id or e-mail, or the name of a team."""

    model_config = ConfigDict(extra="forbid")

    to: Annotated[str, Field(min_length=1, max_length=100), ONLY_TEXT] | None = None
    note: Note


class NoteBody(BaseModel):
    """What the others should know."""

    model_config = ConfigDict(extra="forbid")

    text: Note


class AssignBody(BaseModel):
    """Who works on it, by id or e-mail; null: nobody."""

    model_config = ConfigDict(extra="forbid")

    to: Annotated[str, Field(min_length=1, max_length=320), ONLY_TEXT] | None


class BulkBody(BaseModel):
    """One decision for many cases, named by id or by filter.

    A filter names something, and takes open cases unless it names another `status`.
    """

    model_config = ConfigDict(extra="forbid")

    ids: list[UUID] | None = Field(default=None, min_length=1, max_length=MOST_AT_ONCE)
    filter: CaseFilter | None = None
    decision: Literal["confirm", "false_positive", "escalate"]
    category: Category | None = None
    note: Note | None = None
    example: bool | None = None

    @model_validator(mode="after")
    def _one_way(self) -> BulkBody:
        if (self.ids is None) == (self.filter is None):
            raise ValueError("give `ids` or `filter`, and not both")
        if self.filter is not None and not self.filter.model_dump(exclude_none=True):
            raise ValueError(
                "an empty `filter` would take the whole queue; name a category, a stage, `since`"
                " or any other field, `status` alone at least"
            )
        if self.decision == "escalate" and self.note is None:
            raise ValueError("an escalation needs a `note`")
        return self


class BulkOutcome(BaseModel):
    """What became of one case."""

    id: UUID
    outcome: Literal[
        "decided", "awaits_second", "disagreed", "escalated", "closed", "twice", "own", "not_found"
    ]
    example: Literal["allow", "block"] | None = None


class BulkAnswer(BaseModel):
    """What became of each; `more` tells that the filter holds further undecided cases."""

    outcomes: list[BulkOutcome]
    more: bool


class Stats(BaseModel):
    """Figures of a span of time."""

    days: list[dict[str, Any]]
    categories: list[dict[str, Any]]
    agreement: dict[str, float | int | None] = Field(
        description="Of two moderators: pairs, share that agreed, Cohen's kappa."
    )


def case_out(case: Case) -> CaseOut:
    """Show a case as the queue does."""
    return CaseOut(
        id=case.id,
        no=case.no,
        person=case.user_id,
        session=case.session_id,
        turn=case.turn_id,
        workflow=case.workflow,
        stage=case.stage,
        category=case.category,
        verdict=case.verdict,
        about=case.about,
        reason=case.reason,
        scores=dict(case.scores),
        excerpt=case.excerpt,
        path=case.path,
        found=case.found,
        status=case.status,
        decision=case.decision,
        second=case.reviewers is not None and case.status != "decided",
        assignee=case.assignee,
        team=case.team,
        created_at=case.created_at,
        updated_at=case.updated_at,
        decided_at=case.decided_at,
    )


def line_out(message: StoredMessage) -> Line:
    """Show a message as it was."""
    return Line(
        turn=message.turn_id,
        no=message.no,
        role=message.role,
        blocks=message.blocks,
        workflow=message.workflow,
        created_at=message.created_at,
    )
