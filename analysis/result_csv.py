"""A result as CSV for spreadsheets, in which no cell is a formula."""

from __future__ import annotations

import csv
import io
from typing import Any

from analysis.result import QueryResult
from analysis.wording import column_label
from language.detect import Language

# A spreadsheet reads what begins so as a formula, or drops it to find one behind.
_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def result_csv(result: QueryResult, language: Language) -> str:
    """Write the rows that are there, their columns named as on a dashboard."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([harmless(column_label(column, language)) for column in result.columns])
    writer.writerows([[harmless(value) for value in row] for row in result.rows])
    return "\ufeff" + text.getvalue()  # without the mark spreadsheets guess the encoding


def harmless(value: Any) -> Any:
    """Return a cell as it may be written: numbers as they are, texts never as formulas."""
    if value is None or isinstance(value, bool | int | float):
        return "" if value is None else value
    said = str(value)
    return f"'{said}" if said.lstrip(" \u00a0").startswith(_STARTS) else said
