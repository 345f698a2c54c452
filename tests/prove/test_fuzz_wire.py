"""Whatever bytes a model's provider answers with, a call ends: with an answer or with our error."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest
from hypothesis import strategies as st

from contracts.errors import BatutaError
from tests.support.campaigns import Tally
from tests.support.chance import an_id
from tests.support.fuzzing import fuzz, in_pieces, mutated
from tests.support.model_chains import ask, chained
from tests.support.wire_bytes import KINDS, WireName, byte_provider, good_answers

pytestmark = [pytest.mark.prove, pytest.mark.timeout(0)]
STATUSES = (200, 200, 200, 200, 201, 204, 302, 400, 401, 404, 429, 500, 529)
WireAnswer = tuple[int, str, bytes, list[int]]


# The SDK only warns of an end that it has no name for.
@pytest.mark.filterwarnings("ignore:.* is not a valid:UserWarning")
@pytest.mark.parametrize("wire", ["anthropic", "gemini"])
def test_a_call_ends_whatever_a_provider_answers(
    wire: WireName, fuzz_seconds: float, tally: Callable[[str], Tally]
) -> None:
    """Cut, doubled, swapped and odd events: an answer, or an error that a turn knows."""
    counted = tally(f"fuzzed answers of {wire}")
    good = [said.decode() for said in good_answers(wire)]
    body = mutated(good).map(lambda text: text.encode("utf-8", "surrogatepass"))
    given: st.SearchStrategy[WireAnswer] = st.tuples(
        st.sampled_from(STATUSES),
        st.sampled_from(KINDS[:1] * 4 + KINDS),
        body | st.binary(max_size=300),
        st.lists(st.integers(0, 10**5), max_size=4),
    )
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        provider = runner.run(stack.enter_async_context(byte_provider()))
        quick = chained({wire: provider.url}, stall_seconds=2, retries=0, cooldown=0)
        chain = runner.run(stack.enter_async_context(quick))

        def check(answered: WireAnswer) -> None:
            provider.status, provider.kind, whole, cuts = answered
            provider.pieces = in_pieces(whole, cuts)

            async def call() -> None:
                async with asyncio.timeout(30):
                    try:
                        await ask(chain, "hello")
                        counted.count("answers")
                    except BatutaError:
                        counted.count("errors that a turn knows")

            runner.run(call())

        check((200, KINDS[0], good[0].encode(), []))
        assert counted.counts["answers"] == 1
        fuzz(given, check, fuzz_seconds / 10, an_id().int % 10**9, counted)
        runner.run(stack.aclose())
