"""Shows a chart."""

from typing import Annotated

from pydantic import Field

from analysis.chart import ChartKind
from analysis.query import DataQuery
from analysis.widget import WidgetSpec
from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool
from tools.told_result import shown_result


@tool(
    timeout=60,
    title={"en": "Draw a chart", "pt": "Fazer um gráfico"},
    most_output=32_000,
    phrases=LocalPhrases(
        data="chart",
        listed={
            "en": "draw a chart: “show it in a chart”, “sales by month as a line”",
            "pt": "fazer um gráfico: “mostra num gráfico”, “vendas por mês em linha”",
        },
    ),
)
async def make_chart(
    chart: ChartKind,
    title: Annotated[str, Field(min_length=1, max_length=200)],
    query: DataQuery,
    ctx: ToolContext,
) -> JsonObject:
    """Draw a chart (gráfico) of a query's result.

    Args:
        chart: bar or line for figures by group or time, pie or doughnut for shares, scatter for two
            columns of numbers, histogram for a group with bins, heatmap for two groups, box for
            min, first_quartile, median, third_quartile and max.
        title: What the chart shows, in the person's language.
        query: What to work out.
    """
    return await shown_result(WidgetSpec(kind="chart", title=title, query=query, chart=chart), ctx)
