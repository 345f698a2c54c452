"""A tool's way to data: what its caller's conversation and project know, asked in the sandbox.

What comes back from there was worked out of strangers' files, by strangers' programs at times: it
is checked like anything else that arrives.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from analysis.profile import DatasetProfile
from analysis.query import MOST_ROWS, DataQuery
from analysis.query_sql import TABLE
from analysis.result import QueryResult, ResultColumn
from analysis.table_names import label, named, table_names, tables_in
from contracts.errors import BatutaError, ToolFailed
from contracts.json import JsonObject
from contracts.messages import Caller
from store import datasets
from store.datasets import DatasetRow
from store.sql import Sql
from tools.dataset_cache import DatasetCache
from tools.query_answers import (
    SECONDS,
    QueryAnswer,
    QueryPlan,
    all_planned,
    broken,
    checked,
    checked_all,
    failure,
    planned,
)
from tools.sandbox import Sandbox
from tools.sandbox.result import SandboxResult

_PATIENCE = 20  # with data that is being read for the first time
MEMORY_MB = 1024
MOST_TABLES = 20
MOST_TABLE_BYTES = 128 << 20
_BATCH_BYTES = 24_000_000  # of all answers of one job


@dataclass(slots=True)
class DatasetAccess:
    """What one caller may do with data in one session; results are named after the call."""

    db: Sql
    sandbox: Sandbox
    cache: DatasetCache
    caller: Caller
    session_id: UUID
    project: str | None
    call_id: str
    settled: asyncio.Event | None = None  # once the project's data has been looked through
    _asked: int = field(default=0, init=False)

    async def profiles(self) -> list[DatasetProfile]:
        """Return the datasets there are: the session's, the newest first, then the project's."""
        return [profile for _, profile in await self._known()]

    async def profile(self, name: str | None = None) -> DatasetProfile:
        """Return one dataset, the newest of its name; without a name the newest of all."""
        return named(name, await self.profiles())

    async def query(self, query: DataQuery) -> QueryResult:
        """Answer a structured query; QueryMistake where it does not fit its dataset."""
        plan = planned(query, await self._known())
        params = plan.params() | {"tables": [TABLE]}
        content = await self.cache.content(self.db, plan.row)
        return self._result(plan, await self._answer({TABLE: content}, params))

    async def queries(
        self, asked: Sequence[DataQuery], seconds: float
    ) -> list[QueryResult | BatutaError | None]:
        """Answer several, those over one dataset by one job; each may fail by itself.

        None stands where a job ended before its turn came: ask that one alone.
        """
        known = await self._known()
        plans = await asyncio.to_thread(all_planned, asked, known)
        found: list[QueryResult | BatutaError | None] = [
            plan if isinstance(plan, BatutaError) else None for plan in plans
        ]
        groups: dict[UUID, dict[int, QueryPlan]] = {}
        for at, plan in enumerate(plans):
            if isinstance(plan, QueryPlan):
                groups.setdefault(plan.row.id, {})[at] = plan
        for group in groups.values():
            answers = await self._answers(list(group.values()), seconds)
            named = await asyncio.to_thread(self._all_named, list(group.values()), answers)
            for at, result in zip(group, named, strict=True):
                found[at] = result
        return found

    def _all_named(
        self, plans: Sequence[QueryPlan], answers: Sequence[QueryAnswer | BatutaError | None]
    ) -> list[QueryResult | BatutaError | None]:
        return [self._named(*each) for each in zip(plans, answers, strict=True)]

    def _named(
        self, plan: QueryPlan, answer: QueryAnswer | BatutaError | None
    ) -> QueryResult | BatutaError | None:
        if not isinstance(answer, QueryAnswer):
            return answer
        try:
            return self._result(plan, answer)
        except BatutaError as exc:
            return exc

    def _result(self, plan: QueryPlan, answer: QueryAnswer) -> QueryResult:
        width = len(plan.written.columns)
        if any(len(each) != width + 1 for each in answer.rows):
            raise broken()
        matched = answer.rows[0][-1] if answer.rows else 0
        return QueryResult(
            ref=self._ref(),
            dataset=label(plan.profile),
            columns=plan.written.columns,
            rows=[each[:-1] for each in answer.rows],
            total_rows=answer.total_rows,
            matched=matched if isinstance(matched, int) else None,
            of_rows=plan.profile.rows,
            query=plan.query,
        )

    async def sql(self, text: str, limit: int = 100) -> QueryResult:
        """Answer a statement over the tables that it names (`analysis.table_names`).

        `data` is the newest one.
        """
        known = await self._known()
        tables = await self._tables(text, known, _as_data)
        most = max(1, min(limit, MOST_ROWS))
        params: JsonObject = {"sql": text, "max_rows": most, "tables": list(tables)}
        answer = await self._answer(tables, params)
        if any(len(row) != len(answer.columns) for row in answer.rows):
            raise broken()
        return QueryResult(
            ref=self._ref(),
            dataset=", ".join(tables),
            columns=[
                ResultColumn(name=name or "column", kind=_kind(kind))
                for name, kind in zip(answer.columns, answer.types, strict=False)
            ],
            rows=answer.rows,
            total_rows=answer.total_rows,
            sql=text,
        )

    async def python(self, code: str) -> SandboxResult:
        """Run a program over the datasets; it finds the newest as `df`, all in `tables`."""
        tables = await self._tables(code, await self._known(), _as_newest)
        return await self.sandbox.run_async(code, tables, SECONDS, MEMORY_MB)

    async def _known(self) -> list[tuple[DatasetRow, DatasetProfile]]:
        if self.settled and not self.settled.is_set():  # the first questions after a start
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.settled.wait(), _PATIENCE)
        rows = await datasets.known_to(self.db, self.caller, self.session_id, self.project)
        profiles = {p.id: p for p in await self.cache.profiles(self.db, rows)}
        return [(row, profiles[row.id]) for row in rows if row.id in profiles]

    async def _tables(
        self,
        text: str,
        known: list[tuple[DatasetRow, DatasetProfile]],
        choose: Callable[[str, dict[str, DatasetProfile]], dict[str, DatasetProfile]],
    ) -> dict[str, bytes]:
        """Fetch what a statement or a program may work with, no more than fits."""
        rows = {profile.id: row for row, profile in known}
        chosen = choose(text, table_names([profile for _, profile in known]))
        if sum(rows[p.id].bytes for p in chosen.values()) > MOST_TABLE_BYTES:
            raise ToolFailed("these datasets are too large to be used together; name fewer of them")
        return {
            name: await self.cache.content(self.db, rows[profile.id])
            for name, profile in chosen.items()
        }

    async def _answer(self, tables: dict[str, bytes], params: JsonObject) -> QueryAnswer:
        ended = await self.sandbox.run_program(
            "run_query", tables, params, timeout=SECONDS, memory_mb=MEMORY_MB
        )
        if ended.status != "ok":
            raise failure(ended)
        return await asyncio.to_thread(checked, ended.json())

    async def _answers(
        self, plans: Sequence[QueryPlan], seconds: float
    ) -> list[QueryAnswer | BatutaError | None]:
        if len(plans) == 1:
            return [None]
        content = await self.cache.content(self.db, plans[0].row)
        params: JsonObject = {"queries": [plan.params() for plan in plans], "tables": [TABLE]}
        ended = await self.sandbox.run_program(
            "run_queries",
            {TABLE: content},
            params,
            timeout=seconds,
            memory_mb=MEMORY_MB,
            artifact_bytes=_BATCH_BYTES,
        )
        return await asyncio.to_thread(checked_all, ended, len(plans))

    def _ref(self) -> str:
        """Name a result by its call, so that a repeated attempt gives the same name."""
        self._asked += 1
        said = f"{self.call_id}/{self._asked}".encode()
        return f"r_{hashlib.sha256(said).hexdigest()[:10]}"


def _as_data(text: str, tables: dict[str, DatasetProfile]) -> dict[str, DatasetProfile]:
    """Choose the tables that a statement names; the newest is `data` as well."""
    chosen = {name: tables[name] for name in tables_in(text, tables)[:MOST_TABLES]}
    if TABLE in text.lower() and tables:
        chosen.setdefault(TABLE, next(iter(tables.values())))
    return chosen


def _as_newest(text: str, tables: dict[str, DatasetProfile]) -> dict[str, DatasetProfile]:
    """Choose the newest table, which comes first and is `df`, and those that a program names."""
    if not tables:
        return {}
    first = next(iter(tables))
    names = dict.fromkeys([first, *tables_in(text, tables)[: MOST_TABLES - 1]])
    return {name: tables[name] for name in names}


def _kind(told: str) -> str:
    """Name the kind of a column by the type that DuckDB gives it."""
    known = told.upper()
    if known == "BOOLEAN":
        return "boolean"
    if known in ("DATE", "TIME"):
        return known.lower()
    if known.startswith("TIMESTAMP"):
        return "datetime"
    if "INT" in known:
        return "integer"
    return "decimal" if known.startswith(("DECIMAL", "DOUBLE", "FLOAT", "REAL")) else "text"
