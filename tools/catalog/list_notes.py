"""What was noted down is only worth something if it can be read again."""

from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool


@tool(
    title={"en": "Show my notes", "pt": "Mostrar as minhas notas"},
    phrases=LocalPhrases(
        listed={
            "en": "show your notes: “show my notes”",
            "pt": "mostrar as suas notas: “mostra minhas notas”",
        },
    ),
)
async def list_notes(ctx: ToolContext) -> JsonObject:
    """List the notes that the person wrote down (mostra as minhas notas, o que anotei)."""
    return {"notes": await ctx.store.list_notes()}
