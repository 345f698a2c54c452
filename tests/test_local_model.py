"""The model that needs no key: what it understands, what it calls, and what it admits."""

from __future__ import annotations

import time
from typing import Any, cast

import pytest
from google.adk.models import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.genai import types

from agent.adk.tools import CatalogTool
from agent.models.local import PROVIDER
from agent.models.local.reply import reply
from agent.models.local.request import read_request
from tests.support.local_messages import HELD_OUT, Expected
from tools.catalog.calculator import evaluate
from tools.tool import load_catalog
from workflows.file.load import load_catalog as load_catalog_of_workflows

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


def _with_tools(asked: LlmRequest) -> LlmRequest:
    """Add the assistant's tools in their order, the rest of the catalog, and the unprepared.

    Who has tools for tables looks at these first; that is another agent (tests/test_qhub.py).
    """
    catalog = load_catalog()
    first = load_catalog_of_workflows()["root"].agents["assistant"].tools
    others = (n for n, tool in catalog.items() if n not in first and tool.phrases.data is None)
    names = [*first, *others]
    asked.append_tools([CatalogTool(catalog[name], frozenset()) for name in names])
    given = cast(list[types.Tool], cast(Any, asked.config).tools)
    given.append(types.Tool(function_declarations=UNPREPARED))
    return asked


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
    asked = LlmRequest(contents=list(contents), config=config)
    return _with_tools(asked) if tools else asked


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
    got = reply(read_request(request(said("user", expected.message))))
    args = dict(got.calls[0].args) if got.calls else {}
    if "expression" in args:
        args["value"] = evaluate(args["expression"])
    kind = got.calls[0].tool if got.calls else got.intent
    return kind == expected.kind and all(args.get(k) == v for k, v in expected.args.items())


@pytest.mark.parametrize(
    ("message", "args"),
    [
        ("delete my notes", {}),
        ("apaga tudo que anotei nesta conversa", {}),
        ("apaga a nota do leite", {"about": "leite"}),
        ("please erase the note about the dentist", {"about": "dentist"}),
    ],
)
async def test_what_is_deleted_is_what_was_said_and_no_more(
    message: str, args: dict[str, str]
) -> None:
    assert await call(said("user", message)) == ("forget_notes", args)


@pytest.mark.parametrize(
    ("message", "answer", "about"),
    [
        ("delete that note", "milk", "milk"),
        ("apaga a última anotação", "a do leite", "leite"),
        ("forget this reminder please", "the one about the dentist", "dentist"),
    ],
)
async def test_of_a_note_that_is_only_pointed_at_it_is_asked_which(
    message: str, answer: str, about: str
) -> None:
    asked = reply(read_request(request(said("user", message))))
    assert not asked.calls
    called = await call(said("user", message), said("assistant", asked.text), said("user", answer))
    assert called[0] == "forget_notes"
    assert about in str(called[1]["about"])


@pytest.mark.parametrize(
    "message", ["book a room tomorrow for eight people", "reserva uma sala amanhã com projetor"]
)
async def test_a_change_that_cannot_be_made_as_it_was_said_is_not_made(message: str) -> None:
    told = reply(read_request(request(said("user", message))))
    assert not told.calls
    assert any(word in told.text for word in ("eight people", "projetor"))


@pytest.mark.parametrize(
    "message",
    ["meu CPF é 529.982.247-25", "4111 1111 1111 1111", "(81) 99999-8888", "11 98765-4321"],
)
async def test_the_digits_of_personal_data_are_no_sum(message: str) -> None:
    assert not reply(read_request(request(said("user", message)))).calls


def test_most_messages_it_was_not_tuned_on_are_understood() -> None:
    misread = [e.message for e in HELD_OUT if not _fits(e)]
    assert len(HELD_OUT) >= 60
    assert 1 - len(misread) / len(HELD_OUT) >= 0.88, misread


