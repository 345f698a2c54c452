"""Rows of a dataset for people: a page at a time, or all of them as CSV."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.services import Services
from analysis.query_sql import TABLE, page_sql
from contracts.errors import InvalidRequest, Unavailable
from contracts.json import JsonObject
from store.datasets import DatasetRow
from tools.query_answers import failure
from tools.sandbox.result import SandboxResult

SECONDS = 60
_MEMORY_MB = 1024
_MOST_ARTIFACTS = 64 << 20


@dataclass(frozen=True, slots=True)
class RowsPage:
    """Some rows, under the names of their columns."""

    columns: list[str]
    rows: list[list[Any]]


class _PageRows(BaseModel):
    model_config = ConfigDict(extra="ignore")

    columns: list[str] = Field(max_length=5_000)
    rows: list[list[Any]] = Field(max_length=200)


class _CsvPart(BaseModel):
    pieces: list[Annotated[str, Field(max_length=20)]] = Field(max_length=60)
    next: int | None = Field(default=None, ge=0)


async def rows_page(services: Services, row: DatasetRow, offset: int, limit: int) -> RowsPage:
    """Return a page of a dataset's rows, in the order of the file."""
    sql = page_sql(limit, offset)
    ended = await _run(services, row, "run_query", {"sql": sql, "max_rows": limit})
    return await asyncio.to_thread(_page, ended)


async def csv_pieces(services: Services, row: DatasetRow) -> AsyncGenerator[bytes]:
    """Yield a dataset as CSV."""
    offset: int | None = 0
    while offset is not None:
        ended = await _run(services, row, "write_csv", {"offset": offset})
        try:
            part = _CsvPart.model_validate(ended.json())
        except ValidationError:
            raise _odd() from None
        if part.next is not None and part.next <= offset:
            raise _odd()
        for name in part.pieces:
            piece = ended.artifact(name)
            if piece:
                yield piece.data
        offset = part.next


async def _run(
    services: Services, row: DatasetRow, program: str, params: JsonObject
) -> SandboxResult:
    content = await services.datasets.content(services.pool, row)
    ended = await services.sandbox.run_program(
        program,
        {TABLE: content},
        params,
        timeout=SECONDS,
        memory_mb=_MEMORY_MB,
        artifact_bytes=_MOST_ARTIFACTS,
    )
    if ended.status == "refused":
        raise Unavailable(failure(ended).message, retry_after=5)
    if ended.status != "ok":
        raise InvalidRequest(failure(ended).message)
    return ended


def _page(ended: SandboxResult) -> RowsPage:
    try:
        read = _PageRows.model_validate(ended.json())
    except (ValidationError, RecursionError):
        raise _odd() from None
    return RowsPage(read.columns, read.rows)


def _odd() -> InvalidRequest:
    return InvalidRequest("the rows of this file cannot be read any more; send it again")
