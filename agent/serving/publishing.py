"""Publishing, trying on a part of the people, promoting, going back: each one change, audited."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Final, Literal
from uuid import UUID

import asyncpg

from contracts.errors import InvalidRequest, NotFound
from language.suggestions import meant
from router.route import ROOT
from store import audit, editions
from store.audit import Action
from store.editions import EditionContent, ServedVersion, Via
from store.sql import Sql
from workflows.file.load import load_catalog
from workflows.file.schema import Workflow
from workflows.file.source import Source

CheckServable = Callable[[EditionContent], Awaitable[None]]  # refuses what cannot be served here
MOST_NOTE = 500
BUILT_IN: Final = "built-in"  # the edition that comes with the release, whichever that is
RevertTarget = int | Literal["built-in"]
ChangeKind = Literal[
    "published", "trial", "promoted", "trial ended", "reverted", "withdrawn", "unchanged"
]


@dataclass(frozen=True, slots=True)
class ChangeAuthor:
    """Who changes what is served, and from where."""

    via: Via
    user: UUID | None = None
    detail: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a request, and what is served now."""

    done: ChangeKind
    workflow: str
    version: int | None  # the one that was asked for; None: the one that comes with the release
    served: int | None
    canary: int | None = None
    percent: int | None = None


def content_of(workflow: Workflow, source: Source) -> EditionContent:
    """Put together what is stored of a workflow that was read from its file."""
    return EditionContent(
        source.hash, workflow.workflow, workflow.version, source.text, dict(source.prompts)
    )


async def publish(
    pool: asyncpg.Pool,
    project: str,
    contents: Collection[EditionContent],
    by: ChangeAuthor,
    *,
    note: str | None = None,
    percent: int | None = None,
) -> list[Change]:
    """Publish contents that have passed the gate: all of them, or none."""
    if note and (len(note) > MOST_NOTE or not note.isprintable()):
        raise InvalidRequest(f"a note is one line of at most {MOST_NOTE} characters")
    async with editions.changing(pool) as db:
        return [await _publish(db, project, content, by, note, percent) for content in contents]


async def publish_new(
    pool: asyncpg.Pool, project: str, contents: Collection[EditionContent]
) -> list[Change]:
    """Publish those of which no version was published before, whoever starts first."""
    async with editions.changing(pool) as db:
        known = await editions.published(db, project)
        new = [content for content in contents if content.workflow not in known]
        return [
            await _publish(db, project, content, ChangeAuthor("start"), None, None)
            for content in new
        ]


async def revert(
    pool: asyncpg.Pool,
    project: str,
    workflow: str,
    by: ChangeAuthor,
    to: RevertTarget | None = None,
    usable: CheckServable | None = None,
) -> Change:
    """Take back the latest change: end a trial, else serve the version before, or the one named.

    Before the first version of a workflow that comes with the release stands the release's own.
    """
    ours = await asyncio.to_thread(load_catalog)
    async with editions.changing(pool) as db:
        now = await _known(db, project, workflow)
        if workflow in (gone := await editions.withdrawn(db, project)):
            target = to if to is not None else gone[workflow] or BUILT_IN
        elif to is None and now.canary is not None:
            return await _set(db, project, by, now, "trial ended", now.version)
        else:
            target = to if to is not None else await _before(db, project, now, ours)
        served = workflow not in gone and now.canary is None
        if target == (now.version or BUILT_IN) and served:
            raise InvalidRequest(f"{_named(target)} of '{workflow}' is the one that is served")
        if target == BUILT_IN:
            if workflow not in ours:
                raise InvalidRequest(f"'{workflow}' is the project's own; none comes with batuta")
            return await _set(db, project, by, now, "reverted", None)
        await _require_published(db, project, workflow, target, usable)
        return await _set(db, project, by, now, "reverted", target)


async def withdraw(pool: asyncpg.Pool, project: str, workflow: str, by: ChangeAuthor) -> Change:
    """Serve a workflow to nobody; `revert` or publishing it again puts it back.

    The root stays: every message has to go somewhere.
    """
    if workflow == ROOT:
        raise InvalidRequest("'root' answers whatever nobody claims; it cannot be withdrawn")
    async with editions.changing(pool) as db:
        if workflow in await editions.withdrawn(db, project):
            raise InvalidRequest(f"'{workflow}' is withdrawn already")
        now = await _known(db, project, workflow)
        await editions.withdraw(db, project, workflow)
        change = Change("withdrawn", workflow, now.version or None, None)
        await _record(db, project, by, "workflow.withdrawn", now, change, None)
        return change


async def trial(
    pool: asyncpg.Pool,
    project: str,
    workflow: str,
    percent: int,
    by: ChangeAuthor,
    version: int | None = None,
    usable: CheckServable | None = None,
) -> Change:
    """Serve a version to a part of the people: 0 ends the trial, 100 makes it everybody's."""
    async with editions.changing(pool) as db:
        now = await _served(db, project, workflow)
        tried = version if version is not None else now.canary
        if tried is None:
            raise InvalidRequest(
                f"no version of '{workflow}' is on trial; publish one with a percentage, or name it"
            )
        if percent == 0:
            return await _set(db, project, by, now, "trial ended", now.version)
        await _require_published(db, project, workflow, tried, usable)
        if percent == 100:
            return await _set(db, project, by, now, "promoted", tried)
        return await _try(db, project, by, now, tried, percent)


