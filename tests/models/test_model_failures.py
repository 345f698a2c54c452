"""Failures before and after the first token, rejected keys, hanging up."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace

import pytest
from google.adk.models.llm_response import LlmResponse

from contracts.errors import (
    BatutaError,
    InvalidRequest,
    ModelAuth,
    ModelOverloaded,
    ModelUnavailable,
    TooLarge,
)
from tests.support.model_chains import BOTH, ask, both, chained, closed_port, listen, said
from tests.support.model_server import ScriptedReply, call, fail, reply, serve
from tests.support.wire_bytes import byte_provider

pytestmark = pytest.mark.anyio


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
        (ScriptedReply(cut=True, times=0), ModelUnavailable),
        (fail(400), InvalidRequest),
        (fail(404), InvalidRequest),
        (fail(413), TooLarge),
        (fail(401, times=0), ModelAuth),
        (fail(403, times=0), ModelAuth),
    ],
)
async def test_a_lasting_failure_ends_in_one_of_our_errors(
    name: str, step: ScriptedReply, kind: type[BatutaError]
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
    [
        fail(429, times=0),
        fail(503, times=0),
        ScriptedReply(cut=True, times=0),
        ScriptedReply(stall=True, times=0),
    ],
)
async def test_trouble_at_gemini_goes_to_claude_then_to_local(step: ScriptedReply) -> None:
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


# --- more than anybody reads ---


@both
@pytest.mark.parametrize("given", ["x" * 60_000, [1] * 4_000, [[1]] * 100_000])
async def test_a_tool_call_of_very_many_arguments_is_broken_off(name: str, given: object) -> None:
    """Before the SDK has put it together: what it does with each value holds the event loop."""
    async with serve() as server, chained({name: server.url}, local=False) as chain:
        server.script(replace(call("look", {"name": given}), times=0))
        with pytest.raises(ModelUnavailable, match=r"2000 values of arguments|in the middle"):
            await ask(chain, "look")


@both
async def test_a_tool_call_of_many_arguments_is_taken(name: str) -> None:
    given = {"name": 'a "quoted" line, and more\n' * 900, "list": list(range(1_000))}
    async with serve() as server, chained({name: server.url}, local=False) as chain:
        server.script(call("look", given))
        told = await ask(chain, "look")
        assert told.final
        assert told.final.content
        parts = told.final.content.parts or []
        assert [part.function_call.args for part in parts if part.function_call] == [given]


@pytest.mark.parametrize("answered", [b"\x80", b"data: {", b"data: {}\n\n", b"data: null\n\n"])
@both
async def test_an_answer_that_nobody_can_read_is_a_provider_that_is_away(
    name: str, answered: bytes
) -> None:
    """An internal error would say that we are at fault, and keep others from answering."""
    async with byte_provider() as provider:
        provider.pieces = [answered]
        async with chained({name: provider.url}, retries=0) as chain:
            with pytest.raises(ModelUnavailable):
                await ask(chain, "hello")
        async with chained({name: provider.url}, retries=0, local=True) as chain:
            assert (await ask(chain, "hello")).by == "local"
