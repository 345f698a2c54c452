"""Cases as a file for other programs: CSV or one JSON object a line, facts without any text."""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncGenerator, Sequence
from datetime import datetime
from typing import Literal

import asyncpg
import orjson

from contracts.messages import Caller
from language.cells import harmless_cell
from store import cases
from store.cases import Case, CaseFilter

ExportFormat = Literal["csv", "jsonl"]
PAGE_SIZE = 500
_COLUMNS = (
    "id", "created_at", "status", "decision", "decided_at", "stage", "category", "verdict",
    "workflow", "session_id", "turn_id", "user_id", "guard", "about", "reason", "scores", "length",
    "language", "found", "assignee", "team",
)  # fmt: skip


async def exported_cases(
    pool: asyncpg.Pool, reader: Caller, wanted: CaseFilter, as_format: ExportFormat
) -> AsyncGenerator[str]:
    """Write the cases of a filter page by page, the newest first."""
    before: int | None = None
    first = True
    while first or before is not None:
        page = await cases.listed(pool, reader, wanted, PAGE_SIZE, before)
        yield csv_lines(page, head=first) if as_format == "csv" else json_lines(page)
        first, before = False, page[-1].no if len(page) == PAGE_SIZE else None


def csv_lines(page: Sequence[Case], *, head: bool = False) -> str:
    """Write cases as CSV that no spreadsheet takes for formulas."""
    out = io.StringIO()
    writer = csv.writer(out)
    if head:
        writer.writerow(_COLUMNS)
    writer.writerows([_cell(value) for value in _values(case)] for case in page)
    return out.getvalue()


def json_lines(page: Sequence[Case]) -> str:
    """Write cases as one JSON object a line."""
    rows = [dict(zip(_COLUMNS, _values(case), strict=True)) for case in page]
    return "".join(orjson.dumps(row, default=str).decode() + "\n" for row in rows)


def _values(case: Case) -> list[object]:
    return [getattr(case, name) for name in _COLUMNS]


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, dict):
        return orjson.dumps(value).decode()
    text = value.isoformat() if isinstance(value, datetime) else str(value)
    return harmless_cell(text)
