"""Who may answer a request: the settings first, then whoever has a key, `local` last."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import NamedTuple, get_args

from agent.models.provider import ModelConfig, Provider, Tier
from contracts.errors import InvalidRequest

TIERS: tuple[Tier, ...] = get_args(Tier)


class ModelCandidate(NamedTuple):
    """A model that may answer."""

    provider: str
    model: str

    def __str__(self) -> str:
        return f"{self.provider}/{self.model}"


class ModelChoice:
    """The candidates the settings allow."""

    def __init__(self, config: ModelConfig, providers: Mapping[str, Provider]) -> None:
        self._config = config
        self._providers = providers
        for tier in TIERS:  # a wrong setting stops the start, not the first message
            self.candidates(tier)

    def candidates(self, model: str | None = None) -> list[ModelCandidate]:
        """List who may answer a request for a tier, `local`, `provider/name` or the default.

        Without a tier, `smart` decides. Nothing is listed after a provider that needs no key: it
        always answers.
        """
        tier: Tier = model if model in TIERS else "smart"
        settings = [getattr(self._config, tier), self._config.model]
        if tier == "judge":  # a judge is waited for: the fast model, if nothing else is said
            settings.insert(1, self._config.fast)
        wanted = settings if model in TIERS or model is None else [model, *settings]
        listed = [self._named(spec, tier) for spec in wanted if spec]
        ranked = sorted(self._providers.values(), key=lambda p: (not p.needs_key, p.rank))
        listed += [ModelCandidate(p.name, p.default_models[tier]) for p in ranked]
        usable: list[ModelCandidate] = []
        for candidate in listed:
            if candidate in usable or not self.configured(candidate.provider):
                continue
            usable.append(candidate)
            if not self._providers[candidate.provider].needs_key:
                break
        return usable

    def _named(self, spec: str, tier: Tier) -> ModelCandidate:
        """Read `provider/name`, or a provider's name alone for its default model."""
        name, _, model = spec.partition("/")
        provider = self._providers.get(name)
        if provider is None:
            near = difflib.get_close_matches(name, self._providers, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            known = ", ".join([*TIERS, *sorted(f"{n}/NAME" for n in self._providers)])
            raise InvalidRequest(f"model '{spec}': no provider '{name}' (known: {known}){hint}")
        return ModelCandidate(name, model or provider.default_models[tier])

    def configured(self, name: str) -> bool:
        """Tell whether a provider has what it needs to be asked."""
        return not self._providers[name].needs_key or bool((self._config.keys or {}).get(name))
