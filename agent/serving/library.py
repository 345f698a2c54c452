"""Which workflows this worker serves: the published ones, or in development the project's files.

Either way a content is stored before anybody is served by it, so that the conversations which begin
with it can go on with it whatever is edited, published or taken back meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path

import asyncpg

from agent.serving.publish_gate import prove
from agent.serving.publishing import content_of, publish_new
from agent.serving.repertoire import EditionCache, Flaw, Repertoire, Trial
from contracts.errors import InvalidRequest
from router.route import ROOT
from store import editions
from store.pool import note, translate
from tools import Tool
from workflows.file.check import Diagnostic
from workflows.file.load import CATALOG, check_tools, load_sources
from workflows.file.project import MANIFEST, Manifest, Project, read_manifest, read_project
from workflows.file.schema import Workflow
from workflows.file.source import Source, WorkflowError
from workflows.file.words import Language
from workflows.machine.world import Edition
from workflows.testing.check import check_project

logger = logging.getLogger(__name__)
MARK_SECONDS = 3600
Files = dict[str, tuple[Workflow, Source]]
Take = Callable[[Repertoire], Awaitable[None]]


def read_files(folder: Path) -> Project:
    """Read a project's workflows and its `batuta.yaml`; one with tools alone has no workflows."""
    if not folder.is_dir():
        raise InvalidRequest(f"there is no project folder {folder}")
    inside = folder / "workflows"
    if inside.is_dir() and any([*inside.glob("*.yaml"), *inside.glob("*.yml")]):
        return read_project(folder)
    return Project(folder, _manifest(folder))


def _manifest(folder: Path) -> Manifest:
    """Read `batuta.yaml` of a folder without workflows."""
    found: list[Diagnostic] = []
    manifest = read_manifest(folder / MANIFEST, found)
    if found:
        raise WorkflowError("\n".join(f.line for f in found))
    return manifest


def checked_files(folder: Path, tools: Mapping[str, Tool]) -> Project:
    """Read a project and refuse it, with every place, where something in it is wrong."""
    project = read_files(folder)
    errors = [f.line for f in check_project(project, tools) if f.level == "error"]
    if errors:
        raise WorkflowError("\n".join(errors[:20]))
    return project


class _Library(ABC):
    """What both kinds share: the parts, and the way into service."""

    pause: float

    def __init__(
        self, pool: asyncpg.Pool, tools: Mapping[str, Tool], edition_cache: EditionCache
    ) -> None:
        self._pool = pool
        self._tools = tools
        self._edition_cache = edition_cache
        self._manifest: Manifest | None = None  # without a project everything of ours is served
        self._now: Repertoire | None = None
        self._one_at_a_time = asyncio.Lock()

    async def _built_in(self) -> Files:
        """Return the workflows that come with the release and belong to what is served."""
        ours = await asyncio.to_thread(load_sources, CATALOG)
        if self._manifest is None:
            return ours
        wanted = {ROOT, *self._manifest.include}
        return {name: file for name, file in ours.items() if name in wanted}

    @property
    def languages(self) -> list[Language] | None:
        """Return the languages in which the project declares that it speaks."""
        return self._manifest.languages if self._manifest else None

    async def _keep(self, files: Files) -> dict[str, Edition]:
        """Store contents and take them to hand."""
        stored = [content_of(workflow, source) for workflow, source in files.values()]
        await editions.keep(self._pool, stored)
        found = {name: Edition(w, source.hash) for name, (w, source) in files.items()}
        self._edition_cache.put(found.values())
        return found

    async def watch(self, take: Take) -> None:
        """Look for changes as long as the worker lives, and hold on to what is served."""
        marked = time.monotonic()
        while True:
            await asyncio.sleep(self.pause)
            try:
                await self.refresh(take)
                if time.monotonic() - marked > MARK_SECONDS and self._now:
                    marked = time.monotonic()
                    served = [edition.hash for edition in self._now.all_editions()]
                    await editions.in_use(self._pool, served)
            except Exception as exc:  # noqa: BLE001  # it would never be looked at again
                note(logger, "workflows cannot be looked after", exc)

    async def refresh(self, take: Take) -> None:
        """Take up what has changed since, if anything has; never an older set after a newer."""
        async with self._one_at_a_time:
            await self._refresh(take)

    @abstractmethod
    async def _refresh(self, take: Take) -> None: ...

    async def _made(
        self,
        served: Mapping[str, Edition],
        trials: Mapping[str, Trial] | None = None,
        flaws: tuple[Flaw, ...] = (),
    ) -> Repertoire:
        self._now = await asyncio.to_thread(Repertoire.make, served, trials, flaws)
        return self._now


