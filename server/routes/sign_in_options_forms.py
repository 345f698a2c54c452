"""What may be known before signing in."""

from __future__ import annotations

from pydantic import BaseModel, Field

from language.detect import Language


class SignInOptions(BaseModel):
    """By what one may sign in, and what to expect."""

    password: bool = Field(default=True, description="By e-mail and password.")
    keyless: bool = Field(description="No model is configured: the built-in one answers.")
    languages: list[Language] = Field(description="Languages of the pages.")
