"""A chain over the providers that have an address here, and what one call gave."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest
from google.adk.models import BaseLlm, LlmCapabilities
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.genai import types

from agent.models.chain import ModelChain, answer_of
from agent.models.provider import ModelConfig, Provider, find_providers

BOTH: tuple[str, ...] = ("anthropic", "gemini")
both = pytest.mark.parametrize("name", BOTH)


class Parrot(BaseLlm):
    """A keyless model in the place of `local`: a real one, of few words."""

    @property
    def capabilities(self) -> LlmCapabilities:
        return LlmCapabilities(output_schema_and_tools=False)

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        yield LlmResponse(content=types.ModelContent("here"), partial=True)
        yield LlmResponse(content=types.ModelContent("here"), partial=False)


PARROT = Provider(
    name="local",
    rank=9,
    default_models={"fast": "local", "smart": "local", "judge": "local"},
    build=lambda name, key, base_url: Parrot(model=name),
    classify=lambda exc: None,
)


@dataclass
class ChainAnswer:
    """What one call gave."""

    chunks: list[str] = field(default_factory=list[str])
    final: LlmResponse | None = None
    retries: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        assert self.final is not None
        assert self.final.content is not None
        return "".join(p.text or "" for p in self.final.content.parts or [] if not p.thought)

    @property
    def by(self) -> str:
        assert self.final is not None
        answer = answer_of(self.final)
        assert answer is not None
        return answer.provider


def said(*turns: str | types.Content, **config: object) -> LlmRequest:
    """Build a request whose texts alternate between the person and the model."""
    contents = [
        turn
        if isinstance(turn, types.Content)
        else types.Content(role=("user", "model")[i % 2], parts=[types.Part(text=turn)])
        for i, turn in enumerate(turns)
    ]
    return LlmRequest(contents=contents, config=types.GenerateContentConfig.model_validate(config))


@asynccontextmanager
async def chained(
    urls: Mapping[str, str],
    *,
    keys: Mapping[str, str] | None = None,
    local: bool = False,
    cooldown: float = 15,
    **config: object,
) -> AsyncGenerator[ModelChain]:
    """Open a chain over the providers that have an address here."""
    settings = replace(
        ModelConfig(stall_seconds=5, retries=1),
        keys=dict(keys) if keys is not None else dict.fromkeys(urls, "good"),
        base_urls=dict(urls),
        **config,
    )
    providers = {name: p for name, p in find_providers().items() if name in BOTH}
    if local:
        providers["local"] = PARROT
    chain = ModelChain(settings, providers, backoff_seconds=0.01, cooldown_seconds=cooldown)
    try:
        yield chain
    finally:
        await chain.close()


async def ask(
    chain: ModelChain, request: LlmRequest | str, model: str | None = None
) -> ChainAnswer:
    """Run one call to its end."""
    told = ChainAnswer()
    request = said(request) if isinstance(request, str) else request
    async with aclosing(chain.stream(request, model, told.retries.append)) as stream:
        async for response in stream:
            if response.partial:
                parts = (response.content.parts if response.content else None) or []
                told.chunks += [p.text for p in parts if p.text]
            else:
                assert told.final is None, "two final responses"
                told.final = response
    assert told.final is not None, "no final response"
    return told


async def listen(chain: ModelChain, heard: list[LlmResponse]) -> None:
    """Run one call and keep what came, whatever its end."""
    async with aclosing(chain.stream(said("x"))) as stream:
        async for response in stream:
            heard += [response]


def closed_port() -> str:
    """Return an address nobody listens on."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{sock.getsockname()[1]}"