class Published(_Library):
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
        self._revision = self._refused = -1

    async def open(self) -> Repertoire:
        """Publish what was never published, then read what is served."""
        if self._project:
            await publish_first(self._pool, self._project, self._tools)
        self._revision, made = await self._read()
        return made

    async def _refresh(self, take: Take) -> None:
        """Take up what was published since: whoever publishes need not know any worker."""
        latest = await editions.revision(self._pool)
        if latest not in (self._revision, self._refused):
            await self._try(take, latest)

    async def _try(self, take: Take, latest: int) -> None:
        try:
            revision, made = await self._read()
            await take(made)
        except Exception as exc:
            if translate(exc) is None:  # it would fail again: say so once
                self._refused = latest
            raise
        self._revision = revision

    async def _read(self) -> tuple[int, Repertoire]:
        """Make what is served; with the revision, which counts once it is taken up."""
        revision = await editions.revision(self._pool)
        rows = await editions.served(self._pool)
        wanted = {h for row in rows for h in (row.hash, row.canary_hash) if h}
        known = await self._edition_cache.find(wanted)
        served, flaws = await self._keep(await self._built_in()), list[Flaw]()
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
        made = await self._made(served, trials, tuple(flaws))
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
    """Publish workflows of which no version ever was; tell of others that differ from theirs."""
    served = {row.workflow: row for row in await editions.served(pool)}
    new = {name: file for name, file in project.files.items() if name not in served}
    if new:
        proof = await asyncio.to_thread(prove, project, tools.keys(), new.keys())
        proof.raise_if_rejected()
        for change in await publish_new(pool, [content_of(w, s) for w, s in new.values()]):
            extra = {"workflow": change.workflow, "version": change.version}
            logger.info("workflow published", extra=extra)
    for name, (workflow, source) in project.files.items():
        if name in served and served[name].hash != source.hash:
            logger.warning(
                "a file is not what is served: publish it, or serve the files with --dev",
                extra={
                    "workflow": name,
                    "file_version": workflow.version,
                    "served_version": served[name].version,
                },
            )


class Developed(_Library):
    """Serves the project's files as they are; a broken edit leaves the last good one in service."""

    pause = 0.5

    def __init__(
        self,
        pool: asyncpg.Pool,
        tools: Mapping[str, Tool],
        edition_cache: EditionCache,
        folder: Path | None,
    ) -> None:
        super().__init__(pool, tools, edition_cache)
        self._folder = folder
        self._files: Files = {}
        self._seen = self._stamps()

    async def open(self) -> Repertoire:
        """Read the files; those of a first start must be right."""
        if self._folder:
            read = await asyncio.to_thread(checked_files, self._folder, self._tools)
            self._files, self._manifest = read.files, read.manifest
        return await self._made(await self._keep(await self._built_in() | self._files))

    async def _refresh(self, take: Take) -> None:
        """Take up what was edited since."""
        seen = await asyncio.to_thread(self._stamps)
        if seen == self._seen:
            return
        try:
            await take(await self._read())
        except Exception as exc:
            if translate(exc) is not None:  # the database's fault: look again
                raise
            self._seen = seen
            raise
        self._seen = seen

    async def _read(self) -> Repertoire:
        """Serve what is right, and of a file that is wrong what it was before."""
        try:
            project, errors = await asyncio.to_thread(self._look)
        except WorkflowError as exc:
            flaws = (Flaw("", exc.message),)
            logger.error("an edit cannot be served", extra={"reason": exc.message})
            before = self._now or await self._made(await self._keep(await self._built_in()))
            return replace(before, flaws=flaws)
        wrong = {_file_of(f) for f in errors}
        files = {n: f for n, f in project.files.items() if f[1].name not in wrong}
        before = {n: f for n, f in self._files.items() if f[1].name in wrong and n not in files}
        for finding in errors:
            logger.error("an edit cannot be served", extra={"reason": finding.line})
        flaws = tuple(self._flaw(f, before) for f in errors)
        was = (_hashes(self._files), self._manifest)
        mended = bool(self._now and self._now.flaws) and not flaws
        self._files = before | files
        if MANIFEST not in wrong:
            self._manifest = project.manifest
        made = await self._made(await self._keep(await self._built_in() | self._files), flaws=flaws)
        if mended or was != (_hashes(self._files), self._manifest):
            logger.info("edited workflows are served", extra={"workflows": len(self._files)})
        return made

    def _look(self) -> tuple[Project, list[Diagnostic]]:
        if self._folder is None:
            raise WorkflowError("no project folder is served")
        project = read_files(self._folder)
        errors = [f for f in check_project(project, self._tools) if f.level == "error"]
        return project, errors

    def _stamps(self) -> dict[str, tuple[int, int]]:
        """Note what tells an edited file from the one before."""
        if self._folder is None:
            return {}
        names = {self._folder / MANIFEST}
        for inside in ("workflows", "prompts"):
            names |= {*(self._folder / inside).rglob("*")}
        named = [prompt for _, source in self._files.values() for prompt in source.prompts]
        found: dict[str, tuple[int, int]] = {}
        for path in names | {self._folder / prompt for prompt in named}:
            with contextlib.suppress(OSError):
                facts = path.stat()
                found[str(path)] = (facts.st_mtime_ns, facts.st_size)
        return found

    def _flaw(self, finding: Diagnostic, before: Files) -> Flaw:
        owner = next((n for n, f in before.items() if f[1].name == _file_of(finding)), "")
        return Flaw(owner, finding.line)


def _hashes(files: Files) -> dict[str, str]:
    return {name: source.hash for name, (_, source) in files.items()}


def _file_of(finding: Diagnostic) -> str:
    return finding.place.partition(":")[0]
