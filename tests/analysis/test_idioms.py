"""Everyday words of trade, both ends in one question, figures for each row: answered or asked."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from analysis.reading.shapes import Beyond, Unclear, Understood
from language.detect import Language
from tests.support.analysis_play import Conversation, further, table_of

_STAYS = [
    ("2026-01-05", "2026-01", "Seaview", "Ana", 2, 300.0),
    ("2026-01-19", "2026-01", "Park Lane", "Rui", 1, 90.0),
    ("2026-02-11", "2026-02", "Seaview", "Rui", 4, 700.0),
    ("2026-03-02", "2026-03", "Park Lane", "Ana", 3, 210.0),
    ("2026-03-28", "2026-03", "Seaview", "Ana", 1, 150.0),
]


def talk() -> Conversation:
    pd: Any = importlib.import_module("pandas")
    names = ["checkin", "period", "hotel", "clerk", "nights", "revenue"]
    frame = pd.DataFrame(_STAYS, columns=names)
    frame["checkin"] = pd.to_datetime(frame["checkin"])
    return Conversation(table_of(frame, "stays.csv"))


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        ("how much did each hotel bring in?", "en", "Seaview 1,150; Park Lane 300"),
        ("which hotel pulled in the most?", "en", "Seaview: 1,150"),
        ("quanto trouxe cada clerk?", "pt", "Rui 790; Ana 660"),
        ("did Seaview beat Park Lane on revenue?", "en", "Seaview 1,150; Park Lane 300"),
        ("by how much did Seaview beat Park Lane in revenue?", "en", "Difference: 850."),
        ("average revenue per stay at Seaview vs Park Lane", "en", "Seaview 383.33; Park Lane 150"),
        ("which month was best and which was worst by revenue?", "en", "February 2026: 700."),
        ("qual mês teve a maior receita e qual a menor?", "pt", "março de 2026: 360"),
        ("best month by revenue and by how much did it beat the worst?", "en", "Difference: 340."),
    ],
)
def test_everyday_words_reach_their_figures(text: str, language: Language, told: str) -> None:
    reading, answer = talk().ask(text, language)
    assert isinstance(reading, Understood), answer.text
    assert told in answer.text


def test_a_second_figure_of_the_best_is_told_too() -> None:
    told = talk().ask("revenue and nights of the best and the worst hotel", "en")[1].text
    assert "Seaview: 1,150; total nights 7" in told
    assert "Park Lane: 300; total nights 4" in told


def test_by_how_much_goes_on_from_a_comparison() -> None:
    conversation = talk()
    conversation.ask("did Seaview beat Park Lane on revenue?", "en")
    assert "Difference: 850." in conversation.ask("by how much?", "en")[1].text


def test_what_is_best_and_worst_is_asked_and_the_answer_is_one_word() -> None:
    conversation = talk()
    asked, _ = conversation.ask("which hotel was the best and which the worst?", "en")
    assert isinstance(asked, Unclear)
    assert all("worst" in choice for choice in asked.choices)
    told = conversation.ask("revenue", "en")[1].text
    assert "Seaview: 1,150" in told
    assert "Park Lane: 300" in told


def test_what_goes_on_from_both_ends_tells_both() -> None:
    conversation = talk()
    conversation.ask("best and worst month by revenue", "en")
    told = conversation.ask("same thing for nights", "en")[1].text
    assert "highest total nights" in told
    assert "lowest total nights" in told
    conversation = talk()
    conversation.ask("best and worst month by revenue", "en")
    assert "February 2026: 700." in conversation.ask("and which is the best?", "en")[1].text


def test_a_value_that_is_said_goes_before_a_column_and_a_kind_of_chart() -> None:
    pd: Any = importlib.import_module("pandas")
    rows = [("cirurgia", "Barra", 900.0), ("banho", "Barra", 60.0), ("cirurgia", "Centro", 800.0)]
    frame = pd.DataFrame(rows, columns=["procedimento", "unidade", "valor"])
    conversation = Conversation(table_of(frame, "atendimentos.csv"))
    assert "2 de 3" in conversation.ask("quantas cirurgias tivemos?", "pt")[1].text
    told = conversation.ask("total de valor no Centro contra a Barra", "pt")[1].text
    assert "Barra 960; Centro 800" in told


@pytest.mark.parametrize(
    "text",
    [
        "which hotel had the highest revenue and the fewest nights?",  # two things, one end each
        "how many people did each hotel bring in?",  # no money
        "which hotel beats Seaview in March?",  # one side of two
    ],
)
def test_what_an_idiom_does_not_say_is_not_answered(text: str) -> None:
    assert isinstance(talk().ask(text, "en")[0], Unclear | Beyond)


def test_months_that_are_text_stand_in_their_order() -> None:
    told = talk().ask("revenue by period", "en")[1].text
    assert "2026-01 390; 2026-02 700; 2026-03 360" in told


def test_a_table_without_money_earned_nothing() -> None:
    conversation = Conversation(further("flights.csv"))
    reading, _ = conversation.ask("how much did each carrier bring in?", "en")
    assert isinstance(reading, Unclear | Beyond)
