"""Published workflows: their contents by hash, their versions, and which of them are served."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal
from uuid import UUID

import asyncpg
import orjson

from store.sql import Sql, SqlRow

Via = Literal["start", "command", "api"]
_LOCK = "batuta publish"


@dataclass(frozen=True, slots=True)
class EditionContent:
    """A workflow's text with the prompts it names: all that any worker needs to serve it."""

    hash: str
    workflow: str
    version: int
    source: str
    prompts: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Version:
    """A version that was published: by whom, when, how, and what they said of it."""

    project: str
    workflow: str
    version: int
    hash: str
    note: str | None
    via: Via
    by: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class ServedVersion:
    """What is served of one workflow: a version to all, and perhaps another one to some."""

    workflow: str
    version: int
    hash: str
    canary: int | None
    canary_hash: str | None
    percent: int | None


@asynccontextmanager
async def changing(pool: asyncpg.Pool) -> AsyncGenerator[Sql]:
    """One change at a time, whoever makes it; all of it, or nothing."""
    async with pool.acquire() as db, db.transaction():
        await db.execute("select pg_advisory_xact_lock(hashtextextended($1, 0))", _LOCK)
        yield db


async def keep(db: Sql, contents: Collection[EditionContent]) -> None:
    """Store contents that are not there yet, and note of the others that they are in use."""
    if not contents:
        return
    rows = [
        {
            "hash": c.hash,
            "workflow": c.workflow,
            "version": c.version,
            "source": c.source,
            "prompts": dict(c.prompts),
        }
        for c in contents
    ]
    await db.execute(
        """insert into batuta.workflow_contents (hash, workflow, version, source, prompts)
           select hash, workflow, version, source, prompts
           from jsonb_to_recordset($1::text::jsonb)
             as r (hash text, workflow text, version integer, source text, prompts jsonb)
           order by hash on conflict (hash) do update set stored_at = now()
             where workflow_contents.stored_at < now() - interval '1 day'""",
        orjson.dumps(rows).decode(),
    )


async def in_use(db: Sql, hashes: Collection[str]) -> None:
    """Note that contents are served: those that nobody needs are deleted after a while."""
    await db.execute(
        "update batuta.workflow_contents set stored_at = now()"
        " where hash = any($1::text[]) and stored_at < now() - interval '1 day'",
        list(hashes),
    )


async def contents(db: Sql, hashes: Collection[str]) -> list[EditionContent]:
    """Return the contents of these hashes that are stored."""
    if not hashes:
        return []
    rows = await db.fetch(
        "select hash, workflow, version, source, prompts from batuta.workflow_contents"
        " where hash = any($1::text[])",
        list(hashes),
    )
    return [
        EditionContent(
            r["hash"], r["workflow"], r["version"], r["source"], orjson.loads(r["prompts"])
        )
        for r in rows
    ]


async def revision(db: Sql) -> int:
    """Return the number of the latest change to what is served."""
    return int(await db.fetchval("select coalesce(max(revision), 0) from batuta.workflow_served"))


async def served(db: Sql, project: str) -> list[ServedVersion]:
    """Return what is served of a project, workflow by workflow."""
    rows = await db.fetch(
        """select s.workflow, s.version, v.hash, s.canary, c.hash as canary_hash, s.percent
           from batuta.workflow_served s
           join batuta.workflow_versions v using (project, workflow, version)
           left join batuta.workflow_versions c
             on c.project = s.project and c.workflow = s.workflow and c.version = s.canary
           where s.project = $1 and not s.withdrawn
           order by s.workflow""",
        project,
    )
    return [ServedVersion(**dict(r)) for r in rows]


async def published(db: Sql, project: str) -> frozenset[str]:
    """Return the workflows of which a version was ever published, served or not."""
    rows = await db.fetch(
        "select distinct workflow from batuta.workflow_versions where project = $1", project
    )
    return frozenset(r["workflow"] for r in rows)


