"""GET /auth/oidc/start and /auth/oidc/callback: from a page to the outside issuer and back."""

from __future__ import annotations

import logging
import secrets
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from contracts.errors import BatutaError, Forbidden, NotFound, Unauthenticated
from server.identity.identity import Identity, SignedIn
from server.identity.outside_sign_in import HOME, LONGEST_CODE, OutsideFlow
from server.limits.admission import identity_of
from server.limits.client_address import client_address
from server.routes.dependencies import ONLY_TEXT, RuntimeDep
from server.runtime import Runtime

log = logging.getLogger(__name__)
router = APIRouter(prefix="/auth/oidc", include_in_schema=False)
QueryText = Annotated[str, Query(max_length=LONGEST_CODE), ONLY_TEXT]


@router.get("/start")
async def start(request: Request, here: RuntimeDep, next: QueryText = HOME) -> Response:  # noqa: A002
    """Send the browser to the issuer."""
    identity = identity_of(request)
    if identity.outside is None:
        raise NotFound("signing in by an outside issuer is not set up here")
    try:
        there, flow = await identity.outside.begin(_own_url(here, request), next)
    except BatutaError as exc:
        return _failed(exc)
    answer = RedirectResponse(there, 303, {"cache-control": "no-store"})
    identity.cookies.keep_flow(answer, flow.to_cookie())
    return answer


@router.get("/callback")
async def callback(
    request: Request,
    here: RuntimeDep,
    code: QueryText = "",
    state: QueryText = "",
    iss: QueryText = "",
) -> Response:
    """Take the browser back and sign it in; what goes wrong is told by the page."""
    identity = identity_of(request)
    way = HOME
    try:
        here.guesses.check(client_address(request))
        flow = _flow(identity, request, state, iss)
        way = flow.next
        signed_in = await _signed_in(identity, here, request, flow, code)
    except BatutaError as exc:
        here.guesses.failed(client_address(request))
        answer = _failed(exc)
    else:
        answer = RedirectResponse(way, 303, {"cache-control": "no-store"})
        identity.cookies.hand_out(
            answer, signed_in.access_token, signed_in.refresh_token, signed_in.device
        )
    identity.cookies.drop_flow(answer)
    return answer


async def _signed_in(
    identity: Identity, here: Runtime, request: Request, flow: OutsideFlow, code: str
) -> SignedIn:
    if not code:  # the person has said no, or the issuer has
        raise Unauthenticated("the issuer sent nobody back")
    return await identity.finish_outside(_own_url(here, request), flow, code)


def _flow(identity: Identity, request: Request, state: str, issuer: str) -> OutsideFlow:
    """Find what this browser has begun: nobody else's answer is taken for it."""
    flow = OutsideFlow.from_cookie(identity.cookies.flow(request) or "")
    if flow is None or not secrets.compare_digest(flow.state.encode(), state.encode()):
        raise Unauthenticated("this browser has not begun to sign in, or too long ago")
    if issuer and issuer != identity.issuer_name:
        raise Unauthenticated("the answer is another issuer's")
    return flow


def _failed(exc: BatutaError) -> Response:
    """Lead to the page, which tells it in the person's language."""
    log.info("sign-in by the issuer failed", extra={"reason": exc.message})
    why = "refused" if isinstance(exc, Forbidden) else exc.code
    return RedirectResponse(f"{HOME}#failed={why}", 303, {"cache-control": "no-store"})


def _own_url(here: Runtime, request: Request) -> str:
    """Return the address the issuer sends people back to, which it has to know."""
    public = here.settings.public_url
    return public.rstrip("/") if public else f"http://{request.headers.get('host', '')}"
