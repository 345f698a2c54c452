"""Which model answers: candidates in order, retries, failover before the first token, cool-down.

`ModelChain.stream` is the only way the product calls a model. Before the first token a failure is
retried and then passed to the next candidate; after it a failure is final, because what was said
cannot be taken back.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing, closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agent.models.choice import TIERS, ModelCandidate, ModelChoice
from agent.models.connection import Patience
from agent.models.prices import Usage, cost, load_prices
from agent.models.provider import ModelConfig, Provider, find_providers, key_variables
from agent.models.signatures import drop_empty, seal, tailor
from contracts.errors import (
    BatutaError,
    ModelAuth,
    ModelOverloaded,
    ModelUnavailable,
)

if TYPE_CHECKING:
    from google.adk.models import BaseLlm
    from google.adk.models.llm_request import LlmRequest
    from google.adk.models.llm_response import LlmResponse

log = logging.getLogger(__name__)

LONGEST_PAUSE = 8.0  # seconds; a provider that asks for more patience is passed over


@dataclass(frozen=True, slots=True)
class AnsweredBy:
    """Who gave a final response, and what it cost (None where no price is known)."""

    provider: str
    model: str
    cost_usd: float | None


class Stalled(ModelUnavailable):
    """The provider accepted the request and then sent nothing for too long."""


@dataclass(slots=True)
class _Health:
    """What is remembered of a provider that failed."""

    until: float = 0  # cools down until then (monotonic)
    failures: int = 0  # in a row
    last: BatutaError | None = None

    @property
    def cooling(self) -> bool:
        return time.monotonic() < self.until


@dataclass(slots=True)
class _Loop:
    """The clients of one event loop; connections cannot cross loops."""

    models: dict[str, BaseLlm] = field(default_factory=dict[str, "BaseLlm"])
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


def usage_of(response: LlmResponse) -> Usage:
    """Read a response's token counts, alike for every provider."""
    meta = response.usage_metadata
    if meta is None:
        return Usage(0, 0, 0)
    output = (meta.candidates_token_count or 0) + (meta.thoughts_token_count or 0)
    return Usage(meta.prompt_token_count or 0, output, meta.cached_content_token_count or 0)


def answer_of(response: LlmResponse) -> AnsweredBy | None:
    """Tell who gave a response; None for a partial one."""
    said = response.custom_metadata or {}
    if "provider" not in said:
        return None
    return AnsweredBy(str(said["provider"]), str(said["model"]), said.get("cost_usd"))


