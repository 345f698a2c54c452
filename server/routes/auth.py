"""POST /auth/login, /auth/refresh, /auth/logout and /auth/link."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from server.identity.identity import SignedIn
from server.limits.admission import identity_of
from server.limits.client_address import client_address
from server.routes.auth_forms import LinkBody, LoginBody, LogoutBody, RefreshBody, TokensAnswer

router = APIRouter(prefix="/auth", tags=["auth"])


@router.post("/login")
async def login(body: LoginBody, request: Request, response: Response) -> TokensAnswer:
    """Sign in by e-mail and password."""
    signed_in = await identity_of(request).login(
        body.email, body.password, client_address(request), body.device
    )
    return _answer(signed_in, response)


@router.post("/refresh")
async def refresh(body: RefreshBody, request: Request, response: Response) -> TokensAnswer:
    """Exchange a refresh token for a new pair; using one twice ends the sign-in."""
    return _answer(await identity_of(request).refresh(body.refresh_token), response)


@router.post("/logout", status_code=204)
async def logout(request: Request, body: LogoutBody | None = None) -> None:
    """Sign out: access tokens issued so far stop working within seconds."""
    refresh_token = body.refresh_token if body is not None else None
    await identity_of(request).logout(request.headers.get("authorization"), refresh_token)


@router.post("/link")
async def link(body: LinkBody, request: Request, response: Response) -> TokensAnswer:
    """Exchange a one-time link for tokens; a reset link also sets the password."""
    return _answer(await identity_of(request).link(body.token, body.password), response)


def _answer(signed_in: SignedIn, response: Response) -> TokensAnswer:
    response.headers["cache-control"] = "no-store"
    return TokensAnswer(
        access_token=signed_in.access_token,
        expires_in=signed_in.expires_in,
        refresh_token=signed_in.refresh_token,
        device=signed_in.device,
    )