async def built_in_again(db: Sql, project: str) -> frozenset[str]:
    """Return the workflows that were published and are served as the release has them."""
    rows = await db.fetch(
        "select workflow from batuta.workflow_served"
        " where project = $1 and version is null and not withdrawn",
        project,
    )
    return frozenset(r["workflow"] for r in rows)


async def withdrawn(db: Sql, project: str) -> dict[str, int | None]:
    """Return the workflows that are served to nobody, with the version that was last."""
    rows = await db.fetch(
        "select workflow, version from batuta.workflow_served where project = $1 and withdrawn",
        project,
    )
    return {r["workflow"]: r["version"] for r in rows}


async def withdraw(db: Sql, project: str, workflow: str) -> None:
    """Serve a workflow to nobody; which version it was is kept."""
    await db.execute(
        """insert into batuta.workflow_served as s (project, workflow, withdrawn)
           values ($1, $2, true)
           on conflict (project, workflow) do update set withdrawn = true, canary = null,
             percent = null, revision = excluded.revision, changed_at = now()""",
        project,
        workflow,
    )


async def projects(db: Sql, workflow: str | None = None) -> dict[str, int]:
    """Return the projects of which anything was published, with how many workflows are served."""
    rows = await db.fetch(
        """select v.project, count(distinct v.workflow) filter (where s.version is not null
             and not s.withdrawn) as served
           from batuta.workflow_versions v left join batuta.workflow_served s
             on s.project = v.project and s.workflow = v.workflow
           where $1::text is null or v.workflow = $1 group by v.project order by v.project""",
        workflow,
    )
    return {r["project"]: r["served"] for r in rows}


async def serve(
    db: Sql,
    project: str,
    workflow: str,
    version: int | None,
    canary: int | None = None,
    percent: int | None = None,
) -> None:
    """Serve a version to all, and perhaps another one to some; None is the one of the release."""
    await db.execute(
        """insert into batuta.workflow_served as s (project, workflow, version, canary, percent)
           values ($1, $2, $3, $4, $5)
           on conflict (project, workflow) do update set version = excluded.version,
             canary = excluded.canary, percent = excluded.percent, withdrawn = false,
             revision = excluded.revision, changed_at = now()""",
        project,
        workflow,
        version,
        canary,
        percent,
    )


async def add(
    db: Sql,
    project: str,
    content: EditionContent,
    via: Via,
    by: UUID | None = None,
    note: str | None = None,
) -> None:
    """Record a version; its content must be stored."""
    await db.execute(
        """insert into batuta.workflow_versions
             (project, workflow, version, hash, note, via, published_by)
           values ($1, $2, $3, $4, $5, $6, $7)""",
        project,
        content.workflow,
        content.version,
        content.hash,
        note,
        via,
        by,
    )


async def versions(
    db: Sql,
    project: str | None,
    workflow: str | None = None,
    limit: int = 1000,
    before: int | None = None,
    org: UUID | None = None,
) -> list[Version]:
    """List what was published of one project and workflow, or of all, the latest version first.

    To an organisation only its own people are named.
    """
    rows: Sequence[SqlRow] = await db.fetch(
        """select v.project, v.workflow, v.version, v.hash, v.note, v.via, u.email as by,
             v.published_at as at
           from batuta.workflow_versions v left join batuta.users u
             on u.id = v.published_by and ($4::uuid is null or u.org_id = $4)
           where ($1::text is null or v.workflow = $1) and ($3::integer is null or v.version < $3)
             and ($5::text is null or v.project = $5)
           order by v.project, v.workflow, v.version desc limit $2""",
        workflow,
        limit,
        before,
        org,
        project,
    )
    return [Version(**dict(r)) for r in rows]


async def version(db: Sql, project: str, workflow: str, number: int) -> Version | None:
    """Return one version."""
    found = await versions(db, project, workflow, 1, number + 1)
    return found[0] if found and found[0].version == number else None
