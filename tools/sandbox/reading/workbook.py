"""Excel workbooks: each sheet that holds something is a table; formulas give their values."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from tools.sandbox.outlet import Outlet, ProgramFault
from tools.sandbox.reading import rawtable
from tools.sandbox.reading.header import LOOKED_AT, header_of
from tools.sandbox.reading.read import RawTable

MOST_SHEETS = 20


def read_workbook(connection: Any, path: str, ending: str, out: Outlet) -> Iterator[RawTable]:
    """Yield the table of each sheet that is not empty."""
    import python_calamine

    library: Any = python_calamine  # its types know less than they say
    notes = ["macros were not read"] if ending == "xlsm" else []
    try:
        book = library.CalamineWorkbook.from_path(path)
        kept = [each for each in _sheets(book) if each is not None]
    except python_calamine.CalamineError as exc:
        raise ProgramFault("damaged", _words(exc)) from exc
    if len(kept) > MOST_SHEETS:
        notes.append(f"the first {MOST_SHEETS} of {len(kept)} sheets were read")
    for done, (name, sheet) in enumerate(kept[:MOST_SHEETS]):
        out.progress(0.1 + 0.2 * done / len(kept), f"sheet {done + 1} of {len(kept)}")
        rows = sheet.to_python(skip_empty_area=True)
        table = _read(connection, rows, name if len(kept) > 1 else None, notes)
        if table is not None:
            yield table


def _sheets(book: Any) -> Iterator[tuple[str, Any] | None]:
    for name in book.sheet_names:
        try:
            sheet = book.get_sheet_by_name(name)
        except Exception as exc:  # a chart has no cells
            if "worksheet" in str(exc).lower() or "chart" in str(exc).lower():
                continue
            raise
        if sheet.height and sheet.width:
            yield name, sheet


def _read(
    connection: Any, rows: Sequence[Sequence[Any]], sheet: str | None, notes: list[str]
) -> RawTable | None:
    width = max((len(row) for row in rows), default=0)
    rawtable.check_width(width)
    head = [[_text(cell) for cell in row] for row in itertools.islice(rows, LOOKED_AT)]
    if not any(cell for row in head for cell in row):
        return None
    header = header_of(head, width)
    told = (
        [_text(cell) for cell in row]
        for row in itertools.islice(rows, header.skip, None)
        if any(cell != "" for cell in row)
    )
    count = rawtable.fill(connection, told, width)
    return RawTable(header, count, [*notes, *header.notes], sheet=sheet and sheet[:200])


def _text(value: Any) -> str:
    """Write a cell as the rest of the reading takes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        case datetime.datetime():
            return value.isoformat(sep=" ")
        case datetime.date() | datetime.time():
            return value.isoformat()
        case datetime.timedelta():
            return str(value.total_seconds())
        case _:
            return str(value).replace("\0", "")


def _words(exc: Exception) -> str:
    said = str(exc).lower()
    if "password" in said:
        return "the workbook has a password; save it without one and send that"
    return "the workbook cannot be read; open it, save it as .xlsx again, or save its data as CSV"
