"""The table of all routes, and whom others try to rob."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

import asyncpg

from tests.support.chatting import Chat

Make = Callable[..., Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Row:
    """What one route is for: everybody, its caller alone, the owner of an id, or those who have
    a role: moderators, owners of what is published, administrators of an organisation."""

    kind: Literal["public", "own", "id", "staff", "moderator", "owner", "admin"]
    body: Any = None
    refusal: tuple[int, ...] = (404,)


HELLO = {"message": "hello"}
TABLE: dict[tuple[str, str], Row] = {
    ("GET", "/openapi.json"): Row("public"),
    ("GET", "/healthz"): Row("public"),
    ("GET", "/readyz"): Row("public"),
    ("GET", "/metrics"): Row("public"),  # closed in its own way: see api/test_metrics
    ("POST", "/auth/login"): Row("public"),
    ("POST", "/auth/refresh"): Row("public"),
    ("POST", "/auth/link"): Row("public"),
    ("POST", "/auth/logout"): Row("own"),
    ("GET", "/people"): Row("admin"),
    ("POST", "/people"): Row("admin", {"email": "x"}, (422,)),
    ("GET", "/people/{person_id}"): Row("admin"),
    ("PATCH", "/people/{person_id}"): Row("admin", {"disabled": True}),
    ("POST", "/people/{person_id}/links"): Row("admin", {"kind": "login"}),
    ("GET", "/audit"): Row("admin"),
    ("GET", "/workflow-access"): Row("admin"),
    ("PUT", "/workflow-access/{name}"): Row("admin", {"roles": None}, (200,)),
    ("GET", "/auth/options"): Row("public"),
    ("GET", "/auth/oidc/start"): Row("public"),
    ("GET", "/auth/oidc/callback"): Row("public"),
    # Closed to all but pages of ours: see identity/test_browser_sign_in
    ("POST", "/auth/browser/login"): Row("public"),
    ("POST", "/auth/browser/link"): Row("public"),
    ("POST", "/auth/browser/refresh"): Row("public"),
    ("POST", "/auth/browser/logout"): Row("public"),
    ("POST", "/auth/browser/password"): Row("public"),
    ("POST", "/chat"): Row("id", HELLO | {"session_id": "{session_id}"}),
    ("GET", "/chat/{turn_id}/events"): Row("id"),
    ("POST", "/chat/{turn_id}/cancel"): Row("id"),
    ("GET", "/sessions/{session_id}/stream"): Row("id", refusal=(204, 404)),
    ("GET", "/sessions/{session_id}/events"): Row("id"),
    ("GET", "/sessions/{session_id}/handover"): Row("id"),
    ("GET", "/inbox"): Row("staff"),
    ("PUT", "/inbox/me"): Row("staff", {"name": None, "away": True}),
    ("GET", "/inbox/{handover_id}"): Row("staff"),
    ("POST", "/inbox/{handover_id}/take"): Row("staff"),
    ("POST", "/inbox/{handover_id}/reply"): Row("staff", {"text": "hello"}),
    ("POST", "/inbox/{handover_id}/pass"): Row("staff", {"team": "support"}),
    ("POST", "/inbox/{handover_id}/return"): Row("staff"),
    ("POST", "/inbox/{handover_id}/close"): Row("staff"),
    ("GET", "/approvals"): Row("own"),
    ("POST", "/approvals/{approval_id}"): Row("id", {"approve": True, "remember": True}),
    ("POST", "/sessions"): Row("id", {"id": "{session_id}", "title": "mine"}, (404, 422)),
    ("GET", "/sessions"): Row("own"),
    ("GET", "/sessions/{session_id}"): Row("id"),
    ("PATCH", "/sessions/{session_id}"): Row("id", {"title": "mine"}),
    ("DELETE", "/sessions/{session_id}"): Row("id"),
    ("POST", "/sessions/{session_id}/files"): Row("id"),
    ("GET", "/sessions/{session_id}/files"): Row("id"),
    ("GET", "/files/{file_id}"): Row("id"),
    ("GET", "/files/{file_id}/download"): Row("id"),
    ("DELETE", "/files/{file_id}"): Row("id"),
    ("GET", "/workflows"): Row("own"),
    ("POST", "/workflows/validate"): Row("owner", {"yaml": "workflow: x"}),
    ("POST", "/workflows/test"): Row("owner", {"yaml": "workflow: x"}),
    ("GET", "/workflows/{name}"): Row("owner"),
    ("GET", "/workflows/{name}/graph"): Row("owner"),
    ("GET", "/workflows/{name}/versions"): Row("owner"),
    ("GET", "/workflows/{name}/versions/{version}"): Row("owner"),
    ("POST", "/workflows/{name}/versions"): Row("owner", {"yaml": "workflow: x"}),
    ("POST", "/workflows/{name}/revert"): Row("owner", {}),
    ("POST", "/workflows/{name}/withdraw"): Row("owner", {}),
    ("PUT", "/workflows/{name}/canary"): Row("owner", {"percent": 0}),
    ("GET", "/me"): Row("own"),
    ("GET", "/me/preferences"): Row("own"),
    ("PUT", "/me/preferences"): Row("own", {"autonomous": True}),
    ("GET", "/me/usage"): Row("own"),
    ("POST", "/feedback"): Row("id", {"turn_id": "{turn_id}", "type": "negative"}),
    ("GET", "/dashboards"): Row("own"),
    ("POST", "/dashboards"): Row("id", {"title": "mine", "session_id": "{session_id}"}, (201,)),
    ("GET", "/dashboards/{dashboard_id}"): Row("id"),
    ("PATCH", "/dashboards/{dashboard_id}"): Row(
        "id", {"edits": [{"edit": "rename", "title": "mine"}]}
    ),
    ("DELETE", "/dashboards/{dashboard_id}"): Row("id"),
    ("POST", "/dashboards/{dashboard_id}/undo"): Row("id", {}),
    ("POST", "/dashboards/{dashboard_id}/redo"): Row("id", {}),
    ("POST", "/dashboards/{dashboard_id}/pin"): Row("id", {}),
    ("GET", "/dashboards/{dashboard_id}/history"): Row("id"),
    ("GET", "/dashboards/{dashboard_id}/data"): Row("id"),
    ("GET", "/dashboards/{dashboard_id}/widgets/{widget}/csv"): Row("id"),
    ("POST", "/dashboards/{dashboard_id}/view"): Row("id"),
    ("POST", "/dashboards/{dashboard_id}/shares"): Row("id", {"audience": "public"}),
    ("GET", "/dashboards/{dashboard_id}/shares"): Row("id"),
    ("DELETE", "/dashboards/{dashboard_id}/shares/{share_id}"): Row("id"),
    # Closed in their own way, to browsers and whoever holds a link: see dashboards/
    ("GET", "/dashboards/{dashboard_id}/view"): Row("public"),
    ("GET", "/dashboards/{dashboard_id}/view/data"): Row("public"),
    ("GET", "/dashboards/{dashboard_id}/view/widgets/{widget}/csv"): Row("public"),
    ("GET", "/shared/{token}"): Row("public"),
    ("GET", "/shared/{token}/data"): Row("public"),
    ("GET", "/shared/{token}/widgets/{widget}/csv"): Row("public"),
    ("POST", "/shared/{token}/view"): Row("id"),
    ("GET", "/artifacts/{artifact_id}"): Row("id"),
    ("GET", "/artifacts/{token}/frame"): Row("public"),
    ("GET", "/assets/{name}"): Row("public"),
    ("GET", "/"): Row("public"),
    ("GET", "/app/{path:path}"): Row("public"),
    ("GET", "/cases"): Row("moderator"),
    ("GET", "/cases/desk"): Row("moderator"),
    ("GET", "/cases/export"): Row("moderator"),
    ("GET", "/cases/stats"): Row("moderator"),
    ("POST", "/cases/bulk"): Row("moderator", {"ids": ["{case_id}"], "decision": "confirm"}),
    ("GET", "/cases/{case_id}"): Row("moderator"),
    ("POST", "/cases/{case_id}/reveal"): Row("moderator", {"reason": "she asks for help"}),
    ("POST", "/cases/{case_id}/decision"): Row("moderator", {"decision": "confirm"}),
    ("POST", "/cases/{case_id}/escalate"): Row("moderator", {"note": "look"}),
    ("POST", "/cases/{case_id}/notes"): Row("moderator", {"text": "seen"}),
    ("POST", "/cases/{case_id}/assign"): Row("moderator", {"to": None}),
    ("GET", "/guard-examples"): Row("moderator"),
    ("DELETE", "/guard-examples/{example_id}"): Row("moderator"),
}
CLOSED = [(*route, row) for route, row in TABLE.items() if row.kind != "public"]
WITH_ID = [(*route, row) for route, row in TABLE.items() if row.kind == "id"]
FOR_MODERATORS = [(*route, row) for route, row in TABLE.items() if row.kind == "moderator"]
FOR_STAFF = [(*route, row) for route, row in TABLE.items() if row.kind == "staff"]
FOR_ADMINS = [(*route, row) for route, row in TABLE.items() if row.kind == "admin"]
FOR_OWNERS = [(*route, row) for route, row in TABLE.items() if row.kind == "owner"]


@dataclass
class Victim:
    """A person with an ended turn, a running one, and a question that waits."""

    chat: Chat
    user: UUID
    ids: dict[str, list[str]]

    def fill(self, text: str, which: int) -> str:
        """Put one of this person's ids where a route wants one."""
        for name, known in self.ids.items():
            text = text.replace("{" + name + "}", known[which % len(known)])
        return text


