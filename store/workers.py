"""Who is alive: heartbeats, and what the silent left behind."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

import asyncpg


async def beat(pool: asyncpg.Pool, worker: str, version: str) -> None:
    """Say that this worker lives (by the database's clock, the only one all workers share)."""
    await pool.execute(
        "insert into batuta.workers (id, version) values ($1, $2)"
        " on conflict (id) do update set seen_at = now()",
        worker,
        version,
    )


async def leave(pool: asyncpg.Pool, worker: str) -> None:
    """Say goodbye, so that nobody waits for the lease to run out."""
    await pool.execute("delete from batuta.workers where id = $1", worker)


async def dead(pool: asyncpg.Pool, lease_seconds: float) -> list[str]:
    """Name the executors that hold running work and have been silent for longer than the lease."""
    rows = await pool.fetch(
        "select distinct s.executor_id from dbos.workflow_status s"
        " left join batuta.workers w on w.id = s.executor_id"
        " where s.status = 'PENDING' and s.executor_id is not null"
        "   and (w.id is null or w.seen_at < now() - make_interval(secs => $1))",
        lease_seconds,
    )
    return [r[0] for r in rows]


async def waiting(pool: asyncpg.Pool) -> int:
    """Count the turns that wait: for their session, or for a worker with room."""
    return await pool.fetchval(
        "select (select count(*) from batuta.turns where status = 'queued')"
        " + (select count(*) from dbos.workflow_status where status = 'ENQUEUED')"
    )


async def orphans(
    pool: asyncpg.Pool, seconds: float, worker: str, at_work: Collection[UUID]
) -> list[UUID]:
    """Name running turns that nobody runs.

    The engine does not know them, believes them ended, or believes that this worker runs them. It
    knows better: it has stopped, and the database was not there to be told.
    """
    rows = await pool.fetch(
        "select t.id from batuta.turns t"
        " left join dbos.workflow_status s on s.workflow_uuid = coalesce(t.engine_id, t.id::text)"
        " where t.status = 'running' and t.started_at < now() - make_interval(secs => $1)"
        "   and t.attempt < 20 and t.id <> all($3::uuid[]) and (s.workflow_uuid is null"
        "     or s.status not in ('PENDING', 'ENQUEUED', 'DELAYED')"
        "     or (s.status = 'PENDING' and s.executor_id = $2))"
        " limit 100",
        seconds,
        worker,
        list(at_work),
    )
    return [r[0] for r in rows]


async def cancelled_or_lost(
    pool: asyncpg.Pool, running: dict[UUID, int]
) -> tuple[list[UUID], list[UUID]]:
    """Tell which of these running attempts somebody wants cancelled, and which were taken over.

    The turns of a person who was disabled are cancelled like any other.
    """
    rows = await pool.fetch(
        "select r.id, t.attempt = r.attempt and (t.cancel_requested or u.disabled_at is not null)"
        "   is true"
        " from unnest($1::uuid[], $2::int[]) r (id, attempt)"
        " left join batuta.turns t on t.id = r.id left join batuta.users u on u.id = t.user_id"
        " where t.id is null or t.cancel_requested or u.disabled_at is not null"
        "   or t.attempt > r.attempt",
        list(running),
        list(running.values()),
    )
    return [r[0] for r in rows if r[1]], [r[0] for r in rows if not r[1]]


async def redispatch(pool: asyncpg.Pool, turn_id: UUID) -> str | None:
    """Give a running turn to a new workflow of the engine; None if somebody else just did."""
    return await pool.fetchval(
        "update batuta.turns t set engine_id = t.id || ':' || (t.attempt + 1)"
        " where t.id = $1 and t.status = 'running'"
        "   and t.engine_id is distinct from t.id || ':' || (t.attempt + 1) returning engine_id",
        turn_id,
    )
