"""What a person has told us about themselves, as they told it."""

from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool


@tool(
    title={"en": "Read my profile", "pt": "Ler o meu perfil"},
    phrases=LocalPhrases(
        listed={
            "en": "tell what you have told me about yourself: “what do you know about me?”",
            "pt": "dizer o que você já me contou sobre você: “o que você sabe de mim?”",
        },
        tells_about_person=True,
    ),
)
async def get_profile(ctx: ToolContext) -> JsonObject:
    """Return what the person's own profile holds (meu perfil, my profile)."""
    return {"profile": await ctx.store.profile()}
