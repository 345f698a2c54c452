"""The contents of workflows that a worker has at hand, by hash."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable

import asyncpg

from agent.log.turn_log import patiently
from store import editions
from store.editions import EditionContent
from workflows.file.load import parse_stored
from workflows.file.source import WorkflowError
from workflows.machine.world import Edition

logger = logging.getLogger(__name__)
MOST_KEPT = 500  # contents in memory that are not served any more


class EditionCache:
    """Answers from memory; a content not met before comes from the database."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool
        self._known: dict[str, Edition | None] = {}

    def put(self, found: Iterable[Edition]) -> None:
        """Keep contents at hand."""
        for edition in found:
            self._known.pop(edition.hash, None)
            self._known[edition.hash] = edition
        while len(self._known) > MOST_KEPT:
            del self._known[next(iter(self._known))]

    async def find(self, hashes: Collection[str]) -> dict[str, Edition]:
        """Return the contents of these hashes; one that nobody has, or can read, is left out."""
        missing = [h for h in hashes if h not in self._known]
        if missing:
            stored = await patiently(lambda: editions.contents(self._pool, missing))
            read = await asyncio.to_thread(_read_all, stored)
            self._known |= dict.fromkeys(missing)
            self.put(read)
        return {h: edition for h in hashes if (edition := self._known.get(h))}


def _read_all(stored: Iterable[EditionContent]) -> list[Edition]:
    found: list[Edition] = []
    for content in stored:
        try:
            found.append(edition_of(content))
        except WorkflowError as exc:
            logger.warning(
                "a stored workflow cannot be read by this release",
                extra={"workflow": content.workflow, "version": content.version,
                       "reason": exc.message},
            )  # fmt: skip
    return found


def edition_of(content: EditionContent) -> Edition:
    """Read a stored content; it keeps the name it was stored under."""
    name = f"{content.workflow}.yaml"
    workflow, _ = parse_stored(content.source, name, content.prompts)
    return Edition(workflow, content.hash)
