"""Those who answer people: their teams, the name they are known by, whether they are there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from contracts.messages import Caller
from store.sql import Sql, plain


@dataclass(frozen=True, slots=True)
class StaffMember:
    """What is known of somebody of the staff."""

    user_id: UUID
    teams: list[str] = field(default_factory=list[str])
    name: str | None = None
    away: bool = False
    seen_at: datetime | None = None


async def member(db: Sql, caller: Caller) -> StaffMember:
    """Return what is known of somebody; of who was never put into a team, nothing."""
    row = await db.fetchrow(
        "select user_id, teams, name, away, seen_at from batuta.staff"
        " where user_id = $1 and org_id = $2",
        caller.user_id,
        caller.org_id,
    )
    return StaffMember(caller.user_id) if row is None else StaffMember(**plain(row))


async def describe(db: Sql, caller: Caller, name: str | None, away: bool) -> None:
    """Change what somebody says of themselves."""
    await db.execute(
        "insert into batuta.staff (user_id, org_id, name, away) values ($1, $2, $3, $4)"
        " on conflict (user_id) do update set name = excluded.name, away = excluded.away",
        caller.user_id,
        caller.org_id,
        name,
        away,
    )


async def seen(db: Sql, caller: Caller) -> None:
    """Note that somebody looks at the queue; written twice a minute at most."""
    await db.execute(
        "insert into batuta.staff as s (user_id, org_id, seen_at) values ($1, $2, now())"
        " on conflict (user_id) do update set seen_at = now()"
        " where s.seen_at is null or s.seen_at < now() - interval '30 seconds'",
        caller.user_id,
        caller.org_id,
    )


async def put_into(db: Sql, org_id: UUID, user_id: UUID, teams: Collection[str]) -> None:
    """Say of which teams somebody is."""
    await db.execute(
        "insert into batuta.staff (user_id, org_id, teams) values ($1, $2, $3)"
        " on conflict (user_id) do update set teams = excluded.teams",
        user_id,
        org_id,
        sorted(set(teams)),
    )


async def teams_of(db: Sql, org_id: UUID, ids: Collection[UUID]) -> dict[UUID, list[str]]:
    """Return the teams of people, by id."""
    rows = await db.fetch(
        "select user_id, teams from batuta.staff where org_id = $1 and user_id = any ($2::uuid[])",
        org_id,
        list(ids),
    )
    return {row["user_id"]: row["teams"] for row in rows}


async def members(db: Sql, org_id: UUID) -> dict[str, int]:
    """Count the people of each team who may answer; administrators are of all of them ('')."""
    rows = await db.fetch(
        "select t.team, count(*)::int as people from batuta.users u"
        " left join batuta.staff s on s.user_id = u.id"
        " cross join lateral unnest(case when 'admin' = any (u.roles) then array['']"
        " when 'staff' = any (u.roles) then s.teams else '{}' end) as t (team)"
        " where u.org_id = $1 and u.disabled_at is null group by 1",
        org_id,
    )
    return {row["team"]: row["people"] for row in rows}


async def is_there(db: Sql, org_id: UUID, team: str, seconds: int) -> bool:
    """Tell whether somebody of a team has looked at the queue lately and is not away."""
    return await db.fetchval(
        "select exists (select from batuta.staff s join batuta.users u on u.id = s.user_id"
        " where s.org_id = $1 and not s.away and u.disabled_at is null"
        " and s.seen_at > now() - make_interval(secs => $3)"
        " and ('admin' = any (u.roles) or ('staff' = any (u.roles) and $2 = any (s.teams))))",
        org_id,
        team,
        seconds,
    )
