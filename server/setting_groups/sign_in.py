"""How people sign in, here or at an issuer of tokens."""

from __future__ import annotations

from pydantic import Field

from server.setting_groups.group import SettingGroup
from server.setting_groups.values import OpenAddress, Secret

_MOST_DAYS = 36_500

_MOST_ACCESS_MINUTES = 30 * 24 * 60


class SignInSettings(SettingGroup):
    """How people sign in, here or at an issuer of tokens."""

    access_minutes: int = Field(
        default=60,
        alias="BATUTA_ACCESS_MINUTES",
        ge=1,
        le=_MOST_ACCESS_MINUTES,
        description="Life of an access token.",
    )
    refresh_days: int = Field(
        default=30,
        alias="BATUTA_REFRESH_DAYS",
        ge=1,
        le=_MOST_DAYS,
        description="Life of a refresh token.",
    )
    oidc_issuer: OpenAddress | None = Field(
        default=None,
        alias="BATUTA_OIDC_ISSUER",
        description="Issuer whose tokens are accepted too, if a key it publishes signed them and "
        "no shared secret (Supabase: https://PROJECT.supabase.co/auth/v1).",
    )
    oidc_audience: str = Field(
        default="authenticated",
        alias="BATUTA_OIDC_AUDIENCE",
        description="Audience those tokens must name.",
    )
    oidc_silence_confirms: bool = Field(
        default=False,
        alias="BATUTA_OIDC_SILENCE_CONFIRMS",
        description="The issuer lets nobody in whose e-mail it has not confirmed, and its tokens "
        "never say so: without `email_verified` a new person is let in all the same.",
    )
    oidc_jwks_url: OpenAddress | None = Field(
        default=None,
        alias="BATUTA_OIDC_JWKS_URL",
        description="Where the issuer's keys are; empty: found through its discovery document.",
    )

    oidc_client_id: str | None = Field(
        default=None,
        alias="BATUTA_OIDC_CLIENT_ID",
        description="The client by which the pages sign people in at the issuer (authorization "
        "code with PKCE); let it know BATUTA_PUBLIC_URL/auth/oidc/callback.",
    )
    oidc_client_secret: Secret | None = Field(
        default=None,
        alias="BATUTA_OIDC_CLIENT_SECRET",
        description="That client's secret, if it has one.",
    )
    oidc_title: str | None = Field(
        default=None,
        max_length=60,
        alias="BATUTA_OIDC_TITLE",
        description="What people call the issuer, on the sign-in page; empty: its host.",
    )
    supabase_key: Secret | None = Field(
        default=None,
        alias="BATUTA_SUPABASE_KEY",
        description="The public (anon) key of the Supabase project that is the issuer: whoever has "
        "no password here signs in by the one they have there.",
    )
