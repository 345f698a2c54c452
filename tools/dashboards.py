"""What may be done with dashboards for one person: made, changed, looked at and shared.

Tools and the API go this way both, so that what one of them refuses the other refuses too.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol
from uuid import UUID, uuid4

from pydantic import ValidationError

from analysis.dashboard import (
    DashboardDocument,
    DashboardTile,
    Pinned,
    TileContent,
    composed,
)
from analysis.dashboard_edit import AnyEdit, edited
from analysis.query import DataQuery
from analysis.result import QueryResult
from contracts.errors import (
    BatutaError,
    Busy,
    Conflict,
    InvalidRequest,
    LimitReached,
    NotFound,
    ToolFailed,
)
from contracts.json import JsonObject
from contracts.messages import Caller, new_id
from store import audit, dashboard_shares, dashboards
from store.dashboard_shares import Audience, DashboardShare
from store.dashboards import HistoryStep, StoredDashboard
from store.sql import Sql
from tools.dashboard_data import TileResults, fits

LARGEST_SNAPSHOT = 1_000_000
LONGEST_SHARE = timedelta(days=365)
MOST_PEOPLE = 100
_TRIES = 5
_TOKEN_BYTES = 16
NOWHERE = "there are no dashboards here"
GONE = "you have no dashboard of this id"


@dataclass(frozen=True, slots=True)
class OpenDashboard:
    """A dashboard as it is now, its document read."""

    stored: StoredDashboard
    document: DashboardDocument

    @property
    def id(self) -> UUID:
        return self.stored.id

    @property
    def url(self) -> str:
        """Where it is found, below the server's address."""
        return f"/dashboards/{self.stored.id}"


@dataclass(frozen=True, slots=True)
class MadeShare:
    """A new link, whose token is told this once."""

    share: DashboardShare
    token: str

    @property
    def url(self) -> str:
        """Where it leads, below the server's address."""
        return f"/shared/{self.token}"


class ToolDashboards(Protocol):
    """What a tool may do with its caller's dashboards."""

    async def create(self, title: str, contents: list[TileContent], key: str) -> OpenDashboard:
        """Make a dashboard, once per key; what cannot be shown is refused."""
        ...

    async def find(self, named: str | None) -> OpenDashboard:
        """Return a dashboard by its id, or the last one of the conversation."""
        ...

    async def edit(
        self, dashboard_id: UUID, edits: Sequence[AnyEdit], *, key: str | None = None
    ) -> OpenDashboard:
        """Change a dashboard, once per key."""
        ...

    async def step(
        self, dashboard_id: UUID, way: HistoryStep, *, key: str | None = None
    ) -> OpenDashboard:
        """Undo the last change of a dashboard, or do it again."""
        ...

    async def share(
        self, dashboard_id: UUID, audience: Audience, people: Collection[str], life: timedelta,
        key: str | None = None,
    ) -> MadeShare:  # fmt: skip
        """Make a link to a dashboard."""
        ...


class NoDashboards:
    """The dashboards of a tool that is called where there are none."""

    async def create(self, title: str, contents: list[TileContent], key: str) -> OpenDashboard:
        """Refuse."""
        raise ToolFailed(NOWHERE)

    async def find(self, named: str | None) -> OpenDashboard:
        """Refuse."""
        raise ToolFailed(NOWHERE)

    async def edit(
        self, dashboard_id: UUID, edits: Sequence[AnyEdit], *, key: str | None = None
    ) -> OpenDashboard:
        """Refuse."""
        raise ToolFailed(NOWHERE)

    async def step(
        self, dashboard_id: UUID, way: HistoryStep, *, key: str | None = None
    ) -> OpenDashboard:
        """Refuse."""
        raise ToolFailed(NOWHERE)

    async def share(
        self, dashboard_id: UUID, audience: Audience, people: Collection[str], life: timedelta,
        key: str | None = None,
    ) -> MadeShare:  # fmt: skip
        """Refuse."""
        raise ToolFailed(NOWHERE)


