"""A tool's way to data: what its caller's conversation and project know, asked in the sandbox.

What comes back from there was worked out of strangers' files, by strangers' programs at times: it
is checked like anything else that arrives.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from analysis.profile import DatasetProfile
from analysis.query import MOST_ROWS, DataQuery
from analysis.query_sql import TABLE, query_sql
from analysis.result import QueryResult, ResultColumn
from analysis.table_names import label, named, table_names, tables_in
from contracts.errors import ToolFailed
from contracts.json import JsonObject
from contracts.messages import Caller
from language.clean import storable
from store import datasets
from store.datasets import DatasetRow
from store.sql import Sql
from tools.dataset_cache import DatasetCache
from tools.sandbox import Sandbox
from tools.sandbox.result import SandboxResult

SECONDS = 30
_PATIENCE = 20  # with data that is being read for the first time
MEMORY_MB = 1024
MOST_TABLES = 20
MOST_TABLE_BYTES = 128 << 20
_NO_LIMIT = 2**40  # the sandbox counts what it does not hand out


class _QueryAnswer(BaseModel):
    """What the program `run_query` leaves."""

    model_config = ConfigDict(extra="ignore")

    columns: list[Annotated[str, Field(max_length=1_000)]] = Field(max_length=5_001)
    types: list[Annotated[str, Field(max_length=10_000)]] = Field(max_length=5_001)
    rows: list[list[Any]] = Field(max_length=MOST_ROWS)
    total_rows: int = Field(ge=0)


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
        known = await self._known()
        profile = named(query.dataset, [each for _, each in known])
        row = next(row for row, each in known if each is profile)
        written = query_sql(query.model_copy(update={"limit": _NO_LIMIT}), profile)
        params: JsonObject = {
            "sql": written.sql,
            "values": written.values,
            "max_rows": query.limit,
            "tables": [TABLE],
        }
        answer = await self._answer({TABLE: await self.cache.content(self.db, row)}, params)
        width = len(written.columns)
        if any(len(each) != width + 1 for each in answer.rows):
            raise _broken()
        matched = answer.rows[0][-1] if answer.rows else 0
        return QueryResult(
            ref=self._ref(),
            dataset=label(profile),
            columns=written.columns,
            rows=[each[:-1] for each in answer.rows],
            total_rows=answer.total_rows,
            matched=matched if isinstance(matched, int) else None,
            of_rows=profile.rows,
            query=query,
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
            raise _broken()
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

    async def _answer(self, tables: dict[str, bytes], params: JsonObject) -> _QueryAnswer:
        ended = await self.sandbox.run_program(
            "run_query", tables, params, timeout=SECONDS, memory_mb=MEMORY_MB
        )
        if ended.status != "ok":
            raise failure(ended)
        return await asyncio.to_thread(_checked, ended)

    def _ref(self) -> str:
        """Name a result by its call, so that a repeated attempt gives the same name."""
        self._asked += 1
        said = f"{self.call_id}/{self._asked}".encode()
        return f"r_{hashlib.sha256(said).hexdigest()[:10]}"


def failure(ended: SandboxResult) -> ToolFailed:
    """Say what became of a job that did not end well, and what helps."""
    fault = ended.fault or {}
    said = storable(str(fault.get("message") or ""))[:1_000]
    match ended.status:
        case "timeout":
            text = f"this took longer than {SECONDS} s and was stopped; ask for less at once"
        case "refused":
            text = f"programs cannot be run here: {ended.reason or 'see `batuta doctor`'}"
        case "killed":
            text = f"this was stopped: {ended.reason or 'it used too much'}; ask for less at once"
        case _ if fault.get("kind") == "memory":
            text = "this needs more memory than a query may use; ask for fewer rows or groups"
        case _ if said:
            text = f"the query failed: {said}"
        case _:
            text = "the query failed; try it in another way"
    return ToolFailed(text)


def _checked(ended: SandboxResult) -> _QueryAnswer:
    try:
        answer = _QueryAnswer.model_validate(ended.json())
    except (ValidationError, RecursionError):
        raise _broken() from None
    answer.rows = [[_plain(value) for value in row] for row in answer.rows]
    answer.columns = [storable(name)[:200] for name in answer.columns]
    return answer


def _plain(value: Any, depth: int = 0) -> Any:
    """Return a cell as events and the database take it."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**63 else str(value)
    return storable(str(value)[:2_000])  # lists and structures of nested data


def _broken() -> ToolFailed:
    return ToolFailed("the result of this query cannot be read; try it in another way")


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
