"""Cases: what was put before the moderators, found by filter, read, and decided."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Literal
from uuid import UUID, uuid5

import orjson
from typing_extensions import TypedDict  # the API's forms read it

from contracts.events import Decision
from contracts.json import JsonObject
from contracts.messages import Caller, RouteRecord
from store.sessions import StoredMessage
from store.sql import Sql, SqlRow, plain

CaseDecision = Literal["confirm", "false_positive"]
CaseStage = Literal["input", "tool_args", "tool_result", "output", "feedback", "sample", "report"]
CaseStatus = Literal["open", "escalated", "decided"]
MOST_EVIDENCE = 65_536
MOST_REMARK = 500
COMPARED = 500  # characters of a text, by which cases are compared


class CasePlace(TypedDict):
    """Where a conversation stood: a workflow, and its state if it had begun."""

    state: str | None
    workflow: str


class FoundText(TypedDict):
    """What a case keeps of one finding; the text itself is its evidence."""

    at: str
    about: str
    stage: CaseStage
    reason: str
    scores: dict[str, float | None]
    length: int
    language: str | None
    verdict: Decision


@dataclass(frozen=True, slots=True)
class CaseFinding:
    """One thing found in one turn, with the text it was found in."""

    id: UUID
    turn_id: UUID
    stage: CaseStage
    category: str
    verdict: Decision
    evidence: str
    language: str | None = None
    remark: str = ""  # what an agent said of it; kept and shown as the evidence is
    guard: str = ""  # who found it; nothing where no guard did
    about: str = ""
    reason: str = ""
    scores: Mapping[str, float] = field(default_factory=dict[str, float])
    workflow: str | None = None
    path: Sequence[CasePlace] = ()
    route: RouteRecord | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class CaseWeight:
    """How a guess is weighed against others; without a weight it is counted and never queued."""

    weight: float | None
    budget: float  # below one a share of the messages, else cases a day
    repeat: bytes  # what the same text is known by when it comes again


@dataclass(frozen=True, slots=True)
class Case:
    """A case as the queue shows it: facts, and nothing of what anybody said."""

    id: UUID
    no: int
    org_id: UUID
    user_id: UUID
    session_id: UUID
    turn_id: UUID
    workflow: str | None
    stage: CaseStage
    category: str
    verdict: Decision
    guard: str
    about: str
    reason: str
    scores: dict[str, float]
    length: int
    language: str | None
    path: list[CasePlace]
    route: RouteRecord | None
    findings: list[FoundText]
    found: int
    status: CaseStatus
    decision: CaseDecision | None
    reviewers: int | None
    assignee: UUID | None
    team: str | None
    created_at: datetime
    updated_at: datetime
    decided_at: datetime | None


@dataclass(frozen=True, slots=True)
class ComparedCase:
    """A case with the beginning of its text, for comparing and not for showing."""

    id: UUID
    no: int
    status: CaseStatus
    decision: CaseDecision | None
    created_at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class CaseFilter:
    """Which cases are meant; what is None does not matter."""

    status: CaseStatus | None = None
    category: str | None = None
    stage: CaseStage | None = None
    verdict: Decision | None = None
    workflow: str | None = None
    session_id: UUID | None = None
    user_id: UUID | None = None
    turn_id: UUID | None = None
    assignee: UUID | None = None
    team: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    second: bool | None = None  # one moderator has decided and another one must
    guard: str | None = None
    assigned: bool | None = None  # to anybody


_COLUMNS = ", ".join(f.name for f in fields(Case))
_JSON = ("scores", "path", "route", "findings")
# Nobody meets a case that is about themselves.
# A guess that found no place in the review budget is in no list.
_OTHERS = "org_id = $1 and user_id <> $2 and queued"
_CONDITIONS = {
    "since": "created_at >= {}",
    "until": "created_at < {}",
}
_FACTS = {  # as they stand, and not as a value: the planner knows how many rows they leave
    ("second", True): "reviewers is not null and status <> 'decided'",
    ("second", False): "(reviewers is null or status = 'decided')",
    ("assigned", True): "assignee is not null",
    ("assigned", False): "assignee is null",
}
_COUNTED = ("status", "category", "stage", "verdict", "guard")
_MOST_COUNTED = 5_000  # combinations of their values


def _where(reader: Caller, wanted: CaseFilter) -> tuple[str, list[object]]:
    """Return what a filter asks for, and its values.

    What does not matter is left out: so the planner sees which index answers the rest.
    """
    conditions, values = [_OTHERS], list[object]([reader.org_id, reader.user_id])
    for name in (f.name for f in fields(wanted)):
        value = getattr(wanted, name)
        if isinstance(value, bool):
            conditions.append(_FACTS[name, value])
        elif value is not None:
            values.append(value)
            conditions.append(_CONDITIONS.get(name, f"{name} = {{}}").format(f"${len(values)}"))
    return " and ".join(conditions), values


def _case(row: SqlRow) -> Case:
    known = plain(row)
    read = {name: orjson.loads(known[name]) for name in _JSON if known[name] is not None}
    return Case(**(known | read))


def finding_id(turn_id: UUID, stage: CaseStage, category: str, about: str, text: str) -> UUID:
    """Return the id of what was found in a turn; found again, it is the same."""
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return uuid5(turn_id, f"{stage}/{category}/{about}/{digest}")


async def open_case(db: Sql, finding: CaseFinding) -> UUID | None:
    """Open a case, or join the open one of the same turn and category; None if the turn is gone.

    A finding that was reported before changes nothing.
    """
    return await db.fetchval(f"select batuta.open_case({_marks(17)})", *_values(finding))


async def propose_case(db: Sql, finding: CaseFinding, weighed: CaseWeight) -> UUID | None:
    """Open a case of a guess, or join the one of its text or conversation; weigh them all anew."""
    return await db.fetchval(
        f"select batuta.propose_case({_marks(20)})",
        *_values(finding),
        weighed.weight,
        weighed.budget,
        weighed.repeat,
    )


def _marks(count: int) -> str:
    return ",".join(f"${number + 1}" for number in range(count))


def _values(finding: CaseFinding) -> list[object]:
    return [
        finding.turn_id,
        finding.id,
        finding.stage,
        finding.category[:100] or finding.stage,
        finding.verdict,
        finding.about[:200],
        finding.reason[:500],
        _json(finding.scores),
        len(finding.evidence),
        finding.language,
        finding.evidence[:MOST_EVIDENCE],
        finding.remark[:MOST_REMARK],
        finding.workflow,
        _json(list(finding.path)),
        None if finding.route is None else _json(finding.route),
        None if finding.team is None else finding.team[:100],
        finding.guard[:100],
    ]


async def listed(
    db: Sql,
    reader: Caller,
    wanted: CaseFilter,
    limit: int,
    before: int | None = None,
    *,
    after: int | None = None,
    oldest_first: bool = False,
    only_undecided: bool = False,
) -> list[Case]:
    """Return a page of the reader's organisation's cases, the newest first unless told otherwise.

    `before` and `after` are numbers of cases, between which the page lies.
    """
    where, values = _where(reader, wanted)
    n = len(values)
    undecided = " and status <> 'decided'" if only_undecided else ""
    rows = await db.fetch(
        f"select {_COLUMNS} from batuta.cases where {where}{undecided}"
        f" and (${n + 1}::bigint is null or no < ${n + 1})"
        f" and (${n + 2}::bigint is null or no > ${n + 2})"
        f" order by no {'asc' if oldest_first else 'desc'} limit ${n + 3}",
        *values,
        before,
        after,
        limit,
    )
    return [_case(row) for row in rows]


async def counts(db: Sql, reader: Caller, wanted: CaseFilter) -> dict[str, dict[str, int]]:
    """Count by what is chosen from; each as if it were not itself filtered by.

    Each combination of values is counted once, and all the counts are sums of these. A status is
    kept as the filter has it, because most cases are decided ones, and counted for itself.
    """
    free = replace(wanted, **(dict.fromkeys(_COUNTED) | {"status": wanted.status}))
    rows = await _combinations(db, reader, free, _COUNTED)
    found = {name: _sums(rows, name, wanted) for name in _COUNTED}
    if wanted.status:
        rows = await _combinations(db, reader, replace(wanted, status=None), ("status",))
        found["status"] = {row["status"]: row["cases"] for row in rows}
    return found


async def _combinations(
    db: Sql, reader: Caller, wanted: CaseFilter, names: Sequence[str]
) -> Sequence[SqlRow]:
    where, values = _where(reader, wanted)
    return await db.fetch(
        f"select {', '.join(names)}, count(*)::int as cases from batuta.cases where {where}"
        f" group by {', '.join(names)} order by count(*) desc limit {_MOST_COUNTED}",
        *values,
    )


def _sums(rows: Sequence[SqlRow], name: str, wanted: CaseFilter) -> dict[str, int]:
    chosen = {n: getattr(wanted, n) for n in _COUNTED if n != name and getattr(wanted, n)}
    sums = Counter[str]()
    for row in rows:
        if row[name] and all(row[n] == value for n, value in chosen.items()):
            sums[row[name]] += row["cases"]
    return dict(sorted(sums.items(), key=lambda each: (-each[1], each[0]))[:200])


async def find(db: Sql, org_id: UUID, case_id: UUID, *, lock: bool = False) -> Case | None:
    """Find a case of the organisation; `lock` keeps others out until the transaction ends."""
    row = await db.fetchrow(
        f"select {_COLUMNS} from batuta.cases where id = $1 and org_id = $2"
        + (" for update" if lock else ""),
        case_id,
        org_id,
    )
    return None if row is None else _case(row)


async def evidence(db: Sql, org_id: UUID, case_id: UUID) -> list[str] | None:
    """Return the original texts of a case; None when they are not kept any more."""
    return await db.fetchval(
        "select evidence from batuta.cases where id = $1 and org_id = $2", case_id, org_id
    )


async def remarks(db: Sql, case: Case) -> list[str]:
    """Return what agents said of a case's texts, finding by finding."""
    return await db.fetchval("select remarks from batuta.cases where id = $1", case.id) or []


