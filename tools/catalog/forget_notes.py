"""Deleting cannot be taken back, so a person agrees each time, autonomous mode or not."""

from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool


@tool(
    approval="always",
    side_effect=True,
    idempotent=True,
    title={"en": "Delete this conversation's notes", "pt": "Apagar as notas desta conversa"},
    phrases=LocalPhrases(
        listed={
            "en": "delete the notes of this conversation: “delete my notes”",
            "pt": "apagar as notas desta conversa: “apaga minhas notas”",
        },
        result={"en": "Deleted: {deleted}.", "pt": "Apagados: {deleted}."},
    ),
)
async def forget_notes(ctx: ToolContext) -> JsonObject:
    """Delete the person's notes of this conversation for good (apaga, exclui as notas)."""
    return {"deleted": await ctx.store.forget_notes()}
