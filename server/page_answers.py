"""Pages, frames and files as answers: with the headers that keep them to themselves."""

from __future__ import annotations

import re
from urllib.parse import quote

from starlette.responses import Response

from contracts.errors import BatutaError, Expired, NotFound, RateLimited
from language.detect import Language
from server.errors import STATUS
from server.pages.dashboard_page import PAGE_POLICY, dashboard_page, refusal_page
from server.pages.frame_page import FrameTheme, frame_page, frame_policy
from store.artifacts import ArtifactKind

HTML = "text/html; charset=utf-8"
_APART = {
    "x-frame-options": "SAMEORIGIN",
    "cross-origin-resource-policy": "same-origin",
    "x-dns-prefetch-control": "off",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), usb=(), clipboard-read=()",
}
_PAGE = _APART | {  # no word of openers for frames: what is sandboxed must not have any
    "content-security-policy": PAGE_POLICY,
    "cross-origin-opener-policy": "same-origin",
}


def page_answer(title: str, source: str, language: Language, *, printing: bool) -> Response:
    """Answer with the page of a dashboard."""
    text = dashboard_page(title, source, language, printing=printing)
    return Response(text, 200, _PAGE, HTML)


def refusal_answer(error: BatutaError, language: Language, way_in: str | None = None) -> Response:
    """Answer a browser with a page that says why there is nothing to see, and where to sign in."""
    kind = "fault"
    if isinstance(error, NotFound | Expired | RateLimited):
        kind = {NotFound: "gone", Expired: "expired", RateLimited: "busy"}[type(error)]
    headers = dict(_PAGE)
    if error.retry_after is not None:
        headers["retry-after"] = str(error.retry_after)
    return Response(refusal_page(kind, language, way_in), STATUS[error.code], headers, HTML)


def frame_answer(
    kind: ArtifactKind, title: str, content: str, language: Language, theme: FrameTheme | None,
    host: str,
) -> Response:  # fmt: skip
    """Answer with the frame around what a model has written."""
    headers = _APART | {"content-security-policy": frame_policy(host)}
    return Response(frame_page(kind, title, content, language, theme), 200, headers, HTML)


def csv_answer(title: str, rows: str) -> Response:
    """Answer with a file to be saved under a widget's title."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", title).strip("-")[:60] or "data"
    named = f"attachment; filename=\"{plain}.csv\"; filename*=UTF-8''{quote(title[:100], '')}.csv"
    return Response(rows, 200, {"content-disposition": named}, "text/csv; charset=utf-8")
