"""Links to dashboards, and what a browser shows to see one. Tokens are here by their hash alone."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from contracts.json import JsonObject
from contracts.messages import Caller
from store.sql import Sql, SqlRow, plain

Audience = Literal["public", "organisation", "people"]
MOST_SHARES = 50  # of one dashboard, those that are over not counted
MOST_PASSES = 50  # of one person: whoever asks for more loses the oldest


@dataclass(frozen=True, slots=True)
class DashboardShare:
    """A link to a dashboard, without its token."""

    id: UUID
    dashboard_id: UUID
    org_id: UUID
    user_id: UUID
    audience: Audience
    people: tuple[UUID, ...]
    expires_at: datetime
    revoked: bool
    expired: bool
    views: int
    viewed_at: datetime | None
    created_at: datetime

    def is_for(self, viewer: Caller | None) -> bool:
        """Tell whether this person, or nobody in particular, may use the link."""
        if self.audience == "public":
            return True
        if viewer is None or viewer.org_id != self.org_id:
            return False
        named = viewer.user_id == self.user_id or viewer.user_id in self.people
        return self.audience == "organisation" or named


@dataclass(frozen=True, slots=True)
class ViewPass:
    """Who looks at which dashboard: their own, or one that a link leads to."""

    viewer: Caller
    dashboard_id: UUID
    share_id: UUID | None


_COLUMNS = """s.id, s.dashboard_id, s.org_id, s.user_id, s.audience, s.people, s.expires_at,
  s.revoked_at is not null as revoked, s.expires_at <= now() as expired, s.views, s.viewed_at,
  s.created_at"""


def _share(row: SqlRow) -> DashboardShare:
    return _read_share(plain(row))


def _read_share(known: JsonObject) -> DashboardShare:
    people: JsonObject = {"people": tuple(known["people"])}
    return DashboardShare(**known | people)


async def colleagues(db: Sql, org_id: UUID, emails: Collection[str]) -> dict[str, UUID]:
    """Find people of an organisation by their e-mails."""
    rows = await db.fetch(
        "select email, id from batuta.users where org_id = $1 and email = any ($2::text[])",
        org_id,
        list(emails),
    )
    return {row["email"]: row["id"] for row in rows}


async def add(
    db: Sql, caller: Caller, dashboard_id: UUID, digest: bytes, audience: Audience,
    people: Collection[UUID], life: timedelta, key: str | None = None,
) -> DashboardShare | None:  # fmt: skip
    """Make a link to one of the caller's dashboards; None if it is not theirs or has too many.

    The same key changes the token of the link that it made: nobody was told the first one.
    """
    row = await db.fetchrow(
        f"""with s as (
             insert into batuta.dashboard_shares
               (hash, dashboard_id, org_id, user_id, audience, people, expires_at, key)
               select $4, d.id, d.org_id, d.user_id, $5, $6::uuid[], now() + $7, $8
               from batuta.dashboards d where d.id = $3 and d.user_id = $2 and d.org_id = $1
                 and (select count(*) from batuta.dashboard_shares o where o.dashboard_id = d.id
                   and o.revoked_at is null and o.expires_at > now()) < $9
             on conflict (user_id, key) do update set hash = excluded.hash
               where batuta.dashboard_shares.revoked_at is null
             returning *)
           select {_COLUMNS} from s""",
        caller.org_id,
        caller.user_id,
        dashboard_id,
        digest,
        audience,
        list(people),
        life,
        key,
        MOST_SHARES,
    )
    return None if row is None else _share(row)


async def listed(db: Sql, caller: Caller, dashboard_id: UUID) -> list[DashboardShare]:
    """List the links to one of the caller's dashboards, the newest first."""
    rows = await db.fetch(
        f"""select {_COLUMNS} from batuta.dashboard_shares s
           where s.dashboard_id = $1 and s.user_id = $2 and s.org_id = $3
           order by s.created_at desc limit 200""",
        dashboard_id,
        caller.user_id,
        caller.org_id,
    )
    return [_share(row) for row in rows]


