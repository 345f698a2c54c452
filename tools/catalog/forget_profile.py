"""What a person has told of themselves is theirs to take back; a person agrees, for good."""

from contracts.json import JsonObject
from language.detect import Language
from tools import LocalPhrases, ToldResult, ToolContext, tool

_KEPT = "onboarding_completed"  # whoever takes all back is not to be asked for it again
_TOLD: dict[Language, tuple[str, str]] = {
    "en": (
        "Done: I no longer know what your profile said of you.",
        "Your profile holds nothing of you, so there was nothing to delete.",
    ),
    "pt": (
        "Pronto: já não sei nada do que o seu perfil dizia sobre você.",
        "O seu perfil não guarda nada sobre você, então não havia o que apagar.",
    ),
}


def _told(given: ToldResult) -> str:
    done, nothing = _TOLD[given.language]
    return done if given.value.get("deleted") else nothing


@tool(
    approval="always",
    side_effect=True,
    idempotent=True,
    title={"en": "Delete what my profile says of me", "pt": "Apagar o que o meu perfil diz de mim"},
    phrases=LocalPhrases(
        listed={
            "en": "delete what your profile says of you: “delete my profile”",
            "pt": "apagar o que o seu perfil diz de você: “apaga o meu perfil”",
        },
        tell=_told,
    ),
)
async def forget_profile(ctx: ToolContext) -> JsonObject:
    """Delete all that the person's profile holds, for good (apaga o perfil)."""
    profile = await ctx.store.profile()
    told = [name for name, value in profile.items() if value is not None and name != _KEPT]
    if told:
        await ctx.store.update_profile(dict.fromkeys(told))
    return {"deleted": sorted(told)}