async def belongings(pool: asyncpg.Pool, user: UUID) -> list[Any]:
    """Everything a person has, as it is stored."""
    found: list[Any] = []
    for table in (
        "sessions", "turns", "messages", "approvals", "usage", "preferences", "notes", "feedback",
        "cases", "datasets", "dashboards", "dashboard_shares", "artifacts",
        "handovers",
    ):  # fmt: skip
        rows = await pool.fetch(f"select * from batuta.{table} where user_id = $1", user)
        found.append(sorted(str(tuple(row)) for row in rows))
    for table, column in (("turn_events", "turn_id"), ("turn_steps", "turn_id")):
        rows = await pool.fetch(
            f"select * from batuta.{table} where {column} in"
            " (select id from batuta.turns where user_id = $1)",
            user,
        )
        found.append(sorted(str(tuple(row)) for row in rows))
    rows = await pool.fetch(
        "select * from batuta.remembered_approvals where session_id in"
        " (select id from batuta.sessions where user_id = $1)",
        user,
    )
    return [*found, sorted(str(tuple(row)) for row in rows)]


async def ask(
    chat: Chat, method: str, path: str, body: Any = None, authorization: str | None = None
) -> tuple[int, dict[str, str], bytes]:
    """Send a request as somebody; a stream that opens is read only to its headers."""
    headers = {} if authorization is None else {"authorization": authorization}
    async with chat.http.stream(method, chat.url + path, json=body, headers=headers) as answer:
        short = answer.headers.get("content-type", "") != "application/x-ndjson"
        said = await answer.aread() if short else b""
        return answer.status_code, dict(answer.headers), said
