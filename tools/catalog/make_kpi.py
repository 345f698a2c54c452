"""Shows one figure."""

from typing import Annotated

from pydantic import Field

from analysis.query import DataQuery
from analysis.widget import WidgetSpec
from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool
from tools.told_result import shown_result


@tool(
    timeout=60,
    title={"en": "Show a figure", "pt": "Mostrar um número"},
    most_output=32_000,
    phrases=LocalPhrases(data="kpi"),
)
async def make_kpi(
    title: Annotated[str, Field(min_length=1, max_length=200)], query: DataQuery, ctx: ToolContext
) -> JsonObject:
    """Show one figure large (KPI, indicador), worked out by a query with one measure.

    Args:
        title: What the figure is, in the person's language.
        query: What to work out; without groups.
    """
    return await shown_result(WidgetSpec(kind="kpi", title=title, query=query), ctx)
