"""One decision for many cases at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal
from uuid import UUID

import asyncpg

from agent.moderation.case_file import escalate_case
from agent.moderation.decisions import DecisionRequest, DecisionResult, decide_case
from contracts.messages import Caller
from guardrails.policy import Policy
from store import cases
from store.cases import CaseFilter

MOST_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Escalation:
    """Hand the cases on, to whoever takes them; the note says why."""

    note: str


@dataclass(frozen=True, slots=True)
class BulkResult:
    """What became of one of the cases."""

    case_id: UUID
    result: DecisionResult | Literal["escalated", "closed", "own", "not_found"]


async def undecided_cases(
    pool: asyncpg.Pool, moderator: Caller, wanted: CaseFilter
) -> tuple[list[UUID], bool]:
    """Return the cases of a filter that nobody has decided, and whether there are more.

    What was handed to somebody is theirs, unless the filter asks for it by its status.
    """
    open_ones = replace(wanted, status=wanted.status or "open")
    found = await cases.listed(pool, moderator, open_ones, MOST_AT_ONCE + 1, only_undecided=True)
    return [case.id for case in found[:MOST_AT_ONCE]], len(found) > MOST_AT_ONCE


async def decide_cases(
    pool: asyncpg.Pool,
    moderator: Caller,
    ids: Sequence[UUID],
    wanted: DecisionRequest | Escalation,
    policy: Policy,
) -> list[BulkResult]:
    """Decide or escalate each case by itself: one that fails keeps no other from it."""
    return [
        BulkResult(
            case_id,
            await escalate_case(pool, moderator, case_id, None, wanted.note)
            if isinstance(wanted, Escalation)
            else await decide_case(pool, moderator, case_id, wanted, policy),
        )
        for case_id in dict.fromkeys(ids)
    ]
