"""A dashboard as a document: its title, and widgets on a grid, each bound to a stored query.

The document holds no figures. A widget is *latest* and its query runs when somebody looks, or it
is *pinned* and names the snapshot that was taken of its result.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from analysis.chart import ChartKind
from analysis.grid import COLUMNS, GridPlace, free_place, settled
from analysis.query import DataQuery
from analysis.widget import WidgetSpec
from contracts.errors import ToolFailed
from language.clean import is_text

TileKind = Literal["kpi", "chart", "table", "markdown", "html"]
WRITTEN: tuple[TileKind, ...] = ("markdown", "html")  # they show a text, the others a query
MOST_TILES = 40
LONGEST_TITLE = 200
LONGEST_TEXT = 20_000
LONGEST_DOCUMENT = 400_000  # characters, all texts and queries together
_SIZES: dict[TileKind, tuple[int, int]] = {
    "kpi": (3, 2),
    "chart": (6, 5),
    "table": (6, 5),
    "markdown": (12, 2),
    "html": (6, 5),
}


def _only_text(given: str) -> str:
    if not is_text(given):
        raise ValueError("it has characters that are not text (NUL or surrogates)")
    return given


def _title(given: str) -> str:
    """Keep titles in one line: they stand in headings, file names and lists."""
    said = " ".join(_only_text(given).split())
    if not said:
        raise ValueError("a title needs a letter at least")
    return said


TileTitle = Annotated[str, Field(min_length=1, max_length=LONGEST_TITLE), AfterValidator(_title)]
TileText = Annotated[str, Field(max_length=LONGEST_TEXT), AfterValidator(_only_text)]


class Pinned(BaseModel):
    """The snapshot that a widget shows instead of asking anew."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    snapshot: str
    at: datetime


class TileContent(BaseModel):
    """What a widget of a dashboard shows, wherever it stands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: TileKind
    title: TileTitle
    query: DataQuery | None = Field(
        default=None, description="Of a kpi, chart or table: what it shows."
    )
    chart: ChartKind | None = Field(default=None, description="The kind of a chart.")
    text: TileText | None = Field(
        default=None, description="Of markdown or html: what is written; it needs no query."
    )

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.kind in WRITTEN:
            if not (self.text or "").strip():
                raise ValueError(f"'{self.title}': a widget of {self.kind} needs its `text`")
            if self.query is not None:
                raise ValueError(f"'{self.title}': {self.kind} shows its `text`; drop the query")
        elif self.query is None:
            raise ValueError(f"'{self.title}': a {self.kind} needs a `query`")
        elif self.text is not None:
            raise ValueError(f"'{self.title}': a {self.kind} shows its query; drop the `text`")
        if self.chart is not None and self.kind != "chart":
            raise ValueError(f"'{self.title}': `chart` is the kind of a chart, not of {self.kind}")
        return self


class DashboardTile(TileContent):
    """A widget in its place."""

    id: str = Field(min_length=1, max_length=20, pattern=r"^w\d{1,9}$")
    place: GridPlace
    pinned: Pinned | None = None

    def spec(self) -> WidgetSpec | None:
        """Return what is drawn of its result; None for what shows no query."""
        if self.query is None:
            return None
        kind: Any = self.kind
        return WidgetSpec(kind=kind, title=self.title, query=self.query, chart=self.chart)


class DashboardDocument(BaseModel):
    """A dashboard: what stands on it, and where."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: TileTitle
    widgets: list[DashboardTile] = Field(default=[], max_length=MOST_TILES)
    numbered: int = Field(default=0, ge=0, description="The last number of a widget's id.")

    def tile(self, name: str) -> DashboardTile:
        """Find a widget by its id or its title; ToolFailed names those that there are."""
        if by_id := [tile for tile in self.widgets if tile.id == name.strip()]:
            return by_id[0]
        wanted = " ".join(name.split()).casefold()
        found = [tile for tile in self.widgets if tile.title.casefold() == wanted]
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(tile.id for tile in found)
            raise ToolFailed(f"several widgets are called '{name[:80]}'; name one by its id: {ids}")
        known = ", ".join(f"{tile.id} '{tile.title[:60]}'" for tile in self.widgets[:MOST_TILES])
        raise ToolFailed(
            f"the dashboard has no widget '{name[:80]}'; it has: {known or 'none yet'}"
        )

    def with_tiles(self, tiles: list[DashboardTile], first: str | None = None) -> DashboardDocument:
        """Return it with these widgets, settled on the grid."""
        places = settled({tile.id: tile.place for tile in tiles}, first)
        placed = [tile.model_copy(update={"place": places[tile.id]}) for tile in tiles]
        placed.sort(key=lambda tile: (tile.place.y, tile.place.x))
        return self.model_copy(update={"widgets": placed})

    def with_new(
        self, content: TileContent, x: int | None = None, y: int | None = None,
        w: int | None = None, h: int | None = None,
    ) -> DashboardDocument:  # fmt: skip
        """Return it with one widget more: where it is wanted, or in the first free place."""
        if len(self.widgets) >= MOST_TILES:
            raise ToolFailed(f"a dashboard has {MOST_TILES} widgets at most; remove one first")
        wide, high = _SIZES[content.kind]
        if content.kind == "markdown":
            high = min(10, 2 + sum(map(bool, (content.text or "").splitlines())) // 3)
        free = free_place([t.place for t in self.widgets], w or wide, h or high)
        place = free if x is None and y is None else placed_at(free, x, y)
        number = self.numbered + 1
        tile = DashboardTile(**dict(content), id=f"w{number}", place=place)
        made = self.model_copy(update={"numbered": number})
        return made.with_tiles([*self.widgets, tile], tile.id)

    def stored(self) -> str:
        """Return it as it is kept; ToolFailed where it is too long."""
        text = self.model_dump_json(exclude_defaults=True)
        if len(text) > LONGEST_DOCUMENT:
            raise ToolFailed(
                f"the dashboard takes {len(text)} characters, {LONGEST_DOCUMENT} are allowed;"
                " shorten its texts or remove widgets"
            )
        return text


def composed(title: str, contents: list[TileContent]) -> DashboardDocument:
    """Lay a new dashboard out, widget by widget; figures at its head fill a row of their own."""
    document = DashboardDocument(title=title)
    kinds = [content.kind for content in contents]
    head = next((at for at, kind in enumerate(kinds) if kind != "kpi"), len(kinds))
    wide = COLUMNS // head if 1 <= head <= 4 else None
    for at, content in enumerate(contents):
        document = document.with_new(content, w=wide if at < head else None)
    return document


def placed_at(
    old: GridPlace, x: int | None = None, y: int | None = None,
    w: int | None = None, h: int | None = None,
) -> GridPlace:  # fmt: skip
    """Return a place with other numbers; what reaches beyond the last column moves to the left."""
    wide = old.w if w is None else w
    left = min(old.x if x is None else x, max(0, 12 - wide))
    return GridPlace(x=left, y=old.y if y is None else y, w=wide, h=old.h if h is None else h)
