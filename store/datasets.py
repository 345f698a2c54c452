"""Datasets: tables that people uploaded or a project brought along, their rows as Parquet.

A dataset never changes: a file that is sent again, or changed in its project, makes a new one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

import asyncpg

from contracts.messages import Caller
from store import turns
from store.sql import Sql, SqlRow, plain
from store.turns import AcceptResult, Arrival, PersonLimits

PIECE = 1_048_576  # as many bytes as a connection carries without a pause that others notice
MOST_LISTED = 500
_FACTS = "id, session_id, name, sheet, rows, columns, bytes, hash, source, created_at"
# Whom a dataset serves: its owner, in one conversation or all of them, or everybody of a project.
_OWN = "user_id = $1 and org_id = $2"
_ORDER = "project is not null, created_at desc, place, id"

UploadOutcome = Literal["go", "not_found", "rate_limited", "too_many", "too_many_bytes"]


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """How much data one person may keep here, and how often they may send some."""

    per_minute: int
    most: int
    most_bytes: int


@dataclass(frozen=True, slots=True)
class UploadPermission:
    """Whether a file may be sent now."""

    outcome: UploadOutcome
    retry_after: int


@dataclass(frozen=True, slots=True)
class NewDataset:
    """A table that was read and is complete: its profile as JSON, its rows as Parquet."""

    id: UUID
    name: str
    sheet: str | None
    rows: int
    columns: int
    hash: bytes
    source: bytes
    profile: str
    data: bytes


@dataclass(frozen=True, slots=True)
class DatasetRow:
    """What a list tells of a dataset; one without a session is its project's."""

    id: UUID
    session_id: UUID | None
    name: str
    sheet: str | None
    rows: int
    columns: int
    bytes: int
    hash: bytes
    source: bytes | None
    created_at: datetime


async def begin_upload(
    db: Sql, caller: Caller, session_id: UUID, key: str | None, limits: UploadLimits
) -> UploadPermission:
    """Tell whether the caller may send a file into one of their sessions; counts as a use."""
    row = await db.fetchrow(
        "select * from batuta.begin_upload($1,$2,$3,$4,$5,$6,$7)",
        caller.org_id,
        caller.user_id,
        session_id,
        key,
        limits.per_minute,
        limits.most,
        limits.most_bytes,
    )
    if row is None:
        raise RuntimeError("begin_upload answers with one row")
    return UploadPermission(row["outcome"], row["retry_after"])


async def keep_upload(
    pool: asyncpg.Pool,
    caller: Caller,
    arrival: Arrival,
    made: Sequence[NewDataset],
    limits: PersonLimits,
) -> AcceptResult:
    """Store what an upload has given together with its turn: all of it, or nothing at all."""
    async with pool.acquire() as link:
        transaction = link.transaction()
        await transaction.start()
        try:
            for place, each in enumerate(made):
                tag = await link.execute(
                    "insert into batuta.datasets (id, org_id, user_id, session_id, turn_id, place,"
                    " name, sheet, rows, columns, bytes, hash, source, profile)"
                    " select $1, s.org_id, s.user_id, s.id, $5, $6, $7, $8, $9, $10, $11, $12,"
                    " $13, $14 from batuta.sessions s"
                    " where s.id = $4 and s.user_id = $2 and s.org_id = $3",
                    each.id,
                    caller.user_id,
                    caller.org_id,
                    arrival.session_id,
                    arrival.turn_id,
                    place,
                    *_told(each),
                )
                if tag != "INSERT 0 1":  # the session was deleted while the file was read
                    await transaction.rollback()
                    return AcceptResult("not_found", None, None, 0, 0)
                await _keep_pieces(link, each)
            result = await turns.accept(link, caller, arrival, limits)
        except BaseException:
            await transaction.rollback()
            raise
        if result.outcome in ("run", "queued"):
            await transaction.commit()
        else:  # it is on record already, or refused
            await transaction.rollback()
    return result


