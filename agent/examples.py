"""Keeps each organisation's guard examples at hand and notices when moderators change them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass
from uuid import UUID

import asyncpg

from agent.log import patiently
from guardrails.examples import Example, Examples
from store import examples
from store.pool import translate

logger = logging.getLogger(__name__)
REFRESH_SECONDS = 10.0
MOST_ORGANISATIONS = 256


@dataclass(slots=True)
class _Page:
    looked_at: float
    stamp: str
    examples: Examples


class ExampleBook:
    """Answers from memory; asks the database now and then whether anything is new."""

    def __init__(self, pool: asyncpg.Pool, refresh: float = REFRESH_SECONDS) -> None:
        self._pool = pool
        self._refresh = refresh
        self._pages: OrderedDict[UUID, _Page] = OrderedDict()

    async def of(self, org_id: UUID) -> Examples:
        """Return an organisation's examples, at most some seconds old."""
        page = self._pages.get(org_id)
        if page is None:
            page = await patiently(lambda: self._read(org_id, None))
        elif time.monotonic() - page.looked_at >= self._refresh:
            page = await self._again(org_id, page)
        self._pages[org_id] = page
        self._pages.move_to_end(org_id)
        if len(self._pages) > MOST_ORGANISATIONS:
            self._pages.popitem(last=False)
        return page.examples

    async def _again(self, org_id: UUID, page: _Page) -> _Page:
        """Look for news; while the database does not answer, what was known still holds."""
        page.looked_at = time.monotonic()  # so that turns which come meanwhile do not ask as well
        try:
            return await self._read(org_id, page)
        except Exception as exc:
            if translate(exc) is None:
                raise
            logger.warning("guard examples not refreshed", extra={"error": type(exc).__name__})
            return page

    async def _read(self, org_id: UUID, page: _Page | None) -> _Page:
        stamp = await examples.stamp(self._pool, org_id)
        if page is not None and page.stamp == stamp:
            return page
        rows = await examples.active(self._pool, org_id)
        known = await asyncio.to_thread(
            Examples, [Example(row.kind, row.text, row.category, row.stage) for row in rows]
        )
        return _Page(time.monotonic(), stamp, known)
