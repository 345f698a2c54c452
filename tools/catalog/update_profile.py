"""Keeps what a person tells about themselves, checked and without other people's secrets."""

import re

from contracts.json import JsonObject
from language.scrub import spans
from tools import LocalPhrases, ToolContext, ToolFailed, tool

MOST_FIELDS = 50
LONGEST = 500
_NAME = re.compile(r"[a-z][a-z0-9_]{0,62}")
_ALLOWED = {"email": {"email"}, "phone": {"phone"}}  # what these fields are there to hold


@tool(
    side_effect=True,
    idempotent=True,
    title={"en": "Update my profile", "pt": "Atualizar o meu perfil"},
    phrases=LocalPhrases(listed={"en": "change your profile", "pt": "mudar o seu perfil"}),
)
async def update_profile(
    fields: dict[str, str | int | float | bool | None], ctx: ToolContext
) -> JsonObject:
    """Change fields of the person's own profile (atualizar o perfil, change my profile).

    Args:
        fields: The fields to change with their new values, as in {"city": "Recife"}.
    """
    if not fields or len(fields) > MOST_FIELDS:
        raise ToolFailed(f"give 1 to {MOST_FIELDS} fields")
    kept = {name: _checked(name, value) for name, value in fields.items()}
    await ctx.store.update_profile(kept)
    return {"updated": sorted(kept)}


def _checked(name: str, value: str | float | bool | None) -> str | int | float | bool | None:
    if not _NAME.fullmatch(name):
        raise ToolFailed(f"'{name[:63]}' is no field name: lower-case letters, digits and _")
    if not isinstance(value, str):
        return value
    text = " ".join(value.split())
    if len(text) > LONGEST:
        raise ToolFailed(f"'{name}' is longer than {LONGEST} characters")
    for span in reversed(spans(text)):
        if span.kind not in _ALLOWED.get(name, set()):
            text = f"{text[: span.start]}[{span.kind}]{text[span.end :]}"
    return text
