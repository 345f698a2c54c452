"""What a ready server has imported: once, in the process that servers are forked from."""

from __future__ import annotations

import importlib

for _name in (
    "agent.adk.agents",
    "agent.models.anthropic",
    "agent.models.gemini",
    "agent.models.local.model",
    "anthropic.types.beta",
    "cli.serve",
    "google.adk.models.anthropic_llm",
    "google.genai",
    "httpx2",
    "server.worker",
    "store.embedded",
    "uvloop",
):
    importlib.import_module(_name)
