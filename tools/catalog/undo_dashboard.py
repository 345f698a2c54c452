"""The way back from a change of a dashboard, and forth again."""

from contracts.events import Dashboard
from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool
from tools.dashboards import told


@tool(
    side_effect=True,
    idempotent=True,
    title={"en": "Undo a change of the dashboard", "pt": "Desfazer uma alteração do dashboard"},
    phrases=LocalPhrases(
        data="undo_board",
        listed={
            "en": "undo a change of a dashboard: “undo”",
            "pt": "desfazer uma alteração: “desfaz”",
        },
    ),
)
async def undo_dashboard(
    ctx: ToolContext, dashboard: str | None = None, redo: bool = False
) -> JsonObject:
    """Undo the last change of a dashboard, or do it again (desfaz, volta atrás, refaz).

    Args:
        dashboard: Its id; the last one of this conversation if it is left out.
        redo: Do again what was undone last.
    """
    known = await ctx.dashboards.find(dashboard)
    way = "redo" if redo else "undo"
    changed = await ctx.dashboards.step(known.id, way, key=ctx.idempotency_key)
    ctx.show(Dashboard(id=str(changed.id), title=changed.document.title, url=changed.url))
    return told(changed)
