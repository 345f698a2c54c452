"""Changes of a dashboard in one flat form, which models fill in more surely than a union."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from analysis.chart import ChartKind
from analysis.dashboard import TileContent, TileKind, TileText, TileTitle
from analysis.dashboard_edit import MOST_EDITS, AnyEdit, DashboardEdit, TileName
from analysis.query import DataQuery
from contracts.events import Dashboard
from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, ToolFailed, tool
from tools.dashboards import said_of, told

_EDITS: TypeAdapter[list[AnyEdit]] = TypeAdapter(list[DashboardEdit])


class DashboardChange(BaseModel):
    """One change; fill in what it needs."""

    model_config = ConfigDict(extra="forbid")

    edit: Literal["add", "remove", "move", "resize", "rename", "change", "pin", "unpin"] = Field(
        description="add: `new`; remove: `widget`; move: `widget` with `x`, `y`; resize: `widget`"
        " with `w`, `h`; rename: `title`, of `widget` or without it of the dashboard; change:"
        " `widget` with `kind`, `chart`, `query` or `text`; pin (keep the figures of now), unpin:"
        " `widget`, or all without it."
    )
    widget: TileName | None = None
    new: TileContent | None = None
    title: TileTitle | None = None
    kind: TileKind | None = None
    chart: ChartKind | None = None
    query: DataQuery | None = None
    text: TileText | None = None
    x: int | None = Field(default=None, description="The column of 12, from 0.")
    y: int | None = Field(default=None, description="The row, from 0.")
    w: int | None = Field(default=None, description="Columns of 12.")
    h: int | None = Field(default=None, description="Rows.")


@tool(
    timeout=120,
    side_effect=True,
    idempotent=True,
    title={"en": "Change the dashboard", "pt": "Alterar o dashboard"},
    phrases=LocalPhrases(
        data="change_board",
        listed={
            "en": "change a dashboard: “swap the pie for bars”, “add sales by city”",
            "pt": "alterar um dashboard: “troca a pizza por barras”, “adiciona vendas por cidade”",
        },
    ),
)
async def update_dashboard(
    edits: Annotated[list[DashboardChange], Field(min_length=1, max_length=MOST_EDITS)],
    ctx: ToolContext,
    dashboard: str | None = None,
) -> JsonObject:
    """Change a dashboard: add, remove, move, resize, rename, change or pin widgets.

    All of the edits are carried out, or none. Name widgets by their title or id, as they were
    told ("troca a pizza por barras": change, widget "Pizza", chart "bar").

    Args:
        edits: The changes, in their order.
        dashboard: Its id; the last one of this conversation if it is left out.
    """
    wanted = [_edit(each) for each in edits]
    try:
        read = _EDITS.validate_python(wanted)
    except ValidationError as exc:
        at = exc.errors(include_url=False, include_input=False)[0]["loc"]
        where = ".".join(str(part) for part in at)
        raise ToolFailed(f"edits.{where}: {said_of(exc)}") from None
    known = await ctx.dashboards.find(dashboard)
    changed = await ctx.dashboards.edit(known.id, read, key=ctx.idempotency_key)
    ctx.show(Dashboard(id=str(changed.id), title=changed.document.title, url=changed.url))
    return told(changed)


def _edit(change: DashboardChange) -> JsonObject:
    given: JsonObject = {
        name: value
        for name in DashboardChange.model_fields
        if (value := getattr(change, name)) is not None
    }
    new: Any = given.pop("new", None)
    return given | ({"widget": new} if change.edit == "add" and new is not None else {})
