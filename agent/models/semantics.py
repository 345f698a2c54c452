"""What OpenTelemetry's conventions call models and their providers."""

from __future__ import annotations

_PROVIDERS = {"gemini": "gcp.gemini"}  # where they have another name than ours


def model_attributes(provider: str, model: str) -> dict[str, str]:
    """Say which model has answered; the built-in one is its own provider."""
    return {
        "gen_ai.provider.name": _PROVIDERS.get(provider, provider),
        "gen_ai.response.model": model,
    }