async def _publish(
    db: Sql,
    project: str,
    content: EditionContent,
    by: ChangeAuthor,
    note: str | None,
    percent: int | None,
) -> Change:
    name, number = content.workflow, content.version
    now = next((row for row in await editions.served(db, project) if row.workflow == name), None)
    if percent is not None and now is None:
        raise InvalidRequest(
            f"'{name}' has no published version to try this one against; publish it without a trial"
        )
    latest = await editions.versions(db, project, name, 1)
    known = await editions.version(db, project, name, number)
    if known and known.hash != content.hash:
        raise InvalidRequest(
            f"version {number} of '{name}' is published already, with other content;"
            f" raise its `version` to {latest[0].version + 1}"
        )
    if known and now:
        if percent is not None:
            return await _try(db, project, by, now, number, percent)
        return Change("unchanged", name, number, now.version, now.canary, now.percent)
    if latest and number < latest[0].version:
        raise InvalidRequest(
            f"version {number} of '{name}' is older than {latest[0].version}, the latest;"
            f" raise its `version` to {latest[0].version + 1}"
        )
    await editions.keep(db, [content])
    if known is None:
        await editions.add(db, project, content, by.via, by.user, note)
    if now and percent is not None:
        return await _try(db, project, by, now, number, percent, note)
    before = now or ServedVersion(name, 0, "", None, None, None)
    return await _set(db, project, by, before, "published", number, note)


async def _try(
    db: Sql,
    project: str,
    by: ChangeAuthor,
    now: ServedVersion,
    version: int,
    percent: int,
    note: str | None = None,
) -> Change:
    if version == now.version:
        raise InvalidRequest(f"version {version} of '{now.workflow}' is served to everybody")
    if not 1 <= percent <= 99:
        raise InvalidRequest("a trial takes a percentage from 1 to 99")
    await editions.serve(db, project, now.workflow, now.version, version, percent)
    change = Change("trial", now.workflow, version, now.version, version, percent)
    await _record(db, project, by, "workflow.trial", now, change, note)
    return change


_ACTIONS: dict[ChangeKind, Action] = {
    "published": "workflow.published",
    "promoted": "workflow.promoted",
    "reverted": "workflow.reverted",
    "trial ended": "workflow.trial_ended",
}


async def _set(
    db: Sql,
    project: str,
    by: ChangeAuthor,
    now: ServedVersion,
    done: ChangeKind,
    version: int | None,
    note: str | None = None,
) -> Change:
    """Serve one version to everybody, or what comes with the release."""
    await editions.serve(db, project, now.workflow, version)
    about = now.canary if done == "trial ended" and now.canary else version
    change = Change(done, now.workflow, about, version)
    await _record(db, project, by, _ACTIONS[done], now, change, note)
    return change


async def _record(
    db: Sql,
    project: str,
    by: ChangeAuthor,
    action: Action,
    before: ServedVersion,
    change: Change,
    note: str | None,
) -> None:
    detail: dict[str, object] = {
        "project": project or None,
        "workflow": change.workflow,
        "version": change.version or BUILT_IN,
        "served": None if change.done == "withdrawn" else change.served or BUILT_IN,
        "before": before.version or None,
        "percent": change.percent,
        "note": note,
        "via": by.via,
    }
    kept = {key: value for key, value in detail.items() if value is not None}
    await audit.record(db, action, actor=by.user, detail=kept | by.detail)


async def _known(db: Sql, project: str, workflow: str) -> ServedVersion:
    """Find what is served of a workflow that was published; version 0 is the release's own."""
    rows = {row.workflow: row for row in await editions.served(db, project)}
    gone = await editions.withdrawn(db, project)
    rows |= {n: ServedVersion(n, v or 0, "", None, None, None) for n, v in gone.items()}
    rows |= {
        n: ServedVersion(n, 0, "", None, None, None)
        for n in await editions.built_in_again(db, project)
    }
    if workflow not in rows:
        raise NotFound(f"no version of '{workflow}' is published{meant(workflow, rows)}")
    return rows[workflow]


async def _served(db: Sql, project: str, workflow: str) -> ServedVersion:
    """Find the published version that is served of a workflow."""
    if workflow in await editions.withdrawn(db, project):
        raise InvalidRequest(f"'{workflow}' is withdrawn; `batuta revert {workflow}` puts it back")
    now = await _known(db, project, workflow)
    if not now.version:
        raise InvalidRequest(
            f"'{workflow}' is served as it comes with batuta; go back to a version first"
        )
    return now


async def _before(db: Sql, project: str, now: ServedVersion, ours: Collection[str]) -> RevertTarget:
    if not now.version:
        raise InvalidRequest(
            f"'{now.workflow}' is served as it comes with batuta; name the version to go back to"
        )
    if earlier := await editions.versions(db, project, now.workflow, 1, now.version):
        return earlier[0].version
    if now.workflow in ours:
        return BUILT_IN
    raise InvalidRequest(f"version {now.version} of '{now.workflow}' is its first; none before")


def _named(target: RevertTarget) -> str:
    return "the built-in edition" if target == BUILT_IN else f"version {target}"


async def _require_published(
    db: Sql, project: str, workflow: str, version: int, usable: CheckServable | None
) -> None:
    """Refuse a version that was never published, or that whoever asks cannot serve."""
    found = await editions.version(db, project, workflow, version)
    if found is None:
        known = [str(v.version) for v in await editions.versions(db, project, workflow, 20)]
        raise NotFound(f"'{workflow}' has no version {version} (published: {', '.join(known)})")
    if usable is not None:
        for content in await editions.contents(db, [found.hash]):
            await usable(content)
