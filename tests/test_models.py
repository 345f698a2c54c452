"""The model layer against a provider on the wire: the real SDKs, real HTTP, scripted trouble."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

import httpx
import pytest
from google.adk.models import BaseLlm, Gemini, LlmCapabilities
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.genai import Client, types

from agent.models.chain import ModelChain, answer_of, find_providers, usage_of
from agent.models.choice import Candidate
from agent.models.prices import PRICES, Usage, cost, load_prices
from agent.models.provider import ModelConfig, Provider
from contracts.errors import (
    BatutaError,
    InvalidRequest,
    ModelAuth,
    ModelOverloaded,
    ModelUnavailable,
    TooLarge,
)
from tests.support.model_server import ModelServer, Step, Wire, call, fail, reply, serve
from tests.support.model_wire import SKIP_SIGNATURE

pytestmark = pytest.mark.anyio

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
    needs_key=False,
    default_models={"fast": "local", "smart": "local", "judge": "local"},
    build=lambda name, key, base_url: Parrot(model=name),
    classify=lambda exc: None,
)


@dataclass
class Told:
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


async def ask(chain: ModelChain, request: LlmRequest | str, model: str | None = None) -> Told:
    """Run one call to its end."""
    told = Told()
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


# --- failures before the first token ---


@both
@pytest.mark.parametrize("status", [429, 500, 503, 529])
async def test_a_passing_failure_is_retried_and_reported(name: str, status: int) -> None:
    async with serve() as server, chained({name: server.url}) as chain:
        server.script(fail(status))
        told = await ask(chain, "echo fine")
        assert told.text == "fine"
        assert len(told.retries) == 1
        assert server.count() == 2


@both
@pytest.mark.parametrize(
    ("step", "kind"),
    [
        (fail(429, retry_after=3600, times=0), ModelOverloaded),
        (fail(529, times=0), ModelOverloaded),
        (fail(500, times=0), ModelUnavailable),
        (reply("x", event_error="overloaded_error", times=0), ModelOverloaded),
        (Step(cut=True, times=0), ModelUnavailable),
        (fail(400), InvalidRequest),
        (fail(404), InvalidRequest),
        (fail(413), TooLarge),
        (fail(401, times=0), ModelAuth),
        (fail(403, times=0), ModelAuth),
    ],
)
async def test_a_lasting_failure_ends_in_one_of_our_errors(
    name: str, step: Step, kind: type[BatutaError]
) -> None:
    async with serve() as server, chained({name: server.url}, local=False) as chain:
        server.script(replace(step))
        with pytest.raises(kind) as caught:
            await ask(chain, "echo x")
        assert "scripted failure" not in caught.value.message
        tries = 2 if step.times == 0 and kind is not ModelAuth and not step.retry_after else 1
        assert server.count() == tries


@both
async def test_an_endless_retry_after_is_not_waited_for_but_passed_on(name: str) -> None:
    async with serve() as server, chained({name: server.url}) as chain:
        server.script(fail(429, retry_after=3600))
        with pytest.raises(ModelOverloaded) as caught:
            await ask(chain, "echo x")
        assert caught.value.retry_after == 3600


@pytest.mark.parametrize(
    "step",
    [fail(429, times=0), fail(503, times=0), Step(cut=True, times=0), Step(stall=True, times=0)],
)
async def test_trouble_at_gemini_goes_to_claude_then_to_local(step: Step) -> None:
    async with (
        serve() as server,
        chained(dict.fromkeys(BOTH, server.url), local=True, stall_seconds=0.15) as chain,
    ):
        server.script(replace(step, provider="gemini"))
        assert (await ask(chain, "echo x")).by == "anthropic"
        server.script(replace(step))
        told = await ask(chain, "echo x")
        assert told.by == "local"
        assert told.chunks == ["here"]


async def test_nobody_listening_counts_as_unreachable() -> None:
    async with chained(dict.fromkeys(BOTH, closed_port()), local=True) as chain:
        assert (await ask(chain, "x")).by == "local"
    async with chained(dict.fromkeys(BOTH, closed_port())) as chain:
        with pytest.raises(ModelUnavailable):
            await ask(chain, "x")


@both
async def test_a_refused_request_is_neither_retried_nor_failed_over(name: str) -> None:
    async with (
        serve() as server,
        chained(dict.fromkeys(BOTH, server.url), local=True, model=f"{name}/m") as chain,
    ):
        server.script(fail(400))
        with pytest.raises(InvalidRequest):
            await ask(chain, "x")
        assert server.count() == 1


# --- keys ---


async def test_a_rejected_key_tries_the_other_provider_that_has_one() -> None:
    keys = {"gemini": "bad", "anthropic": "good"}
    async with serve() as server:
        urls = dict.fromkeys(BOTH, server.url)
        async with chained(urls, keys=keys, local=True) as chain:
            assert (await ask(chain, "echo x")).by == "anthropic"


@pytest.mark.parametrize("others", [{}, {"anthropic": "bad"}, {"anthropic": "down"}])
async def test_local_never_stands_in_for_a_rejected_key(others: dict[str, str]) -> None:
    async with serve() as server:
        keys = {"gemini": "bad", **others}
        urls = dict.fromkeys(keys, server.url)
        if others.get("anthropic") == "down":
            server.script(fail(503, times=0, provider="anthropic"))
        async with chained(urls, keys=keys, local=True) as chain:
            for _ in range(2):  # the second time gemini is cooling down, and yet speaks first
                with pytest.raises(ModelAuth, match="GOOGLE_API_KEY"):
                    await ask(chain, "echo x")


async def test_without_any_key_local_answers() -> None:
    async with chained({}, keys={}, local=True) as chain:
        assert (await ask(chain, "x", "smart")).by == "local"
    async with chained({}, keys={}) as chain:
        with pytest.raises(ModelAuth, match="ANTHROPIC_API_KEY"):
            await ask(chain, "x")


# --- failures after the first token ---


@both
@pytest.mark.parametrize(
    "trouble",
    [
        {"cut": True},
        {"truncate": True},
        {"stall": True},
        {"event_error": "overloaded_error"},
    ],
    ids=lambda t: next(iter(t)),
)
async def test_after_the_first_token_a_failure_is_final(
    name: str, trouble: dict[str, object]
) -> None:
    async with (
        serve() as server,
        chained(
            dict.fromkeys(BOTH, server.url), local=True, stall_seconds=0.15, model=f"{name}/m"
        ) as chain,
    ):
        server.script(reply("one ", "two ", "three", after=2, **trouble))
        heard: list[LlmResponse] = []
        with pytest.raises(ModelUnavailable) as caught:
            await listen(chain, heard)
        assert caught.value.retryable
        assert len(heard) == 2
        assert all(r.partial for r in heard)
        assert server.count() == 1


async def test_a_provider_that_pings_while_it_thinks_has_not_stalled() -> None:
    async with serve() as server, chained({"anthropic": server.url}, stall_seconds=0.8) as chain:
        server.script(reply("one ", "two", pings=12, after=1))
        assert (await ask(chain, "x")).text == "one two"
        assert server.count() == 1


# --- hanging up ---


@both
@pytest.mark.parametrize("after", [0, 1])
async def test_a_cancelled_call_hangs_up_on_the_provider(name: str, after: int) -> None:
    async with serve() as server, chained({name: server.url}) as chain:
        server.script(reply("one", "two", stall=True, after=after))
        task = asyncio.create_task(ask(chain, "x"))
        await server.wait(1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with asyncio.timeout(5):
            await server.until(lambda: server.count(outcome="gone") == 1)


@both
async def test_a_closed_stream_hangs_up_on_the_provider(name: str) -> None:
    async with serve() as server, chained({name: server.url}) as chain:
        server.script(reply("one", "two", gate="never", after=1))
        async with aclosing(chain.stream(said("x"))) as stream:
            await anext(stream)
        async with asyncio.timeout(5):
            await server.until(lambda: server.count(outcome="gone") == 1)
        assert (await ask(chain, "echo again")).text == "again"


# --- memory of failures ---


async def test_a_provider_that_just_failed_is_asked_last_until_it_has_cooled_down() -> None:
    async with serve() as server, chained(dict.fromkeys(BOTH, server.url)) as chain:
        server.script(fail(503, times=2, provider="gemini"))
        for _ in range(3):
            assert (await ask(chain, "echo x")).by == "anthropic"
        assert server.count(provider="gemini") == 2
        cooling = {s["provider"]: s["cooling"] for s in chain.status()}
        assert cooling == {"gemini": True, "anthropic": False}
        server.script(fail(503, times=2, provider="anthropic"))
        assert (await ask(chain, "echo x")).by == "gemini"
        assert [s["code"] for s in chain.status()] == [None, "model_unavailable"]
    async with serve() as server, chained(dict.fromkeys(BOTH, server.url), cooldown=0) as chain:
        server.script(fail(503, times=2, provider="gemini"))
        assert [(await ask(chain, "echo x")).by for _ in range(2)] == ["anthropic", "gemini"]


async def test_a_provider_that_stalled_is_not_waited_for_again_while_local_can_answer() -> None:
    async with (
        serve() as server,
        chained({"gemini": server.url}, local=True, stall_seconds=0.15) as chain,
    ):
        server.script(Step(stall=True, times=0))
        assert [(await ask(chain, "x")).by for _ in range(3)] == ["local"] * 3
        assert server.count() == 1


# --- who is asked ---


async def test_candidates_follow_the_settings_then_rank_then_local() -> None:
    keys = dict.fromkeys(BOTH, "k")
    async with chained({}, keys=keys, local=True, model="anthropic/a", fast="gemini/f") as chain:
        fast = [str(c) for c in chain.candidates("fast")]
        assert fast[:2] == ["gemini/f", "anthropic/a"]
        assert [c.provider for c in chain.candidates()] == [
            "anthropic",
            "gemini",
            "anthropic",
            "local",
        ]
        assert chain.candidates("gemini/x")[0] == Candidate("gemini", "x")
        assert chain.candidates("local") == [Candidate("local", "local")]
    async with chained({}, keys=keys, local=True) as chain:
        assert [c.provider for c in chain.candidates("smart")] == ["gemini", "anthropic", "local"]


async def test_a_setting_that_names_no_provider_stops_the_start_and_helps() -> None:
    with pytest.raises(InvalidRequest, match="did you mean 'gemini'"):
        async with chained({}, model="gemni/x"):
            pass


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
        "import sys, agent.models.chain as c; c.find_providers;"
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
    assert cost(load_prices(path), "who-knows", million) == 3
    path.write_text('{"who-knows": {"inputs": 1}}')
    with pytest.raises(InvalidRequest, match="who-knows"):
        load_prices(path)


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
