"""Deleting cannot be taken back, so a person agrees each time, autonomous mode or not."""

from typing import Annotated

from pydantic import Field

from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, ToolFailed, tool

_NONE = {
    "en": "no note of this conversation speaks of “{about}”; nothing was deleted",
    "pt": "nenhuma nota desta conversa fala de “{about}”; nada foi apagado",
}


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
        ask={
            "about": {
                "en": "Which note? Tell me a word that stands in it.",
                "pt": "Qual anotação? Diga uma palavra que esteja nela.",
            }
        },
        result={"en": "Deleted: {deleted}.", "pt": "Apagados: {deleted}."},
    ),
)
async def forget_notes(
    ctx: ToolContext, about: Annotated[str, Field(max_length=200)] = ""
) -> JsonObject:
    """Delete the person's notes of this conversation for good (apaga, exclui as notas).

    Args:
        about: Words that stand in the notes to delete, such as "milk"; empty: all of them.
    """
    deleted = await ctx.store.forget_notes(about.strip())
    if about and not deleted:
        raise ToolFailed(_NONE[ctx.language].format(about=about.strip()))
    return {"deleted": deleted}
