"""Asks the tables in SQL, where a structured query is not enough."""

from typing import Annotated

from pydantic import Field

from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool
from tools.told_result import told_result


@tool(
    timeout=60,
    title={"en": "Ask by SQL", "pt": "Consultar por SQL"},
    most_output=32_000,
    phrases=LocalPhrases(for_models_only=True),
)
async def run_sql(
    sql: Annotated[str, Field(min_length=1, max_length=8_000)],
    ctx: ToolContext,
    limit: Annotated[int, Field(ge=1, le=1_000)] = 200,
) -> JsonObject:
    """Run one SELECT (DuckDB's SQL) over the tables; for joins, windows and what query_data lacks.

    Tables are named like their files, in double quotes: "sales.csv". Nothing can be changed.

    Args:
        sql: One statement that begins with SELECT or WITH.
        limit: How many rows to return at most.
    """
    return told_result(await ctx.data.sql(sql, limit))
