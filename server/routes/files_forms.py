"""What the API of files gives."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from analysis.profile import ColumnProfile, DatasetProfile
from store.datasets import DatasetRow


class DatasetOut(BaseModel):
    """A dataset in a list; one that is `project` belongs to everybody who is served by it."""

    id: str
    name: str
    label: str = Field(description="The name, and the sheet where the file has several.")
    sheet: str | None
    rows: int
    columns: int
    bytes: int = Field(description="What its rows take as they are kept.")
    scope: str = Field(description="`session` or `project`.")
    created_at: datetime


class UploadOut(BaseModel):
    """What an upload has given; the message that tells of it comes in its turn."""

    dataset: DatasetOut = Field(description="The first one.")
    datasets: list[DatasetOut] = Field(description="All of them: a workbook may hold several.")
    summary: str = Field(description="What is told in the conversation, before the guards read it.")
    turn: str = Field(description="The turn that tells of it; nothing answers it.")


class DatasetList(BaseModel):
    """What a conversation knows: its own datasets, the newest first, then the project's."""

    datasets: list[DatasetOut]


class RowsOut(BaseModel):
    """A page of rows."""

    columns: list[str]
    rows: list[list[Any]]
    offset: int
    next: int | None = Field(description="The `offset` of the next page.")


class DatasetDetail(DatasetOut):
    """A dataset with what is known of its columns, and a page of its rows."""

    profile: list[ColumnProfile]
    notes: list[str] = Field(description="How the file was read.")
    preview: RowsOut


def dataset_out(row: DatasetRow) -> DatasetOut:
    """Show a dataset as lists do."""
    return DatasetOut(
        id=str(row.id),
        name=row.name,
        label=f"{row.name}/{row.sheet}" if row.sheet else row.name,
        sheet=row.sheet,
        rows=row.rows,
        columns=row.columns,
        bytes=row.bytes,
        scope="session" if row.session_id else "project",
        created_at=row.created_at,
    )


def detail_out(row: DatasetRow, profile: DatasetProfile, preview: RowsOut) -> DatasetDetail:
    """Show a dataset with what is known of it."""
    return DatasetDetail(
        **dataset_out(row).model_dump(),
        profile=list(profile.columns),
        notes=list(profile.notes),
        preview=preview,
    )
