"""What the API of one case takes and gives."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from agent.moderation.case_file import CaseFile
from agent.moderation.decisions import DecisionRequest
from agent.moderation.reasons import real_reason
from agent.moderation.similarity import most_similar
from agent.moderation.visibility import without_reason
from contracts.json import JsonObject
from guardrails.heads.score import limits_of
from guardrails.policy import Limits, Policy
from server.limits.bounded_body import BoundedBody
from server.routes.dependencies import ONLY_TEXT
from server.routes.examples_forms import ExampleOut, example_out
from store.cases import Case, CasePlace, CaseStage, FoundText
from store.sessions import StoredMessage


def _not_blank(given: str) -> str:
    if not given.strip():
        raise ValueError("it holds nothing but blanks")
    return given


NoteText = Annotated[str, Field(max_length=4000), ONLY_TEXT, AfterValidator(_not_blank)]
ReasonText = Annotated[str, Field(max_length=500), ONLY_TEXT, AfterValidator(real_reason)]
CaseCategory = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[a-z][a-z0-9_-]*$")]


class CaseOut(BaseModel):
    """A case as the queue shows it: facts, and nothing of what anybody said."""

    id: UUID
    no: int
    person: UUID
    session: UUID
    turn: UUID
    workflow: str | None
    stage: str
    category: str
    verdict: str
    guard: str = Field(description="Who found it; empty where no guard did.")
    about: str = Field(description="The tool or team it is about.")
    reason: str
    scores: dict[str, float | None]
    length: int = Field(description="Characters of the text it was found in.")
    language: str | None = Field(description="`en`, `pt`, or null where nothing tells.")
    path: list[CasePlace] = Field(description="Workflows and states, the one at work last.")
    found: int = Field(description="Findings of this turn and category.")
    status: str
    decision: str | None
    second: bool = Field(description="One moderator has decided and a second one must.")
    assignee: UUID | None
    team: str | None
    created_at: datetime
    updated_at: datetime
    decided_at: datetime | None


class TranscriptLine(BaseModel):
    """A message of the conversation."""

    turn: UUID
    no: int
    role: str
    blocks: list[JsonObject]
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


class SimilarCase(BaseModel):
    """A case with a similar text."""

    id: UUID
    no: int
    created_at: datetime
    likeness: float
    status: str
    decision: str | None


class ScoreLimits(BaseModel):
    """From which scores a head asks for review and blocks, by the policy as it is now."""

    review: float
    block: float


class CasePage(BaseModel):
    """All about a case but its texts, which are revealed for a reason."""

    case: CaseOut
    findings: list[FoundText]
    route: JsonObject | None
    steps: list[JsonObject] = Field(description="How the turn was judged, routed, conducted.")
    reviews: list[ReviewOut]
    notes: list[NoteOut]
    readings: list[ReadingOut]
    similar: list[SimilarCase]
    limits: dict[str, ScoreLimits] = Field(description="Of the heads that give scores, by name.")
    deciders: int = Field(description="How many moderators must decide it: one or two.")
    examples: list[ExampleOut] = Field(description="What the guards have learnt of it.")
    people: dict[str, str] = Field(description="E-mails of the moderators that are named.")


class RevealBody(BoundedBody):
    """Why the text is needed; it is kept with the reading."""

    reason: ReasonText


class RevealedOut(BaseModel):
    """The case's texts as they were, with the conversation around them."""

    evidence: list[str] = Field(description="One per finding.")
    remarks: list[str] = Field(description="What agents said of them, one per finding.")
    transcript: list[TranscriptLine]
    person: str | None = Field(description="The person's e-mail.")


class DecisionBody(BoundedBody):
    """Whether the flag was right; `example` says whether the guards learn from it."""

    model_config = ConfigDict(extra="forbid")

    decision: Literal["confirm", "false_positive"]
    category: CaseCategory | None = None
    note: NoteText | None = None
    example: bool | None = Field(
        default=None,
        description="Left out: yes for a guard's verdict, no for samples and reports.",
    )

    def request(self) -> DecisionRequest:
        """Return it in the words of moderation."""
        return DecisionRequest(self.decision, self.category, self.note, self.example)


class DecisionOut(BaseModel):
    """What became of a decision."""

    id: UUID
    outcome: Literal["decided", "awaits_second", "disagreed"]
    example: Literal["allow", "block"] | None


class EscalateBody(BoundedBody):
    """To whom: a moderator's id or e-mail, or the name of a team."""

    model_config = ConfigDict(extra="forbid")

    to: Annotated[str, Field(min_length=1, max_length=100), ONLY_TEXT] | None = None
    note: NoteText


class NoteBody(BoundedBody):
    """What the others should know."""

    model_config = ConfigDict(extra="forbid")

    text: NoteText


class AssignBody(BoundedBody):
    """Who works on it, by id or e-mail; null: nobody."""

    model_config = ConfigDict(extra="forbid")

    to: Annotated[str, Field(min_length=1, max_length=320), ONLY_TEXT] | None


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
        guard=case.guard,
        about=case.about,
        reason=case.reason,
        scores=dict(case.scores),
        length=case.length,
        language=case.language,
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


def transcript_line(message: StoredMessage) -> TranscriptLine:
    """Show a message as it was."""
    return TranscriptLine(
        turn=message.turn_id,
        no=message.no,
        role=message.role,
        blocks=message.blocks,
        workflow=message.workflow,
        created_at=message.created_at,
    )


def _blocking(limits: Limits, stage: CaseStage) -> float:
    return limits.document or limits.block if stage == "tool_result" else limits.block


def case_page(found: CaseFile, policy: Policy) -> CasePage:
    """Show all of a case but its texts; takes a moment, so call it in a thread."""
    case = found.case
    steps = [without_reason(step) for step in found.steps]
    routes = (step for step in steps if step["type"] == "route")
    return CasePage(
        case=case_out(case),
        findings=case.findings,
        route=without_reason({**case.route}) if case.route else next(routes, None),
        steps=steps,
        reviews=[ReviewOut(**asdict(review)) for review in found.reviews],
        notes=[NoteOut(**asdict(note)) for note in found.notes],
        readings=[ReadingOut(**asdict(reading)) for reading in found.readings],
        similar=[
            SimilarCase(
                id=other.id,
                no=other.no,
                created_at=other.created_at,
                likeness=share,
                status=other.status,
                decision=other.decision,
            )
            for other, share in most_similar(case.id, found.compared)
        ],
        limits={
            name: ScoreLimits(
                review=limit.review,
                block=_blocking(limit, case.stage),
            )
            for name, limit in limits_of(policy).items()
        },
        deciders=case.reviewers or policy.reviewers(case.id, case.category),
        examples=[example_out(each) for each in found.examples],
        people=found.emails,
    )
