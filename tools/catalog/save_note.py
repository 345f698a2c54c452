"""A note is the smallest thing worth keeping, and the smallest side effect worth asking about."""

from typing import Annotated

from pydantic import Field

from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool


@tool(
    approval="ask",
    side_effect=True,
    idempotent=True,
    title={"en": "Save a note", "pt": "Guardar uma nota"},
    phrases=LocalPhrases(
        ability={"en": "keep notes", "pt": "guardar notas"},
        listed={
            "en": "keep a note: “save a note: buy milk”",
            "pt": "guardar uma nota: “anota: comprar leite”",
        },
        ask={"text": {"en": "What should I note?", "pt": "O que devo anotar?"}},
        result={"en": "Saved: {saved}.", "pt": "Guardado: {saved}."},
        keeps_when_told={"en": "save a note: …", "pt": "anota: …"},
    ),
)
async def save_note(
    text: Annotated[str, Field(min_length=1, max_length=2000)], ctx: ToolContext
) -> JsonObject:
    """Save a note: jot down or remember something for later (anota, guarda, lembra).

    Args:
        text: What to note, in the person's own words.
    """
    await ctx.store.save_note(ctx.idempotency_key, text)
    return {"saved": text}
