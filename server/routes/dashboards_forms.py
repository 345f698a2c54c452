"""What the API of dashboards takes and gives."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field
from pydantic.json_schema import SkipJsonSchema

from analysis.chart import ChartKind
from analysis.dashboard import (
    MOST_TILES,
    DashboardDocument,
    TileContent,
    TileKind,
    TileTitle,
)
from analysis.dashboard_edit import Edits, TileName
from analysis.grid import GridPlace
from analysis.query import DataQuery
from contracts.json import JsonObject
from server.limits.bounded_body import BoundedBody
from server.routes.dependencies import LARGEST_INT, ONLY_TEXT
from store.dashboard_shares import Audience, DashboardShare
from store.dashboards import DashboardLine
from tools.dashboards import MOST_PEOPLE, OpenDashboard

SeenVersion = Annotated[
    int | None,
    Field(
        default=None,
        ge=1,
        le=LARGEST_INT,
        description="The version that the change was made for; if there is a newer one, 409.",
    ),
]
ShortText = Annotated[str, Field(max_length=200), ONLY_TEXT]
SearchedText = Annotated[str, Field(min_length=1, max_length=200), ONLY_TEXT]
TileId = Annotated[str, Field(max_length=20, pattern=r"^w\d{1,9}$")]


class DashboardBody(BoundedBody):
    """A new dashboard. Its queries name the datasets of a conversation, or of the project."""

    title: TileTitle
    widgets: list[TileContent] = Field(default=[], max_length=MOST_TILES)
    session_id: ShortText | None = None


class EditBody(BoundedBody):
    """Changes, carried out all together or not at all."""

    edits: Edits
    version: SeenVersion


class StepBody(BoundedBody):
    """To undo, or to do again."""

    version: SeenVersion


class PinBody(BoundedBody):
    """Which widgets are to keep what they show, by id or title; all that have a query if none."""

    widgets: list[Annotated[TileName, ONLY_TEXT]] = Field(default=[], max_length=MOST_TILES)
    pinned: bool = Field(default=True, description="false: ask for the latest figures again.")
    version: SeenVersion


class ShareBody(BoundedBody):
    """A link for somebody."""

    audience: Audience = Field(
        default="organisation",
        description="public: whoever has the link; organisation: who is signed in to yours;"
        " people: the ones that are named, of your organisation.",
    )
    people: list[ShortText] = Field(default=[], max_length=MOST_PEOPLE, description="E-mails.")
    hours: int = Field(default=168, ge=1, le=8760, description="How long the link works.")


class TileOut(BaseModel):
    """A widget: what is kept of it."""

    id: str
    kind: TileKind
    title: str
    place: GridPlace
    chart: ChartKind | None
    query: DataQuery | SkipJsonSchema[None] = None
    text: str | None
    pinned_at: datetime | None


class DashboardOut(BaseModel):
    """A dashboard, without figures."""

    id: str
    title: str
    version: int
    url: str
    session: str | None = Field(description="The conversation whose datasets its queries name.")
    widgets: list[TileOut]
    can_undo: bool
    can_redo: bool
    created_at: datetime
    updated_at: datetime


class TileSpot(BaseModel):
    """Where a widget stands, and of which kind it is: enough for a picture of the whole."""

    kind: TileKind
    place: GridPlace


class DashboardItem(BaseModel):
    """A dashboard in a list."""

    id: str
    title: str
    version: int
    url: str
    layout: list[TileSpot]
    created_at: datetime
    updated_at: datetime


class DashboardList(BaseModel):
    """A page of dashboards, the one changed last first; `next` is the `before` of the next page."""

    dashboards: list[DashboardItem]
    next: datetime | None


class RevisionOut(BaseModel):
    """One change that is kept."""

    no: int
    what: str
    at: datetime
    shown: bool


class RevisionList(BaseModel):
    """The changes that are kept, the newest first."""

    revisions: list[RevisionOut]


class TileView(BaseModel):
    """A widget as it is shown: with figures, a text, a frame's address, or why with nothing."""

    id: str
    kind: TileKind
    title: str
    place: GridPlace
    pinned_at: datetime | None
    shows: JsonObject | None = Field(
        default=None, description="Of a kpi, chart or table: the fields of the event of that type."
    )
    text: str | None = Field(default=None, description="Of markdown.")
    frame: str | None = Field(default=None, description="Of html: an address that ends soon.")
    csv: str | None = Field(default=None, description="Where its rows are to be had as CSV.")
    error: str | None = None


class DashboardView(BaseModel):
    """A dashboard with its figures."""

    title: str
    version: int
    at: datetime
    widgets: list[TileView]


class ShareOut(BaseModel):
    """A link, without its token."""

    id: str
    audience: Audience
    people: list[str] = Field(description="E-mails.")
    state: Literal["open", "expired", "revoked"]
    expires_at: datetime
    views: int
    viewed_at: datetime | None
    created_at: datetime


class NewShare(ShareOut):
    """A new link; its address is told this once."""

    url: str


class ShareList(BaseModel):
    """The links to a dashboard, the newest first."""

    shares: list[ShareOut]


class ViewLink(BaseModel):
    """An address for a browser; it works once, and soon no more."""

    url: str
    expires_in: int = Field(description="Seconds.")


def dashboard_out(known: OpenDashboard) -> DashboardOut:
    """Show a dashboard as it is kept."""
    stored, document = known.stored, known.document
    return DashboardOut(
        id=str(known.id),
        title=document.title,
        version=stored.version,
        url=known.url,
        session=str(stored.session_id) if stored.session_id else None,
        widgets=tiles_out(document),
        can_undo=stored.can_undo,
        can_redo=stored.can_redo,
        created_at=stored.created_at,
        updated_at=stored.updated_at,
    )


def tiles_out(document: DashboardDocument) -> list[TileOut]:
    """Show the widgets as they are kept."""
    return [
        TileOut(
            id=tile.id,
            kind=tile.kind,
            title=tile.title,
            place=tile.place,
            chart=tile.chart,
            query=tile.query,
            text=tile.text,
            pinned_at=tile.pinned.at if tile.pinned else None,
        )
        for tile in document.widgets
    ]


def item_out(line: DashboardLine) -> DashboardItem:
    """Show a dashboard as a list does."""
    return DashboardItem(
        id=str(line.id),
        title=line.title,
        version=line.version,
        url=f"/dashboards/{line.id}",
        layout=[TileSpot.model_validate(spot) for spot in line.layout],
        created_at=line.created_at,
        updated_at=line.updated_at,
    )


def share_out(share: DashboardShare, emails: dict[str, str]) -> ShareOut:
    """Show a link; people who are gone are left out."""
    return ShareOut(
        id=str(share.id),
        audience=share.audience,
        people=[emails[str(one)] for one in share.people if str(one) in emails],
        state="revoked" if share.revoked else "expired" if share.expired else "open",
        expires_at=share.expires_at,
        views=share.views,
        viewed_at=share.viewed_at,
        created_at=share.created_at,
    )
