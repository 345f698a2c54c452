"""What signing in takes and gives."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from server.limits.bounded_body import BoundedBody


class _Body(BoundedBody):
    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)


class LoginBody(_Body):
    """An e-mail and its password."""

    email: str = Field(min_length=1, max_length=254)
    password: str = Field(min_length=1, max_length=1024)
    device: str | None = Field(
        None,
        min_length=1,
        max_length=200,
        description="What the last sign-in of this person on this device gave as `device`.",
    )


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
    device: str | None = Field(
        None,
        description="Of a sign-in: a secret mark of this device. Keep it past signing out, and "
        "send it with the next sign-in, which then waits for nobody else's wrong passwords.",
    )
