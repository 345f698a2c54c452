"""What the API of turns takes and gives."""

from __future__ import annotations

from typing import Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from agent.path.accept import IncomingMessage
from contracts.events import StreamEvent
from contracts.json import JsonObject


class UiResult(BaseModel):
    """What a client-side component answered."""

    id: str = Field(min_length=1, max_length=200)
    value: Any = None


class ChatBody(BaseModel):
    """A chat message. Unknown fields are tolerated."""

    model_config = ConfigDict(extra="ignore")

    message: str | None = Field(default=None, validation_alias=AliasChoices("message", "chatInput"))
    session_id: str | None = Field(
        default=None,
        max_length=200,
        validation_alias=AliasChoices("session_id", "sessionId", "session"),  # events say `session`
    )
    user_id: str | None = Field(default=None, validation_alias=AliasChoices("user_id", "userId"))
    ui_result: UiResult | None = None
    workflow: str | None = Field(default=None, max_length=63)
    autonomous: bool | None = None
    client_state: JsonObject | None = None
    on_busy: str = Field(default="queue", pattern="^(queue|reject)$")
    metadata: JsonObject | None = None

    def incoming(self, idempotency_key: str | None) -> IncomingMessage:
        """Return it in the words of the path."""
        given: JsonObject = {"message": self.message} if self.message else {}
        if self.ui_result:
            given["ui_result"] = {"id": self.ui_result.id, "value": self.ui_result.value}
        options = {
            "workflow": self.workflow,
            "autonomous": self.autonomous,
            "client_state": self.client_state,
            "metadata": self.metadata,
        }
        named = {name: value for name, value in options.items() if value is not None}
        return IncomingMessage(given, named, self.session_id, idempotency_key, self.on_busy)


EVENTS: dict[int | str, JsonObject] = {
    200: {
        "description": "The turn's events, one JSON object a line (or SSE, if asked for).",
        "model": StreamEvent,
        "content": {"application/x-ndjson": {}, "text/event-stream": {}},
    }
}
