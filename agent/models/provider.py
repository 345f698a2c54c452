"""What a model provider is: one file in this folder that defines a `Provider` named PROVIDER."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from agent.models.prices import Price
from contracts.catalog import collect
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
class Access:
    """How a provider is reached: the variables of its key and address, and how a key is tried.

    `check(address, key)` returns the URL and the headers of a request that costs nothing.
    """

    title: str
    key_variable: str
    url_variable: str
    address: str
    check: Callable[[str, str], tuple[str, dict[str, str]]]


@dataclass(frozen=True, slots=True)
class Provider:
    """One family of models behind ADK's seam.

    `build(name, key, base_url)` returns a BaseLlm that serves every model of the family (a request
    names its model), with one connection pool; retries are the chain's business, so the SDK's own
    are switched off. `classify` turns one of the SDK's exceptions into one of ours, or returns None
    for what it does not know. `close` releases what `build` opened. Without `access` it needs no
    key and no network.
    """

    name: str
    rank: int  # order of precedence when several have a key
    default_models: dict[Tier, str]
    build: Callable[[str, str | None, str | None], BaseLlm]
    classify: Callable[[BaseException], Exception | None]
    close: Callable[[BaseLlm], Awaitable[None]] | None = None
    access: Access | None = None
    prices: Mapping[str, Sequence[Price]] = field(default_factory=dict[str, "Sequence[Price]"])
    # Its SDK's loggers, and from which level they are heard: below it they tell what models say.
    loggers: Mapping[str, int] = field(default_factory=dict[str, int])

    @property
    def needs_key(self) -> bool:
        """Whether it can be asked only with a key."""
        return self.access is not None


def find_providers() -> dict[str, Provider]:
    """Gather the providers of this folder by name."""
    import agent.models as folder

    return collect(folder, Provider, lambda p: p.name, "model provider")


def key_variables(providers: Iterable[Provider]) -> str:
    """Name the variables of which one has to be set for a model to be asked, the first first."""
    ranked = sorted(providers, key=lambda p: p.rank)
    return " or ".join(p.access.key_variable for p in ranked if p.access)


def retry_after(exc: object) -> float | None:
    """Read from an SDK's exception how long to wait; a date is left to our own backoff."""
    headers = getattr(getattr(exc, "response", None), "headers", None)
    get = getattr(headers, "get", None)
    try:
        return float(str(get("retry-after"))) if callable(get) else None
    except ValueError:
        return None


def failure(access: Access, status: int, after: float | None = None) -> BatutaError:
    """Say in our words what a provider's HTTP status means, and what would cure it."""
    title = access.title
    wait = None if after is None else max(1, round(after))
    if status in (401, 402, 403):
        return ModelAuth(f"{title} rejected the key ({status}): set a valid {access.key_variable}")
    if status in (429, 529):
        return ModelOverloaded(f"{title} is overloaded ({status})", retry_after=wait)
    if status == 404:
        return InvalidRequest(f"{title} knows no such model: see the BATUTA_MODEL settings")
    if status == 413:
        return TooLarge(f"this conversation is too long for {title}: start a new one")
    if 400 <= status < 500 and status not in (408, 409):
        return InvalidRequest(f"{title} refused the request as malformed ({status})")
    return ModelUnavailable(f"{title} failed ({status})", retry_after=wait)


def unreachable(access: Access) -> ModelUnavailable:
    """Say that a provider could not be reached, or hung up."""
    return ModelUnavailable(f"the connection to {access.title} failed or broke off")