async def revoke(db: Sql, caller: Caller, dashboard_id: UUID, share_id: UUID) -> bool:
    """Close a link of the caller's for good."""
    tag = await db.execute(
        """update batuta.dashboard_shares set revoked_at = coalesce(revoked_at, now())
           where id = $1 and dashboard_id = $2 and user_id = $3 and org_id = $4""",
        share_id,
        dashboard_id,
        caller.user_id,
        caller.org_id,
    )
    return tag == "UPDATE 1"


async def by_digest(db: Sql, digest: bytes) -> tuple[DashboardShare, Caller] | None:
    """Find a link by the hash of its token, and whose it is; None where that person is shut out.

    One that is revoked or over is found too: the caller decides what is said of it.
    """
    row = await db.fetchrow(
        f"""select {_COLUMNS}, u.email, u.roles from batuta.dashboard_shares s
             join batuta.users u on u.id = s.user_id
           where s.hash = $1 and u.disabled_at is null""",
        digest,
    )
    if row is None:
        return None
    known = plain(row)
    email, roles = known.pop("email"), frozenset(known.pop("roles"))
    share = _read_share(known)
    return share, Caller(share.user_id, share.org_id, email, roles)


async def count_view(db: Sql, share_id: UUID) -> None:
    """Count that somebody opened a link."""
    await db.execute(
        "update batuta.dashboard_shares set views = views + 1, viewed_at = now() where id = $1",
        share_id,
    )


async def add_ticket(
    db: Sql, viewer: Caller, dashboard_id: UUID, share_id: UUID | None, digest: bytes,
    life: timedelta,
) -> None:  # fmt: skip
    """Remember a ticket by its hash, and forget what is over or too much of that person."""
    await db.execute(
        """with gone as (
             delete from batuta.view_passes where hash in (
               select hash from batuta.view_passes where user_id = $2
               order by expires_at > now() desc, expires_at desc offset $6))
           insert into batuta.view_passes
             (hash, kind, user_id, epoch, dashboard_id, share_id, expires_at)
             select $1, 'ticket', id, token_epoch, $3, $4, now() + $5 from batuta.users
             where id = $2 and disabled_at is null""",
        digest,
        viewer.user_id,
        dashboard_id,
        share_id,
        life,
        MOST_PASSES - 1,
    )


async def use_ticket(db: Sql, digest: bytes, successor: bytes, life: timedelta) -> ViewPass | None:
    """Use up a ticket: it becomes a pass, for exactly one of many who show it."""
    row = await db.fetchrow(
        """with used as (
             delete from batuta.view_passes where hash = $1 and kind = 'ticket'
               and expires_at > now() returning *),
           made as (
             insert into batuta.view_passes
               (hash, kind, user_id, epoch, dashboard_id, share_id, expires_at)
               select $2, 'pass', user_id, epoch, dashboard_id, share_id, now() + $3 from used)
           select p.dashboard_id, p.share_id, u.id, u.org_id, u.email, u.roles, u.token_epoch
           from used p join batuta.users u on u.id = p.user_id
           where u.disabled_at is null and u.token_epoch = p.epoch""",
        digest,
        successor,
        life,
    )
    return _pass(row)


async def pass_of(db: Sql, digest: bytes) -> ViewPass | None:
    """Tell what a pass opens, and to whom; None when it is over or its person is signed out."""
    row = await db.fetchrow(
        """select p.dashboard_id, p.share_id, u.id, u.org_id, u.email, u.roles, u.token_epoch
           from batuta.view_passes p join batuta.users u on u.id = p.user_id
           where p.hash = $1 and p.kind = 'pass' and p.expires_at > now()
             and u.disabled_at is null and u.token_epoch = p.epoch""",
        digest,
    )
    return _pass(row)


def _pass(row: SqlRow | None) -> ViewPass | None:
    if row is None:
        return None
    viewer = Caller(
        row["id"], row["org_id"], row["email"], frozenset(row["roles"]), row["token_epoch"]
    )
    return ViewPass(viewer, row["dashboard_id"], row["share_id"])
