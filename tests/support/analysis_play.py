"""Plays the examination's conversations: a reader of questions, SQL, DuckDB, an answer in words."""

from __future__ import annotations

import importlib
import uuid
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import duckdb

from analysis.profile import ColumnKind, ColumnProfile, DatasetProfile, ValueCount
from analysis.query import RowFilter
from analysis.query_sql import query_sql
from analysis.reading.named import named_in
from analysis.reading.read import read_question
from analysis.reading.shapes import AskedBefore, Beyond, QuestionReading, Unclear, Understood
from analysis.reading.tell import tell_result
from analysis.result import QueryResult
from analysis.widget import WidgetSpec, draw
from contracts.events import Chart
from language.detect import Language
from tests.support.analysis_answer import ExamMark, GivenAnswer, GivenChart, GivenTable
from tests.support.analysis_further import further_table
from tests.support.analysis_questions import FOLDER, conversations, frozen, load
from tests.support.analysis_score import score

_TRUTHS = {"Yes": True, "No": False, "yes": True, "no": False, "Sim": True, "Não": False}


@dataclass
class AskedTable:
    """A table of the examination: its profile, and its rows in DuckDB."""

    profile: DatasetProfile
    connection: duckdb.DuckDBPyConnection


@cache
def asked_table(name: str, folder: Path = FOLDER) -> AskedTable:
    """Load a table once for the whole run."""
    return table_of(load(name, folder), name)


def table_of(frame: Any, name: str) -> AskedTable:
    """Make a table that can be asked of a pandas frame."""
    connection = duckdb.connect()
    frame = frame.copy()
    for column in frame.columns:
        if set(frame[column].dropna().unique()) <= set(_TRUTHS):  # as reading a file does
            frame[column] = frame[column].map(_TRUTHS).astype("boolean")
    connection.register("given", frame)
    kinds: dict[str, ColumnKind] = {column: kind_of(frame[column]) for column in frame.columns}
    casts = [f'"{column}"::DATE AS "{column}"' for column, kind in kinds.items() if kind == "date"]
    changed = f" REPLACE ({', '.join(casts)})" if casts else ""
    connection.execute(f"CREATE TABLE data AS SELECT *{changed} FROM given")
    columns = tuple(column_of(frame, column, kind) for column, kind in kinds.items())
    profile = DatasetProfile(
        id=uuid.uuid5(uuid.NAMESPACE_DNS, name), name=name, rows=len(frame), columns=columns
    )
    return AskedTable(profile, connection)


def kind_of(series: Any) -> ColumnKind:
    types: Any = importlib.import_module("pandas").api.types
    if types.is_bool_dtype(series):
        return "boolean"
    if types.is_datetime64_any_dtype(series):
        days = series.dropna()
        return "date" if (days == days.dt.normalize()).all() else "datetime"
    if types.is_integer_dtype(series):
        return "integer"
    if types.is_numeric_dtype(series):
        known = series.dropna()
        return "integer" if len(known) and (known % 1 == 0).all() else "decimal"
    return "text"


def column_of(frame: Any, name: str, kind: ColumnKind) -> ColumnProfile:
    series = frame[name]
    known = series.dropna()
    said = known.astype(str).str.lower() if kind == "boolean" else known.astype(str)
    counts = said.value_counts() if known.nunique() <= 200 else said.head(0).value_counts()
    ordered = kind in ("integer", "decimal", "date", "datetime") and len(known) > 0
    least, most = (known.min(), known.max()) if ordered else (None, None)
    dated = kind in ("date", "datetime")
    return ColumnProfile(
        name=name,
        kind=kind,
        filled=len(known),
        distinct=int(known.nunique()),
        top=tuple(
            ValueCount(value=str(v)[:200], count=int(n)) for v, n in counts.head(200).items()
        ),
        least=str(least.isoformat()) if dated and least is not None else _float(least),
        most=str(most.isoformat()) if dated and most is not None else _float(most),
        unit=_unit(name),
    )


def _float(value: Any) -> float | None:
    return None if value is None else float(value)


def _unit(name: str) -> str | None:
    """Say the unit that reading the file would have found."""
    known = {"Preço Unitário": "R$", "Valor Total": "R$", "Desconto %": "%"}
    return known.get(name)


