"""A moderator's decision of a case, and the examples that the guards keep of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

import asyncpg

from agent.moderation.audit import record_action
from agent.moderation.visibility import is_own
from contracts.messages import Caller
from guardrails.examples import example_text, folded_hash
from guardrails.policy import Policy
from store import cases, examples, reviews
from store.cases import Case, CaseDecision, CaseStage
from store.examples import ExampleKind, ExampleStage
from store.reviews import ReviewOutcome
from store.sql import Sql

_EXAMPLES: dict[CaseDecision, ExampleKind] = {"confirm": "block", "false_positive": "allow"}


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """What a moderator decides; `example` None keeps one where a guard's verdict was judged."""

    decision: CaseDecision
    category: str | None = None
    note: str | None = None
    example: bool | None = None


@dataclass(frozen=True, slots=True)
class DecisionResult:
    """What became of a decision, and the kind of examples that were made of it."""

    outcome: ReviewOutcome | Literal["own", "not_found"]
    example: ExampleKind | None = None


async def decide_case(
    pool: asyncpg.Pool, known: Caller, case_id: UUID, wanted: DecisionRequest, policy: Policy
) -> DecisionResult:
    """Decide a case in one transaction, with its trace and its examples."""
    async with pool.acquire() as db, db.transaction():
        case = await cases.find(db, known.org_id, case_id, lock=True)
        if case is None:
            return DecisionResult("not_found")
        if is_own(case, known):
            return DecisionResult("own")
        category = wanted.category or case.category
        outcome = await reviews.decide(
            db,
            case,
            known.user_id,
            wanted.decision,
            category,
            wanted.note,
            policy.reviewers(case.id, case.category),
        )
        if outcome in ("closed", "twice"):
            return DecisionResult(outcome)
        facts = {"decision": wanted.decision, "outcome": outcome}
        await record_action(db, known, "case.reviewed", case_id, facts)
        made = None
        if outcome == "decided":
            made = await _keep_examples(db, known, case, wanted, category)
        return DecisionResult(outcome, made)


async def _keep_examples(
    db: Sql, known: Caller, case: Case, wanted: DecisionRequest, category: str
) -> ExampleKind | None:
    """Keep the texts of a decided case as examples for the guards."""
    kind = _EXAMPLES[wanted.decision]
    made = None
    texts = await cases.evidence(db, known.org_id, case.id) or []
    for finding, text in zip(case.findings, texts, strict=False):
        stage = _example_stage(finding["stage"], wanted)
        kept = example_text(kind, text) if stage else None
        if stage and kept:
            await examples.put(
                db,
                known.org_id,
                kind,
                stage,
                category,
                kept,
                folded_hash(kept),
                case.id,
                case.user_id,
                known.user_id,
            )
            made = kind
    return made


def _example_stage(stage: CaseStage, wanted: DecisionRequest) -> ExampleStage | None:
    """Return where an example of a finding counts; what no guard has judged only if wanted."""
    match stage:
        case "input" | "tool_args" | "tool_result" | "output":
            return None if wanted.example is False else stage
        case "sample" | "report":
            return "input" if wanted.example else None
        case "feedback":
            return None
