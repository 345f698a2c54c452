"""What may be known before signing in."""

from __future__ import annotations

from pydantic import BaseModel, Field

from language.detect import Language


class OutsideOption(BaseModel):
    """An outside issuer where one may sign in."""

    title: str = Field(description="What people call it.")
    start: str = Field(default="/auth/oidc/start", description="Where a browser begins.")


class SignInOptions(BaseModel):
    """By what one may sign in, and what to expect."""

    password: bool = Field(default=True, description="By e-mail and password.")
    oidc: OutsideOption | None = Field(description="By an outside issuer, if one is set up.")
    keyless: bool = Field(description="No model is configured: the built-in one answers.")
    languages: list[Language] = Field(description="Languages of the pages.")
