"""The library of a server in production: what the database says is published."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

import asyncpg

from agent.serving.edition_cache import EditionCache
from agent.serving.library import ServeRepertoire, WorkflowLibrary
from agent.serving.publish_gate import check_for_publishing
from agent.serving.publishing import BUILT_IN, content_of, publish_new
from agent.serving.repertoire import Flaw, Repertoire, Trial
from store import editions
from store.pool import translate
from tools import Tool
from workflows.file.load import check_tools
from workflows.file.project import Project
from workflows.file.source import WorkflowError
from workflows.machine.world import Edition

logger = logging.getLogger(__name__)


class PublishedLibrary(WorkflowLibrary):
    """Serves what the database says; the first start publishes what is there."""

    pause = 1.0

    def __init__(
        self,
        pool: asyncpg.Pool,
        tools: Mapping[str, Tool],
        edition_cache: EditionCache,
        project: Project | None,
    ) -> None:
        super().__init__(pool, tools, edition_cache)
        self._project = project
        self._manifest = project.manifest if project else None
        self._name = project.manifest.name if project else ""
        self._revision = self._refused = -1

    async def open(self) -> Repertoire:
        """Publish what was never published, then read what is served."""
        if self._project:
            await publish_first(self._pool, self._project, self._tools)
        self._revision, made = await self._read()
        return made

    async def _refresh(self, serve: ServeRepertoire) -> None:
        """Take up what was published since: whoever publishes need not know any worker."""
        latest = await editions.revision(self._pool)
        if latest not in (self._revision, self._refused):
            await self._try(serve, latest)

    async def _try(self, serve: ServeRepertoire, latest: int) -> None:
        try:
            revision, made = await self._read()
            await serve(made)
        except Exception as exc:
            if translate(exc) is None:  # it would fail again: say so once
                self._refused = latest
            raise
        self._revision = revision

    async def _read(self) -> tuple[int, Repertoire]:
        """Make what is served; with the revision, which counts once it is taken up."""
        revision = await editions.revision(self._pool)
        rows = await editions.served(self._pool, self._name)
        wanted = {h for row in rows for h in (row.hash, row.canary_hash) if h}
        known = await self._edition_cache.find(wanted)
        again = await editions.built_in_again(self._pool, self._name)
        gone = await editions.withdrawn(self._pool, self._name)
        ours = await self._built_in(again)
        built_in = {name: file for name, file in ours.items() if name not in gone}
        served, flaws = await self._store(built_in), list[Flaw]()
        trials: dict[str, Trial] = {}
        for row in rows:
            name = row.workflow
            edition, flaw = self._usable(name, row.version, known.get(row.hash))
            edition = edition or (self._now.editions.get(name) if self._now else None)
            flaws += flaw
            if edition:
                served[name] = edition
            if row.canary and row.percent and row.canary_hash:
                tried, flaw = self._usable(name, row.canary, known.get(row.canary_hash))
                flaws += flaw
                if tried and edition:
                    trials[name] = Trial(tried, row.percent)
        made = await self._make(served, trials, tuple(flaws))
        logger.info("workflows read", extra={"revision": revision, "flaws": len(flaws)})
        return revision, made

    def _usable(
        self, name: str, version: int, edition: Edition | None
    ) -> tuple[Edition | None, list[Flaw]]:
        """Tell whether this worker can serve a version, and otherwise why not."""
        try:
            if edition is None:
                raise WorkflowError("this release cannot read it; start the newer one here")
            check_tools(edition.workflow, self._tools)
        except WorkflowError as exc:
            logger.error(
                "a published version cannot be served here",
                extra={"workflow": name, "version": version, "reason": exc.message},
            )
            return None, [Flaw(name, f"version {version}: {exc.message}")]
        return edition, []


async def publish_first(pool: asyncpg.Pool, project: Project, tools: Mapping[str, Tool]) -> None:
    """Publish workflows of which no version ever was; tell of others that differ from theirs.

    What was taken back to the release's own edition stays there: a restart publishes nothing again.
    """
    shelf = project.manifest.name
    served = {row.workflow: row for row in await editions.served(pool, shelf)}
    known, gone = await editions.published(pool, shelf), await editions.withdrawn(pool, shelf)
    new = {name: file for name, file in project.files.items() if name not in known}
    if new:
        report = await asyncio.to_thread(check_for_publishing, project, tools, new.keys())
        report.raise_if_rejected()
        for change in await publish_new(pool, shelf, [content_of(w, s) for w, s in new.values()]):
            extra = {"workflow": change.workflow, "version": change.version}
            logger.info("workflow published", extra=extra)
    for name, (workflow, source) in project.files.items():
        now = served.get(name)
        if name in known and name not in gone and (now is None or now.hash != source.hash):
            logger.warning(
                "a file is not what is served: publish it, or serve the files with --dev",
                extra={
                    "workflow": name,
                    "file_version": workflow.version,
                    "served_version": now.version if now else BUILT_IN,
                },
            )
