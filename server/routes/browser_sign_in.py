"""Signing in from a page: what the token routes do, with cookies that no script can read."""

from __future__ import annotations

import contextlib

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from contracts.errors import Unauthenticated
from server.identity.browser_cookies import SIGN_IN_PATH
from server.identity.identity import SignedIn
from server.limits.admission import identity_of
from server.limits.client_address import client_address
from server.routes.auth_forms import LinkBody
from server.routes.browser_sign_in_forms import BrowserLoginBody, BrowserLogoutBody


async def _own_page(request: Request) -> None:
    identity_of(request).own_page.require(request)


router = APIRouter(
    prefix=SIGN_IN_PATH, tags=["sign-in of a browser"], dependencies=[Depends(_own_page)]
)


@router.post("/login", status_code=204, response_class=Response)
async def login(body: BrowserLoginBody, request: Request) -> Response:
    """Sign in by e-mail and password."""
    identity = identity_of(request)
    device = identity.cookies.device(request)
    signed_in = await identity.login(body.email, body.password, client_address(request), device)
    return _kept(request, signed_in)


@router.post("/link", status_code=204, response_class=Response)
async def link(body: LinkBody, request: Request) -> Response:
    """Sign in by a one-time link; a reset link also sets the password."""
    identity = identity_of(request)
    device = identity.cookies.device(request)
    return _kept(request, await identity.link(body.token, body.password, device))


@router.post("/refresh", status_code=204, response_class=Response)
async def refresh(request: Request) -> Response:
    """Go on with a sign-in whose access token is over; the same refresh token may be shown again
    within a minute, for an answer that was lost."""
    identity = identity_of(request)
    token, device = identity.cookies.refresh_token(request), identity.cookies.device(request)
    if token is None:
        raise Unauthenticated("nobody is signed in here; sign in")
    return _kept(request, await identity.refresh(token, device))


@router.post("/logout", status_code=204, response_class=Response)
async def logout(request: Request, body: BrowserLogoutBody | None = None) -> Response:
    """Sign out, of this browser or of all; whoever is signed in no more is told the same."""
    identity = identity_of(request)
    answer = Response(status_code=204, headers={"cache-control": "no-store"})
    identity.cookies.take_back(answer)
    with contextlib.suppress(Unauthenticated):
        token = identity.cookies.refresh_token(request)
        if token is None:
            await identity.logout(f"Bearer {identity.cookies.access_token(request) or ''}")
        elif body is not None and body.everywhere:
            await identity.logout_everywhere(token)
        else:
            await identity.logout(None, token)
    return answer


def _kept(request: Request, signed_in: SignedIn) -> Response:
    answer = Response(status_code=204, headers={"cache-control": "no-store"})
    identity_of(request).cookies.hand_out(
        answer, signed_in.access_token, signed_in.refresh_token, signed_in.device
    )
    return answer
