"""Queries on their way into the sandbox; what comes back is checked like anything that arrives."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from analysis.profile import DatasetProfile
from analysis.query import MOST_ROWS, DataQuery
from analysis.query_sql import QuerySql, query_sql
from analysis.table_names import named
from contracts.errors import BatutaError, ToolFailed
from contracts.json import JsonObject
from language.clean import storable
from store.datasets import DatasetRow
from tools.sandbox.result import SandboxResult

SECONDS = 30
_NO_LIMIT = 2**40  # the sandbox counts what it does not hand out


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """A query with the dataset that it is about, and its SQL."""

    query: DataQuery
    row: DatasetRow
    profile: DatasetProfile
    written: QuerySql

    def params(self) -> JsonObject:
        """Return what the sandbox's programs run."""
        written = self.written
        return {"sql": written.sql, "values": written.values, "max_rows": self.query.limit}


class QueryAnswer(BaseModel):
    """What the program `run_query` leaves."""

    model_config = ConfigDict(extra="ignore")

    columns: list[Annotated[str, Field(max_length=1_000)]] = Field(max_length=5_001)
    types: list[Annotated[str, Field(max_length=10_000)]] = Field(max_length=5_001)
    rows: list[list[Any]] = Field(max_length=MOST_ROWS)
    total_rows: int = Field(ge=0)


def planned(query: DataQuery, known: list[tuple[DatasetRow, DatasetProfile]]) -> QueryPlan:
    """Find the dataset of a query and write its SQL; QueryMistake where it does not fit."""
    profile = named(query.dataset, [each for _, each in known])
    row = next(row for row, each in known if each is profile)
    written = query_sql(query.model_copy(update={"limit": _NO_LIMIT}), profile)
    return QueryPlan(query, row, profile, written)


def all_planned(
    asked: Sequence[DataQuery], known: list[tuple[DatasetRow, DatasetProfile]]
) -> list[QueryPlan | BatutaError]:
    """Write the SQL of each; what does not fit its dataset stands there as why."""
    found: list[QueryPlan | BatutaError] = []
    for query in asked:
        try:
            found.append(planned(query, known))
        except BatutaError as exc:
            found.append(exc)
    return found


def checked_all(ended: SandboxResult, count: int) -> list[QueryAnswer | BatutaError | None]:
    """Read what a job has left of each query, however it ended itself."""
    found: list[QueryAnswer | BatutaError | None] = []
    for number in range(count):
        told = ended.json(f"answer-{number}.json")
        if told is None:
            found.append(None)
        elif isinstance(told.get("error"), dict):
            found.append(failure(SandboxResult("error"), told["error"]))
        else:
            try:
                found.append(checked(told))
            except ToolFailed as exc:
                found.append(exc)
    return found


def checked(told: JsonObject | None) -> QueryAnswer:
    """Read what a program has left of a query."""
    try:
        answer = QueryAnswer.model_validate(told)
    except (ValidationError, RecursionError):
        raise broken() from None
    answer.rows = [[_plain(value) for value in row] for row in answer.rows]
    answer.columns = [storable(name)[:200] for name in answer.columns]
    return answer


def failure(ended: SandboxResult, fault: JsonObject | None = None) -> ToolFailed:
    """Say what became of a job that did not end well, or of a part of one, and what helps."""
    fault = fault or ended.fault or {}
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


def broken() -> ToolFailed:
    """Say of an answer that it cannot be read."""
    return ToolFailed("the result of this query cannot be read; try it in another way")
