"""ADK's face of the local model: reads a request, streams a reply in groups of words."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator

from google.adk.models import BaseLlm
from google.adk.models._capabilities import LlmCapabilities
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.genai import types
from pydantic import PrivateAttr

from agent.models.local.analyst import is_analyst
from agent.models.local.reply import reply
from agent.models.local.request import Declared, read_request
from agent.models.local.steps import Call, Reply

_WORDS_AT_ONCE = 4


class LocalLlm(BaseLlm):
    """A deterministic stand-in for a language model: small talk, help and clear tool calls."""

    _met: set[tuple[Declared, ...]] = PrivateAttr(default_factory=set[tuple[Declared, ...]])

    @property
    def capabilities(self) -> LlmCapabilities:
        """Claim nothing beyond text and tool calls."""
        return LlmCapabilities(output_schema_and_tools=False)

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        """Answer one request; the same request always gets the same answer."""
        request = read_request(llm_request)
        if request.tools in self._met and not is_analyst(request):
            answer = reply(request)
        else:  # embeds examples and tools, or reads tables: what the loop must not wait for
            answer = await asyncio.to_thread(reply, request)
            self._met = {*list(self._met)[-31:], request.tools}
        if stream and answer.text:
            for piece in pieces(answer.text):
                yield LlmResponse(content=_content([types.Part(text=piece)]), partial=True)
        yield LlmResponse(
            content=_content(_parts(answer)),
            partial=False,
            turn_complete=True,
            finish_reason=types.FinishReason.STOP,
            model_version="local",
            usage_metadata=types.GenerateContentResponseUsageMetadata(
                prompt_token_count=0, candidates_token_count=0, total_token_count=0
            ),
        )


def pieces(text: str) -> list[str]:
    """Cut a text behind every few words; joined, the pieces are the text."""
    words = re.findall(r"\S+\s*|\s+", text)
    return ["".join(words[i : i + _WORDS_AT_ONCE]) for i in range(0, len(words), _WORDS_AT_ONCE)]


def _parts(answer: Reply) -> list[types.Part]:
    said = [types.Part(text=answer.text)] if answer.text else []
    return [*said, *(_call(call) for call in answer.calls)]


def _call(call: Call) -> types.Part:
    return types.Part(function_call=types.FunctionCall(name=call.tool, args=call.args))


def _content(parts: list[types.Part]) -> types.Content:
    return types.Content(role="model", parts=parts)