async def message_of(db: Sql, caller: Caller, turn_id: UUID) -> str | None:
    """Return what the caller wrote in a turn of theirs; None if they have no such turn."""
    return await db.fetchval(
        "select coalesce(input ->> 'message', '') from batuta.turns"
        " where id = $1 and user_id = $2 and org_id = $3",
        turn_id,
        caller.user_id,
        caller.org_id,
    )


async def transcript(db: Sql, case: Case, around: int = 20) -> list[StoredMessage]:
    """Return the messages of the conversation around the case's turn, oldest first."""
    rows = await db.fetch(
        """with place as (select coalesce(
             (select min(no) from batuta.messages where turn_id = $2 and session_id = $1),
             (select max(no) from batuta.messages where session_id = $1 and created_at <= $3),
             0) as no)
           select m.id, m.turn_id, m.no, m.role, m.blocks, m.workflow, m.created_at
           from batuta.messages m, place p where m.session_id = $1 and m.org_id = $4
             and m.no between p.no - $5::int and p.no + $5::int order by m.no""",
        case.session_id,
        case.turn_id,
        case.created_at,
        case.org_id,
        around,
    )
    return [StoredMessage(**plain(row) | {"blocks": orjson.loads(row["blocks"])}) for row in rows]


async def steps(db: Sql, case: Case) -> list[JsonObject]:
    """Return how the case's turn was judged, routed and conducted, while its events are kept."""
    rows = await db.fetch(
        "select type, body from batuta.turn_events where turn_id = $1"
        " and type in ('guard', 'route', 'state') order by seq limit 200",
        case.turn_id,
    )
    return [{"type": row["type"]} | orjson.loads(row["body"]) for row in rows]


async def like(db: Sql, reader: Caller, case: Case, limit: int) -> list[ComparedCase]:
    """Return the case itself and the newest others of its category, as far as texts are kept."""
    rows = await db.fetch(
        """select id, no, status, decision, created_at, left(evidence[1], $5) as text
           from batuta.cases where id = $4 and evidence is not null
           union all (select id, no, status, decision, created_at, left(evidence[1], $5)
             from batuta.cases
             where org_id = $1 and user_id <> $2 and category = $3 and id <> $4
               and evidence is not null order by no desc limit $6)""",
        reader.org_id,
        reader.user_id,
        case.category,
        case.id,
        COMPARED,
        limit,
    )
    return [ComparedCase(**plain(row)) for row in rows]


async def about(db: Sql, caller: Caller) -> list[JsonObject]:
    """Return what the cases about a person say of them, for the person: no notes, no reviewers."""
    rows = await db.fetch(
        """select id, session_id, turn_id, stage, category, verdict, status, decision, created_at,
             decided_at
           from batuta.cases where user_id = $1 and org_id = $2 order by no""",
        caller.user_id,
        caller.org_id,
    )
    return [plain(row) for row in rows]


def _json(value: object) -> str:
    return orjson.dumps(value).decode()
