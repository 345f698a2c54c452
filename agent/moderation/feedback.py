"""What people say of the answers they were given; moderators look at what is negative."""

from __future__ import annotations

from uuid import UUID

import asyncpg

from contracts.errors import NotFound, RateLimited
from contracts.json import JsonObject
from contracts.messages import Caller
from language.detect import told_language
from store import cases, feedback
from store.cases import CaseFinding, finding_id
from store.feedback import FeedbackKind


async def give_feedback(
    pool: asyncpg.Pool,
    person: Caller,
    turn_id: UUID,
    kind: FeedbackKind,
    comment: str | None,
    data: JsonObject | None,
) -> None:
    """Keep what a person says of an answer of theirs; negative feedback opens a case."""
    async with pool.acquire() as db, db.transaction():
        match await feedback.give(db, person, turn_id, kind, comment, data):
            case "not_found":
                raise NotFound("you have no turn of this id")
            case "rate_limited":
                raise RateLimited(
                    f"at most {feedback.PER_MINUTE} feedbacks a minute, and {feedback.MOST_TIMES}"
                    " of one type about one answer; try again in a minute, or about another answer",
                    retry_after=60,
                )
            case "kept":
                pass
        if kind == "negative":
            await cases.open_case(db, _finding(turn_id, comment or ""))


def _finding(turn_id: UUID, comment: str) -> CaseFinding:
    return CaseFinding(
        id=finding_id(turn_id, "feedback", "feedback", "", comment),
        turn_id=turn_id,
        stage="feedback",
        category="feedback",
        verdict="review",
        language=told_language(comment),
        evidence=comment,
        reason="negative feedback",
    )
