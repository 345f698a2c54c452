"""Deletes what is past its time, in small batches that never hold others up for long."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol
from uuid import UUID

import asyncpg

from store import devices
from store.sql import Sql

_BATCH = 2000
_LOCK = "batuta retention"
_UNUSED_DAYS = 30  # of a workflow's content that was never published


class RetentionDays(Protocol):
    """How many days each kind of row is kept; 0 keeps it for ever."""

    @property
    def retain_events_days(self) -> int: ...
    @property
    def retain_sessions_days(self) -> int: ...
    @property
    def retain_usage_days(self) -> int: ...
    @property
    def retain_audit_days(self) -> int: ...
    @property
    def retain_cases_days(self) -> int: ...
    @property
    def retain_evidence_days(self) -> int: ...
    @property
    def retain_engine_days(self) -> int: ...


@dataclass(frozen=True, slots=True)
class _RetentionRule:
    """Rows of a table that may go; `$1` is the moment before which they count as old."""

    what: str
    table: str
    where: str
    days: int
    batch: int = _BATCH
    empty: str = ""  # the column that is emptied while its row stays
    function: str = ""  # what deletes instead, where the server's role may not: counts its rows
    follows: tuple[str, ...] = ()  # tables without a foreign key that share the row's workflow id


# A turn's id begins with its time of birth, so `$2`, the first id of the day that is kept, leads
# to the old rows by the primary key and spares the scan of all turns that were trimmed before.
_OLD_TURN = """turn_id < $2 and exists (select from batuta.turns t
  where t.id = turn_id and t.finished_at < $1)"""


def _rules(days: RetentionDays) -> list[_RetentionRule]:
    events, engine = days.retain_events_days, days.retain_engine_days
    return [
        _RetentionRule("events", "batuta.turn_events", _OLD_TURN, events),
        _RetentionRule("steps", "batuta.turn_steps", _OLD_TURN, events),
        _RetentionRule(
            "sessions",
            "batuta.sessions s",
            "s.updated_at < $1 and not exists (select from batuta.turns t"
            " where t.session_id = s.id and t.status in ('running', 'queued'))",
            days.retain_sessions_days,
            batch=50,  # each takes its turns and messages along
        ),
        _RetentionRule(
            "contents",  # what was served in development, and no conversation is in any more
            "batuta.workflow_contents c",
            "stored_at < $1"
            " and not exists (select from batuta.workflow_versions v where v.hash = c.hash)"
            " and not exists"
            " (select from batuta.sessions s where strpos(s.cursor::text, c.hash) > 0)",
            _UNUSED_DAYS,
        ),
        _RetentionRule("usage", "batuta.usage", "at < $1", days.retain_usage_days),
        _RetentionRule(
            "audit",
            "batuta.audit",
            "at < least($1, now() - interval '30 days')",
            days.retain_audit_days,
            function="batuta.trim_audit",
        ),
        _RetentionRule(
            "cases",
            "batuta.cases",
            "created_at < $1 and updated_at < $1",
            days.retain_cases_days,
            batch=500,
        ),
        _RetentionRule(
            "evidence",
            "batuta.cases",
            "evidence is not null and created_at < $1",
            days.retain_evidence_days,
            batch=500,
            empty="evidence",
        ),
        _RetentionRule("one_time_tokens", "batuta.one_time_tokens", "expires_at < $1", 1),
        _RetentionRule("view_passes", "batuta.view_passes", "expires_at < $1", 1),
        _RetentionRule(
            "dashboard_shares",
            "batuta.dashboard_shares",
            "least(expires_at, revoked_at) < $1",
            30,
        ),
        _RetentionRule("login_failures", "batuta.login_failures", "last_at < $1", 1),
        _RetentionRule("known_devices", "batuta.known_devices", "last_at < $1", devices.KEPT_DAYS),
        _RetentionRule("recent_uses", "batuta.recent_uses", "at < $1", 1),
        _RetentionRule("workers", "batuta.workers", "seen_at < $1", 1),
        _RetentionRule(
            "engine",
            "dbos.workflow_status",
            "completed_at < extract(epoch from $1::timestamptz) * 1000"
            " and status in ('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')",
            engine,
            batch=500,
            follows=("dbos.workflow_input", "dbos.workflow_output", "dbos.operation_outputs"),
        ),
    ]


async def apply(db: Sql, days: RetentionDays) -> dict[str, int]:
    """Delete or empty what is past its time and count it by kind."""
    return {rule.what: await _delete(db, rule) for rule in _rules(days) if rule.days > 0}


async def alone(pool: asyncpg.Pool, days: RetentionDays) -> dict[str, int]:
    """Apply the rules unless another worker is doing so right now; returns what was deleted."""
    async with pool.acquire() as db:
        if not await db.fetchval("select pg_try_advisory_lock(hashtextextended($1, 0))", _LOCK):
            return {}
        try:
            counts = await apply(db, days)
        finally:
            await db.execute("select pg_advisory_unlock(hashtextextended($1, 0))", _LOCK)
    return {what: count for what, count in counts.items() if count}


async def preview(db: Sql, days: RetentionDays) -> dict[str, int]:
    """Count what `apply` would delete now."""
    return {
        rule.what: int(
            await db.fetchval(
                f"select count(*) from {rule.table} where {rule.where}", *_bounds(rule)
            )
        )
        for rule in _rules(days)
        if rule.days > 0
    }


async def _delete(db: Sql, rule: _RetentionRule) -> int:
    table = rule.table.split()[0]
    old = f"select ctid from {rule.table} where {rule.where} limit {rule.batch}"
    if rule.function:
        statement = f"select {rule.function}($1, {rule.batch})"
    elif rule.follows:
        gone = f"gone as (delete from {table} where ctid in ({old}) returning workflow_uuid)"
        others = ", ".join(
            f"f{n} as (delete from {other} where workflow_uuid in (select workflow_uuid from gone))"
            for n, other in enumerate(rule.follows)
        )
        statement = f"with {gone}, {others} select count(*) from gone"
    else:
        change = f"update {table} set {rule.empty} = null" if rule.empty else f"delete from {table}"
        statement = (
            f"with gone as ({change} where ctid in ({old}) returning 1) select count(*) from gone"
        )
    total = 0
    while True:
        count = int(await db.fetchval(statement, *_bounds(rule)))
        total += count
        if count < rule.batch:
            return total


def _bounds(rule: _RetentionRule) -> list[object]:
    moment = datetime.now(UTC) - timedelta(days=rule.days)
    if "$2" not in rule.where:
        return [moment]
    return [moment, UUID(int=int(moment.timestamp() * 1000) << 80)]
