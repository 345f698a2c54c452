"""What a query has given: rows with what their columns mean, and where they come from."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from analysis.query import Aggregate, Bucket, DataQuery
from contracts.json import JsonObject

ResultRole = Literal["group", "measure", "value"]  # value: of a row itself


class ResultColumn(BaseModel):
    """One column of a result."""

    model_config = ConfigDict(frozen=True)

    name: str
    role: ResultRole = "value"
    kind: str = "text"  # a ColumnKind
    bucket: Bucket | None = None
    step: float | None = None  # of a group of numbers: how wide it is
    aggregate: Aggregate | None = None
    of: str | None = None  # the column that a measure is about
    unit: str | None = None


class QueryResult(BaseModel):
    """The rows, and the reference by which widgets and prose cite them."""

    model_config = ConfigDict(frozen=True)

    ref: str = Field(description="Cite figures of this result by it.")
    dataset: str
    columns: list[ResultColumn]
    rows: list[list[Any]]
    total_rows: int = Field(description="Rows of the whole result; `rows` may be its beginning.")
    matched: int | None = Field(default=None, description="Rows of the data that were looked at.")
    of_rows: int | None = Field(default=None, description="Rows that the dataset has.")
    query: DataQuery | None = None
    sql: str | None = None

    @property
    def groups(self) -> list[int]:
        """Return where the groups stand among the columns."""
        return [at for at, column in enumerate(self.columns) if column.role == "group"]

    @property
    def measures(self) -> list[int]:
        """Return where the figures stand among the columns."""
        return [at for at, column in enumerate(self.columns) if column.role == "measure"]

    def source(self) -> JsonObject:
        """Return what a widget cites: enough to ask the same again."""
        told: JsonObject = {"ref": self.ref, "dataset": self.dataset, "rows": self.matched}
        if self.query is not None:
            told["query"] = self.query.model_dump(mode="json", exclude_defaults=True)
        elif self.sql is not None:
            told["sql"] = self.sql
        return told
