"""Shows a table."""

from typing import Annotated

from pydantic import Field

from analysis.query import DataQuery
from analysis.widget import WidgetSpec
from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool
from tools.told_result import shown_result


@tool(
    timeout=60,
    title={"en": "Show a table", "pt": "Mostrar uma tabela"},
    most_output=32_000,
    phrases=LocalPhrases(data="table"),
)
async def make_table(
    title: Annotated[str, Field(min_length=1, max_length=200)], query: DataQuery, ctx: ToolContext
) -> JsonObject:
    """Show the rows of a query as a table (tabela).

    Args:
        title: What the table shows, in the person's language.
        query: What to work out, or which columns of which rows to list.
    """
    return await shown_result(WidgetSpec(kind="table", title=title, query=query), ctx)
