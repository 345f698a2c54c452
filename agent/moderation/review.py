"""What moderators get to see of a case, and what their decisions leave behind."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast
from uuid import UUID

import asyncpg
import orjson

from contracts.messages import Caller
from guardrails.examples import example_text, folded_hash
from guardrails.policy import Policy
from language.scrub import scrub
from store import audit, cases, examples, reviews
from store.case_stats import DecisionPair
from store.cases import Case, CaseDecision
from store.examples import ExampleKind, ExampleStage
from store.reviews import CaseNote, Review, ReviewOutcome
from store.sql import Sql

_EXAMPLES: dict[CaseDecision, ExampleKind] = {"confirm": "block", "false_positive": "allow"}
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
EXPORTED = (
    "id", "created_at", "status", "decision", "decided_at", "stage", "category", "verdict",
    "workflow", "session_id", "turn_id", "user_id", "about", "reason", "scores", "excerpt",
    "found", "assignee", "team",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a moderator decides; `example` None keeps one where a guard's verdict was judged."""

    decision: CaseDecision
    category: str | None = None
    note: str | None = None
    example: bool | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a decision."""

    outcome: ReviewOutcome | Literal["not_found"]
    example: ExampleKind | None = None


async def settle(
    pool: asyncpg.Pool, known: Caller, case_id: UUID, ruling: Ruling, policy: Policy
) -> Settled:
    """Decide a case in one transaction, with its trace in the audit log and its examples."""
    async with pool.acquire() as db, db.transaction():
        case = await cases.find(db, known.org_id, case_id, lock=True)
        if case is None:
            return Settled("not_found")
        category = ruling.category or case.category
        outcome = await reviews.decide(
            db,
            case,
            known.user_id,
            ruling.decision,
            category,
            ruling.note,
            policy.reviewers(case.id, case.category),
        )
        if outcome in ("closed", "twice", "own"):
            return Settled(outcome)
        facts = {"decision": ruling.decision, "outcome": outcome}
        await log(db, known, "case.reviewed", case_id, facts)
        made = None
        if outcome == "decided":
            made = await _learn(db, known, case, ruling, category)
        return Settled(outcome, made)


async def log(
    db: Sql,
    known: Caller,
    action: audit.Action,
    subject: UUID | None,
    detail: Mapping[str, object] | None = None,
) -> None:
    """Write down what a moderator did, under their organisation."""
    await audit.record(
        db, action, subject=subject, actor=known.user_id, detail=detail, org=known.org_id
    )


async def _learn(
    db: Sql, known: Caller, case: Case, ruling: Ruling, category: str
) -> ExampleKind | None:
    """Keep the texts of a decided case as examples for the guards."""
    kind = _EXAMPLES[ruling.decision]
    made = None
    texts = await cases.evidence(db, known.org_id, case.id) or []
    for finding, text in zip(case.findings, texts, strict=False):
        stage = _guarded(finding["stage"], ruling)
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


def _guarded(stage: str, ruling: Ruling) -> ExampleStage | None:
    """Return where an example of a finding counts; what no guard has judged only if wanted."""
    match stage:
        case "input" | "tool_args" | "tool_result" | "output":
            return None if ruling.example is False else stage
        case "sample" | "report":
            return "input" if ruling.example else None
        case _:
            return None


def seen_reviews(case: Case, given: Sequence[Review], viewer: UUID) -> list[Review]:
    """Return the decisions a moderator may see: not the first one, before they decided second."""
    if viewer == case.user_id:  # nobody learns who judges them, and what they note
        return [review for review in given if review.reviewer == viewer]
    return [] if _blind(case, given, viewer) else list(given)


def seen_notes(
    case: Case, given: Sequence[Review], written: Sequence[CaseNote], viewer: UUID
) -> list[CaseNote]:
    """Return the notes a moderator may see: none of whoever decided before them."""
    if viewer == case.user_id:
        return [note for note in written if note.author == viewer]
    hidden = {r.reviewer for r in given} if _blind(case, given, viewer) else set[UUID]()
    return [note for note in written if note.author not in hidden]


def _blind(case: Case, given: Sequence[Review], viewer: UUID) -> bool:
    waits = case.status != "decided" and len(given) < (case.reviewers or 0)
    return waits and all(review.reviewer != viewer for review in given)


def masked(value: Any) -> Any:
    """Return a JSON value with personal data and secrets replaced in all its texts."""
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return {scrub(name): masked(inner) for name, inner in fields.items()}
    if isinstance(value, list):
        return [masked(inner) for inner in cast("list[Any]", value)]
    clean = scrub(str(value))  # a number may be somebody's, too
    return value if clean == str(value) else clean


def nearest(case: Case, others: Sequence[Case], most: int = 5) -> list[tuple[Case, float]]:
    """Return the cases whose excerpts share most of their letter triples with this one's."""
    own = _triples(case.excerpt)
    ranked = sorted(
        ((other, _share(own, _triples(other.excerpt))) for other in others),
        key=lambda pair: -pair[1],
    )
    return [(other, round(share, 3)) for other, share in ranked[:most]]


def _triples(text: str) -> set[str]:
    padded = f"  {' '.join(text.casefold().split())} "
    return {padded[at : at + 3] for at in range(len(padded) - 2)}


def _share(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other)


def agreement(pairs: Sequence[DecisionPair]) -> dict[str, float | int | None]:
    """Return how often two moderators agreed, and Cohen's kappa: how much beyond chance."""
    total = sum(pair.cases for pair in pairs)
    if not total:
        return {"pairs": 0, "agreed": None, "kappa": None}
    agreed = sum(pair.cases for pair in pairs if pair.first == pair.second) / total
    first = sum(pair.cases for pair in pairs if pair.first == "confirm") / total
    second = sum(pair.cases for pair in pairs if pair.second == "confirm") / total
    chance = first * second + (1 - first) * (1 - second)
    kappa = None if chance == 1 else round((agreed - chance) / (1 - chance), 4)
    return {"pairs": total, "agreed": round(agreed, 4), "kappa": kappa}


def as_row(case: Case) -> dict[str, Any]:
    """Return a case as one line of an export."""
    return {name: getattr(case, name) for name in EXPORTED}


def csv_lines(rows: Sequence[dict[str, Any]], *, head: bool = False) -> str:
    """Write rows as CSV that no spreadsheet takes for formulas."""
    out = io.StringIO()
    writer = csv.writer(out)
    if head:
        writer.writerow(EXPORTED)
    writer.writerows([_cell(value) for value in row.values()] for row in rows)
    return out.getvalue()


def json_lines(rows: Sequence[dict[str, Any]]) -> str:
    """Write rows as one JSON object a line."""
    return "".join(orjson.dumps(row, default=str).decode() + "\n" for row in rows)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, dict):
        return orjson.dumps(value).decode()
    text = value.isoformat() if isinstance(value, datetime) else str(value)
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text
