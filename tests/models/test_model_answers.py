"""What a good provider gives: text, calls, usage, caching, many streams at once."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import httpx
import pytest
from google.adk.models import Gemini
from google.genai import Client, types

from agent.models.chain import ModelChain, answer_of, usage_of
from agent.models.prices import PriceTable, Usage, cost, load_prices
from agent.models.provider import ModelConfig, find_providers
from contracts.errors import (
    InvalidRequest,
)
from tests.support.model_chains import BOTH, ask, both, chained, said
from tests.support.model_server import ModelServer, Wire, call, reply, serve
from tests.support.model_wire import SKIP_SIGNATURE

pytestmark = pytest.mark.anyio
PRICES: PriceTable = {m: p for known in find_providers().values() for m, p in known.prices.items()}


# --- what a good provider gives ---


@both
async def test_text_streams_in_pieces_and_ends_whole(name: str) -> None:
    async with serve() as server, chained({name: server.url}) as chain:
        told = await ask(chain, "echo the  quick brown fox")
        assert len(told.chunks) == 4
        assert "".join(told.chunks) == told.text == "the  quick brown fox"
        assert told.by == name
        assert server.count() == 1


@both
async def test_parallel_tool_calls_and_their_results_make_the_round_trip(name: str) -> None:
    async with serve() as server, chained({name: server.url}) as chain:
        asked = 'call add {"a": 1, "b": [2]} and say {"text": "olá"}'
        first = (await ask(chain, asked)).final
        assert first is not None
        assert first.content is not None
        calls = first.get_function_calls()
        assert [(c.name, c.args) for c in calls] == [
            ("add", {"a": 1, "b": [2]}),
            ("say", {"text": "olá"}),
        ]
        results = [
            types.Part(
                function_response=types.FunctionResponse(
                    id=c.id, name=c.name, response={"result": i}
                )
            )
            for i, c in enumerate(calls)
        ]
        answered = types.Content(role="user", parts=results)
        assert (await ask(chain, said(asked, first.content, answered))).text == "result: 0, 1"


@pytest.mark.parametrize(("maker", "other"), [BOTH, BOTH[::-1]])
async def test_another_provider_can_go_on_from_a_tool_call_it_did_not_make(
    maker: str, other: str
) -> None:
    async with serve() as server, chained(dict.fromkeys(BOTH, server.url)) as chain:
        server.script(call("add", {"a": 1}, thinking="hm"))
        first = (await ask(chain, "sum", f"{maker}/m-5-5")).final
        assert first is not None
        assert first.content is not None
        made = first.get_function_calls()[0]
        answer = types.FunctionResponse(id=made.id, name="add", response={"result": 3})
        back = types.Content(role="user", parts=[types.Part(function_response=answer)])
        stored = types.Content.model_validate_json(first.content.model_dump_json())
        for model in (maker, other):
            told = await ask(chain, said("sum", stored, back), f"{model}/m-5-5")
            assert told.by == model
            assert told.text == "result: 3"
        sent = json.dumps([server.requests[1].body, server.requests[2].body])
        assert "m-5-5\\n" not in sent, "our seal left the house"


@both
async def test_a_call_does_not_change_the_request_it_was_given(name: str) -> None:
    async with serve() as server, chained({name: server.url}) as chain:
        request = said("hello", "hi", "echo x", temperature=0.3, labels={"a": "b"})
        before = request.model_dump_json()
        await ask(chain, request)
        assert request.model_dump_json() == before
        assert "temperature" not in server.requests[0].body


async def test_history_reaches_gemini_as_the_sdk_itself_would_write_it() -> None:
    made = types.FunctionCall(id="c1", name="add", args={"user_id": 1, "note": "é"})
    done = types.FunctionResponse(id="c1", name="add", response={"result": {"sum_of": [1, 2]}})
    image = types.Part.from_bytes(data=b"\xff\xfe", mime_type="image/png")
    signed = types.Part(function_call=made, thought_signature=SKIP_SIGNATURE)
    turns = [
        types.Content(role="user", parts=[types.Part(text="add")]),
        types.Content(role="model", parts=[types.Part(text="well"), signed]),
        types.Content(role="user", parts=[types.Part(function_response=done)]),
    ]
    async with serve() as server, chained({"gemini": server.url}) as chain:
        with_image = types.Content(role="user", parts=[image, types.Part(text="echo x")])
        for contents in (turns, [with_image]):
            await ask(chain, said(*contents))
            plain = Gemini(
                model="m",
                client=Client(api_key="k", http_options=types.HttpOptions(base_url=server.url)),
            )
            request = said(*(c.model_copy() for c in contents))
            request.model = "m"
            async for _ in plain.generate_content_async(request, stream=True):
                pass
            ours, theirs = (r.body["contents"] for r in list(server.requests)[-2:])
            assert ours == theirs
            await plain.api_client.aio.aclose()
            plain.api_client.close()


@both
async def test_usage_reads_alike_for_every_provider(name: str) -> None:
    async with serve() as server, chained({name: server.url}) as chain:
        server.script(reply("a", usage={"input": 1000, "output": 20, "cached": 600}))
        final = (await ask(chain, "x")).final
        assert final is not None
        assert usage_of(final) == Usage(1000, 20, 600)
        answer = answer_of(final)
        assert answer is not None
        assert answer.cost_usd == cost(PRICES, answer.model, Usage(1000, 20, 600))


async def test_claude_caches_tools_system_and_history_and_reads_them_back() -> None:
    tool = types.FunctionDeclaration(name="add", description="Adds.")
    config = {
        "system_instruction": "Be brief.",
        "tools": [types.Tool(function_declarations=[tool])],
    }
    async with serve() as server, chained({"anthropic": server.url}) as chain:
        one = (await ask(chain, said("echo a", **config))).final
        two = (await ask(chain, said("echo a", "a", "echo b", **config))).final
        assert one is not None
        assert two is not None
        assert usage_of(one).cached == 0
        assert usage_of(two).cached > 0
        body = server.requests[1].body
        marked = [body["tools"][-1], body["system"][-1], body["messages"][-1]["content"][-1]]
        assert [m["cache_control"] for m in marked] == [{"type": "ephemeral"}] * 3


# --- load, warm-up, prices, the server itself ---


@both
async def test_fifty_streams_at_once_keep_apart_and_share_connections(name: str) -> None:
    async with serve() as server, chained({name: server.url}) as chain:
        texts = [f"echo {i} of fifty" for i in range(50)]
        told = await asyncio.gather(*(ask(chain, text) for text in texts))
        assert [t.text for t in told] == [text[5:] for text in texts]
        assert server.count(outcome="done") == 50


async def test_warming_up_opens_every_client_and_calls_nobody() -> None:
    async with serve() as server, chained(dict.fromkeys(BOTH, server.url), local=True) as chain:
        await chain.warm()
        assert server.count() == 0
        assert (await ask(chain, "echo x", "anthropic")).by == "anthropic"


def test_a_chain_finds_its_providers_by_itself() -> None:
    found = {c.provider for c in ModelChain(ModelConfig(keys={"gemini": "k"})).candidates()}
    assert found >= {"gemini"}
    assert {s["provider"] for s in ModelChain(ModelConfig()).status()} >= set(BOTH)


def test_importing_the_chain_loads_no_sdk() -> None:
    code = (
        "import sys, agent.models.chain as c; c.find_providers();"
        "print(sorted({'anthropic', 'google.genai', 'google.adk', 'httpx'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_prices_know_their_day_their_length_and_their_limits(tmp_path: Path) -> None:
    flash, haiku = "gemini-3.8-flash", "claude-haiku-5-5"
    million = Usage(1_000_000, 1_000_000)
    assert cost(PRICES, flash, million, on=date(2026, 12, 31)) == 4.5
    assert cost(PRICES, flash, million, on=date(2027, 1, 1)) == 9
    assert cost(PRICES, haiku, Usage(100_000, 0)) == 0.01
    assert cost(PRICES, haiku, Usage(200_000, 0)) == 0.1
    assert cost(PRICES, "claude-sonnet-5-5", Usage(1_000_000, 0, 500_000), 500_000) == 1.3
    assert cost(PRICES, "who-knows", million) is None
    assert cost(PRICES, flash, Usage(10, 0, 5), on=date(2027, 1, 1)) is None
    path = tmp_path / "prices.json"
    path.write_text('{"who-knows": {"input": 1, "output": 2}}')
    assert cost(load_prices(PRICES, path), "who-knows", million) == 3
    path.write_text('{"who-knows": {"inputs": 1}}')
    with pytest.raises(InvalidRequest, match="who-knows"):
        load_prices(PRICES, path)


async def test_the_model_server_can_be_driven_from_another_process() -> None:
    with ModelServer.thread() as server:
        async with httpx.AsyncClient(base_url=server.url) as client:
            step = {"text": ["one"], "gate": "go", "provider": "anthropic"}
            await client.post("/_script", json={"steps": [step]})
            async with chained({"anthropic": server.url}) as chain:
                task = asyncio.create_task(ask(chain, "hello"))
                assert (await client.get("/_wait?count=1&match=hello")).json() == {"total": 1}
                await client.post("/_gate/go")
                assert (await task).text == "one"
            seen = (await client.get("/_requests")).json()
            assert seen["requests"][0]["headers"]["authorization"] == "Bearer good"
            assert (await client.get("/_count?outcome=done")).json() == {"count": 1}
            assert (await client.get("/_wait?count=2&timeout=0.01")).status_code == 408
            await client.post("/_reset")
            assert server.total == 0


@pytest.mark.parametrize("wire", BOTH)
async def test_the_rules_let_a_conversation_run_without_a_script(wire: Wire) -> None:
    async with serve() as server, chained({wire: server.url}) as chain:
        assert (await ask(chain, "say 3 words")).text == "w1 w2 w3"
        assert (await ask(chain, "slow 1 echo a b")).chunks == ["a", " b"]
        assert (await ask(chain, "good day")).text == "You said: good day"
        assert (await ask(chain, "call t {} then echo over")).final is not None
