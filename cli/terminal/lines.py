"""From one line of the stream to an event; words of a newer server are passed over, not fatal."""

from __future__ import annotations

from dataclasses import dataclass

import orjson
from pydantic import BaseModel, ValidationError

from contracts.events import Event, StreamEventAdapter


@dataclass(frozen=True, slots=True)
class Unknown:
    """An event this client has no words for; it still holds its place in the sequence."""

    seq: int


class BrokenLine(Exception):
    """A line that is not a whole event: the connection was cut inside it."""


class _EventHead(BaseModel):
    type: str
    seq: int


def parse(line: str) -> Event | Unknown | None:
    """Read one line; None for a heartbeat."""
    if not line.strip():
        return None
    try:
        raw = orjson.loads(line)
        place = _EventHead.model_validate(raw)
    except (orjson.JSONDecodeError, ValidationError) as exc:
        raise BrokenLine("the stream carried half an event") from exc
    try:
        return StreamEventAdapter.validate_python(raw, extra="ignore")
    except ValidationError:
        return Unknown(place.seq)
