"""The figures of a dashboard: its queries run side by side, and are remembered for a moment."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Protocol
from uuid import UUID

from analysis.dashboard import DashboardTile
from analysis.query import DataQuery
from analysis.result import QueryResult
from analysis.widget import draw
from contracts.errors import BatutaError, ToolFailed, ToolTimeout
from contracts.messages import Caller
from store.sql import Sql
from tools.dataset_cache import DatasetCache
from tools.datasets import DatasetAccess
from tools.sandbox import Sandbox

logger = logging.getLogger(__name__)

SIDE_BY_SIDE = 4  # queries of one dashboard that run at once
QUERY_SECONDS = 20.0
FRESH_SECONDS = 20.0  # so long *latest* shows what was found before
MOST_KEPT = 256
_QueryKey = tuple[UUID, UUID | None, str]


class TileReader(Protocol):
    """What runs a query for somebody."""

    async def query(self, query: DataQuery) -> QueryResult:
        """Return the rows; BatutaError where there are none to be had."""
        ...


class TileResults:
    """Runs the queries of dashboards; one per worker, for all people.

    Many who look at one dashboard at the same time cost one run of its queries.
    """

    def __init__(
        self,
        reader_of: Callable[[Caller, UUID | None], TileReader],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._reader_of = reader_of
        self._clock = clock
        self._kept: OrderedDict[_QueryKey, tuple[float, QueryResult | BatutaError]] = OrderedDict()
        self._running: dict[_QueryKey, asyncio.Lock] = {}

    async def run(
        self, owner: Caller, session_id: UUID | None, queries: Mapping[str, DataQuery]
    ) -> dict[str, QueryResult | BatutaError]:
        """Return what each query gives, or why it gives nothing."""
        reader, places = self._reader_of(owner, session_id), asyncio.Semaphore(SIDE_BY_SIDE)

        async def one(query: DataQuery) -> QueryResult | BatutaError:
            key = (owner.user_id, session_id, query.model_dump_json(exclude_defaults=True))
            async with places:
                return await self._found(key, reader, query)

        async with asyncio.TaskGroup() as group:
            running = {name: group.create_task(one(query)) for name, query in queries.items()}
        return {name: task.result() for name, task in running.items()}

    async def _found(
        self, key: _QueryKey, reader: TileReader, query: DataQuery
    ) -> QueryResult | BatutaError:
        lock = self._running.setdefault(key, asyncio.Lock())
        try:
            async with lock:
                until, found = self._kept.get(key, (0.0, None))
                if found is not None and self._clock() < until:
                    return found
                found = await _asked(reader, query)
                self._keep(key, found)
                return found
        finally:
            if not lock.locked():
                self._running.pop(key, None)

    def _keep(self, key: _QueryKey, found: QueryResult | BatutaError) -> None:
        """Remember results; failures for a second, so that a crowd does not repeat them."""
        seconds = 1.0 if isinstance(found, BatutaError) else FRESH_SECONDS
        self._kept[key] = (self._clock() + seconds, found)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def tile_readers(
    db: Sql, sandbox: Sandbox, cache: DatasetCache, project: str | None
) -> Callable[[Caller, UUID | None], TileReader]:
    """Return what makes a reader of somebody's datasets: a conversation's, and the project's."""

    def reader(owner: Caller, session_id: UUID | None) -> TileReader:
        place = session_id or UUID(int=0)  # the conversation is gone, or there never was one
        return DatasetAccess(db, sandbox, cache, owner, place, project, "dashboard")

    return reader


async def _asked(reader: TileReader, query: DataQuery) -> QueryResult | BatutaError:
    try:
        async with asyncio.timeout(QUERY_SECONDS):
            return await reader.query(query)
    except TimeoutError:
        return ToolTimeout(f"its query took more than {QUERY_SECONDS:g} seconds; ask for less")
    except BatutaError as exc:
        return exc
    except Exception as exc:  # one widget must not take the others along
        logger.error("a widget's query failed unexpectedly", exc_info=exc)
        return ToolFailed("it could not be worked out; try again later")


def fits(tile: DashboardTile, result: QueryResult) -> None:
    """Refuse a result that a widget cannot show, with what would help."""
    if (spec := tile.spec()) is not None and result.rows:  # none today may be some tomorrow
        draw(spec, result, tile.id, "en")
