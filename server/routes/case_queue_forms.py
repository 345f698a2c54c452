"""What the API of the moderators' queue takes and gives."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from agent.moderation.agreement import Agreement
from agent.moderation.bulk import MOST_AT_ONCE, BulkResult, Escalation
from agent.moderation.decisions import DecisionRequest
from contracts.events import Decision
from server.limits.bounded_body import BoundedBody
from server.routes.cases_forms import CaseCategory, CaseOut, NoteText
from server.routes.dependencies import Moment
from store.case_stats import CasesOfAge, CasesOfCategory, CasesOfDay, CasesOfGuard, CaseWaits
from store.cases import CaseFilter, CaseStage, CaseStatus

# What is filtered by stands in the audit log for an export: names, and no words of anybody's.
NameText = Annotated[str, Field(max_length=100, pattern=r"^[a-z][a-z0-9_-]*$")]


class CaseFilterForm(BaseModel):
    """Which cases are meant; what is left out does not matter."""

    model_config = ConfigDict(extra="forbid")

    status: CaseStatus | None = None
    category: NameText | None = None
    stage: CaseStage | None = None
    verdict: Decision | None = None
    workflow: NameText | None = None
    session: UUID | None = None
    person: UUID | None = Field(default=None, description="Id of the person it is about.")
    turn: UUID | None = None
    assignee: UUID | None = None
    team: NameText | None = None
    since: Moment | None = None
    until: Moment | None = None
    second: bool | None = Field(
        default=None, description="Whether one moderator has decided and a second one must."
    )
    guard: NameText | None = Field(default=None, description="Who found it.")
    assigned: bool | None = Field(default=None, description="Whether somebody works on it.")

    def to_store(self) -> CaseFilter:
        """Return it in the store's words."""
        return CaseFilter(
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
            second=self.second,
            guard=self.guard,
            assigned=self.assigned,
        )


class CasesQuery(CaseFilterForm):
    """A page of the queue, between two cases' numbers."""

    limit: int = Field(default=50, ge=1, le=200)
    before: int | None = Field(default=None, ge=1, lt=2**63)
    after: int | None = Field(default=None, ge=0, lt=2**63)
    order: Literal["newest", "oldest"] = "newest"
    counts: bool = Field(default=True, description="False: for who only looks for news.")


class ExportQuery(CaseFilterForm):
    """Which cases are exported, and how."""

    format: Literal["csv", "jsonl"] = "csv"


class CaseList(BaseModel):
    """A page of cases; `next` is the `before` of the next page, or the `after` of `oldest`."""

    cases: list[CaseOut]
    next: int | None
    counts: dict[str, dict[str, int]] = Field(
        description="By status, category, stage, verdict and guard; each as if it were not"
        " filtered by."
    )


class BulkBody(BoundedBody):
    """One decision for many cases, named by id or by filter.

    A filter names something, and takes open cases unless it names another `status`.
    """

    model_config = ConfigDict(extra="forbid")

    ids: list[UUID] | None = Field(default=None, min_length=1, max_length=MOST_AT_ONCE)
    filter: CaseFilterForm | None = None
    decision: Literal["confirm", "false_positive", "escalate"]
    category: CaseCategory | None = None
    note: NoteText | None = None
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

    def request(self) -> DecisionRequest | Escalation:
        """Return it in the words of moderation."""
        if self.decision == "escalate":
            return Escalation(self.note or "")
        return DecisionRequest(self.decision, self.category, self.note, self.example)


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


class CaseStats(BaseModel):
    """Figures of a span of time, and how old what nobody has decided is now."""

    days: list[CasesOfDay]
    categories: list[CasesOfCategory]
    guards: list[CasesOfGuard]
    ages: list[CasesOfAge] = Field(description="Of all undecided cases, whenever they came.")
    waited: CaseWaits = Field(description="Of the cases decided in the span.")
    set_aside: int = Field(
        description="Guesses of the span that found no place in the review budget; in no list."
    )
    agreement: Agreement = Field(
        description="Of two moderators: pairs, share that agreed, Cohen's kappa."
    )


class ModeratorOut(BaseModel):
    """Somebody who may be given cases."""

    id: UUID
    email: str


class CaseDesk(BaseModel):
    """Whom cases may be given to."""

    moderators: list[ModeratorOut]
    teams: list[str]


def bulk_outcome(done: BulkResult) -> BulkOutcome:
    """Show what became of one of many cases."""
    if isinstance(done.result, str):
        return BulkOutcome(id=done.case_id, outcome=done.result)
    return BulkOutcome(id=done.case_id, outcome=done.result.outcome, example=done.result.example)
