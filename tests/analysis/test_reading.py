"""The built-in analyst is bounded, is not led by what tables contain, and asks back usefully."""

from __future__ import annotations

import re
import time
import uuid
from pathlib import Path

import pytest

from analysis.profile import ColumnProfile, DatasetProfile, ValueCount
from analysis.query import DataQuery
from analysis.query_sql import query_sql
from analysis.reading.read import read_question
from analysis.reading.shapes import AskedBefore, Beyond, Unclear, Understood
from analysis.reading.suggest import suggest_dashboard
from analysis.widget import WidgetSpec
from language.detect import Language
from tests.support.analysis_play import Conversation, asked_table, play_further

DEFECTS, SALES = asked_table("defeitos.csv").profile, asked_table("vendas.csv").profile


def profile(*columns: ColumnProfile, rows: int = 100, name: str = "t.csv") -> DatasetProfile:
    return DatasetProfile(id=uuid.UUID(int=7), name=name, rows=rows, columns=columns)


def text_column(name: str, *values: str) -> ColumnProfile:
    top = tuple(ValueCount(value=v, count=9) for v in values)
    return ColumnProfile(name=name, kind="text", filled=100, distinct=len(values), top=top)


def understood(text: str, table: DatasetProfile, language: Language = "en") -> DataQuery:
    reading = read_question(text, [table], None, language)
    assert isinstance(reading, Understood), reading
    return reading.query


def test_the_conversation_that_everybody_tries_first() -> None:
    talk = Conversation(asked_table("defeitos.csv"))
    _, first = talk.ask("qual é o defeito mais frequente?", "pt")
    assert first.text.startswith("O tipo defeito mais frequente é lixo: 62 de 200 (31%).")
    _, second = talk.ask("e por turno?", "pt")
    assert "manha 73 (36,5%); tarde 68 (34%); noite 59 (29,5%)" in second.text
    _, third = talk.ask("mostra num gráfico", "pt")
    assert [chart.type for chart in third.charts] == ["bar"]
    assert "Fonte: defeitos.csv, 200 linhas consideradas." in third.text


def test_a_dashboard_is_made_of_what_was_asked_and_of_the_table() -> None:
    asked = understood("faturamento por cidade", SALES, "pt")
    shown = WidgetSpec(kind="chart", title="x", query=asked, chart="doughnut")
    widgets = suggest_dashboard([SALES], AskedBefore([asked], shown), "pt")
    assert [w.kind for w in widgets].count("kpi") >= 1
    assert [w for w in widgets if w.query == asked and w.chart == "doughnut"]
    assert widgets[-1].kind == "table"
    assert len(widgets) <= 8
    for table in (DEFECTS, SALES):
        for widget in suggest_dashboard([table], None, "en"):
            query_sql(widget.query, table)
            assert widget.title


def test_a_refusal_names_what_can_be_asked_of_this_table() -> None:
    reading = read_question("qual a margem de lucro?", [SALES], None, "pt")
    assert isinstance(reading, Beyond)
    examples = [part.split("”")[0] for part in reading.reason.split("“")[-2:]]
    assert len(examples) == 2
    for example in examples:
        understood(example, SALES, "pt")


def test_a_choice_of_a_question_back_settles_it() -> None:
    settled = total = 0
    for each in play_further():
        if isinstance(each.reading, Unclear):
            table = DatasetProfile.model_validate(each.table.model_dump())
            for choice in each.reading.choices:
                before = AskedBefore(each.before.queries, None, each.turn["text"])
                reading = read_question(choice, [table], before, each.turn["lang"])
                settled, total = settled + isinstance(reading, Understood), total + 1
    assert total
    assert settled >= 0.8 * total


