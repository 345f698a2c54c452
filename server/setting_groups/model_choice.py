"""Which models answer, and how long they are waited for; keys come from the providers."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from agent.models.provider import Access, Provider, find_providers
from server.setting_groups.group import SettingGroup

PROVIDERS: tuple[Provider, ...] = tuple(sorted(find_providers().values(), key=lambda p: p.rank))
ACCESSES: dict[str, Access] = {
    name: provider.access for name, provider in sorted(find_providers().items()) if provider.access
}
_FIRST = next(provider.access.title for provider in PROVIDERS if provider.access)


class ModelSettings(SettingGroup):
    """Which models answer, and how long they are waited for; keys come from the providers."""

    model: str | None = Field(
        default=None,
        alias="BATUTA_MODEL",
        description=f"`provider/name` or `local`; empty: providers with a key, {_FIRST} first.",
    )
    model_fast: str | None = Field(
        default=None, alias="BATUTA_MODEL_FAST", description="Model of agents that ask for `fast`."
    )
    model_smart: str | None = Field(
        default=None,
        alias="BATUTA_MODEL_SMART",
        description="Model of agents that ask for `smart`.",
    )
    model_judge: str | None = Field(
        default=None,
        alias="BATUTA_MODEL_JUDGE",
        description="Model that judges doubtful texts; the fast one if unset.",
    )
    model_stall_seconds: float = Field(
        default=60,
        alias="BATUTA_MODEL_STALL_SECONDS",
        gt=0,
        description="Silence of a provider that counts as a failure.",
    )
    model_retries: int = Field(
        default=2,
        alias="BATUTA_MODEL_RETRIES",
        ge=0,
        description="Further tries of a provider that is overloaded or unreachable.",
    )
    prices_file: Path | None = Field(
        default=None,
        alias="BATUTA_PRICES",
        description="JSON file that adds to or replaces model prices.",
    )
