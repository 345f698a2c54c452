"""Texts that moderators have settled: what the guards must let pass, and what they must stop."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from store.sql import Sql, plain

ExampleKind = Literal["allow", "block"]
ExampleStage = Literal["input", "tool_args", "tool_result", "output"]
_COLUMNS = """id, kind, stage, category, text, folded, case_id, made_by, created_at,
  updated_at, hits, last_hit_at"""


@dataclass(frozen=True, slots=True)
class GuardExample:
    """One text, and how the guards must take it; without its words it holds by their hash."""

    id: UUID
    kind: ExampleKind
    stage: ExampleStage
    category: str
    text: str | None
    folded: bytes
    case_id: UUID
    made_by: UUID
    created_at: datetime
    updated_at: datetime
    hits: int
    last_hit_at: datetime | None


@dataclass(frozen=True, slots=True)
class ExampleFilter:
    """Which examples are meant; what is None does not matter."""

    kind: ExampleKind | None = None
    category: str | None = None
    stage: ExampleStage | None = None
    met: bool | None = None  # whether it has ever settled a text


async def put(
    db: Sql, org_id: UUID, kind: ExampleKind, stage: str, category: str, text: str, folded: bytes,
    case_id: UUID, user_id: UUID, made_by: UUID,
) -> None:  # fmt: skip
    """Keep an example; of the same text the latest decision counts."""
    await db.execute(
        """insert into batuta.guard_examples
             (org_id, kind, stage, category, text, folded, case_id, user_id, made_by)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           on conflict (org_id, stage, folded) do update set kind = excluded.kind,
             category = excluded.category, text = excluded.text, case_id = excluded.case_id,
             user_id = excluded.user_id, made_by = excluded.made_by, active = true,
             updated_at = now()""",
        org_id,
        kind,
        stage,
        category,
        text,
        folded,
        case_id,
        user_id,
        made_by,
    )


async def active(db: Sql, org_id: UUID, limit: int = 50_000) -> list[GuardExample]:
    """Return what an organisation's guards hold to, in the order of their ids."""
    rows = await db.fetch(
        f"select {_COLUMNS} from batuta.guard_examples where org_id = $1 and active"
        " order by id limit $2",
        org_id,
        limit,
    )
    return [GuardExample(**plain(row)) for row in rows]


async def page(
    db: Sql, org_id: UUID, reader: UUID, wanted: ExampleFilter, limit: int, after: UUID | None
) -> list[GuardExample]:
    """Return a page of an organisation's examples but those of the reader's own words.

    The latest first; `after` is the last one of the page before.
    """
    rows = await db.fetch(
        f"""select {_COLUMNS} from batuta.guard_examples e where org_id = $1 and active
             and user_id <> $2 and ($3::text is null or kind = $3)
             and ($4::text is null or category = $4) and ($5::text is null or stage = $5)
             and ($6::boolean is null or (hits > 0) = $6)
             and ($7::uuid is null or (created_at, id) < (select l.created_at, l.id
               from batuta.guard_examples l where l.id = $7 and l.org_id = $1))
           order by created_at desc, id desc limit $8""",
        org_id,
        reader,
        wanted.kind,
        wanted.category,
        wanted.stage,
        wanted.met,
        after,
        limit,
    )
    return [GuardExample(**plain(row)) for row in rows]


async def of_case(db: Sql, org_id: UUID, case_id: UUID) -> list[GuardExample]:
    """Return what was learnt of a case and still holds."""
    rows = await db.fetch(
        f"select {_COLUMNS} from batuta.guard_examples"
        " where case_id = $1 and org_id = $2 and active order by id limit 50",
        case_id,
        org_id,
    )
    return [GuardExample(**plain(row)) for row in rows]


async def remove(db: Sql, org_id: UUID, example_id: UUID, by: UUID) -> bool:
    """Put an example out of use; False if the organisation has none of this id of others' words."""
    tag = await db.execute(
        "update batuta.guard_examples set active = false, updated_at = now()"
        " where id = $1 and org_id = $2 and user_id <> $3 and active",
        example_id,
        org_id,
        by,
    )
    return tag == "UPDATE 1"


async def hit(db: Sql, example_id: UUID, times: int) -> None:
    """Count that an example has settled texts; to whoever looks for news it is none."""
    await db.execute(
        "update batuta.guard_examples set hits = hits + $2, last_hit_at = now() where id = $1",
        example_id,
        times,
    )


async def stamp(db: Sql, org_id: UUID) -> str:
    """Return what changes whenever an organisation's examples do.

    A sum and not the latest time: what began earlier may be committed later.
    """
    return await db.fetchval(
        "select count(*) || '/' || coalesce(sum(extract(epoch from updated_at)), 0)"
        " from batuta.guard_examples where org_id = $1",
        org_id,
    )
