"""A figure in an answer that no result contains is found; a rounded one, a date, a list are not."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.figures import figures_in, shares_in, unsupported_figures

RESULT: dict[str, Any] = {
    "rows": [["lixo", 62], ["crateras", 12], ["média", 1234.5678]],
    "matched": 200,
    "note": "R12: 38 peças",
}


def odd(answer: str, asked: str = "quantos defeitos?") -> list[str]:
    known = [*figures_in(RESULT), *shares_in(RESULT["rows"], RESULT["matched"])]
    return unsupported_figures(answer, known, asked, "pt")


@pytest.mark.parametrize(
    "answer",
    [
        "O mais frequente é lixo, com 62 de 200 (31%).",
        "A média é 1.234,57, ou cerca de 1.235.",
        "Os 3 maiores são estes:\n1. lixo: 62\n2. crateras: 12",
        "Em 12/02/2026, às 14:30, e também em 2026, nada muda.",
        "Ver `linha 999` e:\n```html\n<b>4242</b>\n```",
        "Conforme [q_77aa81]: 38 peças.",
    ],
)
def test_what_results_bear_out_is_left_alone(answer: str) -> None:
    assert odd(answer, "quais são os 3 maiores?") == []


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("São 63 de 200.", ["63"]),
        ("lixo tem 62 e tinta 31,4%.", ["31,4"]),
        ("A soma de lixo e crateras é 74.", ["74"]),
        ("A média é 1.234,58.", ["1.234,58"]),
        ("Subiu 7 vezes.", ["7"]),
    ],
)
def test_what_no_result_contains_is_found(answer: str, found: list[str]) -> None:
    assert odd(answer) == found


def test_an_endless_answer_costs_a_bounded_time() -> None:
    assert len(odd("9871236 " * 100_000)) == 1
