"""What a model provider is: one file in this folder that defines a `Provider` named PROVIDER."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from contracts.errors import (
    BatutaError,
    InvalidRequest,
    ModelAuth,
    ModelOverloaded,
    ModelUnavailable,
    TooLarge,
)

if TYPE_CHECKING:  # ADK's models pull in a whole SDK; it is paid for at warm-up, not at import
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

    `build(name, key, base_url)` returns a BaseLlm that serves every model of the family (a request
    names its model), with one connection pool; retries are the chain's business, so the SDK's own
    are switched off. `classify` turns one of the SDK's exceptions into one of ours, or returns None
    for what it does not know. `close` releases what `build` opened.
    """

    name: str
    rank: int  # order of precedence when several have a key
    needs_key: bool
    default_models: dict[Tier, str]
    build: Callable[[str, str | None, str | None], BaseLlm]
    classify: Callable[[BaseException], Exception | None]
    close: Callable[[BaseLlm], Awaitable[None]] | None = None


def failure(
    title: str, variable: str, status: int, retry_after: float | None = None
) -> BatutaError:
    """Say in our words what a provider's HTTP status means, and what would cure it."""
    wait = None if retry_after is None else max(1, round(retry_after))
    if status in (401, 402, 403):
        return ModelAuth(f"{title} rejected the key ({status}): set a valid {variable}")
    if status in (429, 529):
        return ModelOverloaded(f"{title} is overloaded ({status})", retry_after=wait)
    if status == 404:
        return InvalidRequest(f"{title} knows no such model: see the BATUTA_MODEL settings")
    if status == 413:
        return TooLarge(f"this conversation is too long for {title}: start a new one")
    if 400 <= status < 500 and status not in (408, 409):
        return InvalidRequest(f"{title} refused the request as malformed ({status})")
    return ModelUnavailable(f"{title} failed ({status})", retry_after=wait)


def unreachable(title: str) -> ModelUnavailable:
    """Say that a provider could not be reached, or hung up."""
    return ModelUnavailable(f"the connection to {title} failed or broke off")
