"""A link to a dashboard, made after the person has agreed to it."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from contracts.events import Dashboard
from contracts.json import JsonObject
from store.dashboard_shares import Audience
from tools import LocalPhrases, ToolContext, tool
from tools.dashboards import MOST_PEOPLE


@tool(
    approval="ask",
    side_effect=True,
    idempotent=True,
    title={"en": "Share the dashboard", "pt": "Partilhar o dashboard"},
    phrases=LocalPhrases(
        data="share_board",
        listed={
            "en": "share a dashboard by a link: “share the dashboard”",
            "pt": "compartilhar um dashboard por link: “compartilha o dashboard”",
        },
    ),
)
async def share_dashboard(
    ctx: ToolContext,
    audience: Audience = "organisation",
    people: Annotated[list[str], Field(max_length=MOST_PEOPLE)] = [],  # noqa: B006  # pydantic copies it
    days: Annotated[int, Field(ge=1, le=365)] = 7,
    dashboard: str | None = None,
) -> JsonObject:
    """Make a link to a dashboard (partilha, compartilha); the person must agree first.

    The link is shown to the person beside your answer; do not repeat its address.

    Args:
        audience: public (whoever has the link), organisation (colleagues who are signed in), or
            people (those who are named).
        people: E-mails of colleagues, for the audience people.
        days: How long the link works.
        dashboard: Its id; the last one of this conversation if it is left out.
    """
    known = await ctx.dashboards.find(dashboard)
    made = await ctx.dashboards.share(
        known.id, audience, people, timedelta(days=days), ctx.idempotency_key
    )
    title = known.document.title
    ctx.show(Dashboard(id=str(made.share.id), title=title, url=made.url, kind="share"))
    return {
        "shared": title,
        "audience": audience,
        "expires_at": made.share.expires_at.isoformat(),
    }
