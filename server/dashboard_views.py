"""A dashboard as somebody sees it: figures drawn, frames signed, no more than is theirs to know."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from analysis.dashboard import DashboardTile
from analysis.result import QueryResult
from analysis.result_csv import result_csv
from analysis.widget import draw
from contracts.errors import BatutaError, NotFound, ToolFailed
from contracts.json import JsonObject
from language.detect import Language
from server.identity.identity import Identity
from server.routes.dashboards_forms import DashboardView, TileView
from tools.dashboards import DashboardAccess, OpenDashboard

FRAME_LIFE = timedelta(minutes=15)
_HIDDEN: dict[Language, str] = {
    "en": "This cannot be shown right now.",
    "pt": "Não é possível mostrar isto agora.",
}
_ENVELOPE = {"type", "turn", "seq", "at"}


@dataclass(frozen=True, slots=True)
class DashboardLook:
    """Whose dashboard is looked at, from where, and in which language.

    Who is not its owner is told neither why a widget fails nor what is asked of which data.
    """

    access: DashboardAccess
    known: OpenDashboard
    language: Language
    base: str  # under which address the rows of its widgets are served
    own: bool

    async def view(self, identity: Identity, only: str | None = None) -> DashboardView:
        """Return it with its figures, or one of its widgets alone."""
        results = await self.access.results(self.known, only)
        shown = await asyncio.to_thread(self._drawn, results, only)
        for view in shown:
            if view.kind == "html":
                view.frame = await self._frame(identity, view.id)
        stored = self.known.stored
        return DashboardView(
            title=self.known.document.title,
            version=stored.version,
            at=datetime.now(UTC),
            widgets=shown,
        )

    async def csv(self, name: str) -> tuple[str, str]:
        """Return the title of a widget and its rows as CSV."""
        tile = next((t for t in self.known.document.widgets if t.id == name and t.query), None)
        if tile is None:
            raise NotFound("the dashboard has no widget of this id that shows rows")
        found = (await self.access.results(self.known, name))[name]
        if isinstance(found, BatutaError):
            raise found if self.own else ToolFailed(_HIDDEN[self.language])
        return tile.title, await asyncio.to_thread(result_csv, found, self.language)

    def _drawn(
        self, results: Mapping[str, QueryResult | BatutaError], only: str | None
    ) -> list[TileView]:
        tiles = [t for t in self.known.document.widgets if only is None or t.id == only]
        return [self._tile(tile, results.get(tile.id)) for tile in tiles]

    def _tile(self, tile: DashboardTile, found: QueryResult | BatutaError | None) -> TileView:
        view = TileView(
            id=tile.id,
            kind=tile.kind,
            title=tile.title,
            place=tile.place,
            pinned_at=tile.pinned.at if tile.pinned else None,
            text=tile.text if tile.kind == "markdown" else None,
        )
        spec = tile.spec()
        if spec is None or found is None:
            return view
        try:
            if isinstance(found, BatutaError):
                raise found
            if found.rows:
                view.shows = self._told(
                    draw(spec, found, tile.id, self.language).model_dump(
                        mode="json", exclude=_ENVELOPE, exclude_none=True
                    )
                )
                view.csv = f"{self.base}/widgets/{tile.id}/csv"
        except BatutaError as exc:
            view.error = exc.message if self.own else _HIDDEN[self.language]
        return view

    def _told(self, event: JsonObject) -> JsonObject:
        return event if self.own else event | {"sources": []}

    async def _frame(self, identity: Identity, name: str) -> str:
        what = f"dashboard/{self.known.id}/{name}"
        return f"/artifacts/{await identity.sign_address(what, FRAME_LIFE)}/frame"
