"""The two servers that ours is compared with: `python -m bench.rivals raw|adk PORT`.

All three answer with the same prompt, tools and model settings. `raw` keeps nothing: its client
sends the conversation along. `adk` is ADK's own server with its own database sessions.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import uvicorn
from anthropic import AsyncAnthropic
from fastapi import FastAPI
from google.adk.agents import LlmAgent
from google.adk.cli.fast_api import get_fast_api_app
from google.adk.models.anthropic_llm import AnthropicLlm
from pydantic import BaseModel
from starlette.responses import StreamingResponse

from agent.adk.tools import CatalogTool
from agent.models.anthropic import PROVIDER
from tools.tool import Tool, load_catalog
from workflows.file.load import load_catalog as load_workflows

MODEL = PROVIDER.default_models["fast"]
LONGEST = 32_000


def given() -> tuple[str, list[Tool]]:
    """Return the prompt and the tools that our own first agent has."""
    agent = load_workflows()["root"].agents["assistant"]
    known = load_catalog()
    return agent.prompt, [known[name] for name in agent.tools]


class Conversation(BaseModel):
    """What the client of the passthrough sends: all of it."""

    messages: list[dict[str, Any]]


def raw_app() -> FastAPI:
    """Build the passthrough: the SDK's text stream as the response."""
    app = FastAPI()
    client = AsyncAnthropic(max_retries=0)
    prompt, tools = given()
    known: Any = [
        {"name": t.name, "description": t.description, "input_schema": t.schema} for t in tools
    ]

    @app.post("/chat")
    async def chat(body: Conversation) -> StreamingResponse:
        async def answer() -> AsyncGenerator[str]:
            asked: Any = body.messages
            async with client.messages.stream(
                model=MODEL, max_tokens=LONGEST, system=prompt, tools=known, messages=asked
            ) as stream:
                async for text in stream.text_stream:
                    yield text

        return StreamingResponse(answer(), media_type="text/plain")

    return app


def adk_agent() -> LlmAgent:
    """Build the agent that ADK's server serves."""
    prompt, tools = given()
    return LlmAgent(
        name="assistant",
        model=AnthropicLlm(model=MODEL, max_tokens=LONGEST, client=AsyncAnthropic(max_retries=0)),
        instruction=prompt,
        tools=[CatalogTool(tool, frozenset()) for tool in tools],
    )


def adk_app(folder: Path) -> FastAPI:
    """Build ADK's server on the database that DATABASE_URL names."""
    agent = folder / "assistant"
    agent.mkdir(exist_ok=True)
    (agent / "__init__.py").write_text("")
    (agent / "agent.py").write_text(
        "from bench.rivals import adk_agent\nroot_agent = adk_agent()\n"
    )
    dsn = os.environ["DATABASE_URL"].replace("postgresql://", "postgresql+asyncpg://")
    # As many connections as ours has, and patience: with its defaults it fails turns at 200.
    pool = {"pool_size": 20, "max_overflow": 0, "pool_timeout": 120}
    return get_fast_api_app(
        agents_dir=str(folder), session_service_uri=dsn, session_db_kwargs=pool, web=False
    )


if __name__ == "__main__":
    which, port = sys.argv[1], int(sys.argv[2])
    app = raw_app() if which == "raw" else adk_app(Path(os.environ["BENCH_FOLDER"]))
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", access_log=False)
