"""Keeps each organisation's guard examples at hand and notices when moderators change them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass
from functools import partial
from uuid import UUID

import asyncpg

from agent.log.turn_log import patiently
from guardrails.examples import Example, Examples
from store import examples
from store.pool import translate

logger = logging.getLogger(__name__)
REFRESH_SECONDS = 10.0
MOST_ORGANISATIONS = 256
GRACE_SECONDS = 5.0


@dataclass(slots=True)
class _OrganisationExamples:
    looked_at: float
    stamp: str
    examples: Examples


class ExampleCache:
    """Answers from memory; asks the database now and then whether anything is new."""

    def __init__(self, pool: asyncpg.Pool, refresh: float = REFRESH_SECONDS) -> None:
        self._pool = pool
        self._refresh = refresh
        self._known: OrderedDict[UUID, _OrganisationExamples] = OrderedDict()
        self._hits: Counter[UUID] = Counter()
        self._counting: asyncio.Task[None] | None = None

    async def of(self, org_id: UUID) -> Examples:
        """Return an organisation's examples, at most some seconds old."""
        found = self._known.get(org_id)
        if found is None:
            found = await patiently(lambda: self._read(org_id, None))
        elif time.monotonic() - found.looked_at >= self._refresh:
            found = await self._again(org_id, found)
        self._known[org_id] = found
        self._known.move_to_end(org_id)
        if len(self._known) > MOST_ORGANISATIONS:
            self._known.popitem(last=False)
        return found.examples

    def hit(self, example_id: UUID) -> None:
        """Count that an example has settled a text; it is written when there is time."""
        self._hits[example_id] += 1
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._count(), name="example hits")

    async def close(self) -> None:
        """Write what has been counted."""
        if self._counting:
            await asyncio.wait([self._counting], timeout=GRACE_SECONDS)
            self._counting.cancel()

    async def _count(self) -> None:
        """Write the counts, also those that come meanwhile, one example after the other."""
        while self._hits:
            example_id, times = self._hits.popitem()
            write = partial(examples.hit, self._pool, example_id, times)
            await patiently(write)

    async def _again(self, org_id: UUID, found: _OrganisationExamples) -> _OrganisationExamples:
        """Look for news; while the database does not answer, what was known still holds."""
        found.looked_at = time.monotonic()  # so that turns which come meanwhile do not ask as well
        try:
            return await self._read(org_id, found)
        except Exception as exc:
            if translate(exc) is None:
                raise
            logger.warning("guard examples not refreshed", extra={"error": type(exc).__name__})
            return found

    async def _read(
        self, org_id: UUID, found: _OrganisationExamples | None
    ) -> _OrganisationExamples:
        stamp = await examples.stamp(self._pool, org_id)
        if found is not None and found.stamp == stamp:
            return found
        rows = await examples.active(self._pool, org_id)
        known = await asyncio.to_thread(
            Examples,
            [
                Example(row.kind, row.text or "", row.category, row.stage, row.id, row.folded)
                for row in rows
            ],
        )
        return _OrganisationExamples(time.monotonic(), stamp, known)