class ModelChain:
    """The models of one process; every call goes through `stream`."""

    def __init__(
        self,
        config: ModelConfig,
        providers: Mapping[str, Provider] | None = None,
        *,
        backoff_seconds: float = 0.5,
        cooldown_seconds: float = 15,
    ) -> None:
        self._config = config
        self._providers = find_providers() if providers is None else dict(providers)
        self._backoff = backoff_seconds
        self._cooldown = cooldown_seconds
        listed = {m: p for provider in self._providers.values() for m, p in provider.prices.items()}
        self._prices = load_prices(listed, config.prices_file)
        self._health = {name: _Health() for name in self._providers}
        self._loops: dict[asyncio.AbstractEventLoop, _Loop] = {}
        self._choice = ModelChoice(config, self._providers)

    def candidates(self, model: str | None = None) -> list[ModelCandidate]:
        """List who may answer a request for a tier, `local`, `provider/name` or the default."""
        return self._choice.candidates(model)

    def has_real(self, model: str | None = None) -> bool:
        """Tell whether somebody beside the built-in model may answer, and is not just down."""
        return any(
            self._providers[c.provider].needs_key and not self._health[c.provider].cooling
            for c in self.candidates(model)
        )

    def is_keyless(self) -> bool:
        """Tell whether no model beside the built-in one is configured."""
        return not any(self._providers[c.provider].needs_key for c in self.candidates())

    def _ordered(self, model: str | None) -> list[ModelCandidate]:
        """Put those that just failed last; behind even `local` if they failed by stalling."""

        def lateness(candidate: ModelCandidate) -> int:
            health = self._health[candidate.provider]
            if not self._providers[candidate.provider].needs_key:
                return 2
            if not health.cooling:
                return 0
            return 3 if isinstance(health.last, Stalled) else 1

        return sorted(self.candidates(model), key=lateness)

    # -- answering --------------------------------------------------------------------------------

    async def stream(
        self,
        request: LlmRequest,
        model: str | None = None,
        on_retry: Callable[[str], None] | None = None,
    ) -> AsyncGenerator[LlmResponse, None]:
        """Yield partial responses and then exactly one final one, marked for `answer_of`.

        Close this generator (`contextlib.aclosing`) to hang up on the provider at once.
        """
        failed: list[tuple[ModelCandidate, BatutaError]] = []
        for candidate in self._ordered(model):
            if failed and not self._may_stand_in(candidate, failed):
                continue
            tries = 1 if self._health[candidate.provider].cooling else 1 + self._config.retries
            attempt = 0
            while True:
                attempt, started = attempt + 1, False
                try:
                    async with aclosing(self._attempt(candidate, request)) as answer:
                        async for response in answer:
                            started = True
                            yield response
                    self._health[candidate.provider] = _Health()
                    return
                except BatutaError as exc:
                    failure = exc
                if started:
                    self._note(candidate, failure)
                    raise ModelUnavailable(
                        f"{candidate.provider} broke off in the middle of its answer"
                    ) from failure
                pause = self._pause(failure, attempt, tries)
                if pause is None:
                    break
                if on_retry is not None:
                    on_retry(f"{failure.message}; trying again ({attempt + 1} of {tries})")
                await asyncio.sleep(pause)
            self._note(candidate, failure)
            if not isinstance(failure, ModelAuth | ModelOverloaded | ModelUnavailable):
                raise failure
            failed.append((candidate, failure))
        raise self._verdict(failed)

    async def _attempt(
        self, candidate: ModelCandidate, request: LlmRequest
    ) -> AsyncGenerator[LlmResponse, None]:
        """Ask one model once; failures leave as ours."""
        provider = self._providers[candidate.provider]
        llm = await self._open(provider, candidate.model)
        whole: LlmResponse | None = None
        call = llm.generate_content_async(
            tailor(request, str(candidate), candidate.model), stream=True
        )
        with closing(Patience(self._config.stall_seconds)) as patience:
            async with aclosing(call) as chunks:
                while True:
                    try:
                        with patience:
                            response = await anext(chunks, None)
                    except TimeoutError as exc:
                        seconds = f"{self._config.stall_seconds:g}"
                        raise Stalled(f"{provider.name} sent nothing for {seconds} s") from exc
                    except Exception as exc:
                        ours = provider.classify(exc)
                        if ours is None:
                            raise
                        raise ours from exc
                    if response is None:
                        break
                    drop_empty(response)
                    if response.partial and response.content and response.content.parts:
                        yield response
                    elif not response.partial:
                        whole = response
        # Both SDKs take a body that ends early for a complete one; its finish reason is missing.
        ended = whole is not None and (whole.finish_reason or whole.error_code)
        if whole is None or (provider.needs_key and not ended):
            raise ModelUnavailable(f"{provider.name} ended its answer half-way")
        yield self._marked(whole, candidate)

    def _marked(self, final: LlmResponse, by: ModelCandidate) -> LlmResponse:
        """Mark a final response, and its thought signatures, with the model they are from."""
        written = getattr(final.usage_metadata, "cache_creation_input_tokens", None) or 0
        price = cost(self._prices, by.model, usage_of(final), written)
        if not self._providers[by.provider].needs_key:
            price = 0.0
        mark = {"provider": by.provider, "model": by.model, "cost_usd": price}
        final.custom_metadata = (final.custom_metadata or {}) | mark
        seal(final, str(by))
        return final

    # -- failing ----------------------------------------------------------------------------------

    def _may_stand_in(
        self, candidate: ModelCandidate, failed: list[tuple[ModelCandidate, BatutaError]]
    ) -> bool:
        """Keep `local` from hiding a rejected key, and one provider's dead end from a second go."""
        if not self._providers[candidate.provider].needs_key:
            return not any(isinstance(exc, ModelAuth) for _, exc in failed)
        return all(
            candidate.provider != tried.provider or isinstance(exc, ModelOverloaded)
            for tried, exc in failed
        )

    def _pause(self, failure: BatutaError, attempt: int, tries: int) -> float | None:
        """Say how long to wait before the next try of the same model; None: no more of it."""
        if attempt == tries or isinstance(failure, Stalled):
            return None
        if not isinstance(failure, ModelOverloaded | ModelUnavailable):
            return None
        pause = self._backoff * 2 ** (attempt - 1) * random.uniform(0.5, 1)
        if failure.retry_after is not None:
            pause = max(pause, failure.retry_after)
        return pause if pause <= LONGEST_PAUSE else None

    def _note(self, candidate: ModelCandidate, failure: BatutaError) -> None:
        """Remember a failure, so that the next calls go elsewhere first."""
        log.warning(
            "model call failed",
            extra={
                "provider": candidate.provider,
                "model": candidate.model,
                "code": failure.code,
                "cause": type(failure.__cause__).__name__,
            },
        )
        if isinstance(failure, ModelAuth | ModelOverloaded | ModelUnavailable):
            health = self._health[candidate.provider]
            seconds = max(self._cooldown, failure.retry_after or 0)
            self._health[candidate.provider] = _Health(
                time.monotonic() + seconds, health.failures + 1, failure
            )

    def _verdict(self, failed: list[tuple[ModelCandidate, BatutaError]]) -> BatutaError:
        """Choose the error that ends the call: a rejected key before anything else."""
        if not failed:
            variables = key_variables(self._providers.values())
            return ModelAuth(f"no model provider has a key: set {variables}")
        rejected = [exc for _, exc in failed if isinstance(exc, ModelAuth)]
        if rejected:
            return ModelAuth("; ".join(dict.fromkeys(exc.message for exc in rejected)))
        return failed[-1][1]

    # -- clients ----------------------------------------------------------------------------------

    async def _open(self, provider: Provider, model: str) -> BaseLlm:
        """Return a provider's client for the running loop; the first use imports its SDK."""
        loop = asyncio.get_running_loop()
        here = self._loops.setdefault(loop, _Loop())
        if provider.name not in here.models:
            async with here.lock:
                if provider.name not in here.models:
                    key = (self._config.keys or {}).get(provider.name)
                    base_url = (self._config.base_urls or {}).get(provider.name)
                    here.models[provider.name] = await asyncio.to_thread(
                        provider.build, model, key, base_url
                    )
        return here.models[provider.name]

    async def warm(self) -> None:
        """Import the SDKs and open the clients of everyone who may answer; no network call."""
        for name in {c.provider: None for tier in TIERS for c in self.candidates(tier)}:
            provider = self._providers[name]
            await self._open(provider, provider.default_models["smart"])

    async def through(self, wrap: Callable[[Provider], Provider]) -> None:
        """Put something between the chain and its providers, such as a tape; opens them anew."""
        await self.close()
        self._providers = {name: wrap(provider) for name, provider in self._providers.items()}

    async def close(self) -> None:
        """Close the running loop's clients."""
        here = self._loops.pop(asyncio.get_running_loop(), None)
        for name, llm in (here.models if here else {}).items():
            closing = self._providers[name].close
            if closing is not None:
                await closing(llm)

    def status(self) -> list[dict[str, object]]:
        """Tell of each provider whether it can be used, its models, and whether it cools down."""
        return [
            {
                "provider": provider.name,
                "configured": self._choice.configured(provider.name),
                "models": dict(provider.default_models),
                "cooling": health.cooling,
                "retry_in": max(0.0, round(health.until - time.monotonic(), 1)),
                "failures": health.failures,
                "code": health.last.code if health.last else None,
            }
            for provider in sorted(self._providers.values(), key=lambda p: p.rank)
            for health in (self._health[provider.name],)
        ]
