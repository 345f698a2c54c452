"""Where the workflows come from that a worker serves: read at its start, looked after from then on.

Whatever the source, a content is stored before anybody is served by it, so that the conversations
which begin with it can go on with it whatever is edited, published or taken back meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Mapping

import asyncpg

from agent.serving.edition_cache import EditionCache
from agent.serving.project_folder import WorkflowFiles
from agent.serving.publishing import content_of
from agent.serving.repertoire import Flaw, Repertoire, Trial
from language.detect import Language
from router.route import ROOT
from store import editions
from store.pool import note
from tools import Tool
from workflows.file.load import CATALOG, load_sources
from workflows.file.manifest import Manifest
from workflows.file.project_root import project_root
from workflows.machine.world import Edition

logger = logging.getLogger(__name__)
MARK_SECONDS = 3600
ServeRepertoire = Callable[[Repertoire], Awaitable[None]]


class WorkflowLibrary(ABC):
    """What both kinds share: what they read and store with, and the way into service."""

    pause: float

    def __init__(
        self, pool: asyncpg.Pool, tools: Mapping[str, Tool], edition_cache: EditionCache
    ) -> None:
        self._pool = pool
        self._tools = tools
        self._edition_cache = edition_cache
        self._manifest: Manifest | None = None  # without a project everything of ours is served
        self._now: Repertoire | None = None
        self._plain_root = ""  # the hash of the built-in root as it comes
        self._refreshing = asyncio.Lock()

    async def _built_in(self, also: Collection[str] = ()) -> WorkflowFiles:
        """Return the workflows that come with the release and belong to what is served."""
        ours = await asyncio.to_thread(load_sources, CATALOG)
        self._plain_root = ours[ROOT][1].hash
        if self._manifest is None:
            return ours
        wanted = {ROOT, *self._manifest.include, *also}
        return {name: file for name, file in ours.items() if name in wanted}

    @property
    def languages(self) -> list[Language] | None:
        """Return the languages in which the project declares that it speaks."""
        return self._manifest.languages if self._manifest else None

    async def _store(self, files: WorkflowFiles) -> dict[str, Edition]:
        """Store contents and take them to hand."""
        stored = [content_of(workflow, source) for workflow, source in files.values()]
        await editions.keep(self._pool, stored)
        found = {name: Edition(w, source.hash) for name, (w, source) in files.items()}
        self._edition_cache.put(found.values())
        return found

    async def _introduced(self, served: Mapping[str, Edition]) -> Mapping[str, Edition]:
        """Let the built-in root speak for the project; a root of the project's own stays."""
        root = served.get(ROOT)
        if self._manifest is None or root is None or root.hash != self._plain_root:
            return served
        known = {name: edition.workflow for name, edition in served.items()}
        made = await asyncio.to_thread(project_root, self._manifest, known)
        return {**served, **await self._store({ROOT: made})}

    async def watch(self, serve: ServeRepertoire) -> None:
        """Look for changes as long as the worker lives, and hold on to what is served."""
        marked = time.monotonic()
        while True:
            await asyncio.sleep(self.pause)
            try:
                await self.refresh(serve)
                if time.monotonic() - marked > MARK_SECONDS and self._now:
                    marked = time.monotonic()
                    served = [edition.hash for edition in self._now.all_editions()]
                    await editions.in_use(self._pool, served)
            except Exception as exc:  # noqa: BLE001  # it would never be looked at again
                note(logger, "workflows cannot be looked after", exc)

    async def refresh(self, serve: ServeRepertoire) -> None:
        """Take up what has changed since, if anything has; never an older set after a newer."""
        async with self._refreshing:
            await self._refresh(serve)

    @abstractmethod
    async def open(self) -> Repertoire:
        """Read what is served from the start; mistakes stop the start."""

    @abstractmethod
    async def _refresh(self, serve: ServeRepertoire) -> None: ...

    async def _make(
        self,
        served: Mapping[str, Edition],
        trials: Mapping[str, Trial] | None = None,
        flaws: tuple[Flaw, ...] = (),
    ) -> Repertoire:
        served = await self._introduced(served)
        self._now = await asyncio.to_thread(Repertoire.make, served, trials, flaws)
        return self._now
