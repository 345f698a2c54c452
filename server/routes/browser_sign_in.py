"""Signing in from a page: what the token routes do, with cookies that no script can read."""

from __future__ import annotations

import contextlib

from fastapi import APIRouter, Request
from starlette.responses import Response

from contracts.errors import Unauthenticated
from server.identity.browser_cookies import SIGN_IN_PATH
from server.identity.identity import Identity, SignedIn
from server.limits.admission import ClosedRoute
from server.limits.client_address import client_address
from server.routes.auth_forms import LinkBody
from server.routes.browser_sign_in_forms import (
    BrowserLoginBody,
    BrowserLogoutBody,
    BrowserPasswordBody,
)
from server.routes.dependencies import CallerDep, PageIdentityDep

router = APIRouter(prefix=SIGN_IN_PATH, tags=["sign-in of a browser"], route_class=ClosedRoute)


@router.post("/login", status_code=204, response_class=Response)
async def login(body: BrowserLoginBody, request: Request, here: PageIdentityDep) -> Response:
    """Sign in by e-mail and password."""
    device = here.cookies.device(request)
    signed_in = await here.login(body.email, body.password, client_address(request), device)
    return _kept(here, signed_in)


@router.post("/link", status_code=204, response_class=Response)
async def link(body: LinkBody, request: Request, here: PageIdentityDep) -> Response:
    """Sign in by a one-time link; a reset link also sets the password."""
    device = here.cookies.device(request)
    return _kept(here, await here.link(body.token, body.password, device))


@router.post("/refresh", status_code=204, response_class=Response)
async def refresh(request: Request, here: PageIdentityDep) -> Response:
    """Go on with a sign-in whose access token is over; the same refresh token may be shown again
    within a minute, for an answer that was lost."""
    token, device = here.cookies.refresh_token(request), here.cookies.device(request)
    if token is None:
        raise Unauthenticated("nobody is signed in here; sign in")
    return _kept(here, await here.refresh(token, device))


@router.post("/password", status_code=204, response_class=Response)
async def change_password(
    body: BrowserPasswordBody, request: Request, known: CallerDep, here: PageIdentityDep
) -> Response:
    """Choose another password; every other sign-in of yours ends."""
    return _kept(
        here,
        await here.change_password(
            known.user_id,
            body.current,
            body.password,
            client_address(request),
            here.cookies.device(request),
        ),
    )


@router.post("/logout", status_code=204, response_class=Response)
async def logout(
    request: Request, here: PageIdentityDep, body: BrowserLogoutBody | None = None
) -> Response:
    """Sign out, of this browser or of all; whoever is signed in no more is told the same."""
    answer = Response(status_code=204, headers={"cache-control": "no-store"})
    here.cookies.take_back(answer)
    with contextlib.suppress(Unauthenticated):
        token = here.cookies.refresh_token(request)
        if token is None:
            await here.logout(f"Bearer {here.cookies.access_token(request) or ''}")
        elif body is not None and body.everywhere:
            await here.logout_everywhere(token)
        else:
            await here.logout(None, token)
    return answer


def _kept(here: Identity, signed_in: SignedIn) -> Response:
    answer = Response(status_code=204, headers={"cache-control": "no-store"})
    here.cookies.hand_out(answer, signed_in.access_token, signed_in.refresh_token, signed_in.device)
    return answer
