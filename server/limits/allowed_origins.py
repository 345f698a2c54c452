"""Pages of other origins that may call the API, with a token and never with a cookie."""

from __future__ import annotations

import re

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

_ORIGIN = re.compile(r"https?://(?:[a-z0-9.-]{1,253}|\[[0-9a-f:]{2,45}\])(?::\d{1,5})?")
_SENT = ("authorization", "content-type", "idempotency-key", "last-event-id", "x-correlation-id")
_READ = ("x-turn-id", "x-correlation-id", "retry-after", "content-disposition")
_REMEMBERED_SECONDS = 600


def checked_origins(said: str) -> str:
    """Refuse what is no origin; `*` would let every page of the world try tokens on us."""
    for origin in origins_in(said):
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(
                f"'{origin[:80]}' is no origin; one looks like https://chat.example.org,"
                " without a path"
            )
    return said


def origins_in(said: str) -> list[str]:
    """List the origins of a setting, as browsers write them."""
    return [part.strip().lower().rstrip("/") for part in said.split(",") if part.strip()]


def allow_origins(app: FastAPI, said: str) -> None:
    """Let pages of these origins read answers; nothing is added where there are none."""
    if origins := origins_in(said):
        app.add_middleware(
            CORSMiddleware,
            allow_origins=origins,
            allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
            allow_headers=list(_SENT),
            expose_headers=list(_READ),
            allow_credentials=False,
            max_age=_REMEMBERED_SECONDS,
        )
