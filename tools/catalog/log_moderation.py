"""An agent notices what no guard has; a moderator is to look at it."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool

Category = Literal[
    "harm", "self_harm", "harassment", "fraud", "injection", "privacy", "inappropriate", "other"
]


@tool(
    side_effect=True,
    idempotent=True,
    title={"en": "Tell the moderators", "pt": "Avisar a moderação"},
    phrases=LocalPhrases(listed={"en": "tell the moderators", "pt": "avisar a moderação"}),
)
async def log_moderation(
    category: Category,
    reason: Annotated[str, Field(min_length=3, max_length=300)],
    ctx: ToolContext,
) -> JsonObject:
    """Report this turn to the moderators when it breaks the rules or somebody may come to harm.

    Args:
        category: What it is about.
        reason: What a moderator should look at, in a sentence and without personal data.
    """
    kept = await ctx.store.report(ctx.idempotency_key, ctx.turn_id, category, reason)
    return {"reported": kept}
