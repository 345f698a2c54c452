"""Asks a table a structured query."""

from analysis.query import DataQuery
from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool
from tools.told_result import told_result


@tool(
    timeout=60,
    title={"en": "Ask the data", "pt": "Consultar os dados"},
    most_output=32_000,
    phrases=LocalPhrases(
        data="ask",
        ability={
            "en": "answer questions about your tables",
            "pt": "responder sobre as suas tabelas",
        },
        listed={
            "en": "work out figures of a table: “which product sold the most?”",
            "pt": "calcular números de uma tabela: “qual é o produto mais vendido?”",
        },
    ),
)
async def query_data(query: DataQuery, ctx: ToolContext) -> JsonObject:
    """Work out figures of a table over all of its rows: counts, sums, averages, shares, tops.

    Its result names a `ref`; cite it as [ref] behind figures that you take from it.

    Args:
        query: What to work out, of which rows, in which groups.
    """
    return told_result(await ctx.data.query(query))
