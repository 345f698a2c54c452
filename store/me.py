"""A person's own settings and consumption."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import asyncpg
import orjson

from contracts.messages import Caller, PersonPreferences
from store.sql import plain


@dataclass(frozen=True, slots=True)
class DailyUsage:
    """One model's calls of one day; the cost is None where a price is unknown."""

    day: str
    model: str
    calls: int
    input: int
    output: int
    cached: int
    cost_usd: float | None


async def preferences(pool: asyncpg.Pool, caller: Caller) -> PersonPreferences:
    """Return the caller's preferences."""
    raw = await pool.fetchval(
        "select data from batuta.preferences where user_id = $1", caller.user_id
    )
    return orjson.loads(raw) if raw else {}


async def standing(pool: asyncpg.Pool, caller: Caller) -> tuple[str, PersonPreferences]:
    """Return the name of the caller's organisation, and their preferences."""
    row = await pool.fetchrow(
        "select o.name, p.data from batuta.organisations o"
        " left join batuta.preferences p on p.user_id = $2 where o.id = $1",
        caller.org_id,
        caller.user_id,
    )
    if row is None:
        return "", {}
    return row["name"], orjson.loads(row["data"]) if row["data"] else {}


async def set_preferences(pool: asyncpg.Pool, caller: Caller, data: PersonPreferences) -> None:
    """Replace the caller's preferences; they hold from the next turn on."""
    await pool.execute(
        "insert into batuta.preferences (user_id, data) values ($1, $2)"
        " on conflict (user_id) do update set data = excluded.data, updated_at = now()",
        caller.user_id,
        orjson.dumps(data).decode(),
    )


async def usage(pool: asyncpg.Pool, caller: Caller, since: datetime) -> list[DailyUsage]:
    """Sum the caller's model calls by day and model."""
    rows = await pool.fetch(
        "select to_char(at at time zone 'utc', 'YYYY-MM-DD') as day,"
        " provider || '/' || model as model,"
        " count(*)::int as calls, sum(input)::bigint as input, sum(output)::bigint as output,"
        " sum(cached)::bigint as cached, case when bool_and(cost_usd is not null)"
        " then sum(cost_usd)::float end as cost_usd"
        " from batuta.usage where user_id = $1 and org_id = $2 and at >= $3"
        " group by 1, 2 order by 1 desc, 2",
        caller.user_id,
        caller.org_id,
        since,
    )
    return [DailyUsage(**plain(row)) for row in rows]
