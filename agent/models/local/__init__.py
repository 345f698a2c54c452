"""The model that needs no key and no network: deterministic, modest, and honest about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.models.prices import Price
from agent.models.provider import Provider

if TYPE_CHECKING:
    from google.adk.models import BaseLlm


def build(name: str, key: str | None, base_url: str | None) -> BaseLlm:
    """Make the model; it is imported here, not with this module."""
    from agent.models.local.model import LocalLlm

    return LocalLlm(model=name)


def warm() -> None:
    """Load what the model needs, which takes about a second; for a thread at the start."""
    from agent.models.local import smalltalk

    smalltalk.warm()


def classify(exc: BaseException) -> Exception | None:
    """Know none of its failures: it has no provider that could fail."""
    return None


PROVIDER = Provider(
    name="local",
    rank=99,
    default_models={"fast": "local", "smart": "local", "judge": "local"},
    build=build,
    classify=classify,
    prices={"local": [Price(input=0, output=0, cached=0, written=0)]},
)