class DashboardAccess:
    """The `ToolDashboards` that the database backs."""

    def __init__(
        self, db: Sql, results: TileResults, caller: Caller, session_id: UUID | None = None
    ) -> None:
        self._db = db
        self._results = results
        self._caller = caller
        self._session = session_id

    async def create(
        self, title: str, contents: list[TileContent], key: str | None = None
    ) -> OpenDashboard:
        """Make a dashboard, once per key; what cannot be shown is refused."""
        try:
            document = await asyncio.to_thread(composed, title, contents)
        except ValidationError as exc:
            raise ToolFailed(said_of(exc)) from None
        document = await self._proved(
            DashboardDocument(title=document.title), document, self._session
        )
        made = await dashboards.create(
            self._db, self._caller, new_id(), self._session, document.title, document.stored(), key
        )  # fmt: skip
        if made is None:
            raise LimitReached(
                f"you have {dashboards.MOST_OF_ONE} dashboards, as many as one person may have;"
                " delete some"
            )
        return await self.open(made)

    async def open(self, dashboard_id: UUID) -> OpenDashboard:
        """Return a dashboard of the caller's."""
        return _opened(await dashboards.find(self._db, self._caller, dashboard_id))

    async def find(self, named: str | None) -> OpenDashboard:
        """Return a dashboard by its id, or the last one of the conversation."""
        if named is None:
            return await self.last()
        try:
            return await self.open(UUID(named.strip().rpartition("/")[2]))
        except (ValueError, NotFound):
            raise ToolFailed(
                f"the person has no dashboard '{named[:80]}'; leave it out for the last one"
            ) from None

    async def last(self) -> OpenDashboard:
        """Return the dashboard that was changed last in this conversation."""
        found = self._session and await dashboards.last_of(self._db, self._caller, self._session)
        if not found:
            raise ToolFailed("there is no dashboard in this conversation yet; make one first")
        return _opened(found)

    async def edit(
        self, dashboard_id: UUID, edits: Sequence[AnyEdit], *, version: int | None = None,
        key: str | None = None,
    ) -> OpenDashboard:  # fmt: skip
        """Change a dashboard: all of the edits or none.

        With `version` only the dashboard as it was seen; without it whatever it is by now.
        """
        for _ in range(_TRIES):
            known = await self.open(dashboard_id)
            if key is not None and key in known.stored.calls:
                return known
            _same_version(known, version)
            pins = _PinMarks()
            try:
                changed = await asyncio.to_thread(edited, known.document, edits, pins)
            except ValidationError as exc:
                raise ToolFailed(said_of(exc)) from None
            changed = await self._proved(known.document, changed, known.stored.session_id)
            text = changed.stored()
            await self._take_snapshots(known.stored, changed, pins)
            what = ", ".join(dict.fromkeys(edit.edit for edit in edits))
            if await dashboards.save(
                self._db, self._caller, known.stored, changed.title, text, what, key
            ):
                return await self.open(dashboard_id)
        raise Busy("the dashboard is being changed by others; try again", retry_after=1)

    async def step(
        self, dashboard_id: UUID, way: HistoryStep, *, version: int | None = None,
        key: str | None = None,
    ) -> OpenDashboard:  # fmt: skip
        """Undo the last change of a dashboard, or do it again."""
        for _ in range(_TRIES):
            known = await self.open(dashboard_id)
            if key is not None and key in known.stored.calls:
                return known
            _same_version(known, version)
            if way == "undo" and not known.stored.can_undo:
                raise Conflict("there is no earlier version of the dashboard to go back to")
            if way == "redo" and not known.stored.can_redo:
                raise Conflict("nothing was undone that could be done again")
            if await dashboards.step(self._db, self._caller, known.stored, way, key):
                return await self.open(dashboard_id)
        raise Busy("the dashboard is being changed by others; try again", retry_after=1)

    async def delete(self, dashboard_id: UUID) -> None:
        """Delete a dashboard with its history and its links."""
        if not await dashboards.delete(self._db, self._caller, dashboard_id):
            raise NotFound(GONE)

    async def share(
        self, dashboard_id: UUID, audience: Audience, people: Collection[str], life: timedelta,
        key: str | None = None,
    ) -> MadeShare:  # fmt: skip
        """Make a link to a dashboard; its token is random and kept as its hash alone."""
        if not timedelta(minutes=1) <= life <= LONGEST_SHARE:
            raise InvalidRequest("a link lives between a minute and 365 days")
        ids = await self._people(audience, people)
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        await self.open(dashboard_id)
        made = await dashboard_shares.add(
            self._db, self._caller, dashboard_id, token_digest(token), audience, ids, life, key
        )
        if made is None:
            raise LimitReached(
                f"a dashboard has {dashboard_shares.MOST_SHARES} open links at most; revoke some"
            )
        told = {"dashboard": str(dashboard_id), "share": str(made.id), "audience": audience}
        me = self._caller.user_id
        await audit.record(self._db, "dashboard.shared", actor=me, detail=told)
        return MadeShare(made, token)

    async def shares(self, dashboard_id: UUID) -> list[DashboardShare]:
        """List the links to a dashboard."""
        await self.open(dashboard_id)
        return await dashboard_shares.listed(self._db, self._caller, dashboard_id)

    async def revoke(self, dashboard_id: UUID, share_id: UUID) -> None:
        """Close a link for good."""
        if not await dashboard_shares.revoke(self._db, self._caller, dashboard_id, share_id):
            raise NotFound("you have no link of this id to this dashboard")
        told = {"dashboard": str(dashboard_id), "share": str(share_id)}
        me = self._caller.user_id
        await audit.record(self._db, "dashboard.share_revoked", actor=me, detail=told)

    async def results(
        self, known: OpenDashboard, only: str | None = None
    ) -> dict[str, QueryResult | BatutaError]:
        """Return what the widgets show, by their ids: results, or why there is none."""
        tiles = [t for t in known.document.widgets if only is None or t.id == only]
        pinned = {t.id: UUID(t.pinned.snapshot) for t in tiles if t.pinned}
        kept: Mapping[UUID, JsonObject] = {}
        if pinned:
            kept = await dashboards.snapshots(self._db, known.id, list(pinned.values()))
        found: dict[str, QueryResult | BatutaError] = {}
        for name, snapshot in pinned.items():
            if snapshot in kept:
                found[name] = await asyncio.to_thread(QueryResult.model_validate, kept[snapshot])
            else:
                found[name] = ToolFailed("what was pinned is not kept any more; unpin it")
        latest = {t.id: t.query for t in tiles if t.query and t.id not in pinned}
        return found | await self._run(latest, known.stored.session_id)

    async def _run(
        self, queries: Mapping[str, DataQuery], session_id: UUID | None
    ) -> dict[str, QueryResult | BatutaError]:
        return await self._results.run(self._caller, session_id, queries)

    async def _proved(
        self, before: DashboardDocument, after: DashboardDocument, session_id: UUID | None
    ) -> DashboardDocument:
        """Run what is new once, so that a widget that can show nothing is refused, and name the
        dataset in each query: "the only one" may be several tomorrow."""
        known = {tile.id: tile.spec() for tile in before.widgets}
        new = [
            t
            for t in after.widgets
            if t.query and t.spec() != known.get(t.id) and not _kept(t, before)
        ]
        if not new:
            return after
        results = await self._run({t.id: t.query for t in new if t.query}, session_id)
        bound: dict[str, DashboardTile] = {}
        for tile in new:
            result = results[tile.id]
            if isinstance(result, BatutaError):
                raise ToolFailed(f"'{tile.title}': {result.message}")
            await asyncio.to_thread(fits, tile, result)
            if tile.query and tile.query.dataset != result.dataset:
                query = tile.query.model_copy(update={"dataset": result.dataset})
                bound[tile.id] = tile.model_copy(update={"query": query})
        widgets = [bound.get(tile.id, tile) for tile in after.widgets]
        return after.model_copy(update={"widgets": widgets})

    async def _take_snapshots(
        self, known: StoredDashboard, document: DashboardDocument, pins: _PinMarks
    ) -> None:
        marked = {t.id: t for t in document.widgets if t.pinned and pins.made(t.id, t.pinned)}
        if not marked:
            return
        queries = {t.id: t.query for t in marked.values() if t.query}
        results = await self._run(queries, known.session_id)
        texts: dict[UUID, str] = {}
        for name, result in results.items():
            tile = marked[name]
            if isinstance(result, BatutaError):
                raise ToolFailed(f"'{tile.title}' cannot be pinned: {result.message}")
            text = await asyncio.to_thread(result.model_dump_json)
            if len(text) > LARGEST_SNAPSHOT:
                raise ToolFailed(f"'{tile.title}' shows too much to be pinned; lower its `limit`")
            texts[pins.snapshot(name)] = text
        await dashboards.add_snapshots(self._db, known, texts)

    async def _people(self, audience: Audience, emails: Collection[str]) -> list[UUID]:
        wanted = list(dict.fromkeys(email.strip().lower() for email in emails))
        if (audience == "people") != bool(wanted):
            raise InvalidRequest("name `people` if, and only if, the audience is 'people'")
        if len(wanted) > MOST_PEOPLE:
            raise InvalidRequest(f"a link is for {MOST_PEOPLE} people at most; share it with all")
        if not wanted:
            return []
        known = await dashboard_shares.colleagues(self._db, self._caller.org_id, wanted)
        if unknown := [email for email in wanted if email not in known]:
            raise InvalidRequest(f"nobody of your organisation has the e-mail '{unknown[0][:200]}'")
        return list(known.values())


