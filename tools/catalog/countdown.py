"""A kitchen timer: the plainest tool that takes long, reports progress and can be cancelled."""

import asyncio
from typing import Annotated, Any

from pydantic import Field

from tools import ToolContext, tool

_NOTES = {"en": "{} s left", "pt": "faltam {} s"}


@tool(timeout=130, title={"en": "Timer", "pt": "Temporizador"})
async def countdown(
    seconds: Annotated[int, Field(ge=1, le=120)], ctx: ToolContext
) -> dict[str, Any]:
    """Start a timer (temporizador, contagem regressiva) and wait until its time is up.

    Args:
        seconds: How many seconds to wait, at most 120.
    """
    note = _NOTES.get(ctx.language, _NOTES["en"])
    for gone in range(seconds):
        ctx.progress(gone / seconds, note.format(seconds - gone))
        await asyncio.sleep(1)
    ctx.progress(1.0)
    return {"waited_seconds": seconds}
