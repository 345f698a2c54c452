"""What several routes demand of a field."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator


def is_text(given: str) -> bool:
    """Tell whether a text holds nothing that no text can hold."""
    return "\x00" not in given and not any("\ud800" <= c <= "\udfff" for c in given)


def _insist(given: str) -> str:
    if not is_text(given):
        raise ValueError("it has characters that are not text (NUL or surrogates)")
    return given


def _in_utc(moment: datetime) -> datetime:
    """Read a moment without a zone as UTC; refuse one that the calendar of UTC does not reach."""
    try:
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("the moment is out of range") from None


ONLY_TEXT = AfterValidator(_insist)
Moment = Annotated[datetime, AfterValidator(_in_utc)]
