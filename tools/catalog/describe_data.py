"""Tells what a table holds: its columns, their kinds, figures and values."""

import asyncio
from typing import Annotated

from pydantic import Field

from analysis.profile import DatasetProfile
from analysis.relevance import narrowed
from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool

_MOST_DATASETS = 4
_MOST_NAMES = 200  # of columns that are not described


@tool(
    title={"en": "Look at the data", "pt": "Ver os dados"},
    most_output=48_000,
    phrases=LocalPhrases(data="look"),
)
async def describe_data(
    ctx: ToolContext,
    dataset: Annotated[str | None, Field(max_length=200)] = None,
    about: Annotated[str, Field(max_length=600)] = "",
) -> JsonObject:
    """Describe tables: their rows, columns, kinds, ranges and most frequent values.

    Args:
        dataset: The name of one of them; all of them if left out.
        about: What you want to know. Of a wide table, the columns and values like it are told.
    """
    found = [await ctx.data.profile(dataset)] if dataset else await ctx.data.profiles()
    told = [await asyncio.to_thread(_told, p, about) for p in found[:_MOST_DATASETS]]
    return {"datasets": told, "others": [p.name for p in found[_MOST_DATASETS:]][:_MOST_NAMES]}


def _told(profile: DatasetProfile, about: str) -> JsonObject:
    kept, left_out = narrowed(profile, about)
    told = kept.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    if left_out:
        told["other_columns"] = left_out[:_MOST_NAMES]
        told["columns_in_all"] = len(profile.columns)
    return told
