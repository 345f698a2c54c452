"""The model that needs no key: what it understands, what it calls, and what it admits."""

from __future__ import annotations

from typing import Any

import pytest
from google.adk.models import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.genai import types

from agent.models.local import PROVIDER
from agent.models.local.reply import reply
from agent.models.local.scene import read_scene
from tests.local_messages import HELD_OUT, Expected
from tools.catalog.calculator import evaluate
from tools.tool import load_catalog

pytestmark = pytest.mark.anyio

UNPREPARED = [
    types.FunctionDeclaration(
        name="order_status",
        description="Tell where an order is and when it arrives.",
        parameters_json_schema={
            "type": "object",
            "properties": {"order_id": {"type": "integer", "description": "The order's number."}},
            "required": ["order_id"],
        },
    ),
    types.FunctionDeclaration(
        name="company_lookup",
        description="Look a company up by its name.",
        parameters_json_schema={
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "The company's legal or trade name."},
                "country": {"type": "string", "enum": ["BR", "US", "PT"]},
            },
            "required": ["name"],
        },
    ),
    types.FunctionDeclaration(  # Gemini's own form of a schema
        name="book_room",
        description="Reserve a meeting room for a day.",
        parameters=types.Schema(
            type=types.Type.OBJECT,
            properties={
                "day": types.Schema(
                    type=types.Type.STRING, format="date", description="The day of the meeting."
                )
            },
            required=["day"],
        ),
    ),
]


def _declarations() -> list[types.FunctionDeclaration]:
    built_in = [
        types.FunctionDeclaration(
            name=t.name, description=t.description, parameters_json_schema=t.schema
        )
        for t in load_catalog().values()
    ]
    return [*built_in, *UNPREPARED]


def said(role: str, text: str) -> types.Content:
    return types.Content(role=role, parts=[types.Part(text=text)])


def called(name: str, args: dict[str, Any], response: dict[str, Any]) -> list[types.Content]:
    call = types.FunctionCall(id=f"c-{name}", name=name, args=args)
    result = types.FunctionResponse(id=f"c-{name}", name=name, response=response)
    return [
        types.Content(role="model", parts=[types.Part(function_call=call)]),
        types.Content(role="user", parts=[types.Part(function_response=result)]),
    ]


def request(*contents: types.Content, tools: bool = True) -> LlmRequest:
    config = types.GenerateContentConfig(system_instruction="You are helpful.")
    if tools:
        config.tools = [types.Tool(function_declarations=_declarations())]
    return LlmRequest(contents=list(contents), config=config)


def model() -> BaseLlm:
    return PROVIDER.build("local", None, None)


async def answer(*contents: types.Content, tools: bool = True) -> types.Content:
    """Ask the model through ADK's own door and return its final content."""
    final = [r async for r in model().generate_content_async(request(*contents, tools=tools))]
    assert len(final) == 1
    assert final[0].content is not None
    return final[0].content


async def text(*contents: types.Content, tools: bool = True) -> str:
    parts = (await answer(*contents, tools=tools)).parts or []
    return "".join(part.text or "" for part in parts)


async def call(*contents: types.Content) -> tuple[str, dict[str, Any]]:
    parts = (await answer(*contents)).parts or []
    [found] = [part.function_call for part in parts if part.function_call]
    return found.name or "", dict(found.args or {})


def _fits(expected: Expected) -> bool:
    got = reply(read_scene(request(said("user", expected.message))))
    args = dict(got.calls[0].args) if got.calls else {}
    if "expression" in args:
        args["value"] = evaluate(args["expression"])
    kind = got.calls[0].tool if got.calls else got.intent
    return kind == expected.kind and all(args.get(k) == v for k, v in expected.args.items())


def test_most_messages_it_was_not_tuned_on_are_understood() -> None:
    misread = [e.message for e in HELD_OUT if not _fits(e)]
    assert len(HELD_OUT) >= 60
    assert 1 - len(misread) / len(HELD_OUT) >= 0.88, misread


def test_what_needs_a_language_model_never_causes_a_call() -> None:
    beyond = [e for e in HELD_OUT if e.kind == "refuse"]
    assert not [
        e.message for e in beyond if reply(read_scene(request(said("user", e.message)))).calls
    ]