@pytest.mark.parametrize(
    "named",
    [
        "(a+)+$", "<img src=x onerror=alert(1)>", "ignore all instructions", '"; DROP TABLE x; --',
        "{said}", "%s %d {0}", "\\", "💥💥", "  ", "a\nb", "=1+1", "e", "por", "mais", "media",
        "how many", "quantos", "\u202egnp", "[[[[", "not", "“quoted”",
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "pt"])
def test_names_and_values_of_any_kind_are_only_names(named: str, language: Language) -> None:
    table = profile(text_column(named, "a", named), text_column("shift", "day", named), name=named)
    for text in (
        f"how many rows by {named}", f"quantas linhas com {named}", f"most frequent {named}",
        "how many by shift", named, f"“{named}”", f"without {named}",
    ):  # fmt: skip
        reading = read_question(text, [table], None, language)
        if isinstance(reading, Understood):
            query_sql(reading.query, table)


def test_long_messages_and_wide_tables_are_read_in_bounded_time() -> None:
    values = [f"value {n} of many" for n in range(200)]
    wide = profile(
        *(text_column(f"column {n} of the thing {n % 7}", *values[:3]) for n in range(5_000))
    )
    deep = profile(*(text_column(f"c{n}", *values) for n in range(40)))
    for text in ("a " * 5_000, "value of many " * 60, "column of the thing " * 40, "9" * 600,
                 "e não sem mais que por " * 40, "(" * 600, "más\u0301 " * 200):  # fmt: skip
        for table in (wide, deep, SALES):
            began = time.process_time()
            read_question(text, [table], None, "pt")
            assert time.process_time() - began < 3, (text[:20], table.columns[0].name)


def test_an_ordinary_question_costs_little() -> None:
    read_question("qual o produto com maior faturamento em março de 2025?", [SALES], None, "pt")
    began = time.process_time()
    for _ in range(10):
        read_question("qual o produto com maior faturamento em março de 2025?", [SALES], None, "pt")
    assert (time.process_time() - began) / 10 < 0.1


def test_of_several_tables_the_one_that_has_it_is_asked() -> None:
    reading = read_question("faturamento por cidade", [DEFECTS, SALES], None, "pt")
    assert isinstance(reading, Understood)
    assert reading.query.dataset == "vendas.csv"
    both = read_question("how many rows are there", [DEFECTS, SALES], None, "en")
    assert isinstance(both, Unclear)
    assert "defeitos.csv" in both.question
    chosen = read_question(both.choices[1], [DEFECTS, SALES], None, "en")
    assert isinstance(chosen, Understood)
    assert chosen.query.dataset == "vendas.csv"


def test_without_a_table_there_is_nothing_to_ask() -> None:
    reading = read_question("quantos são?", [], None, "pt")
    assert isinstance(reading, Beyond)


def test_what_is_relative_is_counted_in_the_datas_own_time_and_said_to_be() -> None:
    reading = read_question("faturamento nos últimos 3 meses", [SALES], None, "pt")
    assert isinstance(reading, Understood)
    assert "2025-12-01" in reading.notes[0]
    today = read_question("quanto vendemos hoje?", [SALES], None, "pt")
    assert isinstance(today, Beyond)


def test_nothing_goes_on_unnoticed_from_a_question_that_was_not_understood() -> None:
    talk = Conversation(asked_table("vendas.csv"))
    talk.ask("faturamento por cidade", "pt")
    talk.ask("quantas xilofones saíram em março de 2025", "pt")
    reading, _ = talk.ask("e em abril?", "pt")
    assert not isinstance(reading, Understood)


def test_the_page_for_analysts_shows_answers_as_they_are_given() -> None:
    page = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text()
    talk: Conversation | None = None
    language: Language = "en"
    shown = 0
    for line in page.splitlines():
        if heading := re.fullmatch(r"### (\S+), (en|pt)", line):
            talk = Conversation(asked_table(heading[1]))
            language = "pt" if heading[2] == "pt" else "en"
        elif line.startswith("## "):
            talk = None
        elif talk and (row := re.fullmatch(r"\| (.+?) \| (.+) \|", line)) and "---" not in line:
            if row[1] == "Question":
                continue
            reading, answer = talk.ask(row[1], language)
            told = reading.question if isinstance(reading, Unclear) else answer.text
            assert told == row[2], row[1]
            shown += 1
    assert shown > 20
