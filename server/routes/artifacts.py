"""The HTML and SVG of answers and dashboards, and the frames in which they run."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter, Request
from starlette.responses import Response

from contracts.errors import BatutaError, NotFound
from server.dashboard_views import FRAME_LIFE
from server.limits.admission import ClosedRoute, identity_of
from server.page_answers import frame_answer, refusal_answer
from server.pages.frame_page import FrameTheme
from server.routes.artifacts_forms import ArtifactOut
from server.routes.dependencies import CallerDep, LanguageDep, RuntimeDep
from server.runtime import Runtime
from store import artifacts, dashboards
from store.artifacts import ArtifactKind

router = APIRouter(prefix="/artifacts", tags=["artifacts"], route_class=ClosedRoute)


@router.get("/{artifact_id}")
async def detail(
    artifact_id: UUID, request: Request, known: CallerDep, here: RuntimeDep
) -> ArtifactOut:
    """Open an artifact: its code, and an address for an `<iframe sandbox="allow-scripts">`."""
    found = await artifacts.find(here.pool, known, artifact_id)
    if found is None:
        raise NotFound("you have no artifact of this id")
    address = await identity_of(request).sign_address(f"artifact/{found.id}", FRAME_LIFE)
    return ArtifactOut(
        id=str(found.id),
        session=str(found.session_id),
        turn=str(found.turn_id),
        kind=found.kind,
        title=found.title,
        content=found.content,
        frame=f"/artifacts/{address}/frame",
        frame_expires_in=int(FRAME_LIFE.total_seconds()),
        created_at=found.created_at,
    )


@router.get("/{token}/frame", include_in_schema=False)
async def frame(
    token: str,
    request: Request,
    here: RuntimeDep,
    language: LanguageDep,
    theme: FrameTheme | None = None,
) -> Response:
    """Show what a model has written, apart from everything; the address was signed for this."""
    try:
        what = await identity_of(request).signed_address(token)
        kind, title, content = await _content(here, what or "")
    except BatutaError as exc:
        return refusal_answer(exc, language)
    host = request.headers.get("host", "")
    return frame_answer(kind, title, content, language, theme, host)


async def _content(here: Runtime, what: str) -> tuple[ArtifactKind, str, str]:
    match what.split("/"):
        case ["artifact", artifact_id]:
            found = await artifacts.framed(here.pool, UUID(artifact_id))
            if found is not None:
                return found.kind, found.title, found.content
        case ["dashboard", dashboard_id, tile]:
            framed = await dashboards.framed(here.pool, UUID(dashboard_id), tile)
            if framed is not None:
                return "html", *framed
        case _:
            pass
    raise NotFound("the address of this frame is over; load the page again")
