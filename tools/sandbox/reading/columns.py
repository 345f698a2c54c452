"""What each column holds: guessed from a sample, held against every row, widened by what fails."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tools.sandbox.reading.forms import TEXT, ColumnForm, forms_for
from tools.sandbox.reading.values import EMPTY_IF_TYPED
from tools.sandbox.tables import literal, quoted

_BATCH = 40
_ROUNDS = 6
_SAMPLED = 400
_SAMPLED_CELLS = 200_000
_PART = 200  # columns that are read at once: each takes memory meanwhile
_MARKS = ", ".join(literal(mark) for mark in EMPTY_IF_TYPED)


@dataclass(slots=True)
class ReadColumn:
    """A column as it was found, and how it is read."""

    at: int
    name: str
    sample: dict[str, None]
    form: ColumnForm = TEXT
    notes: list[str] = field(default_factory=list[str])

    @property
    def raw(self) -> str:
        return f"c{self.at}"

    @property
    def table(self) -> str:
        """The table in which its values are."""
        return f"data{self.at // _PART}"

    @property
    def read(self) -> str:
        """The SQL that gives its values."""
        return self.form.sql.replace("{v}", self.raw)


class ColumnReader:
    """Finds the forms of all columns of the table `raw`."""

    def __init__(self, connection: Any, names: Sequence[str], rows: int, *, comma: bool) -> None:
        self._db = connection
        self._columns = self._sampled(names, rows)
        self._comma = _mostly_comma(self._columns, comma)

    def read(self) -> list[ReadColumn]:
        """Return the columns with forms that all their values have."""
        open_ = self._columns
        for column in open_:
            self._guess(column)
        for _ in range(_ROUNDS):
            open_ = self._failing([c for c in open_ if c.form is not TEXT and not self._seen(c)])
            if not open_:
                break
            for column in open_:
                self._guess(column)
        else:
            for column in open_:
                column.form = TEXT
        for column in self._columns:
            self._explain(column)
        return self._columns

    def _sampled(self, names: Sequence[str], rows: int) -> list[ReadColumn]:
        most = min(_SAMPLED, max(40, _SAMPLED_CELLS // len(names)))
        step = max(1, rows // most)
        found = self._db.execute(
            f"SELECT * FROM raw WHERE rowid < {most // 4} OR rowid % {step} = 0 LIMIT {2 * most}"
        ).fetchall()
        self._all_seen = len(found) == rows
        samples: list[tuple[Any, ...]] = (
            list(zip(*found, strict=True)) if found else [() for _ in names]
        )
        return [
            ReadColumn(at, name, {v: None for v in sample if v is not None and len(v) < 10_000})
            for at, (name, sample) in enumerate(zip(names, samples, strict=True))
        ]

    def _seen(self, column: ReadColumn) -> bool:
        """Tell whether the sample was all there is; which days a calendar has, SQL alone knows."""
        return self._all_seen and column.form.kind in ("integer", "decimal", "boolean")

    def _guess(self, column: ReadColumn) -> None:
        """Take the first form that fits all that is known of a column."""
        known = [v for v in column.sample if v.lower() not in EMPTY_IF_TYPED]
        forms = forms_for(known, comma_first=self._comma) if known else []
        fitting = (form for form in forms if all(form.fits(v) for v in known))
        column.form = next(fitting, TEXT)

    def _failing(self, columns: Sequence[ReadColumn]) -> list[ReadColumn]:
        """Return the columns with values that their form does not fit, which they then know."""
        failing: list[ReadColumn] = []
        for part in _batches(columns):
            counted = ", ".join(f"count(*) FILTER (WHERE {_misfit(c)})" for c in part)
            counts = self._db.execute(f"SELECT {counted} FROM raw").fetchone()
            failing += [c for c, count in zip(part, counts, strict=True) if count]
        for column in failing:
            known = len(column.sample)
            more = self._db.execute(
                f"SELECT DISTINCT left({column.raw}, 10000) FROM raw"
                f" WHERE {_misfit(column)} LIMIT 50"
            ).fetchall()
            column.sample |= {row[0]: None for row in more}
            if len(column.sample) == known:  # of the form, and yet nothing: the 31st of February
                column.sample[f"\x00{column.form.kind}"] = None
        return failing

    def _explain(self, column: ReadColumn) -> None:
        """Note what somebody who knows the file would want to check."""
        form, known = column.form, column.sample
        if form.kind == "decimal" and not form.comma and known and _ambiguous(column.sample):
            column.notes.append(f"'{column.name}': the point was read as the decimal mark")
        if form.order == "dmy" and not self._has(f"day({column.read}) > 12"):
            column.notes.append(f"'{column.name}': dates were read as day/month/year")
        if form.zoned:
            column.notes.append(f"'{column.name}': moments were brought to UTC")
        if form is TEXT:
            self._explain_text(column)

    def _explain_text(self, column: ReadColumn) -> None:
        """Name the first row that keeps a column of figures or dates from being one."""
        known = [v for v in column.sample if v.lower() not in EMPTY_IF_TYPED]
        best, share = TEXT, 0.0
        for form in forms_for(known[:200], comma_first=self._comma):
            fitting = sum(form.fits(v) for v in known) / max(1, len(known))
            if fitting > share:
                best, share = form, fitting
        if share < 0.6:
            return
        column.form = best
        row = self._db.execute(
            f"SELECT rowid, left({column.raw}, 60) FROM raw WHERE {_misfit(column)}"
            " ORDER BY rowid LIMIT 1"
        ).fetchone()
        column.form = TEXT
        if row:
            what = {"integer": "figures", "decimal": "figures"}.get(best.kind, f"{best.kind}s")
            column.notes.append(
                f"'{column.name}' is kept as text: row {{row:{row[0]}}} has '{row[1]}' among {what}"
            )

    def _has(self, condition: str) -> bool:
        return (
            self._db.execute(f"SELECT true FROM raw WHERE {condition} LIMIT 1").fetchone()
            is not None
        )


def _ambiguous(sample: Iterable[str]) -> bool:
    """Tell whether all figures could be whole thousands as well."""
    said = [v for v in sample if v.lower() not in EMPTY_IF_TYPED]
    return all(re.fullmatch(r"[+-]?[1-9][0-9]{0,2}[.][0-9]{3}", v) for v in said)


def _misfit(column: ReadColumn) -> str:
    return (
        f"{column.raw} IS NOT NULL AND ({column.read}) IS NULL"
        f" AND lower({column.raw}) NOT IN ({_MARKS})"
    )


def _mostly_comma(columns: Iterable[ReadColumn], default: bool) -> bool:
    """Tell which decimal mark the file has, by the columns in which only one can be meant."""
    votes = 0
    for column in columns:
        known = [v for v in column.sample if v.lower() not in EMPTY_IF_TYPED]
        if not known:
            continue
        fits = {
            form.comma
            for form in forms_for(known, comma_first=True)
            if form.kind == "decimal" and all(form.fits(v) for v in known)
        }
        if fits == {True}:
            votes += 1
        elif fits == {False}:
            votes -= 1
    return votes > 0 if votes else default


def _batches(columns: Sequence[ReadColumn]) -> Iterable[Sequence[ReadColumn]]:
    for start in range(0, len(columns), _BATCH):
        yield columns[start : start + _BATCH]


def make_tables(connection: Any, columns: Sequence[ReadColumn]) -> list[str]:
    """Give the columns their kinds, some in each table, and join them as the view `data`."""
    tables = list(dict.fromkeys(column.table for column in columns))
    for table in tables:
        chosen = ", ".join(f"{c.read} AS {quoted(c.name)}" for c in columns if c.table == table)
        connection.execute(f"CREATE OR REPLACE TABLE {table} AS SELECT {chosen} FROM raw")
    joined = " POSITIONAL JOIN ".join(tables)
    connection.execute(f"CREATE OR REPLACE VIEW data AS SELECT * FROM {joined}")
    return tables