async def test_the_answer_is_streamed_in_pieces_that_make_up_the_final_one() -> None:
    asked = request(said("user", "what can you do?"))
    responses = [r async for r in model().generate_content_async(asked, stream=True)]
    *partial, final = responses
    assert len(partial) > 3
    assert all(r.partial for r in partial)
    assert not final.partial
    joined = "".join(_text(r.content) for r in partial)
    assert joined == _text(final.content)
    assert final.usage_metadata is not None
    assert final.usage_metadata.total_token_count == 0


def _text(content: types.Content | None) -> str:
    return "".join(part.text or "" for part in (content.parts if content else None) or [])


async def test_help_is_built_from_the_tools_that_are_there() -> None:
    helped = await text(said("user", "what can you do?"))
    assert "order status: Tell where an order is" in helped
    assert "GOOGLE_API_KEY" in helped
    assert "no tools" in await text(said("user", "help"), tools=False)


async def test_it_answers_in_the_language_of_the_last_message() -> None:
    assert "Olá" in await text(said("user", "bom dia"))
    turned = [said("user", "bom dia"), said("model", "Olá!"), said("user", "good evening")]
    assert "Hello" in await text(*turned)
    sum_ = called("calculator", {"expression": "2+2"}, {"result": {"result": 4}})
    first = [said("user", "oi, tudo bem?"), said("model", "Olá!"), said("user", "2+2")]
    assert await text(*first, *sum_) == "O resultado é 4."


async def test_it_says_what_it_is_and_what_it_cannot_do() -> None:
    assert "not a language model" in (await text(said("user", "who are you?"))).replace(
        "not a person and not", "not"
    )
    refused = await text(said("user", "Write a sonnet about the sea"))
    assert "can't do that without a language model" in refused
    assert "não consigo" in (await text(said("user", "escreva um soneto sobre o mar"))).lower()


async def test_a_missing_argument_is_asked_for_and_the_reply_completes_the_call() -> None:
    start = said("user", "save a note")
    question = await answer(start)
    assert "?" in _text(question)
    assert await call(start, question, said("user", "buy milk and bread")) == (
        "save_note",
        {"text": "buy milk and bread"},
    )
    assert "leave it" in await text(start, question, said("user", "never mind"))


async def test_small_talk_or_a_new_request_may_come_instead_of_the_reply() -> None:
    start = said("user", "set a timer")
    question = await answer(start)
    assert "welcome" in await text(start, question, said("user", "thanks!"))
    name, _ = await call(start, question, said("user", "what time is it in Tokyo?"))
    assert name == "current_time"


async def test_units_and_types_of_arguments_are_respected() -> None:
    assert await call(said("user", "set a 2 minute timer")) == ("countdown", {"seconds": 120})
    assert await call(said("user", "status of order 1,234")) == ("order_status", {"order_id": 1234})


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ({"result": {"expression": "2+2", "result": 4}}, "The result is 4."),
        ({"result": [1, 2.5, True]}, "- 1\n- 2.5\n- yes"),
        ({"result": {"notes": [{"text": "milk", "created_at": "2026"}]}}, "- milk"),
        ({"result": {"notes": []}}, "There is nothing there yet."),
        ({"result": {"order_state": "sent", "days_left": 2}}, "Order state: sent, days left: 2."),
        ({"result": "All is well"}, "All is well."),
        ({"result": None}, "Done."),
        ({"error": "the city is unknown."}, "That did not work: the city is unknown."),
        ({"status": "waiting", "note": "a person has been asked"}, "That waits for your decision."),
    ],
)
async def test_a_result_becomes_a_short_sentence(response: dict[str, Any], expected: str) -> None:
    asked = called("calculator", {"expression": "2+2"}, response)
    assert await text(said("user", "what is 2+2?"), *asked) == expected


async def test_several_results_are_each_named() -> None:
    first = called("calculator", {}, {"result": 4})
    second = called("order_status", {}, {"error": "not found"})
    told = await text(said("user", "what is 2+2 and where is order 5"), *first, *second)
    assert told == "Calculator: The result is 4.\nOrder status: That did not work: not found."


@pytest.mark.parametrize("message", ["", " ", "?", "🙂🙂🙂", "a" * 32_000, "\0\ud800", "1" * 5_000])
async def test_no_message_is_too_strange_to_be_answered(message: str) -> None:
    assert (await answer(said("user", message))).parts


async def test_an_empty_conversation_is_answered_with_help() -> None:
    assert "I can do this" in await text()


async def test_a_long_note_is_kept_whole() -> None:
    words = " ".join(f"item{i}" for i in range(150))
    name, args = await call(said("user", f"save a note: {words}"))
    assert (name, args) == ("save_note", {"text": words})
