"""GET / and /app/…: the web application."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from contracts.errors import NotFound
from server.pages.web_app import APP_POLICY, IMMUTABLE, INDEX, WebFile, web_file

router = APIRouter(include_in_schema=False)
NOT_BUILT = (
    "The pages of Batuta have not been built. In a checkout: make web\n"
    "As paginas do Batuta ainda nao foram construidas. No repositorio: make web\n"
)
_PAGE = {
    "content-security-policy": APP_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), usb=()",
}


@router.get("/")
async def home() -> Response:
    """Lead to the application."""
    return RedirectResponse("/app/", 303)


@router.get("/app/{path:path}")
async def app_file(path: str, request: Request) -> Response:
    """Send a file of the application; what is none is one of its pages."""
    found = await asyncio.to_thread(web_file, path)
    if found is not None and path != INDEX:
        return _answer(found, request, kept=path.startswith(IMMUTABLE))
    if path.startswith(IMMUTABLE):
        raise NotFound("there is no such file; load the page again")
    index = await asyncio.to_thread(web_file, INDEX)
    if index is None:
        return PlainTextResponse(NOT_BUILT, 503)
    return _answer(index, request, kept=False)


def _answer(found: WebFile, request: Request, *, kept: bool) -> Response:
    age = "public, max-age=31536000, immutable" if kept else "no-cache"
    headers = {**_PAGE, "cache-control": age, "etag": found.mark, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == found.mark:
        return Response(None, 304, headers)
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.packed, 200, {**headers, "content-encoding": "gzip"}, found.type)
    return Response(found.content, 200, headers, found.type)
