"""How tools give a query's result to a model, and show it to a person."""

from __future__ import annotations

import asyncio

from analysis.result import QueryResult
from analysis.widget import WidgetSpec, draw
from contracts.json import JsonObject
from tools.context import ToolContext


def told_result(result: QueryResult) -> JsonObject:
    """Return a result as a model reads it: its figures, and where they come from."""
    return result.model_dump(mode="json", exclude_none=True, exclude_defaults=True)


async def shown_result(spec: WidgetSpec, ctx: ToolContext) -> JsonObject:
    """Work a widget's query out, show it with the call, and return its figures."""
    result = await ctx.data.query(spec.query)
    language = "pt" if ctx.language == "pt" else "en"
    drawn = await asyncio.to_thread(draw, spec, result, "", language)
    return {"shown": ctx.show(drawn), **told_result(result)}
