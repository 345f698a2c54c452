"""What a person has told us about themselves, as they told it."""

import re
from typing import cast

from contracts.json import JsonObject
from language.detect import Language
from language.matching import fold
from tools import LocalPhrases, ToldResult, ToolContext, tool

# A field of the profile: the words that ask for it, and how its value is told.
_FIELDS: dict[str, tuple[str, dict[Language, str]]] = {
    "name": (r"name|nome|who am i|quem (?:eu )?sou|called|chamo", {
        "en": "Your name is {}.", "pt": "O seu nome é {}."}),
    "age": (r"age|old|idade|anos", {
        "en": "You told me that you are {} years old.", "pt": "Você me contou que tem {} anos."}),
    "city": (r"city|town|live|cidade|moro|onde eu", {
        "en": "You told me that you live in {}.", "pt": "Você me contou que mora em {}."}),
    "email": (r"e-?mail", {"en": "Your e-mail is {}.", "pt": "O seu e-mail é {}."}),
    "phone": (r"phone|telephone|telefone|celular", {
        "en": "Your phone number is {}.", "pt": "O seu telefone é {}."}),
    "schooling": (r"school|schooling|education|degree|escolaridade|estudo", {
        "en": "Your schooling: {}.", "pt": "A sua escolaridade: {}."}),
}  # fmt: skip
_UNTOLD: dict[Language, str] = {
    "en": "You have not told me that yet.",
    "pt": "Você ainda não me contou isso.",
}
_NOTHING_KNOWN: dict[Language, str] = {
    "en": "I know nothing about you yet.",
    "pt": "Ainda não sei nada sobre você.",
}


def _told(given: ToldResult) -> str | JsonObject:
    """Tell the one field that was asked for, or what is known where all of them were."""
    profile = cast("JsonObject", given.value["profile"])
    known = {k: v for k, v in profile.items() if isinstance(v, str | int) and v is not True}
    plain = fold(given.message[:200])
    for name, (words, sentence) in _FIELDS.items():
        if re.search(rf"\b(?:{words})\b", plain):
            value = known.get(name)
            return sentence[given.language].format(value) if value else _UNTOLD[given.language]
    return known or _NOTHING_KNOWN[given.language]


@tool(
    title={"en": "Read my profile", "pt": "Ler o meu perfil"},
    phrases=LocalPhrases(
        listed={
            "en": "tell what you have told me about yourself: “what do you know about me?”",
            "pt": "dizer o que você já me contou sobre você: “o que você sabe de mim?”",
        },
        tell=_told,
        tells_about_person=True,
    ),
)
async def get_profile(ctx: ToolContext) -> JsonObject:
    """Return what the person's own profile holds (meu perfil, my profile)."""
    return {"profile": await ctx.store.profile()}
