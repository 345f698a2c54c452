"""A question to a dataset in its exact form: what is counted or worked out, of which rows, by what.

Models write it as a tool's argument, the built-in analyst makes it of a sentence, dashboards keep
it. It is data, never SQL: `analysis/query_sql.py` writes that.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Aggregate = Literal[
    "count", "count_distinct", "sum", "mean", "median", "min", "max", "deviation", "share",
    "first_quartile", "third_quartile",
]  # fmt: skip
Bucket = Literal["year", "quarter", "month", "week", "day", "weekday", "hour", "month_of_year"]
Operator = Literal[
    "=", "!=", "<", "<=", ">", ">=", "in", "not in", "between", "contains", "is empty", "is filled"
]
GroupOperator = Literal["=", "<", "<=", ">", ">="]
Scalar = str | int | float | bool
ColumnName = Annotated[str, Field(min_length=1, max_length=200)]
MOST_ROWS = 1_000


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class RowFilter(_Part):
    """A condition on rows. Dates are ISO texts; a date alone means the whole day."""

    column: ColumnName
    operator: Operator = "="
    value: Scalar | list[Scalar] | None = Field(
        default=None,
        description="A list for 'in', 'not in' and 'between' (both ends included); none for"
        " 'is empty' and 'is filled'.",
    )
    bucket: Bucket | None = Field(
        default=None,
        description="For dates: compare this part of them, as results name it: weekday 1 (Monday)"
        " to 7, hour 0 to 23, month_of_year 1 to 12, year 2026, quarter '2026-Q1', month '2026-02',"
        " week '2026-W06'.",
    )

    @model_validator(mode="after")
    def _value_fits(self) -> Self:
        many = self.operator in ("in", "not in", "between")
        if self.operator in ("is empty", "is filled"):
            if self.value is not None:
                raise ValueError(f"'{self.operator}' takes no value")
        elif many != isinstance(self.value, list) or self.value is None:
            raise ValueError(f"'{self.operator}' takes {'a list' if many else 'one value'}")
        if isinstance(self.value, list):
            if self.operator == "between" and len(self.value) != 2:
                raise ValueError("'between' takes two values")
            if not 1 <= len(self.value) <= 200:
                raise ValueError("a list holds 1 to 200 values")
        return self


class Measure(_Part):
    """A figure: `count` counts rows; `share` is the percentage that a group, or the rows that
    fulfil `where`, have of all (of a column's sum, if one is named).
    """

    aggregate: Aggregate = "count"
    column: ColumnName | None = Field(
        default=None, description="Needed by all but count and share."
    )
    where: list[RowFilter] = Field(
        default=[], max_length=6, description="Only these rows are counted in this figure."
    )
    label: str | None = Field(default=None, max_length=80, description="What to call it.")

    @model_validator(mode="after")
    def _has_column(self) -> Self:
        if self.column is None and self.aggregate not in ("count", "share"):
            raise ValueError(f"'{self.aggregate}' needs a column")
        return self


class Grouping(_Part):
    """Rows with one value belong together; dates by a bucket of time, numbers by equal steps."""

    column: ColumnName
    bucket: Bucket | None = Field(default=None, description="For dates.")
    bins: int | None = Field(
        default=None, ge=2, le=50, description="For numbers: steps of one size, for a histogram."
    )


class GroupLimit(_Part):
    """A condition on groups: only those are kept whose first measure fulfils it."""

    operator: GroupOperator
    value: float


class DataQuery(_Part):
    """A structured query. With `columns` it lists rows, otherwise it works out measures."""

    dataset: str | None = Field(
        default=None, max_length=200, description="Its name; may be left out if there is one."
    )
    measures: list[Measure] = Field(default=[], max_length=6)
    group_by: list[Grouping] = Field(default=[], max_length=3)
    filters: list[RowFilter] = Field(
        default=[], max_length=12, description="Rows must fulfil all of them."
    )
    having: GroupLimit | None = Field(
        default=None, description="Only groups whose first measure fulfils this."
    )
    columns: list[ColumnName] = Field(
        default=[], max_length=50, description="List these columns of the rows themselves."
    )
    order_by: str | None = Field(
        default=None,
        max_length=200,
        description="A measure's label or aggregate, or a column. Default: groups of time in"
        " their order, others by the first measure, largest first.",
    )
    descending: bool = True
    limit: int = Field(default=100, ge=1, le=MOST_ROWS)

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if self.columns and (self.measures or self.group_by):
            raise ValueError("name `columns` to list rows, or measures and groups, not both")
        if self.having and not self.group_by:
            raise ValueError("`having` is a condition on groups: name `group_by`")
        return self

    @property
    def figures(self) -> list[Measure]:
        """Return the measures; rows are counted where nothing else is asked for."""
        return [] if self.columns else (self.measures or [Measure()])
