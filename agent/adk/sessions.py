"""ADK's own sessions, of which nothing is kept: the conversation is our own data."""

from __future__ import annotations

from typing import Any

from google.adk.agents import RunConfig
from google.adk.agents.run_config import (
    StreamingMode,  # pyright: ignore[reportPrivateImportUsage]
)
from google.adk.sessions import BaseSessionService, Session
from google.adk.sessions.base_session_service import GetSessionConfig, ListSessionsResponse
from google.adk.telemetry.context import ContentCapturingMode, TelemetryConfig
from typing_extensions import override

QUIETLY = RunConfig(
    streaming_mode=StreamingMode.SSE,
    max_llm_calls=1_000_000,  # the turn has its own limit, over all its agents
    telemetry=TelemetryConfig(capture_message_content=ContentCapturingMode.NO_CONTENT),
)


class TurnSessions(BaseSessionService):
    """ADK's view of one turn: it begins empty and ends with it.

    The conversation itself is our own data; ADK never reads or writes the database.
    """

    @override
    async def create_session(
        self,
        *,
        app_name: str,
        user_id: str,
        state: dict[str, Any] | None = None,
        session_id: str | None = None,
    ) -> Session:
        return Session(id=session_id or "turn", app_name=app_name, user_id=user_id)

    @override
    async def get_session(
        self,
        *,
        app_name: str,
        user_id: str,
        session_id: str,
        config: GetSessionConfig | None = None,
    ) -> Session:
        return Session(id=session_id, app_name=app_name, user_id=user_id)

    @override
    async def list_sessions(
        self, *, app_name: str, user_id: str | None = None
    ) -> ListSessionsResponse:
        return ListSessionsResponse()

    @override
    async def delete_session(self, *, app_name: str, user_id: str, session_id: str) -> None:
        return None
