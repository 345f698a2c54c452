"""Pictures that a program has drawn, shown to the person in a frame of their own."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape

from contracts.events import Artifact
from contracts.json import JsonObject
from tools.context import ToolContext
from tools.sandbox.result import JobArtifact

MOST_PICTURES = 6
LARGEST = 180_000  # bytes: written as text they still fit into an artifact
_TITLE = {"en": "Figure {}", "pt": "Figura {}"}


async def show_pictures(artifacts: Sequence[JobArtifact], ctx: ToolContext) -> JsonObject:
    """Show the pictures that a job has left; returns how many, and which were left out."""
    pictures = [each for each in artifacts if each.media_type == "image/png"]
    fit = [each for each in pictures if len(each.data) <= LARGEST][:MOST_PICTURES]
    for number, picture in enumerate(fit, 1):
        title = _TITLE["pt" if ctx.language == "pt" else "en"].format(number)
        name = f"{ctx.call_id}/{number}"
        kept = await ctx.store.keep_artifact(name, ctx.turn_id, title, _framed(picture, title))
        ctx.show(Artifact(id=str(kept), title=title, url=f"/artifacts/{kept}", kind="html"))
    told: JsonObject = {"shown": len(fit)}
    if len(pictures) > len(fit):
        told["left_out"] = (
            f"{len(pictures) - len(fit)}: at most {MOST_PICTURES} of {LARGEST} bytes are shown"
        )
    return told


def _framed(picture: JobArtifact, title: str) -> str:
    data = base64.b64encode(picture.data).decode("ascii")
    return f'<img src="data:image/png;base64,{data}" alt="{escape(title)}" style="max-width:100%">'
