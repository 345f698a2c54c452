"""Figures about the moderators' work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from store.sql import Sql, plain


@dataclass(frozen=True, slots=True)
class DecisionPair:
    """How often two moderators, one after the other, decided a case so."""

    first: str
    second: str
    cases: int


@dataclass(frozen=True, slots=True)
class ScoredFinding:
    """A decided case's scores, and whether it was rightly flagged, as what."""

    stage: str
    scores: str
    confirmed: bool
    category: str


@dataclass(frozen=True, slots=True)
class CasesOfDay:
    """What was opened and decided on a day."""

    day: str
    opened: int
    confirmed: int
    false_positive: int


@dataclass(frozen=True, slots=True)
class CasesOfCategory:
    """How the cases of a category, found at a stage, stand."""

    category: str
    stage: str
    cases: int
    undecided: int
    confirmed: int
    false_positive: int


@dataclass(frozen=True, slots=True)
class CasesOfGuard:
    """How the cases that a guard has found stand; no name: no guard did."""

    guard: str
    cases: int
    undecided: int
    confirmed: int
    false_positive: int


@dataclass(frozen=True, slots=True)
class CasesOfAge:
    """How many undecided cases are younger than so many hours and not younger than the next
    lower limit; no limit: all that are older."""

    hours: int | None
    cases: int


@dataclass(frozen=True, slots=True)
class CaseWaits:
    """How long decided cases had waited, in seconds: half of them shorter, nine of ten shorter."""

    cases: int
    half: float | None
    most: float | None


_AGES = (1, 4, 24, 72, 168)  # hours


async def by_day(db: Sql, org_id: UUID, since: datetime, until: datetime) -> list[CasesOfDay]:
    """Count what was opened and decided, by day (UTC)."""
    rows = await db.fetch(
        """select to_char(day, 'YYYY-MM-DD') as day, sum(opened)::int as opened,
             sum(confirmed)::int as confirmed, sum(false_positive)::int as false_positive
           from (
             select date_trunc('day', created_at at time zone 'utc') as day, 1 as opened,
               0 as confirmed, 0 as false_positive
             from batuta.cases where org_id = $1 and queued and created_at >= $2 and created_at < $3
             union all
             select date_trunc('day', decided_at at time zone 'utc'), 0,
               (decision = 'confirm')::int, (decision = 'false_positive')::int
             from batuta.cases where org_id = $1 and queued and decided_at >= $2 and decided_at < $3
           ) as each group by 1 order by 1""",
        org_id,
        since,
        until,
    )
    return [CasesOfDay(**plain(row)) for row in rows]


async def by_category(
    db: Sql, org_id: UUID, since: datetime, until: datetime
) -> list[CasesOfCategory]:
    """Count by category and stage what is open and how the rest was decided."""
    rows = await db.fetch(
        """select category, stage, count(*)::int as cases,
             count(*) filter (where status <> 'decided')::int as undecided,
             count(*) filter (where decision = 'confirm')::int as confirmed,
             count(*) filter (where decision = 'false_positive')::int as false_positive
           from batuta.cases where org_id = $1 and queued and created_at >= $2 and created_at < $3
           group by 1, 2 order by 3 desc, 1, 2 limit 500""",
        org_id,
        since,
        until,
    )
    return [CasesOfCategory(**plain(row)) for row in rows]


async def by_guard(db: Sql, org_id: UUID, since: datetime, until: datetime) -> list[CasesOfGuard]:
    """Count by the guard that found it what is open and how the rest was decided."""
    rows = await db.fetch(
        """select guard, count(*)::int as cases,
             count(*) filter (where status <> 'decided')::int as undecided,
             count(*) filter (where decision = 'confirm')::int as confirmed,
             count(*) filter (where decision = 'false_positive')::int as false_positive
           from batuta.cases where org_id = $1 and queued and created_at >= $2 and created_at < $3
           group by 1 order by 2 desc, 1 limit 100""",
        org_id,
        since,
        until,
    )
    return [CasesOfGuard(**plain(row)) for row in rows]


async def set_aside(db: Sql, org_id: UUID, since: datetime, until: datetime) -> int:
    """Count the guesses that found no place in the review budget."""
    return await db.fetchval(
        "select coalesce(sum(found), 0)::int from batuta.cases where org_id = $1 and not queued"
        " and created_at >= $2 and created_at < $3",
        org_id,
        since,
        until,
    )


async def ages(db: Sql, org_id: UUID) -> list[CasesOfAge]:
    """Count what nobody has decided, by how long it has waited."""
    rows = await db.fetch(
        """select count(*)::int as cases,
             width_bucket(extract(epoch from now() - created_at) / 3600, $2::float8[]) as place
           from batuta.cases
           where org_id = $1 and queued and status in ('open', 'escalated') group by 2""",
        org_id,
        [0.0, *map(float, _AGES)],
    )
    found = {max(1, row["place"]): row["cases"] for row in rows}
    return [CasesOfAge(hours, found.get(n, 0)) for n, hours in enumerate((*_AGES, None), 1)]


async def waits(db: Sql, org_id: UUID, since: datetime, until: datetime) -> CaseWaits:
    """Tell how long the cases decided in a span had waited."""
    row = await db.fetchrow(
        """select count(*)::int as cases,
             percentile_cont(0.5) within group (order by waited) as half,
             percentile_cont(0.9) within group (order by waited) as most
           from (select extract(epoch from decided_at - created_at)::float8 as waited
             from batuta.cases
             where org_id = $1 and decided_at >= $2 and decided_at < $3) as each""",
        org_id,
        since,
        until,
    )
    return CaseWaits(0, None, None) if row is None else CaseWaits(**plain(row))


async def pairs(db: Sql, org_id: UUID, since: datetime, until: datetime) -> list[DecisionPair]:
    """Count how the first two moderators of a case decided it, where two had to."""
    rows = await db.fetch(
        """select first, second, count(*)::int as cases from (
             select array_agg(r.decision order by r.at) as given
             from batuta.case_reviews r join batuta.cases c on c.id = r.case_id
             where c.org_id = $1 and c.created_at >= $2 and c.created_at < $3
             group by r.case_id having count(*) >= 2
           ) as each, lateral (select given[1] as first, given[2] as second) as two
           group by 1, 2""",
        org_id,
        since,
        until,
    )
    return [DecisionPair(**plain(row)) for row in rows]


async def scored(db: Sql, org_id: UUID, stages: Sequence[str]) -> list[ScoredFinding]:
    """Return the scores of what was decided, finding by finding, the newest first."""
    rows = await db.fetch(
        """select f ->> 'stage' as stage, (f -> 'scores')::text as scores,
             c.decision = 'confirm' as confirmed,
             c.category
           from batuta.cases c, jsonb_array_elements(c.findings) f
           where c.org_id = $1 and c.status = 'decided' and f ->> 'stage' = any ($2::text[])
             and f -> 'scores' <> '{}'
           order by c.no desc limit 100000""",
        org_id,
        list(stages),
    )
    return [ScoredFinding(**plain(row)) for row in rows]
