"""What a ready server has imported and read: once, in the process that servers are forked from."""

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

# The encoder and what messages are compared with are the same for every server, too.
from agent.models import local  # noqa: E402
from router.served import serve  # noqa: E402
from server.wiring import COMPARED  # noqa: E402

serve({})
local.warm()
for _compared in COMPARED:
    _compared.warm_up()
