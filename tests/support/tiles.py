"""Widgets, queries and rows for tests of dashboards."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from analysis.dashboard import TileContent
from analysis.query import DataQuery, Grouping
from analysis.result import QueryResult, ResultColumn
from contracts.errors import BatutaError, ToolFailed

SHIFTS = [["manhã", 73], ["tarde", 68], ["noite", 59]]


def by(column: str = "turno", dataset: str | None = "defeitos.csv") -> DataQuery:
    return DataQuery(dataset=dataset, group_by=[Grouping(column=column)])


def count(dataset: str | None = "defeitos.csv") -> DataQuery:
    return DataQuery(dataset=dataset)


def content(kind: str, title: str, **more: Any) -> TileContent:
    if kind not in ("markdown", "html"):
        more.setdefault("query", count() if kind == "kpi" else by())
    return TileContent.model_validate({"kind": kind, "title": title, **more})


def result_of(query: DataQuery) -> QueryResult:
    """Answer as the defects of the examples would: 200 rows, by shift."""
    figure = ResultColumn(name="count", role="measure", kind="integer", aggregate="count")
    columns: list[ResultColumn] = [figure]
    rows: list[list[Any]] = [[200]]
    if query.group_by:
        group = ResultColumn(name=query.group_by[0].column, role="group", kind="text")
        columns, rows = [group, figure], SHIFTS
    return QueryResult(
        ref="r1",
        dataset=query.dataset or "defeitos.csv",
        columns=columns,
        rows=[list(row) for row in rows][: query.limit],
        total_rows=len(rows),
        matched=200,
        of_rows=200,
        query=query,
    )


@dataclass
class RowsAtHand:
    """A reader of tables that has its rows at hand; counts what it is asked."""

    asked: list[DataQuery] = field(default_factory=list[DataQuery])
    failures: dict[str, BatutaError] = field(default_factory=dict[str, BatutaError])
    gate: asyncio.Event | None = None
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    async def queries(
        self, asked: Sequence[DataQuery], seconds: float
    ) -> list[QueryResult | BatutaError | None]:
        found: list[QueryResult | BatutaError | None] = []
        for query in asked:
            try:
                found.append(await self.query(query))
            except BatutaError as exc:
                found.append(exc)
        return found

    async def query(self, query: DataQuery) -> QueryResult:
        self.asked.append(query)
        self.begun.set()
        if self.gate:
            await self.gate.wait()
        for group in query.group_by:
            if group.column in self.failures:
                raise self.failures[group.column]
        if query.dataset == "gone.csv":
            raise ToolFailed("there is no dataset 'gone.csv'; there are: defeitos.csv")
        return result_of(query)
