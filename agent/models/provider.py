"""What a model provider is: one file in this folder that defines a `Provider` named PROVIDER."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from google.adk.models import BaseLlm

Tier = Literal["fast", "smart", "judge"]


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """What the settings say about models; built once, by the server."""

    model: str | None = None
    fast: str | None = None
    smart: str | None = None
    judge: str | None = None
    stall_seconds: float = 60
    retries: int = 2
    keys: dict[str, str] | None = None  # provider name -> key
    base_urls: dict[str, str] | None = None  # provider name -> address
    prices_file: str | None = None


@dataclass(frozen=True, slots=True)
class Provider:
    """One family of models behind ADK's seam.

    `build(name, key, base_url)` returns a fresh BaseLlm for a model; retries are the chain's
    business, so the SDK's own are switched off. `classify` turns one of the SDK's exceptions into
    one of ours, or returns None for what it does not know.
    """

    name: str
    rank: int  # order of precedence when several have a key
    needs_key: bool
    default_models: dict[Tier, str]
    build: Callable[[str, str | None, str | None], BaseLlm]
    classify: Callable[[BaseException], Exception | None]