@dataclass
class Conversation:
    """One conversation under way: what was asked, and what was answered."""

    table: AskedTable
    queries: list[Any] = field(default_factory=list[Any])
    widget: WidgetSpec | None = None
    open_question: str | None = None
    named: tuple[RowFilter, ...] = ()

    def ask(self, text: str, language: Language) -> tuple[QuestionReading, GivenAnswer]:
        before = AskedBefore(self.queries, self.widget, self.open_question, self.named)
        reading = read_question(text, [self.table.profile], before, language)
        match reading:
            case Unclear(question=question, choices=choices):
                self.open_question = text
                said = f"{question} {' | '.join(choices)}"
                return reading, GivenAnswer(said, outcome="question")
            case Beyond(reason=reason):
                self.open_question = text
                return reading, GivenAnswer(reason, outcome="refusal")
            case Understood():
                self.open_question = None
                return reading, self.answered(reading, language)

    def marked(self, turn: dict[str, Any]) -> PlayedTurn:
        """Ask a question of the examination, and mark the answer."""
        before = AskedBefore(list(self.queries), self.widget, self.open_question, self.named)
        reading, answer = self.ask(turn["text"], turn["lang"])
        mark = score(answer, turn["expect"], turn["text"])
        return PlayedTurn(turn, self.table.profile, before, reading, answer, mark)

    def answered(self, reading: Understood, language: Language) -> GivenAnswer:
        result = run(self.table, reading)
        self.queries.append(reading.query)
        self.widget = (
            WidgetSpec(kind=reading.show, title="x", query=reading.query, chart=reading.chart)
            if reading.show
            else None
        )
        text = tell_result(reading, result, language)
        self.named = named_in(result, text, language)
        table = GivenTable([c.name for c in result.columns], result.rows)
        charts: list[GivenChart] = []
        if self.widget and self.widget.kind == "chart":
            drawn = draw(self.widget, result, "w1", language)
            assert isinstance(drawn, Chart)
            charts.append(
                GivenChart(drawn.chart_type, GivenTable(drawn.data.columns, drawn.data.rows))
            )
        return GivenAnswer(text, tables=[table], charts=charts, outcome="figures")


def run(table: AskedTable, reading: Understood) -> QueryResult:
    """Work a query out in DuckDB, in the process of the test."""
    written = query_sql(reading.query, table.profile)
    found = table.connection.execute(written.sql, written.values).fetchall()
    rows = [[_plain(v) for v in row[:-1]] for row in found]
    return QueryResult(
        ref="q_1",
        dataset=table.profile.name,
        columns=written.columns,
        rows=rows,
        total_rows=len(rows),
        matched=int(found[0][-1]) if found else 0,
        of_rows=table.profile.rows,
        query=reading.query,
    )


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


@dataclass(frozen=True)
class PlayedTurn:
    """One question of the examination, and how it was answered."""

    turn: dict[str, Any]
    table: DatasetProfile
    before: AskedBefore
    reading: QuestionReading
    answer: GivenAnswer
    mark: ExamMark


@cache
def further(name: str) -> AskedTable:
    """Make one of the further tables once for the whole run."""
    return table_of(further_table(name), name)


def play_further(name: str = "questions_further.yaml") -> list[PlayedTurn]:
    """Hold the conversations about the further tables; their figures are worked out here."""
    played: list[PlayedTurn] = []
    for each in conversations(FOLDER / name):
        talk: Conversation | None = None
        for turn in each["turns"]:
            talk = talk or Conversation(further(turn["dataset"]))
            frame, expected = further_table(turn["dataset"]), turn["expect"]
            for one in (expected, *expected.get("any_of", ())):
                if "pandas" in one:
                    one.update(frozen(frame, one))
            played.append(talk.marked(turn))
    return played


def play(talks: list[dict[str, Any]], folder: Path = FOLDER) -> list[PlayedTurn]:
    """Hold all conversations, and mark each answer."""
    played: list[PlayedTurn] = []
    for each in talks:
        open_talks: dict[str, Conversation] = {}
        for turn in each["turns"]:
            name = turn["dataset"]
            talk = open_talks.setdefault(name, Conversation(asked_table(name, folder)))
            played.append(talk.marked(turn))
    return played
