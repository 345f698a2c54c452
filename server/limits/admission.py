"""Who may use a route, looked at before anything of the body is read.

The framework reads a body first and asks afterwards who sends it. Here whatever a route depends on
to know its caller is asked first, so that nobody without a token makes the server read anything.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from typing import Any, cast

from fastapi import Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from typing_extensions import override

from contracts.errors import Forbidden, Unavailable
from contracts.messages import Caller, Role
from server.identity.identity import Identity
from server.limits.request_body import CALLER


class Admission:
    """Tells who calls; a route that depends on this is closed to strangers, or to whoever has none
    of its roles (an admin has them all).

    A `ClosedRoute` asks it before it reads anything of the body, and what it found is kept: a
    request is looked at once.
    """

    def __init__(self, *roles: Role) -> None:
        self._roles = roles

    async def __call__(self, request: Request) -> Caller:
        """Return who calls, or refuse."""
        known: Caller | None = getattr(request.state, CALLER, None)
        if known is None:
            known = await caller_of(request)
            setattr(request.state, CALLER, known)
        if self._roles and not known.has(*self._roles):
            needed = " or ".join(self._roles)
            raise Forbidden(f"this needs the role {needed}; ask an administrator")
        return known


class ClosedRoute(APIRoute):
    """Closed to strangers as far as its function depends on an `Admission`."""

    @override
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        admissions = list(_admissions(self.dependant))

        async def admitted(request: Request) -> Response:
            for admission in admissions:
                await admission(request)
            return await handle(request)

        return admitted


def _admissions(dependant: Dependant) -> Iterator[Admission]:
    if isinstance(dependant.call, Admission):
        yield dependant.call
    for inner in dependant.dependencies:
        yield from _admissions(inner)


def identity_of(request: Request) -> Identity:
    """Return the identity of the app that answers this request."""
    opened = getattr(request.app.state, "identity", None)
    if opened is None:
        raise starting()
    return cast(Identity, opened)


async def caller_of(request: Request) -> Caller:
    """Tell who sends a request, by its token or by the cookies of a page of ours."""
    identity = identity_of(request)
    return await identity.caller(identity.own_page.authorization(request, identity.cookies))


def is_signed(request: Request) -> bool:
    """Tell whether a request says whom it is from, be that true or not."""
    identity = identity_of(request)
    return identity.own_page.authorization(request, identity.cookies) is not None


def starting() -> Unavailable:
    """Say that the worker is not ready yet."""
    return Unavailable("the server is starting; try again in a moment", retry_after=1)
