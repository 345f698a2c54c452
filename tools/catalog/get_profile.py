"""What a person has told us about themselves, as they told it."""

from typing import Any

from tools import ToolContext, tool


@tool(title={"en": "Read my profile", "pt": "Ler o meu perfil"})
async def get_profile(ctx: ToolContext) -> dict[str, Any]:
    """Return what the person's own profile holds (meu perfil, my profile)."""
    return {"profile": await ctx.store.profile()}
