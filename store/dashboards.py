"""Dashboards: documents that are found, changed with their history kept, and deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

import orjson
from asyncpg import ForeignKeyViolationError

from contracts.json import JsonObject
from contracts.messages import Caller
from store.sql import Sql, SqlRow, plain

MOST_OF_ONE = 500  # dashboards of one person
HistoryStep = Literal["undo", "redo"]


@dataclass(frozen=True, slots=True)
class StoredDashboard:
    """A dashboard as it is shown now, and whether there is something to undo or do again."""

    id: UUID
    user_id: UUID
    session_id: UUID | None
    version: int
    document: JsonObject
    can_undo: bool
    can_redo: bool
    calls: tuple[str, ...]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class DashboardLine:
    """A dashboard in a list."""

    id: UUID
    title: str
    version: int
    layout: list[JsonObject]  # kind and place of each widget
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class DashboardRevision:
    """What one change was, and when."""

    no: int
    what: str
    at: datetime
    shown: bool


_FOUND = """select d.id, d.user_id, d.session_id, d.version, r.document, d.calls, d.created_at,
    d.updated_at,
    exists (select from batuta.dashboard_revisions b
      where b.dashboard_id = d.id and b.no = d.revision - 1) as can_undo,
    exists (select from batuta.dashboard_revisions a
      where a.dashboard_id = d.id and a.no = d.revision + 1) as can_redo
  from batuta.dashboards d
    join batuta.dashboard_revisions r on r.dashboard_id = d.id and r.no = d.revision"""


def _stored(row: SqlRow | None) -> StoredDashboard | None:
    if row is None:
        return None
    read: JsonObject = {"document": orjson.loads(row["document"]), "calls": tuple(row["calls"])}
    return StoredDashboard(**plain(row) | read)


async def create(
    db: Sql, caller: Caller, dashboard_id: UUID, session_id: UUID | None, title: str,
    document: str, key: str | None,
) -> UUID | None:  # fmt: skip
    """Keep a new dashboard and return its id, or that of the one this key made before.

    None if the person has as many as they may have. A session of somebody else counts as none, and
    so does one that is deleted meanwhile.
    """
    try:
        return await _create(db, caller, dashboard_id, session_id, title, document, key)
    except ForeignKeyViolationError:
        return await _create(db, caller, dashboard_id, None, title, document, key)


async def _create(
    db: Sql, caller: Caller, dashboard_id: UUID, session_id: UUID | None, title: str,
    document: str, key: str | None,
) -> UUID | None:  # fmt: skip
    return await db.fetchval(
        """with known as (
             select id from batuta.dashboards where user_id = $3 and key = $7),
           made as (
             insert into batuta.dashboards (id, org_id, user_id, session_id, title, key)
               select $1, $2, $3, (select s.id from batuta.sessions s
                 where s.id = $4 and s.user_id = $3 and s.org_id = $2), $5, $7
               where not exists (select from known)
                 and (select count(*) from batuta.dashboards where user_id = $3) < $8
             on conflict (user_id, key) do nothing returning id),
           first as (
             insert into batuta.dashboard_revisions (dashboard_id, no, document, what)
               select id, 1, $6::text::json, 'made' from made)
           select id from made union all select id from known""",
        dashboard_id,
        caller.org_id,
        caller.user_id,
        session_id,
        title,
        document,
        key,
        MOST_OF_ONE,
    )


async def find(db: Sql, caller: Caller, dashboard_id: UUID) -> StoredDashboard | None:
    """Find one of the caller's dashboards."""
    query = f"{_FOUND} where d.id = $1 and d.user_id = $2 and d.org_id = $3"
    return _stored(await db.fetchrow(query, dashboard_id, caller.user_id, caller.org_id))


async def last_of(db: Sql, caller: Caller, session_id: UUID) -> StoredDashboard | None:
    """Find the caller's dashboard that was changed last in a conversation."""
    query = f"""{_FOUND} where d.session_id = $1 and d.user_id = $2 and d.org_id = $3
      order by d.updated_at desc, d.id desc limit 1"""
    return _stored(await db.fetchrow(query, session_id, caller.user_id, caller.org_id))


