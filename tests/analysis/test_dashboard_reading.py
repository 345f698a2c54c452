"""Sentences about dashboards, as people type them, and sentences that are about something else."""

from __future__ import annotations

import pytest

from analysis.dashboard_reading import TileSight, read_wish

TILES = (
    TileSight("w1", "Total de defeitos", "kpi"),
    TileSight("w2", "Defeitos por tipo", "chart", "pie"),
    TileSight("w3", "Defeitos por turno", "chart", "bar"),
    TileSight("w4", "Evolução diária", "chart", "line"),
    TileSight("w5", "Detalhe por operador", "table"),
)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("cria um dashboard", "create"),
        ("Monta um painel com isso, por favor", "create"),
        ("faz um dashboard desses números", "create"),
        ("build me a dashboard", "create"),
        ("I want a dashboard of these figures", "create"),
        ("cria um dashboard sem a tabela", "create"),
        ("quero trocar o nome do painel", "rename"),
        ("compartilha o dashboard", "share"),
        ("share the dashboard with a link", "share"),
        ("me mostra os meus dashboards", "show"),
    ],
)
def test_a_dashboard_is_wanted(text: str, kind: str) -> None:
    wish = read_wish(text, ())
    assert wish is not None
    assert wish.kind == kind


@pytest.mark.parametrize(
    ("text", "kind", "tiles", "chart"),
    [
        ("troca a pizza por barras", "change", ("w2",), "bar"),
        ("swap the pie for bars", "change", ("w2",), "bar"),
        ("turn the chart of defeitos por turno into a line", "change", ("w3",), "line"),
        ("muda o gráfico de linha para colunas", "change", ("w4",), "bar"),
        ("tira a tabela", "remove", ("w5",), None),
        ("remove o último gráfico", "remove", ("w4",), None),
        ("remove the first chart", "remove", ("w2",), None),
        ("apaga o total de defeitos do painel", "remove", ("w1",), None),
        ("desfaz", "undo", (), None),
        ("undo that", "undo", (), None),
        ("fixa a evolução diária", "pin", ("w4",), None),
    ],
)
def test_a_change_names_what_it_changes(
    text: str, kind: str, tiles: tuple[str, ...], chart: str | None
) -> None:
    wish = read_wish(text, TILES)
    assert wish is not None
    assert (wish.kind, wish.tiles, wish.chart) == (kind, tiles, chart)


def test_a_name_is_taken_as_it_is_written() -> None:
    wish = read_wish("muda o nome do dashboard para Qualidade de Fevereiro", TILES)
    assert wish is not None
    assert (wish.kind, wish.title, wish.tiles) == ("rename", "Qualidade de Fevereiro", ())
    wish = read_wish('rename the table to "Operators"', TILES)
    assert wish is not None
    assert (wish.kind, wish.title, wish.tiles) == ("rename", "Operators", ("w5",))


def test_what_is_to_be_added_is_left_to_the_analyst() -> None:
    wish = read_wish("adiciona ao dashboard os defeitos por rack em barras", TILES)
    assert wish is not None
    assert (wish.kind, wish.chart) == ("add", "bar")
    assert "defeitos por rack" in wish.rest


@pytest.mark.parametrize(
    "text",
    ["qual é o defeito mais frequente?", "e por turno?", "oi", "mostra num gráfico", "top 3"],
)
def test_other_sentences_are_about_no_dashboard(text: str) -> None:
    assert read_wish(text, ()) is None
    assert read_wish(text, TILES) is None
