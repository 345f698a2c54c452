"""How answers of the analyst are marked: right, wrong and missing, in both ways of writing."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.support.analysis_answer import GivenAnswer, GivenChart, GivenTable
from tests.support.analysis_labels import pattern, plain
from tests.support.analysis_numbers import numbers, readings
from tests.support.analysis_questions import FOLDER, conversations
from tests.support.analysis_score import score


def figures(value: float, **more: Any) -> dict[str, Any]:
    return {"kind": "figures", "figures": [{"value": value, "tolerance": 0} | more]}


def rows(unit: str | None = None, **values: float) -> dict[str, Any]:
    tolerance = 0.05 if unit else 0
    more = {"unit": unit} if unit else {}
    return {
        "kind": "figures",
        "rows": [
            {"label": k, "value": v, "tolerance": tolerance, **more} for k, v in values.items()
        ],
    }


MOST = figures(62, label="lixo", among={"falta_tinta": 31, "gordura": 24})
WORST = figures(46, label="Tuesday", among={"Monday": 29})
SHIFTS = rows(manha=73, tarde=68, noite=59)
SHARE = figures(34.6429, unit="%", tolerance=0.05) | {"unit": "%"}
REFUSAL = {"kind": "refusal", "why": "a forecast"}
CHOICE = {"kind": "choice", "ask_about": [["2025", "ano"]], "any_of": [figures(88)]}
CHART = SHIFTS | {"kind": "chart", "charts": ["bar", "pie"]}
TABLE = GivenTable(["turno", "n"], [["manha", 73], ["tarde", 68], ["noite", 59]])
ONE_OFF = GivenTable(["turno", "n"], [["manha", 73], ["tarde", 68], ["noite", 60]])
TWO = GivenTable(["turno", "n"], [["manha", 73], ["tarde", 68]])
ALL = GivenTable(
    ["turno", "n"], [["manha", 73], ["tarde", 68], ["noite", 59], ["", 3], ["Total", 203]]
)
FOUR = GivenTable(["turno", "n"], [["manha", 73], ["tarde", 68], ["noite", 59], ["fds", 3]])
CROSSED = {
    "kind": "figures",
    "rows": [
        {"label": ["manha", "lixo"], "value": 33, "tolerance": 0},
        {"label": ["manha", "outros"], "value": 1, "tolerance": 0},
        {"label": ["noite", "lixo"], "value": 15, "tolerance": 0},
    ],
}
WIDE = GivenTable(["turno", "lixo", "outros"], [["manha", 33, 1], ["noite", 15, 0]])
TWISTED = GivenTable(["turno", "lixo", "outros"], [["manha", 15, 1], ["noite", 33, 0]])
FIRST = rows(manha=73) | {"more_rows": True}
RISING = GivenTable(["turno", "n"], [["noite", 59], ["tarde", 68], ["manha", 73]])


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("R$ 1.234,56", [1234.56]),
        ("1,234.56 in all", [1234.56]),
        ("1.234", [1234, 1.234]),
        ("1.234.567 e 12,5%", [1234567, 12.5]),
        ("−4,2 °C", [-4.2]),
        ("-10.3", [-10.3]),
        ("Rack R12, no dia 2026-02-11 às 14:00: 7", [7]),
        ("em 11/02/2026 foram 3", [3]),
        ("35-44: 98", [35, 44, 98]),
        ("1\u00a0234,5", [1234.5]),
        ("15,6 kWh e 3h", [15.6, 3]),
        ("1. lixo 62", [62]),
        ("nenhum registo", [0]),
    ],
)
def test_numbers_are_read_in_both_formats(text: str, read: list[float]) -> None:
    found = {value for number in numbers(text) for value, _ in number.readings}
    assert set(read) <= found
    assert found <= {*read, *(-value for value in read)}


def test_what_is_no_number_has_no_reading() -> None:
    assert readings("1.2.3") == ()


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("falta_tinta", "falta de tinta"),
        ("manha", "Manhã"),
        ("2025-03", "março de 2025"),
        ("2025-03", "Mar 2025"),
        ("2025-03", "03/2025"),
        ("2026-02-11", "11 de fevereiro"),
        ("2026-02-11", "11/02/2026"),
        ("2026-02-11", "February 11, 2026"),
        ("Tuesday", "terça-feira"),
        ("2026-W07", "semana 7"),
        ("2026-W07", "2026-02-09"),
        ("2025-Q1", "1.º trimestre de 2025"),
        ("2025-Q1", "Q1 2025"),
        ("14", "14h"),
        ("Yes", "sim"),
        ("2026-01-08T04:00:00", "2026-01-08 04:00"),
        ("2026-01-08T04:00:00", "8 de janeiro às 4h"),
        ("Pão de queijo", "pao de queijo"),
    ],
)
def test_labels_are_found_as_people_write_them(label: str, said: str) -> None:
    assert pattern(label).search(plain(said))


def test_another_time_of_the_day_is_another_moment() -> None:
    for said in ("2026-01-08 05:00", "8 de janeiro de 2026 às 5h", "2026-01-08T05:00:00"):
        assert not pattern("2026-01-08T04:00:00").search(plain(said)), said
    for said in ("2026-01-08T04:00:00", "8 de janeiro de 2026, 04:00", "8 January 2026"):
        assert pattern("2026-01-08T04:00:00").search(plain(said)), said


def test_a_month_needs_its_year_where_two_years_have_it() -> None:
    assert not pattern("2025-01", ["2025-01", "2026-01"]).search("janeiro")
    assert pattern("2025-01", ["2025-01", "2025-02"]).search("janeiro")


RIGHT = [
    (MOST, GivenAnswer("O defeito mais frequente é lixo, com 62 de 200 (31%).")),
    (MOST, GivenAnswer("Lixo: 62. Depois falta de tinta (31).")),
    (MOST, GivenAnswer("Entre falta de tinta e lixo, lixo tem mais: 62.")),
    (MOST, GivenAnswer("Aqui está.", [GivenTable(["t", "n"], [["lixo", 62], ["gordura", 24]])])),
    (SHIFTS, GivenAnswer("Manhã 73, tarde 68 e noite 59.")),
    (SHIFTS, GivenAnswer("Por turno:", [TABLE])),
    (SHIFTS, GivenAnswer("Por turno:", [ALL])),
    (SHIFTS, GivenAnswer("A manhã lidera com 36,5%.", [TABLE])),
    (rows("%", a=31.3167), GivenAnswer("", [GivenTable(["g", "s"], [["a", 0.313167]])])),
    (SHARE, GivenAnswer("34,6% das pessoas")),
    (SHARE, GivenAnswer("34.64 % of those who answered")),
    (figures(1234.5), GivenAnswer("R$ 1.234,50")),
    (figures(0), GivenAnswer("Nenhum pedido nesse mês.", outcome="figures")),
    (figures(-4.051), GivenAnswer("The average is -4.05 °C.")),
    (figures(49) | {"any_of": [figures(24.5)]}, GivenAnswer("24,5")),
    (REFUSAL, GivenAnswer("Não consigo prever o futuro.")),
    (SHIFTS, GivenAnswer("73 de manhã, 68 de tarde e 59 de noite.")),
    (REFUSAL, GivenAnswer("As causas não estão nos dados.")),
    (REFUSAL, GivenAnswer("Which column do you mean?")),
    (CHOICE, GivenAnswer("De que ano: 2025 ou 2026?")),
    (CHOICE, GivenAnswer("Nos dois anos juntos: 88.")),
    (CROSSED, GivenAnswer("", [WIDE])),
    (FIRST, GivenAnswer("", [TABLE])),
    (FIRST, GivenAnswer("A manhã, com 73.")),
    (CHART, GivenAnswer("Eis o gráfico.", charts=[GivenChart("bar", TABLE)])),
]
WRONG = [
    (MOST, GivenAnswer("O mais frequente é gordura, com 62.")),
    (MOST, GivenAnswer("O mais frequente é falta de tinta: 31, depois lixo 62 e gordura 24.")),
    (MOST, GivenAnswer("Lixo, com 61.")),
    (MOST, GivenAnswer("", [GivenTable(["t", "n"], [["gordura", 24], ["lixo", 62]])])),
    (WORST, GivenAnswer("O dia que costuma ter mais defeitos é segunda: 46.")),
    (SHIFTS, GivenAnswer("Manhã 73, tarde 68 e noite 60.")),
    (SHIFTS, GivenAnswer("Manhã 68, tarde 73 e noite 59.")),
    (SHIFTS, GivenAnswer("Por turno:", [ONE_OFF])),
    (SHIFTS, GivenAnswer("Por turno:", [FOUR])),
    (SHIFTS, GivenAnswer("A manhã teve 80.", [TABLE])),
    (SHIFTS, GivenAnswer("Por tipo:", [GivenTable(["t", "n"], [["lixo", 62]])])),
    (SHARE, GivenAnswer("34,9%")),
    (SHARE, GivenAnswer("35%")),
    (figures(1234.5), GivenAnswer("R$ 1.243,50")),
    (figures(-4.051), GivenAnswer("The average is 4.05 °C.")),
    (figures(7), GivenAnswer("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12")),
    (REFUSAL, GivenAnswer("Em março serão 210.")),
    (CHOICE, GivenAnswer("Foram 46.")),
    (CROSSED, GivenAnswer("", [TWISTED])),
    (FIRST, GivenAnswer("", [RISING])),
    (FIRST, GivenAnswer("A noite, com 73.")),
    (SHIFTS, GivenAnswer("São 200 defeitos.")),
    (CHART, GivenAnswer("Por turno:", [ONE_OFF])),
    (CHART, GivenAnswer("", charts=[GivenChart("scatter", TABLE)])),
    (CHART, GivenAnswer("", charts=[GivenChart("bar", ONE_OFF)])),
    (SHIFTS | {"ordered": True}, GivenAnswer("", [GivenTable([], list(reversed(TABLE.rows)))])),
]
MISSING = [
    (MOST, GivenAnswer("De que coluna fala?")),
    (MOST, GivenAnswer("Não posso responder a isso.")),
    (SHIFTS, GivenAnswer("Por turno:", [TWO])),
    (SHIFTS, GivenAnswer("Manhã 73, tarde 68.")),
    (SHIFTS, GivenAnswer("Aqui está.")),
    (figures(7), GivenAnswer("Aqui está.")),
    (CHOICE, GivenAnswer("Não posso responder.")),
    (CHOICE, GivenAnswer("O que quer dizer?")),
    (CHART, GivenAnswer("Por turno:", [TABLE])),
]
CASES = [
    *((expected, answer, "right") for expected, answer in RIGHT),
    *((expected, answer, "wrong") for expected, answer in WRONG),
    *((expected, answer, "missing") for expected, answer in MISSING),
]


@pytest.mark.parametrize(("expected", "answer", "result"), CASES)
def test_answers_are_marked(expected: dict[str, Any], answer: GivenAnswer, result: str) -> None:
    assert (mark := score(answer, expected)).result == result, mark.reason


def test_every_question_can_be_answered_right() -> None:
    for talk in conversations(FOLDER / "questions_dev.yaml"):
        for turn in talk["turns"]:
            mark = score(perfect(turn["expect"]), turn["expect"], turn["text"])
            assert mark.result == "right", (turn["id"], mark.reason)


def test_every_figure_can_be_missed() -> None:
    for talk in conversations(FOLDER / "questions_dev.yaml"):
        for turn in talk["turns"]:
            if turn["expect"]["kind"] in ("figures", "chart") and "any_of" not in turn["expect"]:
                mark = score(perfect(turn["expect"], 1.37), turn["expect"], turn["text"])
                dates = all("value" not in f for f in turn["expect"].get("figures", [{"value": 1}]))
                zero = any(f.get("value") == 0 for f in turn["expect"].get("figures", []))
                assert dates or zero or mark.result == "wrong", turn["id"]


def perfect(expected: dict[str, Any], factor: float = 1) -> GivenAnswer:
    """Answer as expected, or with every figure multiplied."""
    if expected["kind"] == "refusal":
        return GivenAnswer("I cannot tell.", outcome="refusal")
    if expected["kind"] == "choice":
        return GivenAnswer(" ".join(w[0] for w in expected["ask_about"]) + "?", outcome="question")
    if "rows" in expected:
        lines = [[*_several(row["label"]), row["value"] * factor] for row in expected["rows"]]
        table = GivenTable([], lines)
        if expected["kind"] == "chart":
            return GivenAnswer("", charts=[GivenChart(expected["charts"][0], table)])
        return GivenAnswer("", [table])
    said = [f"{f.get('label', '')}: {_written(f, factor)}" for f in expected["figures"]]
    return GivenAnswer("; ".join(said), outcome="figures")


def _several(label: Any) -> list[str]:
    return cast(list[str], label) if isinstance(label, list) else [label]


def _written(figure: dict[str, Any], factor: float) -> str:
    if "value" not in figure:
        return ""
    return f"{figure['value'] * factor:,.2f}".translate(str.maketrans(",.", ".,"))
