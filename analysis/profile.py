"""What is known of a dataset: its columns, what they hold, and the values that people name.

Profiles are made in the sandbox, of files that strangers wrote, so they are validated when read.
"""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

ColumnKind = Literal["text", "integer", "decimal", "boolean", "date", "datetime", "time"]
NUMBERS: frozenset[ColumnKind] = frozenset({"integer", "decimal"})
DATES: frozenset[ColumnKind] = frozenset({"date", "datetime"})
MOST_COLUMNS = 5_000
MOST_VALUES = 200  # of one column that a profile keeps
MOST_NAME = 200


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class ValueCount(_Frozen):
    """A value of a column, and in how many rows it stands."""

    value: str = Field(max_length=200)
    count: int = Field(ge=0)


class ColumnProfile(_Frozen):
    """One column; figures are over all rows, `top` holds its most frequent values."""

    name: str = Field(min_length=1, max_length=MOST_NAME)
    kind: ColumnKind
    filled: int = Field(ge=0, description="Rows that have a value.")
    distinct: int = Field(ge=0)
    top: tuple[ValueCount, ...] = Field(default=(), max_length=MOST_VALUES)
    least: float | str | None = None  # dates as ISO texts
    most: float | str | None = None
    mean: float | None = None
    median: float | None = None
    deviation: float | None = None
    unit: str | None = Field(default=None, max_length=20)  # read off the file: "R$", "%"

    @property
    def is_number(self) -> bool:
        return self.kind in NUMBERS

    @property
    def is_date(self) -> bool:
        return self.kind in DATES

    @property
    def is_complete(self) -> bool:
        """Tell whether `top` names every value that there is."""
        return 0 < self.distinct <= len(self.top)


class DatasetProfile(_Frozen):
    """A dataset as tools and the analyst know it; its rows are elsewhere."""

    id: UUID
    name: str = Field(min_length=1, max_length=MOST_NAME, description="The file's name.")
    rows: int = Field(ge=0)
    columns: tuple[ColumnProfile, ...] = Field(max_length=MOST_COLUMNS)
    sheet: str | None = Field(default=None, max_length=MOST_NAME)
    notes: tuple[str, ...] = Field(default=(), max_length=20)  # how the file was read
    scope: Literal["session", "project"] = "session"

    def column(self, name: str) -> ColumnProfile | None:
        """Find a column by its name; capitals do not count where no other column differs by them"""
        exact = next((c for c in self.columns if c.name == name), None)
        if exact:
            return exact
        alike = [c for c in self.columns if c.name.casefold() == name.casefold()]
        return alike[0] if len(alike) == 1 else None