async def listed(
    db: Sql, caller: Caller, limit: int, before: datetime | None = None, search: str | None = None
) -> list[DashboardLine]:
    """List the caller's dashboards whose title holds a text, the one changed last first."""
    rows = await db.fetch(
        """select d.id, d.title, d.version, d.created_at, d.updated_at, coalesce((
             select json_agg(json_build_object('kind', w ->> 'kind', 'place', w -> 'place'))
               from json_array_elements(r.document -> 'widgets') w), '[]') as layout
           from batuta.dashboards d
             join batuta.dashboard_revisions r on r.dashboard_id = d.id and r.no = d.revision
           where d.user_id = $1 and d.org_id = $2 and ($3::timestamptz is null or d.updated_at < $3)
             and ($5::text is null or position(lower($5) in lower(d.title)) > 0)
           order by d.updated_at desc, d.id desc limit $4""",
        caller.user_id,
        caller.org_id,
        before,
        limit,
        search,
    )
    return [DashboardLine(**plain(row) | {"layout": orjson.loads(row["layout"])}) for row in rows]


async def save(
    db: Sql, caller: Caller, known: StoredDashboard, title: str, document: str, what: str,
    key: str | None = None,
) -> bool:  # fmt: skip
    """Keep a change of the dashboard as it was known; False if it has changed meanwhile."""
    version = await db.fetchval(
        "select batuta.save_dashboard($1, $2, $3, $4, $5, $6::text::json, $7, $8)",
        caller.org_id,
        caller.user_id,
        known.id,
        known.version,
        title,
        document,
        what[:500],
        key,
    )
    return version is not None


async def step(
    db: Sql, caller: Caller, known: StoredDashboard, way: HistoryStep, key: str | None = None
) -> bool:
    """Show the revision before or after the shown one; False if the dashboard has changed."""
    changed = await db.fetchval(
        """update batuta.dashboards d set version = d.version + 1, revision = r.no,
             title = r.document ->> 'title', updated_at = now(),
             calls = case when $6::text is null then d.calls
               else (array_prepend($6::text, d.calls))[1:20] end
           from batuta.dashboard_revisions r
           where d.id = $1 and d.user_id = $2 and d.org_id = $3 and d.version = $4
             and r.dashboard_id = d.id and r.no = d.revision + $5 returning d.id""",
        known.id,
        caller.user_id,
        caller.org_id,
        known.version,
        -1 if way == "undo" else 1,
        key,
    )
    return changed is not None


async def revisions(db: Sql, known: StoredDashboard) -> list[DashboardRevision]:
    """List the changes that are kept, the newest first."""
    rows = await db.fetch(
        """select r.no, r.what, r.at, r.no = d.revision as shown
           from batuta.dashboard_revisions r join batuta.dashboards d on d.id = r.dashboard_id
           where r.dashboard_id = $1 order by r.no desc""",
        known.id,
    )
    return [DashboardRevision(**plain(row)) for row in rows]


async def delete(db: Sql, caller: Caller, dashboard_id: UUID) -> bool:
    """Delete a dashboard with its history, its snapshots and its links."""
    tag = await db.execute(
        "delete from batuta.dashboards where id = $1 and user_id = $2 and org_id = $3",
        dashboard_id,
        caller.user_id,
        caller.org_id,
    )
    return tag == "DELETE 1"


async def add_snapshots(db: Sql, known: StoredDashboard, results: Mapping[UUID, str]) -> None:
    """Keep results as they are now, by the ids under which the document will name them."""
    await db.execute(
        """insert into batuta.dashboard_snapshots (id, dashboard_id, result)
           select s.id, $1, s.result::json from unnest($2::uuid[], $3::text[]) as s (id, result)
           on conflict (id) do nothing""",
        known.id,
        list(results),
        list(results.values()),
    )


async def snapshots(db: Sql, dashboard_id: UUID, ids: list[UUID]) -> dict[UUID, JsonObject]:
    """Return snapshots of a dashboard, by id."""
    rows = await db.fetch(
        """select id, result from batuta.dashboard_snapshots
           where dashboard_id = $1 and id = any ($2::uuid[])""",
        dashboard_id,
        ids,
    )
    return {row["id"]: orjson.loads(row["result"]) for row in rows}


async def framed(db: Sql, dashboard_id: UUID, tile: str) -> tuple[str, str] | None:
    """Return title and text of a widget for whoever holds an address signed for a viewer."""
    row = await db.fetchrow(
        """select w ->> 'title' as title, w ->> 'text' as text
           from batuta.dashboards d
             join batuta.dashboard_revisions r on r.dashboard_id = d.id and r.no = d.revision
             cross join json_array_elements(r.document -> 'widgets') w
           where d.id = $1 and w ->> 'id' = $2 and w ->> 'kind' = 'html'""",
        dashboard_id,
        tile,
    )
    return None if row is None else (row["title"], row["text"])
