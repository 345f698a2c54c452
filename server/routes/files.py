"""Files: send one into a conversation, see what was read of it, take it back, delete it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response, StreamingResponse

from agent.data.export import csv_pieces, rows_page
from agent.data.reading import file_name
from agent.data.uploads import AcceptedUpload, SentUpload, known_upload, may_upload, take_upload
from agent.path.accept import session_id_of
from contracts.errors import InvalidRequest, NotFound, Unavailable
from contracts.messages import Caller
from server.limits.admission import ClosedRoute
from server.limits.upload_body import ReceivedFile, receive_upload
from server.routes.dependencies import CallerDep, RuntimeDep
from server.routes.files_forms import (
    DatasetDetail,
    DatasetList,
    RowsOut,
    UploadOut,
    dataset_out,
    detail_out,
)
from server.routes.upload_progress import LINES, Tell, progress_lines, wants_progress
from server.runtime import Runtime
from store import datasets, sessions
from store.datasets import DatasetRow, UploadLimits

router = APIRouter(tags=["files"], route_class=ClosedRoute)
_LARGEST_OFFSET = 2**31
_FORM = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {"file": {"type": "string", "format": "binary"}},
                }
            }
        },
    }
}


@router.post(
    "/sessions/{session_id}/files",
    status_code=201,
    response_model=UploadOut,
    responses={200: {"description": "Lines that tell how far it is.", "content": {LINES: {}}}},
    openapi_extra=_FORM,
)
async def upload(
    request: Request,
    session_id: str,
    known: CallerDep,
    here: RuntimeDep,
    idempotency_key: Annotated[str | None, Header(max_length=200)] = None,
) -> UploadOut | StreamingResponse:
    """Send a file (CSV, TSV, XLSX, JSON lines, Parquet); it becomes data of the conversation."""
    if here.engine.draining:
        raise Unavailable("this worker is stopping; send the file again", retry_after=1)
    key, settings = session_id_of(known, session_id), here.settings
    limits = UploadLimits(
        settings.uploads_per_minute, settings.max_datasets, settings.max_dataset_mb << 20
    )
    await may_upload(here.services, known, key, idempotency_key or None, limits)
    async with AsyncExitStack() as stack:
        received = await stack.enter_async_context(_received(request, here))
        name, once = _named(received.name), idempotency_key or None
        sent = SentUpload(key, name, received.read, received.digest, once)
        if not wants_progress(request):
            return await _taken(here, known, sent)
        held = stack.pop_all()  # the file is let go of when the answer ends

    async def work(tell: Tell) -> UploadOut:
        async with held:
            return await _taken(here, known, sent, tell)

    return StreamingResponse(progress_lines(work, settings.heartbeat_seconds), media_type=LINES)


@router.get("/sessions/{session_id}/files")
async def list_(session_id: str, known: CallerDep, here: RuntimeDep) -> DatasetList:
    """List what a conversation knows: its own data, the newest first, then the project's."""
    key = session_id_of(known, session_id)
    if await sessions.find(here.pool, known, key) is None:
        raise NotFound("you have no session of this id")
    rows = await datasets.known_to(here.pool, known, key, here.services.project)
    return DatasetList(datasets=[dataset_out(row) for row in rows])


@router.get("/files/{file_id}", response_model=DatasetDetail)
async def detail(
    file_id: UUID,
    known: CallerDep,
    here: RuntimeDep,
    offset: Annotated[int, Query(ge=0, le=_LARGEST_OFFSET)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """Open a dataset: what is known of its columns, and a page of its rows."""
    row = await _found(here, known, file_id)
    profiles = await here.services.datasets.profiles(here.pool, [row])
    if not profiles:
        raise _unknown()
    page = await rows_page(here.services, row, offset, limit)
    following = offset + limit if offset + limit < row.rows else None
    preview = RowsOut(columns=page.columns, rows=page.rows, offset=offset, next=following)
    # Of five thousand columns it takes longer than the loop may be held.
    text = await asyncio.to_thread(
        lambda: detail_out(row, profiles[0], preview).model_dump_json().encode()
    )
    return Response(text, media_type="application/json")


@router.get(
    "/files/{file_id}/download",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/csv": {}}}},
)
async def download(file_id: UUID, known: CallerDep, here: RuntimeDep) -> StreamingResponse:
    """Take a dataset back as CSV; what a spreadsheet would carry out is written as text."""
    row = await _found(here, known, file_id)
    pieces = csv_pieces(here.services, row)
    first = await anext(pieces, b"")  # what fails, fails before the answer has begun

    async def body() -> AsyncGenerator[bytes]:
        yield first
        async for piece in pieces:
            yield piece

    headers = {
        "content-disposition": f'attachment; filename="{row.id}.csv"',
        "x-content-type-options": "nosniff",
    }
    return StreamingResponse(body(), media_type="text/csv; charset=utf-8", headers=headers)


@router.delete("/files/{file_id}", status_code=204)
async def delete(file_id: UUID, known: CallerDep, here: RuntimeDep) -> Response:
    """Delete a dataset of yours; what was said of it stays in its conversation."""
    if not await datasets.delete(here.pool, known, file_id):
        raise _unknown()
    return Response(status_code=204)


async def _taken(
    here: Runtime, known: Caller, sent: SentUpload, tell: Tell | None = None
) -> UploadOut:
    """Read a file and start the turn that tells of it."""
    done = await known_upload(here.services, known, sent) or await take_upload(
        here.services,
        known,
        sent,
        here.limits,
        memory_mb=here.settings.upload_memory_mb,
        on_progress=tell,
    )
    if done.turn.starts:
        await here.engine.start_safely(done.turn.id)
    return _told(done)


@asynccontextmanager
async def _received(request: Request, here: Runtime) -> AsyncGenerator[ReceivedFile]:
    """Receive a file to disk; so many at a time, because each takes memory when it is read."""
    if here.uploads.full:
        raise Unavailable("too many files are being received here right now", retry_after=2)
    with here.uploads.taken():
        settings = here.settings
        received = await receive_upload(
            request, settings.max_upload_mb << 20, settings.upload_seconds
        )
        try:
            yield received
        finally:
            received.close()


def _named(given: str) -> str:
    name = file_name(given)
    if not name:
        raise InvalidRequest("the file has no name; give it one that says its kind, as data.csv")
    return name


def _told(done: AcceptedUpload) -> UploadOut:
    if not done.datasets:
        raise InvalidRequest("what this Idempotency-Key stood for was deleted; use a new key")
    shown = [dataset_out(row) for row in done.datasets]
    return UploadOut(dataset=shown[0], datasets=shown, summary=done.summary, turn=str(done.turn.id))


async def _found(here: Runtime, known: Caller, file_id: UUID) -> DatasetRow:
    row = await datasets.find(here.pool, known, file_id, here.services.project)
    if row is None:
        raise _unknown()
    return row


def _unknown() -> NotFound:
    return NotFound("you have no file of this id")
