"""A dashboard's document, and its changes as pure functions."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from analysis.dashboard import MOST_TILES, DashboardDocument, TileContent, composed
from analysis.dashboard_edit import AnyEdit, DashboardEdit, edited
from analysis.grid import COLUMNS, GridPlace, free_place, settled
from contracts.errors import ToolFailed
from tests.support.tiles import by, content

GRID_MOVES = json.loads((Path(__file__).parents[1] / "data" / "grid_moves.json").read_text("utf-8"))

EDITS: TypeAdapter[list[AnyEdit]] = TypeAdapter(list[DashboardEdit])


def board() -> DashboardDocument:
    return composed(
        "Defeitos",
        [
            content("kpi", "Total"),
            content("chart", "Por turno", chart="bar"),
            content("table", "Tabela"),
            content("markdown", "Nota", text="# Hoje"),
        ],
    )


def after(document: DashboardDocument, *edits: dict[str, Any]) -> DashboardDocument:
    return edited(document, EDITS.validate_python(edits))


def overlapping(document: DashboardDocument) -> list[tuple[str, str]]:
    pairs = itertools.combinations(document.widgets, 2)
    return [(a.id, b.id) for a, b in pairs if a.place.meets(b.place)]


def test_a_new_dashboard_lays_its_widgets_out_without_overlaps() -> None:
    made = board()
    assert [t.id for t in made.widgets] == ["w1", "w2", "w3", "w4"]
    assert overlapping(made) == []
    assert made.widgets[0].place.y == 0


def test_a_widget_is_found_by_its_id_or_its_title() -> None:
    made = board()
    assert made.tile("w2").title == "Por turno"
    assert made.tile("  por TURNO ").id == "w2"
    with pytest.raises(ToolFailed, match="no widget 'Pizza'; it has: w1 'Total'"):
        made.tile("Pizza")
    twice = after(made, {"edit": "rename", "widget": "w1", "title": "Por turno"})
    with pytest.raises(ToolFailed, match="name one by its id: w1, w2"):
        twice.tile("Por turno")


def test_each_edit_changes_what_it_says_and_nothing_else() -> None:
    made = board()
    assert after(made, {"edit": "rename", "title": "Qualidade"}).title == "Qualidade"
    pie = after(made, {"edit": "change", "widget": "Por turno", "chart": "pie"})
    assert pie.tile("w2").chart == "pie"
    assert [t for t in pie.widgets if t.id != "w2"] == [t for t in made.widgets if t.id != "w2"]
    table = after(made, {"edit": "change", "widget": "w2", "kind": "table"})
    assert (table.tile("w2").kind, table.tile("w2").chart) == ("table", None)
    drawn = after(made, {"edit": "change", "widget": "w3", "chart": "line"})
    assert (drawn.tile("w3").kind, drawn.tile("w3").chart) == ("chart", "line")
    asked = after(made, {"edit": "change", "widget": "w2", "query": by("rack").model_dump()})
    assert asked.tile("w2").query == by("rack")
    said = after(made, {"edit": "change", "widget": "w4", "text": "novo"})
    assert said.tile("w4").text == "novo"
    written = after(made, {"edit": "change", "widget": "w2", "kind": "markdown", "text": "x"})
    assert (written.tile("w2").kind, written.tile("w2").query) == ("markdown", None)
    assert [t.id for t in after(made, {"edit": "remove", "widget": "w1"}).widgets] == [
        "w2", "w3", "w4",
    ]  # fmt: skip
    added = after(made, {"edit": "add", "widget": content("kpi", "Novo").model_dump()})
    assert added.tile("Novo").id == "w5"
    assert made == board()


def test_a_removed_widgets_id_is_not_given_again() -> None:
    gone = after(board(), {"edit": "remove", "widget": "w4"})
    again = after(gone, {"edit": "add", "widget": content("kpi", "Novo").model_dump()})
    assert again.tile("Novo").id == "w5"


def test_a_moved_widget_stands_where_it_was_put_and_others_make_room() -> None:
    moved = after(board(), {"edit": "move", "widget": "w3", "x": 0, "y": 0})
    assert (moved.tile("w3").place.x, moved.tile("w3").place.y) == (0, 0)
    assert overlapping(moved) == []
    wide = after(board(), {"edit": "resize", "widget": "w1", "w": 12, "h": 6})
    assert (wide.tile("w1").place.w, wide.tile("w1").place.h) == (12, 6)
    assert overlapping(wide) == []


def test_nothing_is_changed_where_one_of_several_edits_cannot_be() -> None:
    with pytest.raises(ToolFailed):
        after(board(), {"edit": "rename", "title": "x"}, {"edit": "remove", "widget": "not there"})


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ({"edit": "move", "widget": "w1"}, "say where"),
        ({"edit": "resize", "widget": "w1"}, "how large"),
        ({"edit": "change", "widget": "w1"}, "what is to change"),
        ({"edit": "change", "widget": "w1", "kind": "html"}, "send its `text`"),
        ({"edit": "change", "widget": "w4", "kind": "kpi"}, "send its `query`"),
        ({"edit": "change", "widget": "w1", "text": "x"}, "drop the `text`"),
        ({"edit": "change", "widget": "w4", "chart": "pie"}, "the kind of a chart"),
        ({"edit": "pin", "widget": "w4"}, "only what shows a query"),
        ({"edit": "pin", "widget": "w1"}, "gave no result"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_help(edit: dict[str, Any], said: str) -> None:
    with pytest.raises(ToolFailed, match=said):
        after(board(), edit)


@pytest.mark.parametrize(
    "edit",
    [
        {"edit": "explode"},
        {"edit": "move", "widget": "w1", "x": 12},
        {"edit": "move", "widget": "w1", "y": -1},
        {"edit": "resize", "widget": "w1", "w": 0},
        {"edit": "resize", "widget": "w1", "h": 1000},
        {"edit": "rename", "title": ""},
        {"edit": "rename", "title": " \n "},
        {"edit": "rename", "title": "x" * 201},
        {"edit": "rename", "title": "a\x00b"},
        {"edit": "rename", "title": "a", "more": 1},
        {"edit": "add", "widget": {"kind": "kpi", "title": "no query"}},
        {"edit": "add", "widget": {"kind": "html", "title": "empty", "text": " "}},
        {"edit": "add", "widget": {"kind": "html", "title": "long", "text": "x" * 20_001}},
        {"edit": "add", "widget": {"kind": "iframe", "title": "x", "text": "x"}},
    ],
)
def test_an_edit_of_another_form_is_refused(edit: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        EDITS.validate_python([edit])


def test_a_dashboard_has_forty_widgets_at_most() -> None:
    full = composed("voll", [content("kpi", f"k{n}") for n in range(MOST_TILES)])
    assert overlapping(full) == []
    with pytest.raises(ToolFailed, match="40 widgets at most"):
        after(full, {"edit": "add", "widget": content("kpi", "one more").model_dump()})


def test_a_document_that_grows_too_long_is_refused() -> None:
    text = "x" * 19_000
    long = composed("lang", [content("html", f"h{n}", text=text) for n in range(30)])
    with pytest.raises(ToolFailed, match="400000 are allowed"):
        long.stored()


def test_a_document_reads_back_as_it_was_kept() -> None:
    made = board()
    assert DashboardDocument.model_validate_json(made.stored()) == made


def test_titles_stand_in_one_line_and_keep_their_signs() -> None:
    told = TileContent(kind="html", title=" a\n<b>&amp;\t\u202e c ", text="x")
    assert told.title == "a <b>&amp; \u202e c"


def placed(x: int, y: int, w: int, h: int) -> GridPlace:
    return GridPlace(x=min(x, COLUMNS - w), y=y, w=w, h=h)


places = st.builds(
    placed, st.integers(0, 11), st.integers(0, 60), st.integers(1, 12), st.integers(1, 24)
)


@given(st.lists(places, max_size=MOST_TILES), st.integers(0, 39))
def test_whatever_stands_on_a_grid_settles_without_overlaps(
    found: list[GridPlace], first: int
) -> None:
    named = {f"w{n}": place for n, place in enumerate(found)}
    done = settled(named, f"w{first}")
    assert list(done) == list(named)
    for one, other in itertools.combinations(done.values(), 2):
        assert not one.meets(other)
    assert settled(done) == done
    for name, place in done.items():
        assert (place.x, place.w, place.h) == (named[name].x, named[name].w, named[name].h)
    free = free_place(list(done.values()), 6, 5)
    assert not any(free.meets(place) for place in done.values())


@pytest.mark.parametrize("case", GRID_MOVES, ids=lambda case: case["says"])
def test_pages_and_server_agree_where_widgets_come_to_stand(case: dict[str, Any]) -> None:
    """web/src/dashboards/grid_places.test.ts reads the same cases."""
    places = {name: GridPlace(**place) for name, place in case["places"].items()}
    found = settled(places, case["first"])
    assert {name: place.model_dump() for name, place in found.items()} == case["settled"]
