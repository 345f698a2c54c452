"""A kitchen timer: the plainest tool that takes long, reports progress and can be cancelled."""

import asyncio
from typing import Annotated

from pydantic import Field

from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool

_NOTES = {"en": "{} s left", "pt": "faltam {} s"}


@tool(
    timeout=130,
    title={"en": "Timer", "pt": "Temporizador"},
    phrases=LocalPhrases(
        ability={"en": "set a timer", "pt": "marcar um tempo"},
        listed={
            "en": "wait with you, up to two minutes: “set a timer for 20 seconds”",
            "pt": "contar o tempo, até dois minutos: “conta 20 segundos”",
        },
        ask={
            "seconds": {
                "en": "For how many seconds? (120 at most)",
                "pt": "Por quantos segundos? (no máximo 120)",
            }
        },
        result={
            "en": "Waited seconds: {waited_seconds}.",
            "pt": "Segundos esperados: {waited_seconds}.",
        },
    ),
)
async def countdown(seconds: Annotated[int, Field(ge=1, le=120)], ctx: ToolContext) -> JsonObject:
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
