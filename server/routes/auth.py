"""POST /auth/login, /auth/refresh, /auth/logout and /auth/link."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from server.identity.identity import SignedIn
from server.routes.dependencies import identity_of

router = APIRouter(prefix="/auth", tags=["auth"])


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)


class LoginBody(_Body):
    """An e-mail and its password."""

    email: str = Field(min_length=1, max_length=254)
    password: str = Field(min_length=1, max_length=1024)


class RefreshBody(_Body):
    """A refresh token to exchange."""

    refresh_token: str = Field(min_length=1, max_length=200)


class LogoutBody(_Body):
    """The sign-in to end; without a refresh token all of the caller's."""

    refresh_token: str | None = Field(None, min_length=1, max_length=200)


class LinkBody(_Body):
    """A one-time link's token, and the new password if the link sets one."""

    token: str = Field(min_length=1, max_length=200)
    password: str | None = Field(None, max_length=1024)


class TokensAnswer(BaseModel):
    """What a sign-in gives."""

    access_token: str
    token_type: Literal["bearer"] = "bearer"  # noqa: S105  # no secret
    expires_in: int = Field(description="Seconds the access token lives.")
    refresh_token: str = Field(description="Works once, for the next pair.")


@router.post("/login")
async def login(body: LoginBody, request: Request, response: Response) -> TokensAnswer:
    """Sign in by e-mail and password."""
    address = request.client.host if request.client is not None else ""
    signed_in = await identity_of(request).login(body.email, body.password, address)
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
    )
