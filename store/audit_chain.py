"""Goes along the audit log's chain: is every row what was written, and is none missing?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import asyncpg

_PAGE = 5_000


@dataclass(frozen=True, slots=True)
class AuditFault:
    """The first place at which the log is not what was written."""

    what: Literal["changed", "removed", "unlinked", "cut", "added"]
    no: int  # the link in the chain, or the row where it has none
    row: int | None = None
    action: str | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class AuditChain:
    """How many rows hang together, up to which hash, and where they no longer do."""

    rows: int
    head: str
    fault: AuditFault | None = None


async def follow(dsn: str) -> AuditChain:
    """Read the whole chain as it stands at one moment, page by page, while others go on writing."""
    connection = await asyncpg.connect(dsn, timeout=10)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            return await _follow(connection)
    finally:
        await connection.close()


async def _follow(db: asyncpg.Connection) -> AuditChain:
    head = await db.fetchrow("select no, hash from batuta.audit_head")
    rows, at, known = 0, 0, b""
    while page := await db.fetch(_LINKS, at, known, _PAGE):
        for link in page:
            trimmed = link["audit_id"] is None
            if not trimmed or at:
                if fault := _fault(link, at):
                    return AuditChain(rows, known.hex(), fault)
                rows += 1
            at, known = link["no"], link["hash"]
    fault = None
    if head is None or (head["no"], head["hash"]) != (at, known):
        fault = AuditFault("cut", at)
    elif extra := await db.fetchrow(_UNLINKED):
        fault = AuditFault("added", extra["id"], extra["id"], extra["action"], extra["at"])
    return AuditChain(rows, known.hex(), fault)


# A link is worked out from the one before, which is the last of the page before or stands in this.
_LINKS = """with page as (
    select no, audit_id, hash, lag(hash, 1, $2::bytea) over (order by no) as before
    from batuta.audit_links where no > $1 order by no limit $3)
  select p.no, p.audit_id, p.hash, a.id as row, a.action, a.at,
    p.hash = batuta.audit_hash(p.before, a) as same
  from page p left join batuta.audit a on a.id = p.audit_id order by p.no"""
_UNLINKED = """select id, action, at from batuta.audit a
  where not exists (select from batuta.audit_links l where l.audit_id = a.id) order by id limit 1"""


def _fault(link: asyncpg.Record, before: int) -> AuditFault | None:
    facts = (link["no"], link["row"], link["action"], link["at"])
    if link["no"] != before + 1 or link["audit_id"] is None:
        return AuditFault("unlinked", *facts)
    if link["row"] is None:
        return AuditFault("removed", link["no"], link["audit_id"])
    return None if link["same"] else AuditFault("changed", *facts)
