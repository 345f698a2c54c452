"""How a browser sees what needs a token, though it can show none when it opens an address.

Who has a token asks for a ticket: a random address that works once and within a minute. Opening it
turns the ticket into a pass in a cookie, which pages cannot read, which is sent to this one
dashboard's view alone and opens nothing but that, read only, for an hour; signing out ends it. So
what stays in a browser's history, or in the log of a proxy, opens nothing any more.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from uuid import UUID

from fastapi import Request
from starlette.responses import RedirectResponse, Response

from contracts.messages import Caller
from server.routes.dashboards_forms import ViewLink
from server.settings import Settings
from store import dashboard_shares
from store.dashboard_shares import ViewPass
from store.sql import Sql
from tools.dashboards import token_digest

TICKET_LIFE, PASS_LIFE = timedelta(minutes=1), timedelta(hours=1)
COOKIE = "batuta_view"
LONGEST = 100


async def new_ticket(
    db: Sql, known: Caller, dashboard_id: UUID, share_id: UUID | None, path: str
) -> ViewLink:
    """Make an address for a browser."""
    ticket = secrets.token_urlsafe(32)
    await dashboard_shares.add_ticket(
        db, known, dashboard_id, share_id, token_digest(ticket), TICKET_LIFE
    )
    return ViewLink(url=f"{path}?ticket={ticket}", expires_in=int(TICKET_LIFE.total_seconds()))


async def use_ticket(db: Sql, request: Request, settings: Settings) -> Response | None:
    """Turn the ticket of a request into a pass and send the browser on without it."""
    ticket = request.query_params.get("ticket", "")
    token = secrets.token_urlsafe(32)
    path = request.url.path
    used = len(ticket) <= LONGEST and await dashboard_shares.use_ticket(
        db, token_digest(ticket), token_digest(token), PASS_LIFE
    )
    if not used:
        return None
    kept = [f"{name}={request.query_params[name]}" for name in ("print", "language")
            if request.query_params.get(name, "").isalnum()]  # fmt: skip
    answer = RedirectResponse(path + (f"?{'&'.join(kept)}" if kept else ""), 303)
    answer.set_cookie(
        COOKIE,
        token,
        max_age=int(PASS_LIFE.total_seconds()),
        path=path,
        secure=_is_https(request, settings),
        httponly=True,
        samesite="lax",
    )
    return answer


async def pass_of(db: Sql, request: Request) -> ViewPass | None:
    """Tell what the cookie of a request opens, and to whom."""
    token = request.cookies.get(COOKIE, "")
    if not token or len(token) > LONGEST:
        return None
    return await dashboard_shares.pass_of(db, token_digest(token))


def _is_https(request: Request, settings: Settings) -> bool:
    return request.url.scheme == "https" or (settings.public_url or "").startswith("https:")
