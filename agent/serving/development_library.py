"""The library of `--dev`: the project's files as they are, edits at once."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import asyncpg

from agent.serving.edition_cache import EditionCache
from agent.serving.library import ServeRepertoire, WorkflowLibrary
from agent.serving.project_folder import WorkflowFiles, read_folder, read_valid_folder
from agent.serving.repertoire import Flaw, Repertoire
from store.pool import translate
from tools import Tool
from workflows.file.diagnostics import Diagnostic
from workflows.file.project import MANIFEST, Project
from workflows.file.source import WorkflowError
from workflows.testing.check import check_project

logger = logging.getLogger(__name__)


class DevelopmentLibrary(WorkflowLibrary):
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
        self._files: WorkflowFiles = {}
        self._seen = self._stamps()

    async def open(self) -> Repertoire:
        """Read the files; those of a first start must be right."""
        if self._folder:
            read = await asyncio.to_thread(read_valid_folder, self._folder, self._tools)
            self._files, self._manifest = read.files, read.manifest
        return await self._make(await self._store(await self._built_in() | self._files))

    async def _refresh(self, serve: ServeRepertoire) -> None:
        """Take up what was edited since."""
        seen = await asyncio.to_thread(self._stamps)
        if seen == self._seen:
            return
        try:
            await serve(await self._read())
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
            before = self._now or await self._make(await self._store(await self._built_in()))
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
        made = await self._make(
            await self._store(await self._built_in() | self._files), flaws=flaws
        )
        if mended or was != (_hashes(self._files), self._manifest):
            logger.info("edited workflows are served", extra={"workflows": len(self._files)})
        return made

    def _look(self) -> tuple[Project, list[Diagnostic]]:
        if self._folder is None:
            raise WorkflowError("no project folder is served")
        project = read_folder(self._folder)
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

    def _flaw(self, finding: Diagnostic, before: WorkflowFiles) -> Flaw:
        owner = next((n for n, f in before.items() if f[1].name == _file_of(finding)), "")
        return Flaw(owner, finding.line)


def _hashes(files: WorkflowFiles) -> dict[str, str]:
    return {name: source.hash for name, (_, source) in files.items()}


def _file_of(finding: Diagnostic) -> str:
    return finding.place.partition(":")[0]
