"""What routes depend on: who calls, the runtime, and fields that several of them demand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Annotated, cast

from fastapi import Depends, Request
from pydantic import AfterValidator

from contracts.errors import Forbidden, Unavailable
from contracts.messages import Caller, Role
from language.clean import is_text
from server.identity.identity import Identity
from server.runtime import Runtime

LARGEST_INT = 2**31 - 1  # what the database counts to


def identity_of(request: Request) -> Identity:
    """Return the identity of the app that answers this request."""
    opened = getattr(request.app.state, "identity", None)
    if opened is None:
        raise _starting()
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


async def runtime(request: Request) -> Runtime:
    """Return the runtime of the app that answers this request (async: a thread would cost more)."""
    opened = getattr(request.app.state, "runtime", None)
    if opened is None:
        raise _starting()
    return cast(Runtime, opened)


def _starting() -> Unavailable:
    return Unavailable("the server is starting; try again in a moment", retry_after=1)


CallerDep = Annotated[Caller, Depends(caller)]
ModeratorDep = Annotated[Caller, Depends(require("moderator"))]
OwnerDep = Annotated[Caller, Depends(require("owner"))]
RuntimeDep = Annotated[Runtime, Depends(runtime)]


def _only_text(given: str) -> str:
    if not is_text(given):
        raise ValueError("it has characters that are not text (NUL or surrogates)")
    return given


def _in_utc(moment: datetime) -> datetime:
    """Read a moment without a zone as UTC; refuse one that the calendar of UTC does not reach."""
    try:
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("the moment is out of range") from None


ONLY_TEXT = AfterValidator(_only_text)
Moment = Annotated[datetime, AfterValidator(_in_utc)]
