"""How a route learns who calls: `caller`, or `require(role)` where a role is needed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import cast

from fastapi import Request

from contracts.errors import Forbidden, Unavailable
from contracts.messages import Caller, Role
from server.identity.identity import Identity

__all__ = ["Identity", "caller", "identity_of", "require"]


def identity_of(request: Request) -> Identity:
    """Return the identity of the app that answers this request."""
    opened = getattr(request.app.state, "identity", None)
    if opened is None:
        raise Unavailable("the server is starting; try again in a moment", retry_after=1)
    return cast(Identity, opened)


async def caller(request: Request) -> Caller:
    """Tell who calls; a route that depends on this is closed to strangers."""
    return await identity_of(request).caller(request.headers.get("authorization"))


def require(*roles: Role) -> Callable[[Request], Awaitable[Caller]]:
    """Make a dependency that lets in callers with one of these roles (an admin has them all)."""

    async def permitted(request: Request) -> Caller:
        known = await caller(request)
        if not known.has(*roles):
            raise Forbidden(f"this needs the role {' or '.join(roles)}; ask an administrator")
        return known

    return permitted
