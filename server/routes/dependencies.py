"""What routes depend on: who calls, the runtime, and fields that several of them demand."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, cast, get_args

from fastapi import Depends, Query, Request
from pydantic import AfterValidator

from contracts.messages import Caller
from language.clean import is_text
from language.detect import Language
from server.identity.identity import Identity
from server.limits.admission import Admission, identity_of, starting
from server.runtime import Runtime

LARGEST_INT = 2**31 - 1  # what the database counts to


async def runtime(request: Request) -> Runtime:
    """Return the runtime of the app that answers this request (async: a thread would cost more)."""
    opened = getattr(request.app.state, "runtime", None)
    if opened is None:
        raise starting()
    return cast(Runtime, opened)


def browser_language(request: Request) -> Language | None:
    """Return the first language of ours that a browser asks for; None where it names none."""
    asked = request.headers.get("accept-language", "")[:200].lower()
    named = (each.strip()[:2] for each in asked.split(","))
    first = next((each for each in named if each in get_args(Language)), None)
    return cast("Language | None", first)


async def page_language(
    request: Request,
    language: Annotated[
        Language | None, Query(description="Else what the browser asks for.")
    ] = None,
) -> Language:
    """Return the language in which somebody reads what is written for them."""
    return language or browser_language(request) or "en"


async def page_identity(request: Request) -> Identity:
    """Return the identity by which people sign in, to a page of ours alone."""
    identity = identity_of(request)
    identity.own_page.require(request)
    return identity


CallerDep = Annotated[Caller, Depends(Admission())]
StaffDep = Annotated[Caller, Depends(Admission("staff"))]
ModeratorDep = Annotated[Caller, Depends(Admission("moderator"))]
AdminDep = Annotated[Caller, Depends(Admission("admin"))]
OwnerDep = Annotated[Caller, Depends(Admission("owner"))]
RuntimeDep = Annotated[Runtime, Depends(runtime)]
PageIdentityDep = Annotated[Identity, Depends(page_identity)]
LanguageDep = Annotated[Language, Depends(page_language)]


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
