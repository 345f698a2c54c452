"""The figures of a dashboard: its queries run together, and are remembered for a moment."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
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

SIDE_BY_SIDE = 4  # queries of one dashboard that run at once, where they do not run together
TOGETHER_SECONDS = 10.0  # of those that run in one job; whoever had no turn in it runs alone
QUERY_SECONDS = 20.0
FRESH_SECONDS = 20.0  # so long *latest* shows what was found before
MOST_KEPT = 256
_QueryKey = tuple[UUID, UUID | None, str]


class TileReader(Protocol):
    """What runs a query for somebody."""

    async def query(self, query: DataQuery) -> QueryResult:
        """Return the rows; BatutaError where there are none to be had."""
        ...

    async def queries(
        self, asked: Sequence[DataQuery], seconds: float
    ) -> list[QueryResult | BatutaError | None]:
        """Answer several together; None for those that are to be asked alone."""
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
        self._running: dict[_QueryKey, asyncio.Future[None]] = {}

    async def run(
        self, owner: Caller, session_id: UUID | None, queries: Mapping[str, DataQuery]
    ) -> dict[str, QueryResult | BatutaError]:
        """Return what each query gives, or why it gives nothing."""
        reader = self._reader_of(owner, session_id)
        keys: dict[str, _QueryKey] = {
            name: (owner.user_id, session_id, query.model_dump_json(exclude_defaults=True))
            for name, query in queries.items()
        }
        asked = {key: queries[name] for name, key in keys.items()}
        found: dict[_QueryKey, QueryResult | BatutaError] = {}
        while missing := [key for key in asked if key not in found]:
            found |= self._fresh(missing)
            others = [self._running[key] for key in missing if key in self._running]
            mine = [key for key in missing if key not in found and key not in self._running]
            if mine:
                found |= await self._ask(reader, {key: asked[key] for key in mine})
            elif others:
                await asyncio.wait(others)  # somebody asks the same just now
        return {name: found[key] for name, key in keys.items()}

    def _fresh(self, keys: list[_QueryKey]) -> dict[_QueryKey, QueryResult | BatutaError]:
        now = self._clock()
        kept = {key: self._kept[key] for key in keys if key in self._kept}
        return {key: found for key, (until, found) in kept.items() if now < until}

    async def _ask(
        self, reader: TileReader, queries: Mapping[_QueryKey, DataQuery]
    ) -> dict[_QueryKey, QueryResult | BatutaError]:
        told = asyncio.get_running_loop().create_future()
        self._running.update(dict.fromkeys(queries, told))
        try:
            found = await _all_asked(reader, queries)
            for key, result in found.items():
                self._keep(key, result)
            return found
        finally:
            for key in queries:
                del self._running[key]
            told.set_result(None)

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


async def _all_asked(
    reader: TileReader, queries: Mapping[_QueryKey, DataQuery]
) -> dict[_QueryKey, QueryResult | BatutaError]:
    """Ask all of them together, and alone those that had no answer so."""
    places = asyncio.Semaphore(SIDE_BY_SIDE)

    async def alone(query: DataQuery) -> QueryResult | BatutaError:
        async with places:
            return await _asked(reader, query)

    together = await _together(reader, list(queries.values()))
    async with asyncio.TaskGroup() as group:
        late = {
            key: group.create_task(alone(query))
            for (key, query), result in zip(queries.items(), together, strict=True)
            if result is None
        }
    known = {k: found for k, found in zip(queries, together, strict=True) if found is not None}
    return known | {key: task.result() for key, task in late.items()}


async def _together(
    reader: TileReader, queries: Sequence[DataQuery]
) -> list[QueryResult | BatutaError | None]:
    """Ask in one job; whatever goes wrong with all of them, each is asked alone then."""
    if len(queries) > 1:
        try:
            async with asyncio.timeout(QUERY_SECONDS):
                return await reader.queries(queries, TOGETHER_SECONDS)
        except (TimeoutError, BatutaError):
            pass
        except Exception as exc:  # what one of them is to blame for, it will say itself
            logger.error("the queries of a dashboard failed together", exc_info=exc)
    return [None] * len(queries)


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
