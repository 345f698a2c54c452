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
ChangeKind = Literal["published", "trial", "promoted", "trial ended", "reverted", "unchanged"]


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
        return [await _publish(db, content, by, note, percent) for content in contents]


async def publish_new(pool: asyncpg.Pool, contents: Collection[EditionContent]) -> list[Change]:
    """Publish those of which no version was published before, whoever starts first."""
    async with editions.changing(pool) as db:
        known = await editions.published(db)
        new = [content for content in contents if content.workflow not in known]
        return [await _publish(db, content, ChangeAuthor("start"), None, None) for content in new]


async def revert(
    pool: asyncpg.Pool,
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
        now = await _known(db, workflow)
        if to is None and now.canary is not None:
            return await _set(db, by, now, "trial ended", now.version)
        target = to if to is not None else await _before(db, now, ours)
        if target == (now.version or BUILT_IN) and now.canary is None:
            raise InvalidRequest(f"{_named(target)} of '{workflow}' is the one that is served")
        if target == BUILT_IN:
            if workflow not in ours:
                raise InvalidRequest(f"'{workflow}' is the project's own; none comes with batuta")
            return await _set(db, by, now, "reverted", None)
        await _require_published(db, workflow, target, usable)
        return await _set(db, by, now, "reverted", target)


async def trial(
    pool: asyncpg.Pool,
    workflow: str,
    percent: int,
    by: ChangeAuthor,
    version: int | None = None,
    usable: CheckServable | None = None,
) -> Change:
    """Serve a version to a part of the people: 0 ends the trial, 100 makes it everybody's."""
    async with editions.changing(pool) as db:
        now = await _served(db, workflow)
        tried = version if version is not None else now.canary
        if tried is None:
            raise InvalidRequest(
                f"no version of '{workflow}' is on trial; publish one with a percentage, or name it"
            )
        if percent == 0:
            return await _set(db, by, now, "trial ended", now.version)
        await _require_published(db, workflow, tried, usable)
        if percent == 100:
            return await _set(db, by, now, "promoted", tried)
        return await _try(db, by, now, tried, percent)


async def _publish(
    db: Sql, content: EditionContent, by: ChangeAuthor, note: str | None, percent: int | None
) -> Change:
    name, number = content.workflow, content.version
    now = next((row for row in await editions.served(db) if row.workflow == name), None)
    if percent is not None and now is None:
        raise InvalidRequest(
            f"'{name}' has no published version to try this one against; publish it without a trial"
        )
    latest = await editions.versions(db, name, 1)
    known = await editions.version(db, name, number)
    if known and known.hash != content.hash:
        raise InvalidRequest(
            f"version {number} of '{name}' is published already, with other content;"
            f" raise its `version` to {latest[0].version + 1}"
        )
    if known and now:
        if percent is not None:
            return await _try(db, by, now, number, percent)
        return Change("unchanged", name, number, now.version, now.canary, now.percent)
    if latest and number < latest[0].version:
        raise InvalidRequest(
            f"version {number} of '{name}' is older than {latest[0].version}, the latest;"
            f" raise its `version` to {latest[0].version + 1}"
        )
    await editions.keep(db, [content])
    if known is None:
        await editions.add(db, content, by.via, by.user, note)
    if now and percent is not None:
        return await _try(db, by, now, number, percent, note)
    before = now or ServedVersion(name, 0, "", None, None, None)
    return await _set(db, by, before, "published", number, note)


async def _try(
    db: Sql,
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
    await editions.serve(db, now.workflow, now.version, version, percent)
    change = Change("trial", now.workflow, version, now.version, version, percent)
    await _record(db, by, "workflow.trial", now, change, note)
    return change


_ACTIONS: dict[ChangeKind, Action] = {
    "published": "workflow.published",
    "promoted": "workflow.promoted",
    "reverted": "workflow.reverted",
    "trial ended": "workflow.trial_ended",
}


async def _set(
    db: Sql,
    by: ChangeAuthor,
    now: ServedVersion,
    done: ChangeKind,
    version: int | None,
    note: str | None = None,
) -> Change:
    """Serve one version to everybody, or what comes with the release."""
    await editions.serve(db, now.workflow, version)
    about = now.canary if done == "trial ended" and now.canary else version
    change = Change(done, now.workflow, about, version)
    await _record(db, by, _ACTIONS[done], now, change, note)
    return change


async def _record(
    db: Sql,
    by: ChangeAuthor,
    action: Action,
    before: ServedVersion,
    change: Change,
    note: str | None,
) -> None:
    detail: dict[str, object] = {
        "workflow": change.workflow,
        "version": change.version or BUILT_IN,
        "served": change.served or BUILT_IN,
        "before": before.version or None,
        "percent": change.percent,
        "note": note,
        "via": by.via,
    }
    kept = {key: value for key, value in detail.items() if value is not None}
    await audit.record(db, action, actor=by.user, detail=kept | by.detail)


async def _known(db: Sql, workflow: str) -> ServedVersion:
    """Find what is served of a workflow that was published; version 0 is the release's own."""
    rows = {row.workflow: row for row in await editions.served(db)}
    rows |= {
        n: ServedVersion(n, 0, "", None, None, None) for n in await editions.built_in_again(db)
    }
    if workflow not in rows:
        raise NotFound(f"no version of '{workflow}' is published{meant(workflow, rows)}")
    return rows[workflow]


async def _served(db: Sql, workflow: str) -> ServedVersion:
    """Find the published version that is served of a workflow."""
    now = await _known(db, workflow)
    if not now.version:
        raise InvalidRequest(
            f"'{workflow}' is served as it comes with batuta; go back to a version first"
        )
    return now


async def _before(db: Sql, now: ServedVersion, ours: Collection[str]) -> RevertTarget:
    if not now.version:
        raise InvalidRequest(
            f"'{now.workflow}' is served as it comes with batuta; name the version to go back to"
        )
    if earlier := await editions.versions(db, now.workflow, 1, now.version):
        return earlier[0].version
    if now.workflow in ours:
        return BUILT_IN
    raise InvalidRequest(f"version {now.version} of '{now.workflow}' is its first; none before")


def _named(target: RevertTarget) -> str:
    return "the built-in edition" if target == BUILT_IN else f"version {target}"


async def _require_published(
    db: Sql, workflow: str, version: int, usable: CheckServable | None
) -> None:
    """Refuse a version that was never published, or that whoever asks cannot serve."""
    found = await editions.version(db, workflow, version)
    if found is None:
        known = [str(v.version) for v in await editions.versions(db, workflow, 20)]
        raise NotFound(f"'{workflow}' has no version {version} (published: {', '.join(known)})")
    if usable is not None:
        for content in await editions.contents(db, [found.hash]):
            await usable(content)
