"""Dashboards for whoever holds a link: what it is not for, and what is not there, look the same."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from contracts.errors import BatutaError, Expired, NotFound, Unauthenticated
from contracts.messages import Caller
from language.detect import Language
from server.dashboard_views import DashboardLook
from server.limits.admission import caller_of, identity_of
from server.limits.client_address import client_address
from server.page_answers import csv_answer, page_answer, refusal_answer
from server.routes.dashboards_forms import DashboardView, ViewLink
from server.routes.dependencies import CallerDep, LanguageDep, RuntimeDep
from server.runtime import Runtime
from server.view_passes import new_ticket, pass_of, use_ticket
from store import dashboard_shares
from store.dashboard_shares import DashboardShare
from tools.dashboards import DashboardAccess, token_digest

router = APIRouter(prefix="/shared/{token}", tags=["shared dashboards"])
NOTHING = "this link does not exist, was revoked, or is for somebody else"
LONGEST_TOKEN = 100


@router.get("", include_in_schema=False)
async def page(token: str, request: Request, here: RuntimeDep, language: LanguageDep) -> Response:
    """Show the page."""
    try:
        if "ticket" in request.query_params:
            answer = await use_ticket(here.pool, request, here.settings)
            return answer or refusal_answer(_nothing(here, request), language)
        share, owner = await _found(here, request, token)
        look = await _look(here, share, owner, token, language)
    except BatutaError as exc:
        return refusal_answer(exc, language, _way_in(exc, token))
    await dashboard_shares.count_view(here.pool, share.id)
    title, printing = look.known.document.title, request.query_params.get("print") == "1"
    source = f"{look.base}/data?language={language}"
    return page_answer(title, source, language, printing=printing)


@router.get("/data", response_model_exclude_none=True)
async def data(
    token: str, request: Request, here: RuntimeDep, language: LanguageDep
) -> DashboardView:
    """Return a shared dashboard with its figures; with a token of yours if the link asks for it."""
    look = await _look(here, *await _found(here, request, token), token, language)
    return await look.view(identity_of(request))


@router.get("/widgets/{widget}/csv", response_class=Response)
async def rows(
    token: str, widget: str, request: Request, here: RuntimeDep, language: LanguageDep
) -> Response:
    """Download the rows of a widget of a shared dashboard as CSV."""
    look = await _look(here, *await _found(here, request, token), token, language)
    return csv_answer(*await look.csv(widget))


@router.post("/view", status_code=201)
async def open_view(token: str, request: Request, known: CallerDep, here: RuntimeDep) -> ViewLink:
    """Get an address at which your browser sees a dashboard that was shared with you."""
    share, _ = await _found(here, request, token)
    return await new_ticket(here.pool, known, share.dashboard_id, share.id, f"/shared/{token}")


async def _found(here: Runtime, request: Request, token: str) -> tuple[DashboardShare, Caller]:
    """Find the link that a token is of, if it is for whoever asks.

    It is looked up by its hash: how long that takes tells nothing of a token that is nearly right.
    """
    here.guesses.check(client_address(request))
    known = None
    if len(token) <= LONGEST_TOKEN:
        known = await dashboard_shares.by_digest(here.pool, token_digest(token))
    if known is None or known[0].revoked:
        raise _nothing(here, request)
    share, owner = known
    if not share.is_for(await _viewer(here, request, share)):
        raise _nothing(here, request)
    if share.expired:
        raise Expired("this link has expired; ask whoever gave it to you for a new one")
    return share, owner


async def _viewer(here: Runtime, request: Request, share: DashboardShare) -> Caller | None:
    """Tell who asks, where a link is not for everybody: signed in, or by a pass."""
    if share.audience == "public":
        return None
    shown = await pass_of(here.pool, request)
    if shown and shown.share_id == share.id and "authorization" not in request.headers:
        return shown.viewer
    try:
        return await caller_of(request)
    except Unauthenticated:
        if "authorization" in request.headers:
            raise
        return None  # whoever has cookies that ended is told where to sign in


def _way_in(error: BatutaError, token: str) -> str | None:
    """Return where a person signs in and comes back; the same for links that do not exist."""
    plain = token.replace("-", "").replace("_", "")
    if isinstance(error, NotFound) and plain.isascii() and plain.isalnum():
        return f"/app/dashboards/shared/{token[:LONGEST_TOKEN]}"
    return None


async def _look(
    here: Runtime, share: DashboardShare, owner: Caller, token: str, language: Language
) -> DashboardLook:
    """Look with the owner's eyes: whoever has the link sees what they would see."""
    access = DashboardAccess(here.pool, here.tiles, owner)
    known = await access.open(share.dashboard_id)
    return DashboardLook(access, known, language, f"/shared/{token}", own=False)


def _nothing(here: Runtime, request: Request) -> NotFound:
    here.guesses.failed(client_address(request))
    return NotFound(NOTHING)
