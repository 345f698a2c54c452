"""What signing in from a page takes."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from server.limits.bounded_body import BoundedBody


class _PageBody(BoundedBody):
    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)


class BrowserLoginBody(_PageBody):
    """An e-mail and its password; the device is known by its cookie."""

    email: str = Field(min_length=1, max_length=254)
    password: str = Field(min_length=1, max_length=1024)


class BrowserPasswordBody(_PageBody):
    """The password that holds, and the one that is to hold."""

    current: str = Field(min_length=1, max_length=1024)
    password: str = Field(max_length=1024)


class BrowserLogoutBody(_PageBody):
    """How far to sign out."""

    everywhere: bool = Field(default=False, description="Every sign-in of yours, everywhere.")