@pytest.mark.parametrize("signs", [",", " ,", "0", "1,", "("])
def test_a_message_of_repeated_signs_is_answered_as_fast_as_another(signs: str) -> None:
    """It is answered on the event loop: a search that grows by the square would stop all turns."""
    for message in (f"save a note x{signs * 16_000}a", signs * 16_000):
        begun = time.thread_time()
        assert reply(read_request(request(said("user", message))))
        assert time.thread_time() - begun < 2, message[:20]


def test_what_needs_a_language_model_never_causes_a_call() -> None:
    beyond = [e for e in HELD_OUT if e.kind == "refuse"]
    assert not [
        e.message for e in beyond if reply(read_request(request(said("user", e.message)))).calls
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
    assert "what time is it in Tokyo" in helped
    assert "just ask" in await text(said("user", "help"), tools=False)


async def test_it_answers_in_the_language_of_the_last_message() -> None:
    assert "Olá" in await text(said("user", "bom dia"))
    turned = [said("user", "bom dia"), said("model", "Olá!"), said("user", "good evening")]
    assert "Hi again" in await text(*turned)
    sum_ = called("calculator", {"expression": "2+2"}, {"result": {"result": 4}})
    first = [said("user", "oi, tudo bem?"), said("model", "Olá!"), said("user", "2+2")]
    assert await text(*first, *sum_) == "O resultado é 4."


async def test_it_says_what_it_is_and_what_it_cannot_do() -> None:
    assert "not a language model" in (await text(said("user", "who are you?"))).replace(
        "not a person and not", "not"
    )
    refused = await text(said("user", "Write a sonnet about the sea"))
    assert refused == (
        "I can't help with that. I can tell the time, calculate and keep notes; "
        "say “help” for the list."
    )
    assert "não consigo" in (await text(said("user", "escreva um soneto sobre o mar"))).lower()


async def test_a_missing_argument_is_asked_for_and_the_reply_completes_the_call() -> None:
    start = said("user", "save a note")
    question = await answer(start)
    assert "?" in _text(question)
    assert await call(start, question, said("user", "buy milk and bread")) == (
        "save_note",
        {"text": "buy milk and bread"},
    )
    assert "left it" in await text(start, question, said("user", "never mind"))


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
        ({"error": "the person declined this call"}, "Fine, I left it."),
        ({"result": {"due": "2026-11-21"}}, "Due: 21 November 2026."),
        ({"result": {"due": "2026-11-21T18:05:00Z"}}, "Due: 21 November 2026 at 6:05 pm."),
        ({"status": "waiting", "note": "a person has been asked"}, "That waits for your decision."),
    ],
)
async def test_a_result_becomes_a_short_sentence(response: dict[str, Any], expected: str) -> None:
    asked = called("some_tool", {"expression": "2+2"}, response)
    assert await text(said("user", "what is 2+2?"), *asked) == expected


CLOCK = {"date": "2026-11-18", "time": "18:05", "weekday": "Wednesday", "zone": "Asia/Tokyo"}


@pytest.mark.parametrize(
    ("message", "args", "expected"),
    [
        ("what time is it in Tokyo?", {"zone": "Tokyo"},
         "It is 18:05 in Tokyo, Wednesday, 18 November 2026."),
        ("que horas são em Tóquio?", {"zone": "Tóquio"},
         "São 18:05 em Tóquio, quarta-feira, 18 de novembro de 2026."),
        ("what's today's date?", {}, "It is 18:05, Wednesday, 18 November 2026 (Asia/Tokyo)."),
    ],
)  # fmt: skip
async def test_the_time_is_said_in_a_sentence(
    message: str, args: dict[str, Any], expected: str
) -> None:
    asked = called("current_time", args, {"result": CLOCK})
    assert await text(said("user", message), *asked) == expected


