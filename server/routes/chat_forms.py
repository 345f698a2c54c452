"""What the API of turns takes and gives."""

from __future__ import annotations

from typing import Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from agent.path.accept import IncomingMessage
from contracts.events import StreamEvent
from contracts.json import JsonObject
from contracts.messages import OnBusy, PageAnswer, TurnInput, TurnOptions
from language.detect import Language
from server.limits.bounded_body import BoundedBody


class UiResult(BaseModel):
    """What a client-side component answered."""

    id: str = Field(min_length=1, max_length=200)
    value: Any = None


class ChatBody(BoundedBody):
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
    on_busy: OnBusy = "queue"
    metadata: JsonObject | None = None

    def incoming(self, idempotency_key: str | None, language: Language | None) -> IncomingMessage:
        """Return it in the words of the path, with the language that the browser asks for."""
        page = self.ui_result
        answer: PageAnswer | None = {"id": page.id, "value": page.value} if page else None
        given = TurnInput(self.message or "", answer)
        options = TurnOptions(
            self.workflow, self.autonomous, self.client_state, self.metadata, language
        )
        return IncomingMessage(given, options, self.session_id, idempotency_key, self.on_busy)


EVENTS: dict[int | str, JsonObject] = {
    200: {
        "description": "The turn's events, one JSON object a line (or SSE, if asked for).",
        "model": StreamEvent,
        "content": {"application/x-ndjson": {}, "text/event-stream": {}},
    }
}
