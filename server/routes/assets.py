"""The files of our pages."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from contracts.errors import NotFound
from server.pages.assets import page_assets

router = APIRouter(prefix="/assets", include_in_schema=False)


@router.get("/{name}")
async def asset(name: str, request: Request) -> Response:
    """Send a file; its name changes with what it holds, so it is kept for a year."""
    found = (await asyncio.to_thread(page_assets)).get(name)
    if found is None:
        raise NotFound("there is no such file")
    packed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {
        "cache-control": "public, max-age=31536000, immutable",
        "cross-origin-resource-policy": "cross-origin",  # a frame's sandbox is of no origin
        "vary": "accept-encoding",
        **({"content-encoding": "gzip"} if packed else {}),
    }
    return Response(found.packed if packed else found.content, 200, headers, found.type)
