"""Tells how far the reading of an upload is, line by line, and at the end what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable

import orjson
from starlette.requests import Request

from contracts.json import JsonObject
from server.errors import problem_response, public_error
from server.routes.files_forms import UploadOut

LINES = "application/jsonl"
_WAITING = 100  # reports that nobody has taken yet; more are dropped
Tell = Callable[[float | None, str], None]


def wants_progress(request: Request) -> bool:
    """Tell whether the client asked to be told meanwhile."""
    return LINES in request.headers.get("accept", "")


async def progress_lines(
    work: Callable[[Tell], Awaitable[UploadOut]], heartbeat: float
) -> AsyncGenerator[bytes]:
    """Do the work and yield what is told of it; if nobody reads on, it is given up."""
    told = asyncio.Queue[JsonObject | None](_WAITING + 1)

    def tell(fraction: float | None, note: str) -> None:
        if told.qsize() < _WAITING:
            told.put_nowait({"type": "progress", "fraction": fraction, "note": note})

    async def done() -> JsonObject:
        try:
            return {"type": "done", **(await work(tell)).model_dump(mode="json")}
        except Exception as exc:  # noqa: BLE001  # the answer has begun: it is told as a line
            problem = orjson.loads(problem_response(public_error(exc)).body)
            return {"type": "error", "problem": problem}
        finally:
            told.put_nowait(None)

    task = asyncio.create_task(done(), name="upload")
    try:
        waiting = True
        while waiting:
            try:
                line = await asyncio.wait_for(told.get(), heartbeat)
            except TimeoutError:
                line = {"type": "heartbeat"}
            waiting = line is not None
            yield orjson.dumps(line if line is not None else await task) + b"\n"
    finally:
        task.cancel()
        await asyncio.wait([task])
