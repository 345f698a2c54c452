"""What a running worker holds; routes work with it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field, replace
from uuid import UUID

import asyncpg
from starlette.requests import Request

from agent.durable import Engine
from agent.log.follow import Follower
from agent.log.follow_session import BegunTurn, SessionFollower
from agent.models.chain import ModelChain
from agent.path.accept import AcceptedTurn
from agent.people.teams import TeamDirectory
from agent.services import Services
from agent.serving.library import ServeRepertoire, WorkflowLibrary
from agent.serving.repertoire import Repertoire
from agent.serving.workflow_access import read_access
from contracts.messages import Caller
from server.limits.live_streams import LiveStreams
from server.limits.pace import FailurePace
from server.limits.uploads_at_once import UploadsAtOnce
from server.settings import Settings
from server.stream import EventStream, wants_sse
from store.turns import EventLine, PersonLimits
from tools import Tool
from tools.dashboard_data import TileResults
from workflows.file.schema import Workflow

GUESSES_PER_MINUTE = 30  # of links to dashboards, by one address


@dataclass(slots=True)
class Runtime:
    """One worker's opened parts, built by `server/wiring.py`."""

    settings: Settings
    pool: asyncpg.Pool
    engine: Engine
    follower: Follower
    session_follower: SessionFollower
    models: ModelChain
    tools: dict[str, Tool]
    library: WorkflowLibrary
    serve: ServeRepertoire
    limits: PersonLimits
    streams: LiveStreams
    uploads: UploadsAtOnce
    guesses: FailurePace = field(default_factory=lambda: FailurePace(GUESSES_PER_MINUTE))

    @property
    def services(self) -> Services:
        """Return the services of turns that begin now."""
        return self.engine.services

    @property
    def project(self) -> str:
        """Return whose workflows are served: a database may hold those of several projects."""
        return self.engine.services.project or ""

    @property
    def tiles(self) -> TileResults:
        """Return what runs the queries of dashboards."""
        return self.engine.services.tiles

    @property
    def workflows(self) -> Mapping[str, Workflow]:
        """Return what is served to all right now."""
        return self.engine.services.workflows

    @property
    def repertoire(self) -> Repertoire:
        """Return what is served right now, to whom it is, and what is wrong with it."""
        return self.engine.services.repertoire

    @property
    def teams(self) -> TeamDirectory:
        """Return what is declared of the teams of people."""
        return self.engine.services.teams

    @property
    def teams_known(self) -> list[str]:
        """List the teams that conversations may be handed to."""
        return self.teams.known(self.repertoire.teams)

    async def refresh(self) -> None:
        """Take up at once what was just published; other workers follow within seconds."""
        await self.library.refresh(self.serve)

    async def take_up_access(self) -> None:
        """Obey what organisations say of their workflows, if anything of it has changed."""
        known = self.repertoire.access
        access = await read_access(self.pool, known)
        if access is not known:
            services = self.engine.services  # others may have taken their place meanwhile
            repertoire = replace(services.repertoire, access=access)
            self.engine.take(replace(services, repertoire=repertoire))

    async def carry_out(
        self, request: Request, reader: Caller, accepted: AcceptedTurn
    ) -> EventStream:
        """Start a turn that can run now, and answer with its stream.

        If the start fails the turn is found and started later.
        """
        if accepted.starts:
            await self.engine.start_safely(accepted.id)
        return self.stream(request, reader, accepted.id, look_first=not accepted.starts)

    def stream(
        self,
        request: Request,
        reader: Caller,
        turn_id: UUID,
        *,
        after: int = 0,
        look_first: bool = True,
        ended: bool = False,
    ) -> EventStream:
        """Answer with a turn's stream."""
        events = self.follower.follow(turn_id, after, look_first=look_first, ended=ended)
        return self._answer(request, reader, events, {"x-turn-id": str(turn_id)})

    def session_stream(
        self,
        request: Request,
        reader: Caller,
        session_id: UUID,
        after: int,
        begun: BegunTurn | None,
    ) -> EventStream:
        """Answer with what comes into a conversation by itself, as long as somebody listens."""
        events = self.session_follower.follow(session_id, after, begun)
        return self._answer(request, reader, events, {"x-session-id": str(session_id)})

    def _answer(
        self,
        request: Request,
        reader: Caller,
        events: AsyncGenerator[list[EventLine]],
        headers: dict[str, str],
    ) -> EventStream:
        return EventStream(
            events,
            reader,
            self.streams,
            sse=wants_sse(request),
            heartbeat=self.settings.heartbeat_seconds,
            slow_reader=self.settings.slow_reader_seconds,
            headers=headers,
        )
