"""Changes of a dashboard: each is data, applied by a pure function that refuses what cannot be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, assert_never

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from analysis.chart import ChartKind
from analysis.dashboard import (
    WRITTEN,
    DashboardDocument,
    DashboardTile,
    Pinned,
    TileContent,
    TileKind,
    TileText,
    TileTitle,
    placed_at,
)
from analysis.grid import COLUMNS, LARGEST_HEIGHT, LOWEST_ROW
from analysis.query import DataQuery
from contracts.errors import ToolFailed

MOST_EDITS = 40
TileName = Annotated[
    str, Field(min_length=1, max_length=200, description="A widget's id, or its title.")
]
_GridColumn = Annotated[int, Field(ge=0, lt=COLUMNS)]
_GridRow = Annotated[int, Field(ge=0, le=LOWEST_ROW)]
_Width = Annotated[int, Field(ge=1, le=COLUMNS)]
_Height = Annotated[int, Field(ge=1, le=LARGEST_HEIGHT)]


class _EditPart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AddTile(_EditPart):
    """Add a widget, in the first free place unless one is named."""

    edit: Literal["add"]
    widget: TileContent
    x: _GridColumn | None = None
    y: _GridRow | None = None
    w: _Width | None = None
    h: _Height | None = None


class RemoveTile(_EditPart):
    """Take a widget off."""

    edit: Literal["remove"]
    widget: TileName


class MoveTile(_EditPart):
    """Put a widget elsewhere; what stands there makes room."""

    edit: Literal["move"]
    widget: TileName
    x: _GridColumn | None = None
    y: _GridRow | None = None


class ResizeTile(_EditPart):
    """Give a widget another size, in columns of twelve and rows."""

    edit: Literal["resize"]
    widget: TileName
    w: _Width | None = None
    h: _Height | None = None


class Rename(_EditPart):
    """Give a widget another title, or the dashboard itself if no widget is named."""

    edit: Literal["rename"]
    title: TileTitle
    widget: TileName | None = None


class ChangeTile(_EditPart):
    """Show something else, or show it otherwise: what is left out stays."""

    edit: Literal["change"]
    widget: TileName
    kind: TileKind | None = None
    chart: ChartKind | None = None
    query: DataQuery | None = None
    text: TileText | None = None


class PinTiles(_EditPart):
    """Keep what is shown now; of all widgets if none is named."""

    edit: Literal["pin"]
    widget: TileName | None = None


class UnpinTiles(_EditPart):
    """Ask for the latest figures again; of all widgets if none is named."""

    edit: Literal["unpin"]
    widget: TileName | None = None


AnyEdit = AddTile | RemoveTile | MoveTile | ResizeTile | Rename | ChangeTile | PinTiles | UnpinTiles
DashboardEdit = Annotated[AnyEdit, Field(discriminator="edit")]
Edits = Annotated[list[DashboardEdit], Field(min_length=1, max_length=MOST_EDITS)]


def edited(
    document: DashboardDocument, edits: Sequence[AnyEdit], pins: Mapping[str, Pinned] | None = None
) -> DashboardDocument:
    """Return the document after all of the edits; ToolFailed if one cannot be, and then none is.

    `pins` holds the snapshots of widgets that an edit pins, by their ids.
    """
    for edit in edits:
        document = _edited(document, edit, {} if pins is None else pins)
    return document


def _edited(
    document: DashboardDocument, edit: AnyEdit, pins: Mapping[str, Pinned]
) -> DashboardDocument:
    match edit:
        case AddTile():
            return document.with_new(edit.widget, edit.x, edit.y, edit.w, edit.h)
        case RemoveTile():
            gone = document.tile(edit.widget).id
            return document.with_tiles([t for t in document.widgets if t.id != gone])
        case MoveTile():
            if edit.x is None and edit.y is None:
                raise ToolFailed("say where the widget goes: `x`, `y` or both")
            tile = document.tile(edit.widget)
            place = placed_at(tile.place, edit.x, edit.y)
            return _replaced(document, tile.model_copy(update={"place": place}), first=True)
        case ResizeTile():
            if edit.w is None and edit.h is None:
                raise ToolFailed("say how large the widget is to be: `w`, `h` or both")
            tile = document.tile(edit.widget)
            place = placed_at(tile.place, w=edit.w, h=edit.h)
            return _replaced(document, tile.model_copy(update={"place": place}), first=True)
        case Rename():
            if edit.widget is None:
                return document.model_copy(update={"title": edit.title})
            tile = document.tile(edit.widget)
            return _replaced(document, tile.model_copy(update={"title": edit.title}))
        case ChangeTile():
            return _replaced(document, _changed(document.tile(edit.widget), edit))
        case PinTiles():
            return _pinned(document, edit.widget, pins)
        case UnpinTiles():
            chosen = meant(document, edit.widget)
            for tile in chosen:
                document = _replaced(document, tile.model_copy(update={"pinned": None}))
            return document
        case _:
            assert_never(edit)


def meant(document: DashboardDocument, name: str | None) -> list[DashboardTile]:
    """Return the widget that is named, or all that show a query."""
    tiles = [document.tile(name)] if name is not None else document.widgets
    if name is not None and tiles[0].query is None:
        raise ToolFailed(f"'{tiles[0].title}' shows a text; only what shows a query can be pinned")
    return [tile for tile in tiles if tile.query is not None]


def _replaced(
    document: DashboardDocument, tile: DashboardTile, *, first: bool = False
) -> DashboardDocument:
    tiles = [tile if known.id == tile.id else known for known in document.widgets]
    return document.with_tiles(tiles, tile.id if first else None)


def _changed(tile: DashboardTile, edit: ChangeTile) -> DashboardTile:
    kind = edit.kind or ("chart" if edit.chart and tile.query else tile.kind)
    written = kind in WRITTEN
    if (edit.kind, edit.chart, edit.query, edit.text) == (None, None, None, None):
        raise ToolFailed("say what is to change: `kind`, `chart`, `query` or `text`")
    if written and tile.kind not in WRITTEN and edit.text is None:
        raise ToolFailed(f"'{tile.title}' is to become {kind}: send its `text`")
    if not written and tile.query is None and edit.query is None:
        raise ToolFailed(f"'{tile.title}' is to become a {kind}: send its `query`")
    chart = edit.chart or (tile.chart if kind == "chart" else None)
    content = {
        "kind": kind,
        "title": tile.title,
        "query": None if written and edit.query is None else edit.query or tile.query,
        "chart": chart,
        "text": edit.text if edit.text is not None else (tile.text if written else None),
    }
    try:
        TileContent.model_validate(content)
    except ValidationError as exc:
        said = exc.errors(include_url=False, include_input=False)[0]["msg"]
        raise ToolFailed(said.removeprefix("Value error, ")) from None
    stays = edit.query is None or edit.query == tile.query
    return tile.model_copy(
        update=content | {"pinned": tile.pinned if stays and not written else None}
    )


def _pinned(
    document: DashboardDocument, name: str | None, pins: Mapping[str, Pinned]
) -> DashboardDocument:
    chosen = meant(document, name)
    if not chosen:
        raise ToolFailed("the dashboard has no widget with a query; there is nothing to pin")
    for tile in chosen:
        if tile.id not in pins:
            raise ToolFailed(f"'{tile.title}' cannot be pinned: its query gave no result")
        document = _replaced(document, tile.model_copy(update={"pinned": pins[tile.id]}))
    return document