async def replace_of_project(
    pool: asyncpg.Pool, project: str, source: bytes, file: str, made: Sequence[NewDataset]
) -> None:
    """Put the datasets of a project's file in the place of those of its earlier content."""
    async with pool.acquire() as link, link.transaction():
        await link.execute(
            "select pg_advisory_xact_lock(hashtextextended($1, 21))", f"{project}/{file}"
        )
        known = await link.fetchval(
            "select true from batuta.datasets where project = $1 and name = $2 and source = $3",
            project,
            file,
            source,
        )
        if known:  # another worker was quicker
            return
        await link.execute(
            "delete from batuta.datasets where project = $1 and name = $2", project, file
        )
        for place, each in enumerate(made):
            await link.execute(
                "insert into batuta.datasets (id, project, place,"
                " name, sheet, rows, columns, bytes, hash, source, profile)"
                " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                each.id,
                project,
                place,
                *_told(each),
            )
            await _keep_pieces(link, each)


async def drop_from_project(db: Sql, project: str, kept: Sequence[str]) -> int:
    """Delete the datasets of files that a project has no more, and count them."""
    gone = await db.fetch(
        "delete from batuta.datasets where project = $1 and name <> all($2::text[]) returning id",
        project,
        list(kept),
    )
    return len(gone)


async def sources_of_project(db: Sql, project: str) -> dict[str, bytes]:
    """Return what is known of a project's files: the hash of each, by name."""
    rows = await db.fetch(
        "select distinct name, source from batuta.datasets where project = $1", project
    )
    return {row["name"]: row["source"] for row in rows}


async def known_to(
    db: Sql, caller: Caller, session_id: UUID, project: str | None
) -> list[DatasetRow]:
    """List what a conversation knows: its own datasets, the newest first, then the project's."""
    rows = await db.fetch(
        f"select {_FACTS} from batuta.datasets"
        f" where ({_OWN} and session_id = $3) or project = $4 order by {_ORDER} limit $5",
        caller.user_id,
        caller.org_id,
        session_id,
        project,
        MOST_LISTED,
    )
    return [_row(row) for row in rows]


async def find(
    db: Sql, caller: Caller, dataset_id: UUID, project: str | None = None
) -> DatasetRow | None:
    """Find a dataset of the caller, or of the project that serves them."""
    row = await db.fetchrow(
        f"select {_FACTS} from batuta.datasets where id = $3 and (({_OWN}) or project = $4)",
        caller.user_id,
        caller.org_id,
        dataset_id,
        project,
    )
    return _row(row) if row else None


async def of_turn(db: Sql, caller: Caller, turn_id: UUID) -> list[DatasetRow]:
    """Return the datasets of one of the caller's uploads."""
    rows = await db.fetch(
        f"select {_FACTS} from batuta.datasets where {_OWN} and turn_id = $3 order by place",
        caller.user_id,
        caller.org_id,
        turn_id,
    )
    return [_row(row) for row in rows]


async def profiles(db: Sql, ids: Sequence[UUID]) -> dict[UUID, str]:
    """Return the profiles of datasets that the caller was shown, as they are stored."""
    rows = await db.fetch("select id, profile from batuta.datasets where id = any($1)", list(ids))
    return {row["id"]: row["profile"] for row in rows}


async def pieces(db: Sql, dataset_id: UUID) -> AsyncIterator[bytes]:
    """Yield a dataset's Parquet, piece by piece."""
    no = 0
    while True:
        data = await db.fetchval(
            "select data from batuta.dataset_pieces where dataset_id = $1 and no = $2",
            dataset_id,
            no,
        )
        if data is None:
            return
        yield data
        no += 1


async def delete(db: Sql, caller: Caller, dataset_id: UUID) -> bool:
    """Delete one of the caller's datasets."""
    tag = await db.execute(
        f"delete from batuta.datasets where {_OWN} and id = $3",
        caller.user_id,
        caller.org_id,
        dataset_id,
    )
    return tag == "DELETE 1"


def _told(made: NewDataset) -> tuple[object, ...]:
    return (
        made.name,
        made.sheet,
        made.rows,
        made.columns,
        len(made.data),
        made.hash,
        made.source,
        made.profile,
    )


async def _keep_pieces(db: Sql, made: NewDataset) -> None:
    for no, piece in enumerate(_cut(made.data)):
        await db.execute(
            "insert into batuta.dataset_pieces (dataset_id, no, data) values ($1, $2, $3)",
            made.id,
            no,
            piece,
        )


def _cut(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), PIECE):
        yield data[start : start + PIECE]


def _row(row: SqlRow) -> DatasetRow:
    return DatasetRow(**plain(row))