class _PinMarks(dict[str, Pinned]):
    """The snapshots that pins would name: made up when they are asked for, taken afterwards."""

    def __init__(self) -> None:
        super().__init__()
        self._at = datetime.now(UTC)

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> Pinned:
        self[name] = Pinned(snapshot=str(uuid4()), at=self._at)
        return self[name]

    def made(self, name: str, pinned: Pinned) -> bool:
        """Tell whether a widget's pin is one of these."""
        return self.get(name) == pinned

    def snapshot(self, name: str) -> UUID:
        """Return the id under which a widget's result is to be kept."""
        return UUID(self[name].snapshot)


def told(known: OpenDashboard) -> JsonObject:
    """Tell a model of a dashboard: what it is called, and what stands on it."""
    return {
        "dashboard": str(known.id),
        "title": known.document.title,
        "widgets": [
            {"id": tile.id, "kind": tile.kind, "title": tile.title}
            | ({"chart": tile.chart} if tile.chart else {})
            | ({"pinned": True} if tile.pinned else {})
            for tile in known.document.widgets
        ],
        "can_undo": known.stored.can_undo,
    }


def token_digest(token: str) -> bytes:
    """Return the hash by which a link is known."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def said_of(exc: ValidationError) -> str:
    """Say in one line what is wrong with a document."""
    first = exc.errors(include_url=False, include_input=False)[0]
    return first["msg"].removeprefix("Value error, ")


def _opened(found: StoredDashboard | None) -> OpenDashboard:
    if found is None:
        raise NotFound(GONE)
    return OpenDashboard(found, DashboardDocument.model_validate(found.document))


def _same_version(known: OpenDashboard, version: int | None) -> None:
    if version is not None and version != known.stored.version:
        raise Conflict(
            f"the dashboard has changed meanwhile: it is at version {known.stored.version}, the"
            f" change is of version {version}; load it again"
        )


def _kept(tile: DashboardTile, before: DashboardDocument) -> bool:
    """Tell whether a widget's title alone is new."""
    for known in before.widgets:
        if known.id == tile.id:
            return (known.kind, known.query, known.chart) == (tile.kind, tile.query, tile.chart)
    return False