@pytest.mark.parametrize(
    ("message", "profile", "expected"),
    [
        ("what's my name?", {"name": "Ana", "age": 34}, "Your name is Ana."),
        ("qual é a minha idade?", {"name": "Ana", "age": 34}, "Você me contou que tem 34 anos."),
        ("what city do I live in?", {"name": "Ana"}, "You have not told me that yet."),
        ("what do you know about me?", {"name": "Ana", "age": 34, "onboarding_completed": True},
         "Name: Ana, age: 34."),
        ("what do you know about me?", {}, "I know nothing about you yet."),
    ],
)  # fmt: skip
async def test_who_asks_about_themselves_hears_what_they_told(
    message: str, profile: dict[str, Any], expected: str
) -> None:
    assert await call(said("user", message)) == ("get_profile", {})
    told = called("get_profile", {}, {"result": {"profile": profile}})
    assert await text(said("user", message), *told) == expected


@pytest.mark.parametrize(
    "message",
    [
        "this is frustrating", "cancel", "you stupid piece of shit", "você é burro", "esquece",
        "you didn't answer my question", "que porcaria", "fuck off", "stop", "I hate this",
        "don't delete my notes", "não apague as minhas notas", "you forgot my name", "kkkk",
        "do you keep notes of what I say to others?", "I deleted a file by accident",
    ],
)  # fmt: skip
def test_nothing_is_changed_that_nobody_asked_for(message: str) -> None:
    calls = reply(read_request(request(said("user", message)))).calls
    assert not [c.tool for c in calls if c.tool not in ("list_notes", "get_profile")]


@pytest.mark.parametrize(
    ("message", "intent", "word"),
    [
        ("this is frustrating", "upset", "sorry"),
        ("você é burro", "upset", "Sinto muito"),
        ("cancel", "cancel", "nothing under way"),
        ("I love you", "kind", "thank you"),
        ("talk to a human", "human", "a person, please"),
        ("kkkk", "laughter", "Que bom"),
        ("speak English", "languages", "English and Portuguese"),
        ("what a waste of time", "upset", "sorry"),
        ("asdf", "refuse", "can't help with that"),
        ("why?", "unclear", "own words"),
        ("translate good morning to French", "refuse", "can't help with that"),
        ("I moved to Manchester", "telling", "save a note"),
        ("mudei de cidade, agora moro em Olinda", "telling", "anota"),
        ("where were we?", "recall", "only just begun"),
        ("don't delete my notes", "fine", "left it"),
    ],
)
def test_what_it_cannot_do_is_answered_in_one_friendly_line(
    message: str, intent: str, word: str
) -> None:
    answered = reply(read_request(request(said("user", message))))
    assert answered.intent == intent
    assert word in answered.text
    assert "\n" not in answered.text
    assert "KEY" not in answered.text


async def test_the_last_message_is_recalled() -> None:
    talk = [said("user", "tell me a joke"), said("model", "…"), said("user", "where were we?")]
    assert await text(*talk) == "Before this you wrote: “tell me a joke”"


async def test_a_calculation_goes_on_from_the_last_result() -> None:
    start = [said("user", "what is 128 / 2?"), said("model", "The result is 64.")]
    _, args = await call(*start, said("user", "and divided by 4?"))
    assert evaluate(args["expression"]) == 16
    pt = [said("user", "quanto é 5 / 2?"), said("model", "O resultado é 2,5.")]
    _, args = await call(*pt, said("user", "vezes 3"))
    assert evaluate(args["expression"]) == 7.5
    for discount in ("20% off 80", "80 with 20% off", "quanto é 80 com 20% de desconto?"):
        _, args = await call(said("user", discount))
        assert evaluate(args["expression"]) == 64


def test_help_speaks_of_every_tool_of_the_assistant_in_both_languages() -> None:
    workflow = load_catalog_of_workflows()["root"]
    for name in workflow.agents["assistant"].tools:
        phrases = load_catalog()[name].phrases
        assert phrases.listed or phrases.for_models_only, name
    told = reply(read_request(request(said("user", "o que você sabe fazer?")))).text
    assert "que horas são" in told
    assert "KEY" not in told


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
