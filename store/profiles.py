"""What is known of a person beyond one conversation; each belongs to one person."""

from __future__ import annotations

import orjson

from contracts.json import JsonMapping, JsonObject
from contracts.messages import Caller
from store.sql import Sql


async def load(db: Sql, caller: Caller) -> JsonObject:
    """Return the caller's profile; an empty one before anything was kept."""
    raw = await db.fetchval(
        "select data from batuta.profiles where user_id = $1 and org_id = $2",
        caller.user_id,
        caller.org_id,
    )
    return orjson.loads(raw) if raw else {}


async def merge(db: Sql, caller: Caller, fields: JsonMapping) -> JsonObject:
    """Put fields into the caller's profile, others stay; return all of it."""
    raw = await db.fetchval(
        """insert into batuta.profiles as p (user_id, org_id, data) values ($1, $2, $3::jsonb)
           on conflict (user_id) do update set data = p.data || excluded.data, updated_at = now()
           returning data""",
        caller.user_id,
        caller.org_id,
        orjson.dumps(dict(fields)).decode(),
    )
    return orjson.loads(raw)
