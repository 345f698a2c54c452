"""A dashboard made in one call: every query is tried, so that nothing empty is handed over."""

from typing import Annotated

from pydantic import Field

from analysis.dashboard import MOST_TILES, TileContent, TileTitle
from contracts.events import Dashboard
from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool
from tools.dashboards import told


@tool(
    timeout=120,
    side_effect=True,
    idempotent=True,
    title={"en": "Create a dashboard", "pt": "Criar um dashboard"},
    phrases=LocalPhrases(
        data="board",
        ability={"en": "make dashboards", "pt": "montar dashboards"},
        listed={
            "en": "make a dashboard of what you asked: “create a dashboard”",
            "pt": "montar um dashboard do que você perguntou: “cria um dashboard”",
        },
    ),
)
async def create_dashboard(
    title: TileTitle,
    widgets: Annotated[list[TileContent], Field(min_length=1, max_length=MOST_TILES)],
    ctx: ToolContext,
) -> JsonObject:
    """Create a dashboard that the person keeps and can share (cria um dashboard, painel).

    Give each widget a short title. Figures come from its query and are never written by you; in
    markdown and html write none that no query has given.

    Args:
        title: What the dashboard is called.
        widgets: From the most important one to the least; they are laid out in this order.
    """
    made = await ctx.dashboards.create(title, widgets, ctx.idempotency_key)
    ctx.show(Dashboard(id=str(made.id), title=made.document.title, url=made.url))
    return told(made)
