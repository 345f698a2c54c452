"""The tables and the expected figures of the analyst's examination hold together."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.support import analysis_data
from tests.support.analysis_questions import FOLDER, conversations, frozen, load

CONVERSATIONS = conversations(FOLDER / "questions_dev.yaml")
TURNS: list[dict[str, Any]] = [turn for talk in CONVERSATIONS for turn in talk["turns"]]
MORE: list[dict[str, Any]] = [
    turn for talk in conversations(FOLDER / "questions_more.yaml") for turn in talk["turns"]
]


@pytest.fixture(scope="module")
def frames() -> dict[str, Any]:
    return {name: load(name) for name in (*analysis_data.FILES, "admissions.csv")}


def readings(expected: dict[str, Any]) -> list[dict[str, Any]]:
    return [expected, *expected.get("any_of", ())]


@pytest.mark.parametrize("name", analysis_data.FILES)
def test_the_tables_are_made_again_byte_by_byte(name: str) -> None:
    assert (FOLDER / name).read_bytes() == analysis_data.FILES[name]()


def test_the_defects_have_the_stated_counts(frames: dict[str, Any]) -> None:
    df = frames["defeitos.csv"]
    stated = {
        "tipo_defeito": analysis_data.TYPES,
        "turno": analysis_data.SHIFTS,
        "operador": analysis_data.OPERATORS,
        "material": analysis_data.MATERIALS,
        "rack": analysis_data.RACKS,
    }
    assert {column: df[column].value_counts().to_dict() for column in stated} == stated
    assert list(df.columns) == "id data turno operador tipo_defeito material rack posicao".split()
    assert set(df.posicao) == set(range(1, 9))
    assert set(df.data.dt.strftime("%Y-%m")) == {"2026-02"}


def test_the_tables_have_their_totals(frames: dict[str, Any]) -> None:
    assert {name: frame.shape for name, frame in frames.items()} == {
        "defeitos.csv": (200, 8),
        "vendas.csv": (612, 12),
        "survey.csv": (303, 39),
        "sensors.tsv": (1935, 7),
        "admissions.csv": (420, 13),
    }
    assert round(frames["vendas.csv"]["Valor Total"].sum(), 2) == 136090.48
    assert round(frames["sensors.tsv"].energy_kwh.sum(), 2) == 33486.76
    assert frames["survey.csv"]["Age band"].value_counts().to_dict()["35-44"] == 98


@pytest.mark.parametrize("turn", TURNS + MORE, ids=[turn["id"] for turn in TURNS + MORE])
def test_the_frozen_figures_are_what_pandas_computes(
    turn: dict[str, Any], frames: dict[str, Any]
) -> None:
    for expected in readings(turn["expect"]):
        if "pandas" in expected:
            again = frozen(frames[turn["dataset"]], expected)
            assert {key: expected[key] for key in again} == again


def test_questions_are_complete_and_mixed() -> None:
    assert len({turn["id"] for turn in TURNS}) == len(TURNS) >= 90
    assert 3 * sum(turn["follow_up"] for turn in TURNS) >= len(TURNS)
    languages = Counter(turn["lang"] for turn in TURNS)
    assert min(languages.values()) / len(TURNS) > 0.4
    kinds = Counter(turn["expect"]["kind"] for turn in TURNS)
    assert set(kinds) == {"figures", "chart", "choice", "refusal"}
    for turn in TURNS:
        for expected in readings(turn["expect"]):
            needed = {"choice": "ask_about", "refusal": "why"}.get(expected["kind"], "pandas")
            assert expected[needed], turn["id"]
